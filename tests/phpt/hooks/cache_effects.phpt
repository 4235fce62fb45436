--TEST--
The query cache: what a text changes although its first word does not say so, and when transactions end
--EXTENSIONS--
mysqli
--SKIPIF--
<?php
require __DIR__ . '/../connect.inc';
is_mariadb(link_for_test()) || print('skip SET STATEMENT, BEGIN NOT ATOMIC, EXECUTE IMMEDIATE and ANALYZE UPDATE are MariaDB\'s');
?>
--FILE--
<?php
require __DIR__ . '/cache.inc';
use Mynd\Cache\{MemoryStore, Rules, Writes};

$m = link_for_test();
foreach (['cache_written', 'cache_written_two'] as $table) {
	create_anew($m, 'TABLE', $table, '(a INT) ENGINE=InnoDB');
}
create_anew($m, 'TABLE', 'cache_written_times', '(t TIMESTAMP NOT NULL)');
$m->query("SET time_zone = '+00:00'");
$m->query("INSERT INTO cache_written_times VALUES ('2024-01-01 00:00:00')");
create_anew($m, 'PROCEDURE', 'cache_written_zone', '() SET time_zone = @zone');
create_anew($m, 'PROCEDURE', 'cache_written_write', '() UPDATE cache_written SET a = 2');

/* Two sessions, of which each does the same with another value. */
$differ = static function (string $label, callable $prepare, string $sql): void {
	cache_with(new Rules(all: 60), new MemoryStore());
	foreach ([1, 2] as $value) {
		$prepare($link = link_for_test(), $value);
		$said[] = $link->query($sql)->fetch_column();
	}
	echo "$label: ", implode(', ', $said), "\n";
};
$differ('a temporary table', static function (mysqli $link, int $value) {
	$link->query('SET STATEMENT max_statement_time=5 FOR CREATE TEMPORARY TABLE cache_written_three LIKE cache_written');
	$link->query("INSERT INTO cache_written_three VALUES ($value)");
}, 'SELECT a FROM cache_written_three');
$differ('a procedure', static function (mysqli $link, int $value) {
	$link->query("SET @zone = '+0$value:00'");
	$link->query('SET /* */ STATEMENT max_statement_time=5 FOR CALL cache_written_zone');
}, 'SELECT t FROM cache_written_times');
$differ('many at a time', static fn (mysqli $link, int $value) => Mynd\execute_many($link, 'SET time_zone = ?', [['+00:00'], ["+0$value:00"]]), 'SELECT t FROM cache_written_times');

/*
 * One link reads, another writes as it is told, the first one reads before each of the last steps and at the
 * end: it must see what the server has.
 */
$written = static function (string $label, string|callable ...$steps): void {
	cache_with(new Rules(all: 60), new MemoryStore(), invalidates: true);
	[$one, $other] = [link_for_test(), link_for_test()];
	$one->query('UPDATE cache_written SET a = 1');
	$one->query('DELETE FROM cache_written');
	$one->query('INSERT INTO cache_written VALUES (1)');
	$ask = static fn () => $other->query('SELECT a FROM cache_written')->fetch_column();
	$said = [$ask()];
	foreach ($steps as $step) {
		is_string($step) ? $one->query($step) : $step($one);
		$said[] = $ask();
	}
	echo "$label: ", implode(' ', array_map(static fn (?string $value) => $value ?? '-', $said)), "\n";
};
$update = 'UPDATE cache_written SET a = 2';
foreach (["SET STATEMENT max_statement_time=5 FOR $update", 'SET STATEMENT max_statement_time=(SELECT 5) FOR CALL cache_written_write()', "ANALYZE FORMAT=JSON $update", "/*!50000 $update */", "/* */ # \n/*M! $update */",
	"BEGIN NOT ATOMIC $update; END", "EXECUTE IMMEDIATE '$update'", 'CALL cache_written_write()', 'CREATE OR REPLACE TABLE cache_written AS SELECT 2 a'] as $sql) {
	$written($sql, $sql);
}
$several = static function (mysqli $link) use ($update): void {
	$link->multi_query("SELECT 1; $update");
	do {
		$link->store_result();
	} while ($link->more_results() && $link->next_result());
};
$written('several statements', $several);
$written('several, in a transaction', 'BEGIN', $several, 'COMMIT');
$written('the later one waits', static function (mysqli $link) use ($update) {
	$link->multi_query("SELECT 1; SELECT SLEEP(0.3); $update");
}, static function (mysqli $link) {
	do {
		$link->store_result();
	} while ($link->more_results() && $link->next_result());
	$link->query('SELECT 1');
});
$written('a savepoint', 'BEGIN', $update, 'SAVEPOINT s', 'ROLLBACK TO s', 'ROLLBACK WORK TO SAVEPOINT s', 'COMMIT');
$written('another transaction', 'BEGIN', $update, 'BEGIN', 'ROLLBACK');
$written('a change of a schema', 'BEGIN', $update, 'CREATE OR REPLACE TABLE cache_written_two (a INT)');
$written('autocommit', static fn (mysqli $link) => $link->autocommit(false), $update, static fn (mysqli $link) => $link->autocommit(true));
$written('without autocommit', 'SET autocommit = 0', $update, 'COMMIT', 'UPDATE cache_written SET a = 3', 'ROLLBACK', 'UPDATE cache_written SET a = 4', static fn (mysqli $link) => $link->commit());
$written('in a chain', 'BEGIN', $update, 'COMMIT AND CHAIN', 'UPDATE cache_written SET a = 3', 'COMMIT');
$written('after an error', 'BEGIN', $update, static function (mysqli $link) {
	try {
		$link->query('CREATE TABLE cache_written_two (a INT)');
	} catch (mysqli_sql_exception) {
	}
});
$written('XA', "XA START 'q'", $update, "XA END 'q'", "XA PREPARE 'q'", "XA COMMIT 'q'");
$written('a pipeline', static function (mysqli $link) use ($update) {
	foreach (Mynd\pipeline($link, ['BEGIN', $update]) as $result);
}, static function (mysqli $link) {
	foreach (Mynd\pipeline($link, ['SELECT 1', 'COMMIT']) as $result);
});

