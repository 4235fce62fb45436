<?php
/*
 * An ordinary mysqli program over a catalogue of Debian packages: it searches, turns pages, sums up, follows
 * dependencies, reads everything, and reads large values. It knows nothing of the driver that it runs on, and
 * what it prints depends on the data alone.
 *
 *   php catalogue.php               everything
 *   php catalogue.php search pages  these scenes
 *
 * Connects as php.ini's mysqli.default_* say, to the database in the environment's CATALOGUE_DB
 * ("catalogue").
 */
declare(strict_types=1);

require __DIR__ . '/catalogue_common.php';

const SCENES = [
	'search' => 'search the descriptions',
	'pages' => 'turn all pages, 100 packages each',
	'sums' => 'sections, maintainers, sizes',
	'lookups' => 'follow dependencies, a query each',
	'buffered' => 'read every field of everything, buffered',
	'unbuffered' => 'the same, unbuffered',
	'lists' => 'lists of all packages by fetch_all',
	'blobs' => 'ten BLOBs of 32 KiB to 16 MiB, one at a time',
	'blobs-at-once' => 'the ten BLOBs in one buffered result',
];

function search(mysqli $db): void
{
	foreach (SEARCHED as $word) {
		$pattern = $db->real_escape_string(pattern($word));
		$result = $db->query("SELECT package, version, description FROM packages
			WHERE description LIKE '$pattern' ORDER BY package, version LIMIT 200");
		tell_found($word, (int) $result->num_rows, $result);
	}
}

function pages(mysqli $db): void
{
	turn_pages(static function (int $last) use ($db): Generator {
		$result = $db->query('SELECT ' . COLUMNS_OF_PAGES . " FROM packages WHERE id > $last ORDER BY id LIMIT " . ROWS_OF_PAGE);
		while (($row = $result->fetch_object()) instanceof stdClass) {
			yield $row;
		}
	});
}

function sums(mysqli $db): void
{
	$queries = [
		'largest sections' => 'SELECT section, COUNT(*) n, SUM(installed_size) size FROM packages
			GROUP BY section ORDER BY n DESC, section LIMIT 10',
		'busiest maintainers' => 'SELECT maintainer, COUNT(*) n, AVG(size) size FROM packages
			GROUP BY maintainer ORDER BY n DESC, maintainer LIMIT 10',
		'largest packages' => 'SELECT package, version, installed_size FROM packages
			ORDER BY installed_size DESC, package, version LIMIT 10',
		'by architecture' => 'SELECT architecture, priority, COUNT(*) n, MIN(size), MAX(size) FROM packages
			GROUP BY architecture, priority ORDER BY architecture, priority',
	];
	foreach ($queries as $title => $sql) {
		echo $title, "\n";
		foreach ($db->query($sql)->fetch_all(MYSQLI_NUM) as $row) {
			echo '  ', implode(' | ', array_map(strval(...), $row)), "\n";
		}
	}
}

function lookups(mysqli $db): void
{
	follow_dependencies(static function (string $package) use ($db): ?array {
		$name = $db->real_escape_string($package);
		return $db->query("SELECT depends, pre_depends, installed_size FROM packages WHERE package = '$name' ORDER BY id LIMIT 1")->fetch_row();
	});
}

function read_everything(mysqli $db, int $mode): void
{
	$result = $db->query('SELECT * FROM packages ORDER BY id', $mode);
	$sum = new Sum();
	while ($row = $result->fetch_assoc()) {
		$sum->add($row);
	}
	$sum->tell($result->field_count);
	$result->free();
}

function buffered(mysqli $db): void
{
	read_everything($db, MYSQLI_STORE_RESULT);
}

function unbuffered(mysqli $db): void
{
	read_everything($db, MYSQLI_USE_RESULT);
}

function lists(mysqli $db): void
{
	foreach (['MYSQLI_ASSOC' => MYSQLI_ASSOC, 'MYSQLI_NUM' => MYSQLI_NUM] as $name => $shape) {
		$rows = null;
		$rows = $db->query('SELECT ' . COLUMNS_OF_LISTS . ' FROM packages ORDER BY id')->fetch_all($shape);
		tell_list($name, $rows);
	}
}

function blobs(mysqli $db): void
{
	for ($id = 1; $id <= 10; $id++) {
		$result = $db->query("SELECT content FROM blobs WHERE id = $id");
		$content = (string) ($result->fetch_row()[0] ?? '');
		tell_blob($id, $content);
		$result->free();
		unset($content);
	}
}

function blobs_at_once(mysqli $db): void
{
	$result = $db->query('SELECT id, content FROM blobs ORDER BY id');
	foreach ($result as $row) {
		tell_blob((int) $row['id'], (string) $row['content']);
	}
	$result->data_seek(0);
	printf("once more the first: %d bytes\n", strlen((string) $result->fetch_column(1)));
}

$db = new mysqli(null, null, null, catalogue());
$db->set_charset('utf8mb4');
play($argv, SCENES, $db);
