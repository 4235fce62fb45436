--TEST--
mynd.reconnect: which texts leave a session without state, and which are repeated
--EXTENSIONS--
mysqli
mynd
--INI--
mynd.reconnect=1
--FILE--
<?php
require __DIR__ . '/reconnect.inc';
$watch = link_for_test();
print_warnings();
$database = getenv('MYND_TEST_DB');
$watch->query('CREATE TABLE reconnect_texts (id INT PRIMARY KEY AUTO_INCREMENT, role VARCHAR(99), status INT)');
$mariadb = str_contains($watch->server_info, 'MariaDB');

/** Runs them, has the connection killed, and says whether the session survives. */
function survives(string ...$texts): bool
{
	global $watch;
	$link = link_for_test();
	foreach ($texts as $sql) {
		try {
			$result = $link->query($sql);
			$result instanceof mysqli_result && $result->free();
		} catch (mysqli_sql_exception) {
		}
	}
	kill_from_outside($watch, $link->thread_id);
	try {
		return $link->query('SELECT 5')->fetch_column() == 5 && renewals($link) === 1;
	} catch (mysqli_sql_exception $e) {
		if ($e->getCode() !== 2006 || Mynd\last_failure($link)['may_have_run'] || renewals($link) !== 0) {
			echo "{$e->getCode()} {$e->getMessage()}\n";
		}
		return false;
	}
}

$clean = [
	['SELECT 1'],
	["INSERT INTO reconnect_texts (role, status) VALUES ('SET @a = 1; GET_LOCK()', 1)"],
	["INSERT INTO `reconnect_texts` (`role`, `status`) VALUES ('it''s', 1), ('it\\'s @a', 2)"],
	["INSERT INTO reconnect_texts SET role = 'Zeilen\\nüber\\nZeilen'"],
	['UPDATE reconnect_texts SET status = 2', 'DELETE FROM reconnect_texts WHERE status = 3', 'REPLACE INTO reconnect_texts VALUES (7, 1, 1)'],
	['SELECT role, status FROM reconnect_texts /* SET @a = 1 */ -- CALL p()', "SELECT 1 # GET_LOCK('a', 1)\n"],
	['(SELECT 1) UNION (SELECT 2)', 'WITH a AS (SELECT 1) SELECT * FROM a', 'SELECT 1 FOR UPDATE', 'SELECT 1 LOCK IN SHARE MODE', 'SELECT 1;'],
	['SHOW TABLES', 'DESCRIBE reconnect_texts', 'EXPLAIN SELECT 1', 'DO 0'],
	['START TRANSACTION', 'SELECT * FROM reconnect_texts', 'COMMIT'],
	['BEGIN', 'INSERT INTO reconnect_texts (status) VALUES (1)', 'ROLLBACK'],
	['START TRANSACTION /* a name */ READ ONLY', 'ROLLBACK WORK'],
	['SELECT SQL_CALC_FOUND_ROWS * FROM reconnect_texts LIMIT 1', 'SELECT FOUND_ROWS()'],
	['CREATE TABLE reconnect_more (a INT)', 'ALTER TABLE reconnect_more ADD b INT', 'TRUNCATE TABLE reconnect_more', 'DROP TABLE reconnect_more'],
	['no SQL'], /* an unknown form, and nothing has run: it is state all the same */
	['SELECT is no SQL'],
];
foreach ($clean as $texts) {
	survives(...$texts) === ($texts !== ['no SQL']) || print('clean, and did not survive: ' . json_encode($texts) . "\n");
}

$dirty = [
	['SET @a = 1'], ['SELECT @a := 1'], ['SELECT 1 INTO @a'], ['SELECT @a'], ["SELECT GET_LOCK('a', 0)"], ["SELECT `GET_LOCK`('a', 0)"], ["DO GET_LOCK('a', 0)"],
	['SELECT LAST_INSERT_ID(9)'], ['UPDATE reconnect_texts SET id = LAST_INSERT_ID(id)'], ['SELECT CONNECTION_ID()'],
	['BEGIN'], ['START TRANSACTION'], ['SET autocommit = 0'], ["SET SESSION sql_mode = ''"], ['SET NAMES utf8mb4'], ['SET TRANSACTION READ ONLY'], ["USE $database"],
	['CREATE TEMPORARY TABLE reconnect_tmp (a INT)'], ['CREATE TEMPORARY TABLE reconnect_tmp SELECT 1'],
	['LOCK TABLES reconnect_texts READ'], ['UNLOCK TABLES'], ['FLUSH TABLES'], ['HANDLER reconnect_texts OPEN'], ['KILL 0'],
	["PREPARE s FROM 'SELECT 1'"], ['COMMIT AND CHAIN'], ['COMMIT RELEASE'], ['SET ROLE NONE'],
	['SELECT 1 /*! , @a := 2 */'], ['SELECT 1 /* /* */'], ['SELECT 1; SELECT 2'], ["SELECT \"a\\\"\" /* \" */"], ["SELECT 1\0"],
	['CREATE FUNCTION reconnect_nowhere() RETURNS INT RETURN 1'], ['DROP FUNCTION IF EXISTS reconnect_nowhere'],
];
foreach ($dirty as $texts) {
	survives(...$texts) && print('state, and survived: ' . json_encode($texts) . "\n");
}
/* An error behind which something may have been done: MariaDB never reports what, MySQL with the next OK. */
var_dump(survives('SELECT * FROM reconnect_nowhere'), survives('SELECT * FROM reconnect_nowhere', 'SELECT 1') === !$mariadb);

