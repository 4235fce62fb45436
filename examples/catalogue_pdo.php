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

const SCENES = [
	'search' => 'search the descriptions, emulated statements',
	'pages' => 'turn all pages with one native statement, as objects',
	'lookups' => 'follow dependencies with one native statement',
	'lists' => 'lists of all packages by fetchAll, text and native',
	'unbuffered' => 'read every field of everything, unbuffered',
	'blobs' => 'ten BLOBs of 32 KiB to 16 MiB',
	'three-at-once' => 'three slow statements on three links',
];

/** @param array<int, mixed> $options */
function connect(array $options = []): PDO
{
	$dsn = 'mysql:host=localhost;charset=utf8mb4;dbname=' . (getenv('CATALOGUE_DB') ?: 'catalogue');
	return new PDO($dsn, ini_get('mysqli.default_user') ?: null, ini_get('mysqli.default_pw') ?: null, $options);
}

function search(PDO $db): void
{
	$statement = $db->prepare('SELECT package, version, description FROM packages WHERE description LIKE :pattern ORDER BY package, version LIMIT 200');
	foreach (['database', 'driver', "don't", 'C++', '100%', 'zsh', 'Größe', 'client library'] as $word) {
		$statement->execute(['pattern' => '%' . addcslashes($word, '\\%_') . '%']);
		printf("%s: %d found\n", $word, $statement->rowCount());
		foreach ($statement->fetchAll(PDO::FETCH_ASSOC) as $number => $row) {
			if ($number < 3) {
				printf("  %s %s - %s\n", $row['package'], $row['version'], strtok($row['description'], "\n"));
			}
		}
	}
}

function native(PDO $db, string $sql): PDOStatement
{
	return $db->prepare($sql, [PDO::ATTR_EMULATE_PREPARES => false]);
}

function pages(PDO $db): void
{
	$statement = native($db, 'SELECT id, package, version, section, priority, installed_size, homepage, maintainer FROM packages WHERE id > ? ORDER BY id LIMIT 100');
	$last = $count = 0;
	$hash = hash_init('xxh3');
	do {
		$statement->execute([$last]);
		while ($row = $statement->fetch(PDO::FETCH_OBJ)) {
			hash_update($hash, "$row->package $row->version $row->section $row->maintainer");
			$last = $row->id;
		}
		if ($count++ % 100 === 0) {
			printf("page %d ends with package %d\n", $count, $last);
		}
	} while ($statement->rowCount() === 100);
	printf("%d pages, %s\n", $count, hash_final($hash));
}

/** Everything that some packages need, breadth first. */
function lookups(PDO $db): void
{
	$statement = native($db, 'SELECT depends, pre_depends, installed_size FROM packages WHERE package = ? ORDER BY id LIMIT 1');
	$open = ['gnome', 'kde-full', 'php', 'mariadb-server', 'build-essential', 'texlive-full'];
	$seen = array_fill_keys($open, true);
	$size = 0;
	while ($open && count($seen) < 6000) {
		$statement->execute([array_shift($open)]);
		[$depends, $before, $installed] = $statement->fetch(PDO::FETCH_NUM) ?: [null, null, null];
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

function lists(PDO $db): void
{
	$sql = 'SELECT id, package, version, architecture, section, priority, installed_size, size, sha256, filename FROM packages ORDER BY id';
	foreach (['text' => $db->prepare($sql), 'native' => native($db, $sql)] as $kind => $statement) {
		foreach (['ASSOC' => PDO::FETCH_ASSOC, 'NUM' => PDO::FETCH_NUM] as $name => $mode) {
			$rows = null;
			$statement->execute();
			$rows = $statement->fetchAll($mode);
			$middle = $rows[intdiv(count($rows), 2)];
			printf("%s, %s: %d rows, in the middle %s\n", $kind, $name, count($rows), json_encode($middle));
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
	$hash = hash_init('xxh3');
	$rows = $bytes = 0;
	while ($row = $statement->fetch(PDO::FETCH_ASSOC)) {
		$text = implode("\0", $row);
		hash_update($hash, $text);
		$bytes += strlen($text);
		$rows++;
	}
	printf("%d rows of %d fields, %d bytes, %s\n", $rows, $statement->columnCount(), $bytes, hash_final($hash));
	$db->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, true);
}

function blobs(PDO $db): void
{
	$statement = native($db, 'SELECT content FROM blobs WHERE id = ?');
	for ($id = 1; $id <= 10; $id++) {
		$statement->execute([$id]);
		$statement->bindColumn(1, $content);
		$statement->fetch(PDO::FETCH_BOUND);
		printf("BLOB %d: %d bytes, %s\n", $id, strlen($content), hash('xxh3', $content));
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

$scenes = array_slice($argv, 1) ?: array_keys(SCENES);
$db = connect();
foreach ($scenes as $scene) {
	$function = str_replace('-', '_', $scene);
	if (!isset(SCENES[$scene]) || !is_callable($function)) {
		exit("There is no scene '$scene'.\n");
	}
	echo '== ', SCENES[$scene], "\n";
	$function($db);
}
