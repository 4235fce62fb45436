<?php
/*
 * A server that is a millisecond away: 600 packages are looked up and 1,000 rows are written, each by a
 * command of its own. On a driver with pipelines the commands are under way together; on any other they wait
 * for one another. What it prints depends on the data alone.
 *
 *   php far_away.php            both scenes
 *   php far_away.php lookups    this one
 *
 * Connects to 127.0.0.1 at the port in the environment's FAR_AWAY_PORT, as php.ini's mysqli.default_* say
 * otherwise, to the database in CATALOGUE_DB ("catalogue"). The demo puts a proxy there that makes each round
 * trip a millisecond longer.
 */
declare(strict_types=1);

require __DIR__ . '/catalogue_common.php';

const SCENES = [
	'lookups' => '600 look-ups, the server 1 ms away',
	'import' => '1,000 rows written, the server 1 ms away',
];

function connected(): mysqli
{
	mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
	return new mysqli('127.0.0.1', null, null, catalogue(), (int) getenv('FAR_AWAY_PORT') ?: null);
}

/**
 * The results of [text, values] pairs, in order.
 *
 * @param list<array{string, list<mixed>}> $commands
 * @return iterable<int, mysqli_result>
 */
function results(mysqli $db, array $commands): iterable
{
	if (function_exists('Mynd\pipeline')) {
		foreach (Mynd\pipeline($db, $commands) as $outcome) {
			if ($outcome instanceof mysqli_sql_exception) {
				throw $outcome;
			}
			if ($outcome instanceof mysqli_result) {
				yield $outcome;
			}
		}
	} else {
		foreach ($commands as [$sql, $values]) {
			yield $db->execute_query($sql, $values);
		}
	}
}

/**
 * Runs a statement with each row of values; how many rows were affected.
 *
 * @param iterable<list<mixed>> $rows
 */
function execute_many(mysqli $db, string $sql, iterable $rows): int
{
	if (function_exists('Mynd\execute_many')) {
		return Mynd\execute_many($db, $sql, $rows);
	}
	$affected = 0;
	$statement = $db->prepare($sql);
	foreach ($rows as $row) {
		$statement->execute($row);
		$affected += (int) $statement->affected_rows;
	}
	return $affected;
}

function lookups(): void
{
	$db = connected();
	$packages = (int) $db->query('SELECT COUNT(*) FROM packages')->fetch_column();
	$commands = [];
	for ($i = 0; $i < 600; $i++) {
		$commands[] = ['SELECT package, version, section FROM packages WHERE id = ?', [$i * 7919 % $packages + 1]];
	}
	$hash = hash_init('xxh3');
	foreach (results($db, $commands) as $i => $result) {
		$package = implode(' ', $result->fetch_row() ?? []);
		hash_update($hash, $package);
		if ($i % 300 === 0) {
			echo $package, "\n";
		}
	}
	echo hash_final($hash), "\n";
}

function import(): void
{
	$db = connected();
	$db->query('DROP TABLE IF EXISTS measurements');
	$db->query('CREATE TABLE measurements (id INT PRIMARY KEY, place VARCHAR(40), value INT) ENGINE=InnoDB');
	$rows = static function (): Generator {
		for ($id = 0; $id < 1000; $id++) {
			yield [$id, 'place ' . $id % 17, $id * $id % 1009];
		}
	};
	$db->begin_transaction();
	echo execute_many($db, 'INSERT INTO measurements VALUES (?, ?, ?)', $rows()), " rows written\n";
	$db->commit();
	foreach ($db->query('SELECT place, COUNT(*), SUM(value) FROM measurements GROUP BY place ORDER BY place') as $row) {
		echo implode(', ', $row), "\n";
	}
}

play($argv, SCENES);