/* The command that finds its connection lost. */
foreach (['SELECT LAST_INSERT_ID()', 'SELECT FOUND_ROWS()', 'SELECT ROW_COUNT()', 'SELECT CONNECTION_ID()', 'SELECT @@version', 'SHOW WARNINGS', 'SHOW COUNT(*) WARNINGS', 'COMMIT', 'ROLLBACK',
	'SET @a = 1', 'CALL p()', "SELECT GET_LOCK('a', 0)", 'SELECT 1; SELECT 2'] as $sql) {
	$link = link_for_test();
	kill_from_outside($watch, $link->thread_id);
	attempt($sql, fn () => $link->query($sql));
}
foreach (['INSERT INTO reconnect_texts (status) VALUES (99)', 'START TRANSACTION', 'SHOW TABLE STATUS', "UPDATE reconnect_texts SET status = 100 WHERE status = 99"] as $sql) {
	$link = link_for_test();
	kill_from_outside($watch, $link->thread_id);
	attempt($sql, fn () => [is_object($link->query($sql)), renewals($link)]);
}
attempt('done once', fn () => $watch->query('SELECT COUNT(*) FROM reconnect_texts WHERE status = 100')->fetch_column());

/* Other commands than texts. */
foreach (['select_db' => fn ($link) => $link->select_db($database), 'set_charset' => fn ($link) => $link->set_charset('utf8mb4'), 'change_user' => fn ($link) => $link->change_user(...array_slice(where(), 1, 3)),
	'query_async' => fn ($link) => [$link->query('SELECT 1', MYSQLI_ASYNC), $link->reap_async_query()->free()], 'autocommit' => fn ($link) => $link->autocommit(true), 'ping' => fn ($link) => @$link->ping(), 'stat' => fn ($link) => $link->stat()] as $name => $call) {
	$link = link_for_test();
	$call($link);
	kill_from_outside($watch, $link->thread_id);
	attempt("behind $name", fn () => $link->query('SELECT 1')->fetch_column());
}
$link = link_for_test();
kill_from_outside($watch, $link->thread_id);
attempt('ping', fn () => [@$link->ping(), renewals($link)]);
?>
--CLEAN--
<?php
require __DIR__ . '/../connect.inc';
link_for_test()->query('DROP TABLE IF EXISTS reconnect_texts, reconnect_more');
?>
--EXPECT--
bool(false)
bool(true)
SELECT LAST_INSERT_ID(): ! 2006 HY000 MySQL server has gone away
SELECT FOUND_ROWS(): ! 2006 HY000 MySQL server has gone away
SELECT ROW_COUNT(): ! 2006 HY000 MySQL server has gone away
SELECT CONNECTION_ID(): ! 2006 HY000 MySQL server has gone away
SELECT @@version: ! 2006 HY000 MySQL server has gone away
SHOW WARNINGS: ! 2006 HY000 MySQL server has gone away
SHOW COUNT(*) WARNINGS: ! 2006 HY000 MySQL server has gone away
COMMIT: ! 2006 HY000 MySQL server has gone away
ROLLBACK: ! 2006 HY000 MySQL server has gone away
SET @a = 1: ! 2006 HY000 MySQL server has gone away
CALL p(): ! 2006 HY000 MySQL server has gone away
SELECT GET_LOCK('a', 0): ! 2006 HY000 MySQL server has gone away
SELECT 1; SELECT 2: ! 2006 HY000 MySQL server has gone away
INSERT INTO reconnect_texts (status) VALUES (99): [false,1]
START TRANSACTION: [false,1]
SHOW TABLE STATUS: ! 2006 HY000 MySQL server has gone away
UPDATE reconnect_texts SET status = 100 WHERE status = 99: [false,1]
done once: "1"
behind select_db: ! 2006 HY000 MySQL server has gone away
behind set_charset: ! 2006 HY000 MySQL server has gone away
behind change_user: ! 2006 HY000 MySQL server has gone away
behind query_async: ! 2006 HY000 MySQL server has gone away
behind autocommit: ! 2006 HY000 MySQL server has gone away
behind ping: "1"
behind stat: ! 2006 HY000 MySQL server has gone away
ping: [true,1]
