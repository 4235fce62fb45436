--TEST--
Persistent links: what a reset keeps and no text shows: a role that a procedure, a function, a trigger or a view has set, SHOW PROFILES, the optimizer's traces, FOUND_ROWS()
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/persistent.inc';
$root = link_for_test();
$mariadb = str_contains($root->server_info, 'MariaDB');
$root->query('SET GLOBAL log_bin_trust_function_creators = 1');
foreach (['DROP ROLE IF EXISTS as_new_role', 'DROP ROLE IF EXISTS as_new_default', 'DROP USER IF EXISTS as_new_user', 'CREATE ROLE as_new_role', 'CREATE ROLE as_new_default', "CREATE USER as_new_user IDENTIFIED BY 'secret'",
	'GRANT as_new_role TO as_new_user', 'GRANT as_new_default TO as_new_user', 'GRANT ALL ON ' . getenv('MYND_TEST_DB') . '.* TO as_new_user',
	'DROP PROCEDURE IF EXISTS as_new_p', 'DROP PROCEDURE IF EXISTS as_new_hidden', 'DROP PROCEDURE IF EXISTS as_new_none', 'DROP FUNCTION IF EXISTS as_new_f', 'DROP FUNCTION IF EXISTS as_new_profiling',
	'DROP TABLE IF EXISTS as_new', 'DROP VIEW IF EXISTS as_new_v'] as $sql) {
	$root->query($sql);
}
$host = getenv('MYND_TEST_HOST');
$user = function (string $kind = 'p:') use (&$host) {
	return link_for_test(user: 'as_new_user', password: 'secret', host: $kind . $host);
};
$m = $user('');
$m->query('CREATE PROCEDURE as_new_p() SQL SECURITY INVOKER SET ROLE as_new_role');
$m->query("CREATE PROCEDURE as_new_hidden() SQL SECURITY INVOKER BEGIN SET @s = CONCAT('SET RO', 'LE as_new_role'); PREPARE s FROM @s; EXECUTE s; END");
$m->query('CREATE PROCEDURE as_new_none() SQL SECURITY INVOKER SET ROLE NONE');
$m->query('CREATE FUNCTION as_new_f() RETURNS INT SQL SECURITY INVOKER BEGIN SET ROLE as_new_role; RETURN 1; END');
$m->query('CREATE FUNCTION as_new_profiling() RETURNS INT SQL SECURITY INVOKER BEGIN SET profiling = 1; RETURN 1; END');
$m->query('CREATE TABLE as_new (a INT)');
$m->query('CREATE TRIGGER as_new_t BEFORE INSERT ON as_new FOR EACH ROW SET ROLE as_new_role');
$m->query('CREATE SQL SECURITY INVOKER VIEW as_new_v AS SELECT as_new_f() AS a');
$m->close();

/* What somebody sees who has just logged in. */
function seen(mysqli $m, bool $mariadb): array
{
	$all = fn(string $sql) => $m->query($sql)->fetch_all();
	return [$all('SELECT FOUND_ROWS()'), $all('SELECT CURRENT_ROLE()'), $mariadb ? $all('SHOW PROFILES') : $all('SELECT COUNT(*) FROM information_schema.OPTIMIZER_TRACE')];
}
function hand_over(string $sql): void
{
	global $user, $mariadb;
	$fresh = seen($user(''), $mariadb);
	/* on a busy server MariaDB says what another connection has found that has ended */
	$fresh[0] = [[$mariadb ? '1' : '0']];
	$m = $user();
	$thread = $m->thread_id;
	foreach (explode(';', $sql) as $text) {
		$m->multi_query($text);
		do {
			$m->store_result();
		} while ($m->more_results() && $m->next_result());
	}
	$m->close();
	$m = $user();
	$kept = $m->thread_id === $thread;
	$seen = seen($m, $mariadb);
	$m->close();
	if (!$kept) { /* the first link of a pool is asked what is new: one row */
		unset($seen[0], $fresh[0]);
	}
	echo "$sql: ", $kept ? 'kept' : 'another link', ', ', $seen === $fresh ? 'as new' : json_encode([$seen, $fresh]), "\n";
}
hand_over('SELECT 1');
hand_over('SELECT 1 UNION SELECT 2 UNION SELECT 3');
hand_over('SELECT SQL_CALC_FOUND_ROWS * FROM (SELECT 1 UNION SELECT 2) t LIMIT 1');
hand_over('CALL as_new_p()');
hand_over('CALL as_new_hidden()');
hand_over('SELECT as_new_f()');
hand_over('INSERT INTO as_new VALUES (1)');
hand_over('SELECT * FROM as_new_v');
hand_over('SELECT as_new_f(); CALL as_new_none()');
/* What one of the servers keeps, and how that ends. */
function kept_by_one(string $sql, bool $keeps, string $ends): void
{
	ob_start();
	hand_over($sql);
	$line = ob_get_clean();
	echo str_ends_with($line, $keeps ? "$ends, as new\n" : "kept, as new\n") ? "$sql: as new\n" : $line;
}
kept_by_one("SET profiling = 1; SELECT 'secret'", $mariadb, 'another link');
kept_by_one("SELECT as_new_profiling(); SELECT 'secret'; SET profiling = 0", $mariadb, 'another link');
$mariadb || kept_by_one("SET optimizer_trace = 'enabled=on'; SELECT 'secret'; SET optimizer_trace = 'enabled=off'", true, 'kept');

/* Who has a role from the login on keeps it, and loses no links for it. */
$root->query($mariadb ? 'SET DEFAULT ROLE as_new_default FOR as_new_user' : 'SET DEFAULT ROLE as_new_default TO as_new_user');
$host = 'localhost'; /* another pool */
hand_over('SELECT 4');
hand_over('CALL as_new_none()');
hand_over('SELECT 5');
hand_over('SELECT 6');
?>
--CLEAN--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
foreach (['ROLE IF EXISTS as_new_role', 'ROLE IF EXISTS as_new_default', 'USER IF EXISTS as_new_user', 'PROCEDURE IF EXISTS as_new_p', 'PROCEDURE IF EXISTS as_new_hidden', 'PROCEDURE IF EXISTS as_new_none',
	'FUNCTION IF EXISTS as_new_f', 'FUNCTION IF EXISTS as_new_profiling', 'TABLE IF EXISTS as_new', 'VIEW IF EXISTS as_new_v'] as $what) {
	$m->query("DROP $what");
}
?>
--EXPECTF--
SELECT 1: kept, as new
SELECT 1 UNION SELECT 2 UNION SELECT 3: kept, as new
SELECT SQL_CALC_FOUND_ROWS * FROM (SELECT 1 UNION SELECT 2) t LIMIT 1: kept, as new
CALL as_new_p(): another link, as new
CALL as_new_hidden(): another link, as new
SELECT as_new_f(): another link, as new
INSERT INTO as_new VALUES (1): another link, as new
SELECT * FROM as_new_v: another link, as new
SELECT as_new_f(); CALL as_new_none(): kept, as new
SET profiling = 1; SELECT 'secret': as new
SELECT as_new_profiling(); SELECT 'secret'; SET profiling = 0: as new
%ASELECT 4: kept, as new
CALL as_new_none(): another link, as new
SELECT 5: kept, as new
SELECT 6: kept, as new
