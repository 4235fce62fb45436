--TEST--
Statement cache: whatever may change the session empties it, so that no text is run as it was meant before
--EXTENSIONS--
mysqli
mynd
--INI--
mynd.pipelining=off
--FILE--
<?php
require __DIR__ . '/counts.inc';
$m = link_for_test();
$db = getenv('MYND_TEST_DB');
foreach ([$db, "{$db}_other"] as $name) {
	$m->query("CREATE DATABASE IF NOT EXISTS $name");
	create_anew($m, 'TABLE', "$name.cache_session", '(where_am_i VARCHAR(30))');
	$m->query("INSERT INTO $name.cache_session VALUES ('$name')");
}
create_anew($m, 'PROCEDURE', 'cache_session', '() SET @a = 1');

/* A text that has another meaning afterwards: it is in the cache when the change comes. */
$here = 'SELECT where_am_i FROM cache_session';
$where = fn () => str_replace($db, 'db', $m->execute_query($here)->fetch_column());
$text = fn () => $m->execute_query('SELECT "where_am_i" FROM cache_session')->fetch_column();
$mode = fn () => $text() === 'where_am_i' ? 'a literal' : 'a column';
$m->set_charset('utf8mb4');
$bytes = fn () => $m->execute_query("SELECT CHAR_LENGTH('\xC3\xA4')")->fetch_column();
function changes(string $label, callable $ask, callable $change, callable $back): void
{
	echo $label, ': ', $ask(), ', ';
	$change();
	echo $ask(), ', ';
	$back();
	echo $ask(), "\n";
}
$ways = [
	'USE' => fn ($name) => $m->query("USE $name"),
	'USE in a comment' => fn ($name) => $m->query("/* x */ /*!50000 USE $name */"),
	'select_db' => fn ($name) => $m->select_db($name),
	'USE among several' => function ($name) use ($m) {
		$m->multi_query("SELECT 1; USE $name; SELECT 2");
		do {
			$m->store_result();
		} while ($m->next_result());
	},
	'real_query' => fn ($name) => $m->real_query("USE $name"),
	'change_user' => fn ($name) => $m->change_user(getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), $name),
	'connect' => fn ($name) => $m->real_connect(...where(database: $name)),
];
foreach ($ways as $label => $way) {
	changes($label, $where, fn () => $way("{$db}_other"), fn () => $way($db));
}
changes('sql_mode by SET', $mode, fn () => $m->query("SET sql_mode = 'ANSI_QUOTES'"), fn () => $m->query("SET sql_mode = ''"));
changes('by a prepared SET', $mode, function () use ($m) {
	$s = $m->prepare("SET sql_mode = ?");
	$s->execute(['ANSI_QUOTES']);
}, function () use ($m) {
	static $s;
	$s = $m->prepare("SET sql_mode = ?");
	$s->execute(['']);
});
$twice = $m->prepare("SET sql_mode = ?");
$twice->execute(['']);
changes('by one that was prepared long ago', $mode, fn () => $twice->execute(['ANSI_QUOTES']), fn () => $twice->execute(['']));
changes('by execute_query', $mode, fn () => $m->execute_query('SET sql_mode = ?', ['ANSI_QUOTES']), fn () => $m->execute_query('SET sql_mode = ?', ['']));
$m->query('PREPARE quotes FROM "SET sql_mode = \'ANSI_QUOTES\'"');
$m->query('PREPARE no_quotes FROM "SET sql_mode = DEFAULT"');
changes('by EXECUTE', $mode, fn () => $m->query('EXECUTE quotes'), fn () => $m->query('EXECUTE no_quotes'));
[$quotes, $no_quotes] = is_mariadb($m) ? ['EXECUTE IMMEDIATE "SET sql_mode = \'ANSI_QUOTES\'"', "EXECUTE IMMEDIATE 'SET sql_mode = DEFAULT'"] : ['EXECUTE quotes', 'EXECUTE no_quotes'];
changes('by EXECUTE IMMEDIATE where there is one', $mode, fn () => $m->query($quotes), fn () => $m->query($no_quotes));
$m->set_charset('utf8mb4');
changes('charset', $bytes, fn () => $m->set_charset('latin1'), fn () => $m->set_charset('utf8mb4'));
changes('SET NAMES', $bytes, fn () => $m->query('SET NAMES latin1'), fn () => $m->query('SET NAMES utf8mb4'));

