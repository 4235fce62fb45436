--TEST--
mynd.reconnect: persistent connections, their reset, fewer round trips, TLS, compression
--EXTENSIONS--
mysqli
mynd
--INI--
mynd.reconnect=1
mynd.persistent=all
mynd.round_trips=fewer
mynd.pipelining=on
--FILE--
<?php
require __DIR__ . '/reconnect.inc';
$watch = link_for_test();
print_warnings();
$watch->query('CREATE TABLE reconnect_pools (id INT)');
$database = getenv('MYND_TEST_DB');

foreach (['socket' => [[], 0], 'tls' => [['host' => '127.0.0.1'], MYSQLI_CLIENT_SSL], 'compressed' => [[], MYSQLI_CLIENT_COMPRESS]] as $name => [$changes, $flags]) {
	echo "$name\n";
	$connect = function () use ($changes, $flags): mysqli {
		$link = mysqli_init();
		$link->real_connect(...[...where(...$changes), $flags]);
		return $link;
	};
	for ($i = 0; $i < 6; $i++) {
		$link = $connect();
		$before = $link->thread_id;
		$insert = $link->prepare('INSERT INTO reconnect_pools VALUES (?)');
		$insert->execute([$i]);
		if ($i % 2) {
			kill_from_outside($watch, $link->thread_id);
		}
		$insert->execute([$i + 100]);
		$survived[$name][] = [$link->thread_id !== $before, $link->query('SELECT 1')->fetch_column()];
		if ($i === 3) {
			$link->query('SET @a = 1'); /* which the reset ends */
		}
		unset($insert);
		$link->close();
	}
	echo json_encode($survived[$name]), "\n";
	$link = $connect();
	$link->query('SET @a = 1');
	kill_from_outside($watch, $link->thread_id);
	attempt('  with state', fn () => $link->query('SELECT 1'));
	$link->close();
	$link = $connect();
	attempt('  the next user', fn () => $link->query('SELECT @a')->fetch_column());
	$link->close();
}
attempt('each once', fn () => $watch->query('SELECT COUNT(*), COUNT(DISTINCT id) FROM reconnect_pools')->fetch_row());

/* A prologue is state. */
for ($i = 0; $i < 6; $i++) {
	$link = link_for_test(database: null);
	$link->set_charset('utf8mb4');
	$link->select_db($database);
	$link->query('SELECT 1')->free();
	$thread = $link->thread_id;
	if ($i === 5) {
		kill_from_outside($watch, $thread);
		attempt('behind a prologue', fn () => $link->query('SELECT 1'));
	}
	$link->close();
}
$pool = Mynd\pools()[0];
echo $pool['prologues_learned'], ' ', $pool['answered_ahead'] > 0 ? 'answered ahead' : 'nothing answered ahead', "\n";
?>
--CLEAN--
<?php
require __DIR__ . '/../connect.inc';
link_for_test()->query('DROP TABLE IF EXISTS reconnect_pools');
?>
--EXPECT--
socket
[[false,"1"],[true,"1"],[false,"1"],[true,"1"],[false,"1"],[true,"1"]]
  with state: ! 2006 HY000 MySQL server has gone away
  the next user: null
tls
[[false,"1"],[true,"1"],[false,"1"],[true,"1"],[false,"1"],[true,"1"]]
  with state: ! 2006 HY000 MySQL server has gone away
  the next user: null
compressed
[[false,"1"],[true,"1"],[false,"1"],[true,"1"],[false,"1"],[true,"1"]]
  with state: ! 2006 HY000 MySQL server has gone away
  the next user: null
each once: ["36","12"]
behind a prologue: ! 2006 HY000 MySQL server has gone away
1 answered ahead
