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
	foreach (['database', 'driver', "don't", 'C++', '100%', 'zsh', 'Größe', 'client library'] as $word) {
		$pattern = '%' . addcslashes($word, '\\%_') . '%';
		$statement->execute();
		$result = $statement->get_result();
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
	$statement = $db->prepare('SELECT id, package, version, section, priority, installed_size, homepage, maintainer
		FROM packages WHERE id > ? ORDER BY id LIMIT 100');
	$last = $count = 0;
	$statement->bind_param('i', $last);
	$hash = hash_init('xxh3');
	do {
		$statement->execute();
		$result = $statement->get_result();
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

/** Everything that some packages need, breadth first. */
function lookups(mysqli $db): void
{
	$open = ['gnome', 'kde-full', 'php', 'mariadb-server', 'build-essential', 'texlive-full'];
	$seen = array_fill_keys($open, true);
	$size = 0;
	while ($open && count($seen) < 6000) {
		$result = $db->execute_query('SELECT depends, pre_depends, installed_size FROM packages
			WHERE package = ? ORDER BY id LIMIT 1', [array_shift($open)]);
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

/** Counts and hashes rows of values as they come. */
final class Sum
{
	public int $rows = 0;
	public int $bytes = 0;
	private HashContext $hash;

	public function __construct()
	{
		$this->hash = hash_init('xxh3');
	}

	/** @param array<array-key, mixed> $values */
	public function add(array $values): void
	{
		$text = implode("\0", $values);
		hash_update($this->hash, $text);
		$this->bytes += strlen($text);
		$this->rows++;
	}

	public function tell(): void
	{
		printf("%d rows, %d bytes, %s\n", $this->rows, $this->bytes, hash_final($this->hash));
	}
}

function buffered(mysqli $db): void
{
	$statement = $db->prepare('SELECT * FROM packages ORDER BY id');
	$statement->execute();
	$sum = new Sum();
	foreach ($statement->get_result() as $row) {
		$sum->add($row);
	}
	$sum->tell();
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
	$sum->tell();
}

function lists(mysqli $db): void
{
	$statement = $db->prepare('SELECT id, package, version, architecture, section, priority, installed_size, size, sha256, filename
		FROM packages ORDER BY id');
	foreach (['MYSQLI_ASSOC' => MYSQLI_ASSOC, 'MYSQLI_NUM' => MYSQLI_NUM] as $name => $shape) {
		$rows = null;
		$statement->execute();
		$rows = $statement->get_result()->fetch_all($shape);
		$middle = $rows[intdiv(count($rows), 2)];
		printf("%s: %d rows, in the middle %s\n", $name, count($rows), json_encode($middle));
	}
}

function blobs(mysqli $db): void
{
	$statement = $db->prepare('SELECT content FROM blobs WHERE id = ?');
	for ($id = 1; $id <= 10; $id++) {
		$statement->execute([$id]);
		$statement->bind_result($content);
		$statement->fetch();
		printf("BLOB %d: %d bytes, %s\n", $id, strlen($content), hash('xxh3', $content));
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

$scenes = array_slice($argv, 1) ?: array_keys(SCENES);
$db = new mysqli(null, null, null, getenv('CATALOGUE_DB') ?: 'catalogue');
$db->set_charset('utf8mb4');
foreach ($scenes as $scene) {
	if (!isset(SCENES[$scene])) {
		exit("There is no scene '$scene'.\n");
	}
	echo '== ', SCENES[$scene], "\n";
	$scene($db);
}