/* What leaves the cache alone, and what does not. */
function emptied(mysqli $m, callable $program): string
{
	$m->execute_query('SELECT 1');
	$costs = costs($m, function () use ($m, $program) {
		$program();
		$m->execute_query('SELECT 1');
	});
	return ($costs['close'] ?? 0) > 0 ? 'emptied' : 'kept';
}
$m->query('CREATE TEMPORARY TABLE t (a INT)');
foreach (['SELECT 2', '(SELECT 2)', "/* x */ -- y\nSELECT 2", 'INSERT INTO t VALUES (1)', 'UPDATE t SET a = 2', 'DELETE FROM t', 'REPLACE INTO t VALUES (1)',
	'START TRANSACTION', 'BEGIN', 'SAVEPOINT a', 'ROLLBACK TO a', 'RELEASE SAVEPOINT a', 'COMMIT', 'ROLLBACK', 'SHOW TABLES',
	'CREATE TEMPORARY TABLE u (a INT)', 'ALTER TABLE t ADD b INT', 'DROP TEMPORARY TABLE u', 'SET @a = 1', 'DO 1', 'FLUSH STATUS', 'BEGIN NOT ATOMIC END', 'CALL cache_session()'] as $sql) {
	echo $sql, ': ', emptied($m, function () use ($m, $sql) {
		try {
			$m->query($sql);
		} catch (mysqli_sql_exception $e) { /* the text counts, not its success */
			echo $sql === 'BEGIN NOT ATOMIC END' && !is_mariadb($m) && $e->getCode() === 1064 ? '' : $e->getMessage() . ', ';
		}
	}), "\n";
}
foreach (['autocommit' => fn () => $m->autocommit(true), 'begin_transaction' => fn () => $m->begin_transaction(), 'savepoint' => fn () => $m->savepoint('x'),
	'commit' => fn () => $m->commit(), 'rollback' => fn () => $m->rollback(), 'get_warnings' => fn () => $m->query('SELECT 1/0') && $m->get_warnings(), 'stat' => fn () => $m->stat(),
	'get_charset' => fn () => $m->get_charset()] as $label => $program) {
	echo $label, ': ', emptied($m, $program), "\n";
}
$set = $m->prepare('SET @a = ?');
echo 'execute of SET: ', emptied($m, fn () => $set->execute([1])), "\n";
$select = $m->prepare('SELECT ?');
echo 'execute of SELECT: ', emptied($m, fn () => $select->execute([1]) && $select->get_result()), "\n";
echo 'a refused one: ';
$m->execute_query('SELECT 1');
$m->real_query('SELECT 1');
attempt('USE', fn () => $m->query('USE nowhere'));
$m->store_result();
attempt('and then', fn () => $m->execute_query('SELECT 1')->fetch_column());
foreach (['USE' => fn () => $m->query('USE nowhere'), 'select_db' => fn () => $m->select_db($db), 'SET' => fn () => $m->real_query('SET @a = 1'), 'several' => fn () => $m->multi_query('SET @a = 1'),
	'charset' => fn () => $m->set_charset('latin1'), 'change_user' => fn () => $m->change_user(getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), $db),
	'prepare' => fn () => $m->prepare('SET @a = 1'), 'execute' => fn () => $set->execute([1]), 'execute_query' => fn () => $m->execute_query('SET @a = 1')] as $label => $refused) {
	echo "$label, refused: ", emptied($m, function () use ($m, $refused) {
		$rows = $m->query('SELECT 1', MYSQLI_USE_RESULT);
		try {
			echo $refused() ? 'it was not, ' : '';
		} catch (mysqli_sql_exception $e) {
			echo $e->getCode() === 2014 ? '' : $e->getMessage() . ', ';
		}
	}), "\n";
}

/* Several statements in one text: a semicolon may be followed by anything. */
$m->multi_query('SELECT 1');
$m->store_result();
say('SELECT while there may be several', costs($m, function () use ($m) {
	$m->execute_query('SELECT 1');
	$m->multi_query('SELECT 1; SELECT 2');
	do {
		$m->store_result();
	} while ($m->next_result());
	$m->execute_query('SELECT 1');
}));
$m->query("DROP DATABASE {$db}_other");
$m->query('DROP PROCEDURE cache_session');
$m->query("DROP TABLE $db.cache_session");
?>
--EXPECT--
USE: db, db_other, db
USE in a comment: db, db_other, db
select_db: db, db_other, db
USE among several: db, db_other, db
real_query: db, db_other, db
change_user: db, db_other, db
connect: db, db_other, db
sql_mode by SET: a literal, a column, a literal
by a prepared SET: a literal, a column, a literal
by one that was prepared long ago: a literal, a column, a literal
by execute_query: a literal, a column, a literal
by EXECUTE: a literal, a column, a literal
by EXECUTE IMMEDIATE where there is one: a literal, a column, a literal
charset: 1, 2, 1
SET NAMES: 1, 2, 1
SELECT 2: kept
(SELECT 2): kept
/* x */ -- y
SELECT 2: kept
INSERT INTO t VALUES (1): kept
UPDATE t SET a = 2: kept
DELETE FROM t: kept
REPLACE INTO t VALUES (1): kept
START TRANSACTION: kept
BEGIN: kept
SAVEPOINT a: kept
ROLLBACK TO a: kept
RELEASE SAVEPOINT a: kept
COMMIT: kept
ROLLBACK: kept
SHOW TABLES: kept
CREATE TEMPORARY TABLE u (a INT): emptied
ALTER TABLE t ADD b INT: emptied
DROP TEMPORARY TABLE u: emptied
SET @a = 1: emptied
DO 1: emptied
FLUSH STATUS: emptied
BEGIN NOT ATOMIC END: emptied
CALL cache_session(): emptied
autocommit: kept
begin_transaction: kept
savepoint: kept
commit: kept
rollback: kept
get_warnings: kept
stat: kept
get_charset: kept
execute of SET: emptied
execute of SELECT: kept
a refused one: USE: ! 2014 HY000 Commands out of sync; you can't run this command now
and then: 1
USE, refused: kept
select_db, refused: kept
SET, refused: kept
several, refused: kept
charset, refused: kept
change_user, refused: kept
prepare, refused: kept
execute, refused: kept
execute_query, refused: kept
SELECT while there may be several: 1 prepare, 2 execute, 1 close, 1 query, 4 writes