/*
 * What reads drops nothing, and what names its tables drops no others, where the default database is known.
 */
$m = link_for_test();
cache_with(new Rules(all: 60), new MemoryStore(), invalidates: true);
$other = link_for_test();
$other->query('SELECT COUNT(*) FROM cache_written_two')->free();
foreach (["INSERT INTO cache_written VALUES (1 /* ; */), (LENGTH(';x'))", 'SELECT 1 FROM cache_written FOR UPDATE', "SELECT ';', 'it''s; \\'; UPDATE' -- ;x\n;", 'WITH c AS (SELECT 1) SELECT * FROM c', 'SHOW TABLES', 'EXPLAIN UPDATE cache_written_two SET a = 1', 'SET @x = 1', 'SET STATEMENT max_statement_time=5 FOR SELECT 1',
	'BEGIN', 'COMMIT', 'ANALYZE SELECT 1', "PREPARE s FROM 'UPDATE cache_written SET a = ?'", 'DROP PREPARE s'] as $sql) {
	$result = $m->query($sql);
	is_object($result) && $result->free();
	$asked = asked(static fn () => $other->query('SELECT COUNT(*) FROM cache_written_two')->free());
	echo $asked === 0 ? '' : "dropped by $sql\n";
}
$long = "INSERT INTO t VALUES ('" . str_repeat("it\\'s; ''\" ", 300000) . "')";
foreach ([$long, "$long; DELETE FROM u", '', 'WITH c AS (SELECT 1 FROM t) DELETE FROM u', 'EXPLAIN ANALYZE DELETE FROM u', 'ANALYZE TABLE t', 'DROP TABLE t', 'DROP VIEW v', "XA COMMIT 'x'", "XA ROLLBACK 'x'", 'SET STATEMENT a=1 FOR INSERT INTO `f;or` VALUES (1)'] as $sql) {
	echo substr($sql, 0, 60), ': ', json_encode(Writes::of($sql)), "\n";
}
foreach (['cache_written_write', 'cache_written_zone'] as $procedure) {
	$m->query("DROP PROCEDURE $procedure");
}
$m->query('DROP TABLE cache_written, cache_written_two, cache_written_times');
?>
--EXPECT--
a temporary table: 1, 2
a procedure: 2024-01-01 01:00:00, 2024-01-01 02:00:00
many at a time: 2024-01-01 01:00:00, 2024-01-01 02:00:00
SET STATEMENT max_statement_time=5 FOR UPDATE cache_written SET a = 2: 1 2
SET STATEMENT max_statement_time=(SELECT 5) FOR CALL cache_written_write(): 1 2
ANALYZE FORMAT=JSON UPDATE cache_written SET a = 2: 1 2
/*!50000 UPDATE cache_written SET a = 2 */: 1 2
/* */ # 
/*M! UPDATE cache_written SET a = 2 */: 1 2
BEGIN NOT ATOMIC UPDATE cache_written SET a = 2; END: 1 2
EXECUTE IMMEDIATE 'UPDATE cache_written SET a = 2': 1 2
CALL cache_written_write(): 1 2
CREATE OR REPLACE TABLE cache_written AS SELECT 2 a: 1 2
several statements: 1 2
several, in a transaction: 1 1 1 2
the later one waits: 1 1 2
a savepoint: 1 1 1 1 1 1 2
another transaction: 1 1 1 2 2
a change of a schema: 1 1 1 2
autocommit: 1 1 1 2
without autocommit: 1 1 1 2 2 2 2 4
in a chain: 1 1 1 2 2 3
after an error: 1 1 1 2
XA: 1 1 1 1 1 2
a pipeline: 1 1 2
INSERT INTO t VALUES ('it\'s; ''" it\'s; ''" it\'s; ''" it\': ["t"]
INSERT INTO t VALUES ('it\'s; ''" it\'s; ''" it\'s; ''" it\': null
: null
WITH c AS (SELECT 1 FROM t) DELETE FROM u: ["t","u"]
EXPLAIN ANALYZE DELETE FROM u: ["u"]
ANALYZE TABLE t: []
DROP TABLE t: ["t"]
DROP VIEW v: null
XA COMMIT 'x': null
XA ROLLBACK 'x': []
SET STATEMENT a=1 FOR INSERT INTO `f;or` VALUES (1): ["f;or"]
