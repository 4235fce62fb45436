<?php
/*
 * The catalogue with PDO: statements of both kinds, objects, pairs, large values, and three slow statements
 * at once, where the driver has that. It prints the same whatever the driver is.
 *
 *   php catalogue_pdo.php              everything
 *   php catalogue_pdo.php pages blobs  these scenes
 *
 * Connects to localhost as php.ini's pdo_mysql.default_socket and mysqli.default_user and default_pw say, to
 * the database in the environment's CATALOGUE_DB ("catalogue").
 */
declare(strict_types=1);

require __DIR__ . '/catalogue_common.php';

const SCENES = [
	'search' => 'search the descriptions, emulated statements',
	'pages' => 'turn all pages with one native statement, as objects',
	'lookups' => 'follow dependencies with one native statement',
	'lists' => 'lists of all packages by fetchAll, text and native',
	'unbuffered' => 'read every field of everything, unbuffered',
	'blobs' => 'ten BLOBs of 32 KiB to 16 MiB',
	'three-at-once' => 'three slow statements on three connections',
];

/** @param array<int, mixed> $options */
function connect(array $options = []): PDO
{
	$dsn = 'mysql:host=localhost;charset=utf8mb4;dbname=' . catalogue();
	return new PDO($dsn, ini_get('mysqli.default_user') ?: null, ini_get('mysqli.default_pw') ?: null, $options);
}

function search(PDO $db): void
{
	$statement = $db->prepare('SELECT package, version, description FROM packages WHERE description LIKE :pattern ORDER BY package, version LIMIT 200');
	foreach (SEARCHED as $word) {
		$statement->execute(['pattern' => pattern($word)]);
		/** @var list<array<string, mixed>> $found */
		$found = $statement->fetchAll(PDO::FETCH_ASSOC);
		tell_found($word, $statement->rowCount(), $found);
	}
}

function native(PDO $db, string $sql): PDOStatement
{
	return $db->prepare($sql, [PDO::ATTR_EMULATE_PREPARES => false]);
}

function pages(PDO $db): void
{
	$statement = native($db, 'SELECT ' . COLUMNS_OF_PAGES . ' FROM packages WHERE id > ? ORDER BY id LIMIT ' . ROWS_OF_PAGE);
	turn_pages(static function (int $last) use ($statement): Generator {
		$statement->execute([$last]);
		while ($row = $statement->fetch(PDO::FETCH_OBJ)) {
			yield $row;
		}
	});
}

function lookups(PDO $db): void
{
	$statement = native($db, 'SELECT depends, pre_depends, installed_size FROM packages WHERE package = ? ORDER BY id LIMIT 1');
	follow_dependencies(static function (string $package) use ($statement): ?array {
		$statement->execute([$package]);
		return $statement->fetch(PDO::FETCH_NUM) ?: null;
	});
}

function lists(PDO $db): void
{
	$sql = 'SELECT ' . COLUMNS_OF_LISTS . ' FROM packages ORDER BY id';
	foreach (['text' => $db->prepare($sql), 'native' => native($db, $sql)] as $kind => $statement) {
		foreach (['ASSOC' => PDO::FETCH_ASSOC, 'NUM' => PDO::FETCH_NUM] as $name => $mode) {
			$rows = null;
			$statement->execute();
			$rows = $statement->fetchAll($mode);
			tell_list("$kind, $name", $rows);
		}
	}
	$statement = $db->prepare('SELECT id, package FROM packages');
	$statement->execute();
	printf("%d pairs\n", count($statement->fetchAll(PDO::FETCH_KEY_PAIR)));
}

function unbuffered(PDO $db): void
{
	$db->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false);
	$statement = $db->query('SELECT * FROM packages ORDER BY id');
	$sum = new Sum();
	while ($row = $statement->fetch(PDO::FETCH_ASSOC)) {
		$sum->add($row);
	}
	$sum->tell($statement->columnCount());
	$db->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, true);
}

function blobs(PDO $db): void
{
	$statement = native($db, 'SELECT content FROM blobs WHERE id = ?');
	for ($id = 1; $id <= 10; $id++) {
		$statement->execute([$id]);
		$statement->bindColumn(1, $content);
		$statement->fetch(PDO::FETCH_BOUND);
		tell_blob($id, (string) $content);
	}
}

/** Where the driver can, execute() does not wait: the three sleep and sum up at the same time. */
function three_at_once(PDO $db): void
{
	$options = defined('PDO::MYND_ATTR_ASYNC') ? [constant('PDO::MYND_ATTR_ASYNC') => true] : [];
	$statements = $links = [];
	foreach (['section', 'priority', 'architecture'] as $column) {
		$links[$column] = connect();
		$statements[$column] = $links[$column]->prepare("SELECT $column, COUNT(*) AS n, SUM(installed_size) AS size
			FROM (SELECT SLEEP(0.3)) away, packages WHERE $column <> ? GROUP BY $column ORDER BY n DESC, $column LIMIT 5", $options);
		$statements[$column]->execute(['nothing']);
	}
	foreach ($statements as $column => $statement) {
		echo $column, "\n";
		foreach ($statement->fetchAll(PDO::FETCH_NUM) as $row) {
			echo '  ', implode(' | ', $row), "\n";
		}
	}
}

play($argv, SCENES, connect());
