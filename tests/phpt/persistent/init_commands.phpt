--TEST--
Persistent links: init commands that do more than to set variables run when a program connects, and what they take is held by nobody in between
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/persistent.inc';
$watch = link_for_test();
create_anew($watch, 'TABLE', 'init_rows', '(id INT PRIMARY KEY, v VARCHAR(20)) ENGINE=InnoDB');
create_anew($watch, 'TABLE', 'init_logins', '(a INT AUTO_INCREMENT PRIMARY KEY)');
create_anew($watch, 'TABLE', 'init_locked', '(id INT)');
$watch->query("INSERT INTO init_rows VALUES (1, 'one')");
$watch->query('SET lock_wait_timeout = 1, innodb_lock_wait_timeout = 1');

$connect = fn(string ...$init) => plink_with(fn($m) => array_map(fn($sql) => $m->options(MYSQLI_INIT_COMMAND, $sql), $init));
$asked = fn(string $sql) => $watch->query($sql)->fetch_column();
/** Connects, so often, and waits until the server has done what came last. */
function users(callable $connect, int $times, bool $queries): mysqli
{
	for ($i = 0; $i < $times; $i++) {
		$m = $connect();
		$queries && $m->query('SELECT 1')->free();
		$thread = $m->thread_id;
		$m->close();
	}
	return $m;
}
/** Waits for what the server does behind a hand-back; the last answer. */
$until = function (callable $ask, mixed $expected): mixed {
	for ($end = hrtime(true) + 5e9; ($answer = $ask()) !== $expected && hrtime(true) < $end;) {
		usleep(1000);
	}
	return $answer;
};
foreach ([true, false] as $queries) {
	echo $queries ? "each user asks something\n" : "nobody asks anything\n";
	$watch->query('DELETE FROM init_logins');
	users(fn() => $connect('INSERT INTO init_logins VALUES ()'), 3, $queries);
	echo '  logins of three connects: ', $asked('SELECT COUNT(*) FROM init_logins'), "\n";
	users(fn() => $connect("SELECT GET_LOCK('init_lock', 0)"), 2, $queries);
	echo '  GET_LOCK: ', $until(fn() => $asked("SELECT IF(IS_FREE_LOCK('init_lock'), 'free', 'held')"), 'free'), "\n";
	users(fn() => $connect('LOCK TABLES init_locked WRITE'), 2, $queries);
	attempt('  LOCK TABLES', fn() => $watch->query('INSERT INTO init_locked VALUES (1)'));
	users(fn() => $connect('SET autocommit=0', 'SELECT v FROM init_rows WHERE id = 1 FOR UPDATE'), 2, $queries);
	attempt('  a row', fn() => $watch->query("UPDATE init_rows SET v = 'x' WHERE id = 1"));
	users(fn() => $connect('SET autocommit=0', 'SELECT v FROM init_rows'), 2, $queries);
	$watch->query('REPLACE INTO init_rows VALUES (2, NOW())');
	$watch->query('REPLACE INTO init_rows VALUES (3, NOW())');
	$m = $connect('SET autocommit=0', 'SELECT v FROM init_rows');
	echo '  rows of a new snapshot: ', $m->query('SELECT COUNT(*) FROM init_rows')->fetch_column(), "\n";
	$m->close();
	$watch->query('DELETE FROM init_rows WHERE id > 1');
}
/* They are there when the program is, in their order. */
$order = fn() => $connect("SET sql_mode='ANSI'", "SET @a = @@sql_mode", 'SET @a = CONCAT(@a, CONNECTION_ID())', "SET time_zone='+05:00'");
for ($i = 0; $i < 3; $i++) {
	$m = $order();
	[$a, $zone] = $m->query('SELECT @a, @@time_zone')->fetch_row();
	echo 'in order: ', str_contains($a, 'ANSI_QUOTES') && str_ends_with($a, (string) $m->thread_id) ? 'yes' : $a, ' ', $zone, "\n";
	$m->query('SET @a = 1');
	$m->close();
}
/* One that fails is the error of the connect, and runs once. */
$fails = fn() => $connect('INSERT INTO init_logins VALUES ()', 'SELECT * FROM init_gone');
$watch->query('CREATE TABLE IF NOT EXISTS init_gone (a INT)');
users($fails, 1, true);
$watch->query('DROP TABLE init_gone');
$rows = $asked('SELECT COUNT(*) FROM init_logins');
attempt('one that fails', fn() => $fails());
echo 'the one before it has run ', $asked('SELECT COUNT(*) FROM init_logins') - $rows, " time\n";
/* SETs of constants take no round trip. */
$set = fn() => $connect("SET time_zone='+03:00'", "SET NAMES utf8mb4");
users($set, 2, true);
$m = $set();
$m->query('SELECT 1')->free();
$m->close();
usleep(20000);
$before = mysqli_get_client_stats();
$m = $set();
$after = mysqli_get_client_stats();
echo 'sent by a connect: ', $after['com_query'] - $before['com_query'], ', ', $m->query('SELECT @@time_zone')->fetch_column(), "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../connect.inc';
link_for_test()->query('DROP TABLE IF EXISTS init_rows, init_logins, init_locked, init_gone');
?>
--EXPECTF--
each user asks something
  logins of three connects: 3
  GET_LOCK: free
  LOCK TABLES: true
  a row: true
  rows of a new snapshot: 3
nobody asks anything
  logins of three connects: 3
  GET_LOCK: free
  LOCK TABLES: true
  a row: true
  rows of a new snapshot: 3
in order: yes +05:00
in order: yes +05:00
in order: yes +05:00
one that fails: ! 1146 42S02 Table '%s.init_gone' doesn't exist
the one before it has run 1 time
sent by a connect: 0, +03:00
