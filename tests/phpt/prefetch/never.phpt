--TEST--
mynd.prefetch: reads that are never sent ahead: of views, functions, time, chance, the session, with locks; in a transaction, beside one, without autocommit, with state in the session
--EXTENSIONS--
mysqli
mynd
--INI--
mynd.prefetch=5s
--FILE--
<?php
require __DIR__ . '/pages.inc';
$other = make_rows();
foreach (['DROP VIEW IF EXISTS prefetch_view', 'CREATE VIEW prefetch_view AS SELECT * FROM prefetch_rows', 'DROP FUNCTION IF EXISTS prefetch_gives',
	'CREATE FUNCTION prefetch_gives() RETURNS INT DETERMINISTIC RETURN 1', 'DROP TABLE IF EXISTS prefetch_wide', 'CREATE TABLE prefetch_wide (t MEDIUMTEXT)',
	"INSERT INTO prefetch_wide VALUES (REPEAT('x', 70000))"] as $sql) {
	$other->query($sql);
}
$is_mariadb = is_mariadb($other);
$other->close();
/* Whether the second of two reads comes ahead, if `begin` has run before them on the connection. */
$is = static function (string $label, string $second, ?callable $begin = null): void {
	mark(true);
	$program = static function (mysqli $db) use ($second, $begin): void {
		$begin === null || $begin($db);
		$db->query('SELECT id FROM prefetch_rows WHERE ' . mark())->fetch_all();
		$result = $db->query(str_replace('MARK', mark(), $second));
		is_bool($result) || $result->fetch_all();
	};
	learn($program);
	reads();
	page($program);
	echo $label, ': ', reads()[0] > 0 ? 'ahead' : 'never', "\n";
};
$plain = 'SELECT name FROM prefetch_rows WHERE MARK';
$is('a base table', $plain);
$is('no table', 'SELECT MARK');
$is('a join, functions', 'SELECT COUNT(*), UPPER(a.name) FROM prefetch_rows a LEFT JOIN prefetch_rows AS b USING (id) WHERE MARK GROUP BY a.name');
$is('a subquery', 'SELECT id FROM prefetch_rows WHERE id IN (SELECT id FROM prefetch_rows) AND MARK');
echo "\n";
$is('a view', 'SELECT name FROM prefetch_view WHERE MARK');
$is('a function', 'SELECT prefetch_gives() FROM prefetch_rows WHERE MARK');
foreach (['NOW()', 'CURRENT_TIMESTAMP', 'RAND()', 'UUID()', 'SLEEP(0)', 'CONNECTION_ID()', 'LAST_INSERT_ID()', '@a', '@@sql_mode', "GET_LOCK('prefetch', 0)", 'FOUND_ROWS()'] as $what) {
	$is($what, "SELECT $what, name FROM prefetch_rows WHERE MARK LIMIT 1");
}
$is('FOR UPDATE', "$plain FOR UPDATE");
$is('LOCK IN SHARE MODE', "$plain LOCK IN SHARE MODE");
$is('INTO a variable', 'SELECT id INTO @a FROM prefetch_rows WHERE id = 1 AND MARK');
$is('SQL_CALC_FOUND_ROWS', 'SELECT SQL_CALC_FOUND_ROWS name FROM prefetch_rows WHERE MARK LIMIT 1');
$is('information_schema', 'SELECT COUNT(*) FROM information_schema.SCHEMATA WHERE MARK');
$is('a reply that is large', 'SELECT t FROM prefetch_wide WHERE MARK');
$is('a reply with a warning', "SELECT id FROM prefetch_rows WHERE name = 1 AND MARK");
$is('a write', 'UPDATE prefetch_rows SET id = id WHERE MARK');
$is('SHOW', 'SHOW TABLES LIKE "MARK"');
$is('two hints', 'SELECT /* MARK */ name FROM prefetch_rows /*! WHERE id = 1 */');
echo "\n";
$is('in a transaction', $plain, fn ($db) => $db->begin_transaction());
$is('without autocommit', $plain, fn ($db) => $db->autocommit(false));
$is('a lock of the connection', $plain, fn ($db) => $db->query("DO GET_LOCK('prefetch', 0)"));
$is('LOCK TABLES', $plain, fn ($db) => $db->query('LOCK TABLES prefetch_rows READ'));
$is('a temporary table', $plain, fn ($db) => $db->query('CREATE TEMPORARY TABLE prefetch_rows SELECT 1 AS id, 2 AS name'));
$is('a variable', $plain, fn ($db) => $db->query('SELECT 1 INTO @a'));
$is('sql_auto_is_null', $plain, fn ($db) => $db->query('SET sql_auto_is_null = 1'));
$is('traces', $plain, fn ($db) => $db->query("SET optimizer_trace = 'enabled=on'"));
$is('a character set', $plain, fn ($db) => $db->query('SET NAMES utf8mb4'));
$is('a constant of the session', $plain, fn ($db) => $db->query("SET SESSION sql_mode = ''"));
$is('profiles', $plain, fn ($db) => $db->query('SET profiling = 1'));
$is('the same user again', $plain, fn ($db) => $db->change_user(getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB')));
echo "\n";
$beside = link_for_test();
$is('beside a connection that is not persistent', $plain);
$beside->close();
$beside = link_for_test(host: 'p:localhost');
$is('beside a persistent one', $plain);
$beside->begin_transaction();
$is('beside a transaction', $plain);
$beside->commit();
$is('behind it', $plain);
$beside->query('LOCK TABLES prefetch_wide READ');
$is('beside locked tables', $plain);
$beside->close();
$is('nothing beside it', $plain);
?>
--EXPECT--
a base table: ahead
no table: ahead
a join, functions: ahead
a subquery: ahead

a view: never
a function: never
NOW(): never
CURRENT_TIMESTAMP: never
RAND(): never
UUID(): never
SLEEP(0): never
CONNECTION_ID(): never
LAST_INSERT_ID(): never
@a: never
@@sql_mode: never
GET_LOCK('prefetch', 0): never
FOUND_ROWS(): never
FOR UPDATE: never
LOCK IN SHARE MODE: never
INTO a variable: never
SQL_CALC_FOUND_ROWS: never
information_schema: never
a reply that is large: never
a reply with a warning: never
a write: never
SHOW: never
two hints: never

in a transaction: never
without autocommit: never
a lock of the connection: never
LOCK TABLES: never
a temporary table: never
a variable: never
sql_auto_is_null: never
traces: never
a character set: ahead
a constant of the session: ahead
profiles: never
the same user again: ahead

beside a connection that is not persistent: never
beside a persistent one: ahead
beside a transaction: never
behind it: ahead
beside locked tables: never
nothing beside it: ahead
