--TEST--
Persistent links: what a reset keeps is known from the texts that were sent, where servers do not tell: roles, the tracking of the database itself
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/persistent.inc';
$watch = link_for_test();
$watch->query('DROP ROLE IF EXISTS persistent_texts');
$watch->query('CREATE ROLE persistent_texts');
$watch->query('GRANT persistent_texts TO CURRENT_USER()');
$watch->query('DROP TABLE IF EXISTS persistent_texts');
$watch->query('CREATE TABLE persistent_texts (role VARCHAR(100), `set` INT)');

/** Is the link kept after this, and has the next user its role or database? */
function hand_over(string $name, callable $use): void
{
	$m = plink();
	$thread = $m->thread_id;
	try {
		$use($m);
	} catch (mysqli_sql_exception $e) {
		if ($e->getCode() !== 1064 && $e->getCode() !== 1295) { /* not every server has every statement */
			echo "$name: ", $e->getMessage(), "\n";
		}
	}
	$m->close();
	$m = plink();
	[$role, $database] = $m->query('SELECT CURRENT_ROLE(), DATABASE()')->fetch_row();
	echo "$name: ", $m->thread_id === $thread ? 'kept' : 'closed', in_array($role, [null, 'NONE']) ? '' : " ROLE $role", $database === getenv('MYND_TEST_DB') ? '' : " DATABASE $database", "\n";
}
$query = fn(string $sql) => hand_over($sql, fn($m) => $m->query($sql));
$several = fn(string $sql) => hand_over($sql, function ($m) use ($sql) {
	for ($m->multi_query($sql); $m->more_results() && $m->next_result(););
});
$query('SET ROLE persistent_texts');
$query("\n set /* x */ role\tpersistent_texts");
$query('SET ROLE NONE');
$query('/*!50000 SET*//*!50000ROLE*/ persistent_texts');
$query('SET DEFAULT ROLE NONE');
$several('SELECT 1; SET ROLE persistent_texts; SELECT 2');
$several("SELECT ';'; SELECT role FROM persistent_texts");
hand_over('prepared', fn($m) => $m->prepare('SET ROLE persistent_texts')->execute());
hand_over('execute_query()', fn($m) => $m->execute_query('SET ROLE persistent_texts'));
hand_over('prepared in SQL', function ($m) {
	$m->query("SET @text = CONCAT('SET RO', 'LE persistent_texts')");
	$m->query('PREPARE s FROM @text');
	$m->query('EXECUTE s');
});
$query("EXECUTE IMMEDIATE CONCAT('SET RO', 'LE persistent_texts')");
/* The word is one of everyday's. */
$query('SELECT role FROM persistent_texts');
$query("UPDATE persistent_texts SET role = 'x'");
$query("INSERT INTO persistent_texts SET role = 'SET ROLE x'");
$query("/* role */ SELECT 'SET ROLE'");
$query("SET @role = 1");
$query('SET @a = (SELECT COUNT(*) FROM persistent_texts)');
hand_over('UPDATE, prepared', fn($m) => $m->execute_query('UPDATE persistent_texts SET role = ?', ['x']));

$query('USE mysql');
$query('use `mysql`');
hand_over('select_db()', fn($m) => $m->select_db('mysql'));
hand_over('tracking off, USE', fn($m) => $m->query('SET SESSION session_track_schema = OFF') && $m->query('USE mysql'));
hand_over('tracking off, select_db()', fn($m) => $m->query('SET @@session.session_track_schema = 0') && $m->select_db('mysql'));
hand_over('back again', fn($m) => $m->select_db('mysql') && $m->select_db(getenv('MYND_TEST_DB')));
hand_over('dropped', function ($m) {
	$m->query('DROP DATABASE IF EXISTS persistent_dropped');
	$m->query('CREATE DATABASE persistent_dropped');
	$m->select_db('persistent_dropped');
	$m->query('DROP DATABASE persistent_dropped');
});
attempt('closed for roles', fn() => pools_sum('role') > 0 && pools_sum('reset_failed') === 0);
?>
--CLEAN--
<?php
require __DIR__ . '/../connect.inc';
link_for_test()->query('DROP ROLE IF EXISTS persistent_texts');
link_for_test()->query('DROP TABLE IF EXISTS persistent_texts');
?>
--EXPECT--
SET ROLE persistent_texts: closed

 set /* x */ role	persistent_texts: closed
SET ROLE NONE: closed
/*!50000 SET*//*!50000ROLE*/ persistent_texts: closed
SET DEFAULT ROLE NONE: closed
SELECT 1; SET ROLE persistent_texts; SELECT 2: closed
SELECT ';'; SELECT role FROM persistent_texts: closed
prepared: closed
execute_query(): closed
prepared in SQL: closed
EXECUTE IMMEDIATE CONCAT('SET RO', 'LE persistent_texts'): closed
SELECT role FROM persistent_texts: kept
UPDATE persistent_texts SET role = 'x': kept
INSERT INTO persistent_texts SET role = 'SET ROLE x': kept
/* role */ SELECT 'SET ROLE': kept
SET @role = 1: kept
SET @a = (SELECT COUNT(*) FROM persistent_texts): kept
UPDATE, prepared: kept
USE mysql: kept
use `mysql`: kept
select_db(): kept
tracking off, USE: kept
tracking off, select_db(): kept
back again: kept
dropped: kept
closed for roles: true
