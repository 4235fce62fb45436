<?php
require __DIR__ . '/persistent.inc';
$watch = link_for_test();
$watch->query('DROP USER IF EXISTS persistent_user');
$watch->query("CREATE USER persistent_user IDENTIFIED BY 'other'");
$watch->query('GRANT ALL ON *.* TO persistent_user');

$m = mysqli_init();
$m->options(MYSQLI_SET_CHARSET_NAME, 'utf8mb4');
$m->real_connect(...where());
/**
 * Servers differ in it, and not every server that keeps to the character set of a login keeps to its
 * collation.
 */
define('UTF8', $m->query('SELECT @@collation_connection')->fetch_column());

/** What the next user of the link finds. */
function hand_over(string $name, callable $connect, callable $use): void
{
	$m = $connect();
	$thread = $m->thread_id;
	try {
		$use($m);
	} catch (mysqli_sql_exception $e) {
		echo "$name: ", $e->getCode(), "\n";
	}
	$m->close();
	$m = $connect();
	$row = $m->query("SELECT SUBSTRING_INDEX(CURRENT_USER(), '@', 1), DATABASE(), @a, @@character_set_client, @@collation_connection")->fetch_row();
	$row[4] = $row[4] === UTF8 ? 'as at login' : $row[4];
	echo "$name: ", $m->thread_id === $thread ? 'kept ' : 'closed ', json_encode([...$row, $m->character_set_name()]), "\n";
}
$m = plink();
$first = fn() => plink_with(fn($m) => $m->options(MYSQLI_SET_CHARSET_NAME, 'utf8mb4'), 0, database: null);
hand_over('no database, nothing done', $first, fn($m) => null);
hand_over('no database, a query', $first, fn($m) => $m->query('SET @a = 1'));
hand_over('no database, select_db()', $first, fn($m) => $m->select_db('mysql') && $m->query('SET @a = 1'));
hand_over('no database, USE', $first, fn($m) => $m->query('USE mysql'));
hand_over('no database, USE without tracking', $first, fn($m) => $m->query('SET session_track_schema = OFF') && $m->query('USE mysql'));
hand_over('no database, a character set', $first, fn($m) => $m->select_db('mysql') && $m->set_charset('latin1'));
attempt('reset, not closed', fn() => pool('made', 'reset', 'reset_failed', 'role', 'changed_user'));

$utf8 = fn() => plink_with(fn($m) => $m->options(MYSQLI_SET_CHARSET_NAME, 'utf8mb4'), 0, database: 'mysql');
$me = getenv('MYND_TEST_USER');
$password = getenv('MYND_TEST_PASSWORD');
hand_over('change_user() to oneself', $utf8, fn($m) => $m->change_user($me, $password, 'mysql'));
hand_over('change_user() to another database', $utf8, fn($m) => $m->change_user($me, $password, getenv('MYND_TEST_DB')));
hand_over('change_user() to none', $utf8, fn($m) => $m->change_user($me, $password, ''));
hand_over('change_user() with another character set', $utf8, fn($m) => $m->set_charset('latin1') && $m->change_user($me, $password, 'mysql'));
attempt('not closed', fn() => pool('made', 'changed_user'));
hand_over('change_user() to another one', $utf8, fn($m) => $m->change_user('persistent_user', 'other', 'mysql'));
hand_over('change_user() that fails', $utf8, fn($m) => $m->change_user('persistent_user', 'wrong', 'mysql'));
attempt('closed', fn() => pools_sum('changed_user') + pools_sum('lost'));

/*
 * A link without a database that has one now is logged in again: with a password that is not the user's any
 * more, that ends it.
 */
$old = fn(string $password = 'other') => plink_with(fn() => null, 0, user: 'persistent_user', password: $password, database: null);
$m = $old();
$thread = $m->thread_id;
$m->select_db('mysql');
$watch->query("ALTER USER persistent_user IDENTIFIED BY 'another'");
$m->close();
attempt('with the old password', fn() => $old());
/* MariaDB takes a second to say no */
attempt('its link is closed', fn() => pools_sum('login_refused') + pools_sum('reset_slow'));
attempt('with the new one', fn() => $old('another')->thread_id !== $thread);
$refused = pools_sum('reset_failed');

$init = fn() => plink_with(function ($m) {
	$m->options(MYSQLI_SET_CHARSET_NAME, 'utf8mb4');
	$m->options(MYSQLI_INIT_COMMAND, "SET @a = 'init'");
	$m->options(MYSQLI_INIT_COMMAND, 'SELECT 1 UNION SELECT 2');
}, 0, database: 'mysql');
hand_over('init commands', $init, fn($m) => $m->query("SET @a = 'changed'"));
$use = fn() => plink_with(function ($m) {
	$m->options(MYSQLI_SET_CHARSET_NAME, 'utf8mb4');
	$m->options(MYSQLI_INIT_COMMAND, 'USE information_schema');
}, 0, database: 'mysql');
hand_over('an init command that goes elsewhere', $use, fn($m) => $m->select_db('mysql'));
$watch->query('DROP TABLE IF EXISTS persistent_init');
$watch->query('CREATE TABLE persistent_init (a INT)');
$fails = fn() => plink_with(fn($m) => $m->options(MYSQLI_INIT_COMMAND, 'INSERT INTO ' . getenv('MYND_TEST_DB') . '.persistent_init VALUES (1)'), 0, database: 'mysql');
$m = $fails();
$m->query('SELECT 1');
$watch->query('DROP TABLE persistent_init');
$m->close();
attempt('an init command that fails later', fn() => $fails());
attempt('the link is closed', fn() => pools_sum('reset_failed') - $refused);

foreach (['utf8mb4', 'latin1', 'utf8', 'sjis', 'binary'] as $name) {
	$with = fn() => plink_with(fn($m) => $m->options(MYSQLI_SET_CHARSET_NAME, $name));
	$m = $with();
	$before = $m->query("SELECT @@character_set_client, @@character_set_connection, @@character_set_results, @@collation_connection")->fetch_row();
	$m->set_charset('gbk');
	$thread = $m->thread_id;
	$m->close();
	$m = $with();
	$after = $m->query("SELECT @@character_set_client, @@character_set_connection, @@character_set_results, @@collation_connection")->fetch_row();
	echo "$name: ", $m->thread_id === $thread ? 'kept' : 'closed', $before === $after ? '' : ' ' . json_encode([$before, $after]), ' ', $m->character_set_name(), "\n";
	unset($m);
}
?>
