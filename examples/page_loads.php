<?php
/*
 * Two thousand loads of a page that shows a package from a catalogue, as a web server's process would do
 * them: each connects, asks a few queries, counts the visit, and leaves. Every third one leaves a mess. Once
 * with fresh connections, once with persistent ones; what it prints depends on the data alone.
 *
 *   php page_loads.php             both
 *   php page_loads.php persistent  this scene
 *
 * Connects as php.ini's mysqli.default_* say, to the database in the environment's CATALOGUE_DB
 * ("catalogue").
 */
declare(strict_types=1);

require __DIR__ . '/catalogue_common.php';

const SCENES = [
	'fresh' => '2,000 page loads, a connect each',
	'persistent' => '2,000 page loads, persistent connections',
];
const LOADS = 2000;

/** Changes to the session that no page meant the next one to see. */
function leave_a_mess(mysqli $db): void
{
	$db->query("SET @visitor = 'somebody', time_zone = '+11:00'");
	$db->autocommit(false);
	$db->query('INSERT INTO visits (package) VALUES (0)');
}

/** The text of one page. */
function page(string $host, int $number, int $packages): string
{
	$db = new mysqli($host, null, null, catalogue());
	$id = $number * 7919 % $packages + 1;
	$package = $db->query("SELECT package, version, section, description, @visitor AS visitor, @@time_zone AS zone FROM packages WHERE id = $id")->fetch_assoc();
	$db->query("INSERT INTO visits (package) VALUES ($id)");
	$others = $db->query("SELECT package FROM packages WHERE id > $id ORDER BY id LIMIT 5")->fetch_all();
	if ($number % 3 === 0) {
		leave_a_mess($db);
	}
	return json_encode([$package, array_column($others, 0)], JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE);
}

function loads(string $host): void
{
	$db = new mysqli(null, null, null, catalogue());
	$db->query('DROP TABLE IF EXISTS visits');
	$db->query('CREATE TABLE visits (id INT AUTO_INCREMENT PRIMARY KEY, package INT NOT NULL) ENGINE=InnoDB');
	$packages = (int) $db->query('SELECT COUNT(*) FROM packages')->fetch_column();
	$hash = hash_init('xxh3');
	for ($number = 0; $number < LOADS; $number++) {
		$page = page($host, $number, $packages);
		hash_update($hash, $page);
		if ($number % 1000 === 0) {
			printf("page %d: %s\n", $number, substr($page, 0, 80));
		}
	}
	[$visits, $strays] = array_map(intval(...), $db->query('SELECT COUNT(*), SUM(package = 0) FROM visits')->fetch_row() ?? []);
	printf("%d pages, %s, %d visits, %d that were never meant to be counted\n", LOADS, hash_final($hash), $visits, $strays);
}

function fresh(): void
{
	loads('localhost');
}

function persistent(): void
{
	loads('p:localhost');
}

play($argv, SCENES);
