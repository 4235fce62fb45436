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
	foreach (['database', 'driver', "don't", 'C++', '100%', 'zsh', 'Größe', 'client library'] as $word) {
		$pattern = $db->real_escape_string(addcslashes($word, '\\%_'));
		$result = $db->query("SELECT package, version, description FROM packages
			WHERE description LIKE '%$pattern%' ORDER BY package, version LIMIT 200");
		printf("%s: %d found\n", $word, $result->num_rows);
		foreach ($result as $number => $row) {
			if ($number < 3) {
				printf("  %s %s - %s\n", $row['package'], $row['version'], strtok((string) $row['description'], "\n"));
			}
		}
	}
}

function pages(mysqli $db): void
{
	$last = 0;
	$count = 0;
	$hash = hash_init('xxh3');
	do {
		$result = $db->query("SELECT id, package, version, section, priority, installed_size, homepage, maintainer
			FROM packages WHERE id > $last ORDER BY id LIMIT 100");
		while (($row = $result->fetch_object()) instanceof stdClass) {
			hash_update($hash, "$row->package $row->version $row->section $row->maintainer");
			$last = (int) $row->id;
		}
		if ($count++ % 100 === 0) {
			printf("page %d ends with package %d\n", $count, $last);
		}
	} while ($result->num_rows === 100);
	printf("%d pages, %s\n", $count, hash_final($hash));
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

/** Everything that some packages need, breadth first. */
function lookups(mysqli $db): void
{
	$open = ['gnome', 'kde-full', 'php', 'mariadb-server', 'build-essential', 'texlive-full'];
	$seen = array_fill_keys($open, true);
	$size = 0;
	while ($open && count($seen) < 6000) {
		$name = $db->real_escape_string(array_shift($open));
		$result = $db->query("SELECT depends, pre_depends, installed_size FROM packages WHERE package = '$name' ORDER BY id LIMIT 1");
		[$depends, $before, $installed] = $result->fetch_row() ?? [null, null, null];
		$size += (int) $installed;
		preg_match_all('/(?:^|,\s*)([a-z0-9][a-z0-9.+-]+)/', "$before, $depends", $names);
		foreach ($names[1] as $needed) {
			if (!isset($seen[$needed])) {
				$seen[$needed] = true;
				$open[] = $needed;
			}
		}
	}
	printf("%d packages looked at, %d KiB installed\n", count($seen) - count($open), $size);
}

function read_everything(mysqli $db, int $mode): void
{
	$result = $db->query('SELECT * FROM packages ORDER BY id', $mode);
	$hash = hash_init('xxh3');
	$rows = $bytes = 0;
	while ($row = $result->fetch_assoc()) {
		$text = implode("\0", $row);
		hash_update($hash, $text);
		$bytes += strlen($text);
		$rows++;
	}
	printf("%d rows of %d fields, %d bytes, %s\n", $rows, $result->field_count, $bytes, hash_final($hash));
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
	$sql = 'SELECT id, package, version, architecture, section, priority, installed_size, size, sha256, filename
		FROM packages ORDER BY id';
	foreach (['MYSQLI_ASSOC' => MYSQLI_ASSOC, 'MYSQLI_NUM' => MYSQLI_NUM] as $name => $shape) {
		$rows = null;
		$rows = $db->query($sql)->fetch_all($shape);
		$middle = $rows[intdiv(count($rows), 2)];
		printf("%s: %d rows, in the middle %s\n", $name, count($rows), json_encode($middle));
	}
}

function blobs(mysqli $db): void
{
	for ($id = 1; $id <= 10; $id++) {
		$result = $db->query("SELECT content FROM blobs WHERE id = $id");
		$content = (string) ($result->fetch_row()[0] ?? '');
		printf("BLOB %d: %d bytes, %s\n", $id, strlen($content), hash('xxh3', $content));
		$result->free();
		unset($content);
	}
}

function blobs_at_once(mysqli $db): void
{
	$result = $db->query('SELECT id, content FROM blobs ORDER BY id');
	foreach ($result as $row) {
		$content = (string) $row['content'];
		printf("BLOB %d: %d bytes, %s\n", $row['id'], strlen($content), hash('xxh3', $content));
	}
	$result->data_seek(0);
	printf("once more the first: %d bytes\n", strlen((string) $result->fetch_column(1)));
}

$scenes = array_slice($argv, 1) ?: array_keys(SCENES);
$db = new mysqli(null, null, null, getenv('CATALOGUE_DB') ?: 'catalogue');
$db->set_charset('utf8mb4');
foreach ($scenes as $scene) {
	$function = str_replace('-', '_', $scene);
	if (!isset(SCENES[$scene]) || !is_callable($function)) {
		exit("There is no scene '$scene'.\n");
	}
	echo '== ', SCENES[$scene], "\n";
	$function($db);
}
