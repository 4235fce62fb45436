<?php
/*
 * The program of catalogue.php with prepared statements: values go apart from the text, numbers come back as
 * numbers. It knows nothing of the driver that it runs on, and what it prints depends on the data alone.
 *
 *   php catalogue_prepared.php               everything
 *   php catalogue_prepared.php search pages  these scenes
 *
 * Connects as php.ini's mysqli.default_* say, to the database in the environment's CATALOGUE_DB
 * ("catalogue").
 */
declare(strict_types=1);

require __DIR__ . '/catalogue_common.php';

const SCENES = [
	'search' => 'search the descriptions, one statement',
	'pages' => 'turn all pages, 100 packages each, one statement',
	'lookups' => 'follow dependencies by execute_query()',
	'buffered' => 'read every field of everything by get_result()',
	'unbuffered' => 'the same by bind_result(), unbuffered',
	'lists' => 'lists of all packages by get_result() and fetch_all',
	'blobs' => 'ten BLOBs of 32 KiB to 16 MiB, one at a time',
	'pieces' => 'a BLOB of 16 MiB sent in pieces of 32 KiB',
];

function search(mysqli $db): void
{
	$statement = $db->prepare('SELECT package, version, description FROM packages
		WHERE description LIKE ? ORDER BY package, version LIMIT ?');
	[$pattern, $most] = ['', 200];
	$statement->bind_param('si', $pattern, $most);
	foreach (SEARCHED as $word) {
		$pattern = pattern($word);
		$statement->execute();
		$result = $statement->get_result();
		tell_found($word, (int) $result->num_rows, $result);
	}
}

function pages(mysqli $db): void
{
	$statement = $db->prepare('SELECT ' . COLUMNS_OF_PAGES . ' FROM packages WHERE id > ? ORDER BY id LIMIT ' . ROWS_OF_PAGE);
	turn_pages(static function (int $last) use ($statement): Generator {
		$statement->bind_param('i', $last);
		$statement->execute();
		$result = $statement->get_result();
		while (($row = $result->fetch_object()) instanceof stdClass) {
			yield $row;
		}
	});
}

function lookups(mysqli $db): void
{
	follow_dependencies(static fn (string $package): ?array => $db->execute_query('SELECT depends, pre_depends, installed_size
		FROM packages WHERE package = ? ORDER BY id LIMIT 1', [$package])->fetch_row());
}

function buffered(mysqli $db): void
{
	$statement = $db->prepare('SELECT * FROM packages ORDER BY id');
	$statement->execute();
	$sum = new Sum();
	foreach ($statement->get_result() as $row) {
		$sum->add($row);
	}
	$sum->tell($statement->field_count);
}

function unbuffered(mysqli $db): void
{
	$statement = $db->prepare('SELECT * FROM packages ORDER BY id');
	$statement->execute();
	$values = array_fill(0, $statement->field_count, null);
	$statement->bind_result(...$values);
	$sum = new Sum();
	while ($statement->fetch()) {
		$sum->add($values);
	}
	$sum->tell($statement->field_count);
}

function lists(mysqli $db): void
{
	$statement = $db->prepare('SELECT ' . COLUMNS_OF_LISTS . ' FROM packages ORDER BY id');
	foreach (['MYSQLI_ASSOC' => MYSQLI_ASSOC, 'MYSQLI_NUM' => MYSQLI_NUM] as $name => $shape) {
		$rows = null;
		$statement->execute();
		$rows = $statement->get_result()->fetch_all($shape);
		tell_list($name, $rows);
	}
}

function blobs(mysqli $db): void
{
	$statement = $db->prepare('SELECT content FROM blobs WHERE id = ?');
	for ($id = 1; $id <= 10; $id++) {
		$statement->execute([$id]);
		$statement->bind_result($content);
		$statement->fetch();
		tell_blob($id, (string) $content);
		$content = null;
		$statement->free_result();
	}
}

function pieces(mysqli $db): void
{
	$db->query('CREATE TEMPORARY TABLE pieces (content LONGBLOB)');
	$statement = $db->prepare('INSERT INTO pieces VALUES (?)');
	$nothing = null;
	$statement->bind_param('b', $nothing);
	for ($i = 0; $i < 512; $i++) {
		$statement->send_long_data(0, str_repeat(chr($i % 256), 32768));
	}
	$statement->execute();
	[$length, $sum] = array_map(strval(...), $db->query('SELECT LENGTH(content), MD5(content) FROM pieces')->fetch_row() ?? []);
	printf("%d row of %d bytes, %s\n", $statement->affected_rows, $length, $sum);
}

$db = new mysqli(null, null, null, catalogue());
$db->set_charset('utf8mb4');
play($argv, SCENES, $db);
