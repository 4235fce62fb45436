--TEST--
Persistent links: idle ones that died are replaced in silence; one that dies in use is not, and no command is sent again
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/persistent.inc';
$watch = link_for_test();
print_warnings();
$watch->query('DROP TABLE IF EXISTS persistent_dead');
$watch->query('CREATE TABLE persistent_dead (a INT)');

foreach (['socket' => fn() => plink(), 'tcp' => fn() => plink(host: 'p:127.0.0.1'), 'tls' => fn() => plink_with(fn() => null, MYSQLI_CLIENT_SSL, host: 'p:127.0.0.1'),
	'compressed' => fn() => plink_with(fn() => null, MYSQLI_CLIENT_COMPRESS)] as $kind => $connect) {
	echo "$kind\n";
	/* killed while idle, used or not */
	$m = $connect();
	$m->query('SELECT 1');
	$thread = $m->thread_id;
	$m->close();
	kill_from_outside($watch, $thread);
	$m = $connect();
	attempt('  killed while idle', fn() => [$m->thread_id !== $thread, $m->query('SELECT 1')->fetch_column()]);
	$m->close();
	$m = $connect();
	$thread = $m->thread_id;
	$m->close();
	kill_from_outside($watch, $thread);
	$m = $connect();
	attempt('  killed while idle and untouched', fn() => [$m->thread_id !== $thread, $m->query('SELECT 1')->fetch_column()]);
	attempt('  found dead', fn() => pool('made', 'found_dead', 'lost'));

	/* the server's own time limit */
	$waits = fn() => plink_with(fn($m) => $m->options(MYSQLI_INIT_COMMAND, 'SET SESSION wait_timeout = 1'), 0);
	$m = $waits();
	$m->query('SELECT 1');
	$thread = $m->thread_id;
	$m->close();
	attempt('  its time is over', fn() => is_gone($watch, $thread));
	attempt('  replaced', fn() => $waits()->query('SELECT 1')->fetch_column());

	/* killed in use: the program is told, and may not be connected behind its back */
	$m = $connect();
	$m->query('SELECT 1');
	kill_from_outside($watch, $m->thread_id);
	attempt('  killed in use', fn() => $m->query('INSERT INTO persistent_dead VALUES (1)'));
	attempt('  and again', fn() => $m->query('INSERT INTO persistent_dead VALUES (1)'));
	$m->close();
	attempt('  the next user', fn() => $connect()->query('SELECT COUNT(*) FROM persistent_dead')->fetch_column());
	$m = $connect();
	kill_from_outside($watch, $m->thread_id);
	attempt('  killed between connect and the first query', fn() => $m->query('INSERT INTO persistent_dead VALUES (1)'));
	unset($m);
	attempt('  the next user', fn() => $connect()->query('SELECT COUNT(*) FROM persistent_dead')->fetch_column());
}
/* All of several. */
$links = array_map(fn() => plink(), range(1, 5));
$threads = array_map(fn($m) => $m->thread_id, $links);
unset($links);
foreach ($threads as $thread) {
	kill_from_outside($watch, $thread);
}
$m = plink();
attempt('five dead ones', fn() => [in_array($m->thread_id, $threads), $m->query('SELECT 1')->fetch_column(), pool('idle', 'live')]);
?>
--CLEAN--
<?php
require __DIR__ . '/../connect.inc';
link_for_test()->query('DROP TABLE IF EXISTS persistent_dead');
?>
--EXPECT--
socket
  killed while idle: [true,"1"]
  killed while idle and untouched: [true,"1"]
  found dead: {"made":3,"found_dead":2,"lost":0}
  its time is over: true
  replaced: "1"
  killed in use: ! 2006 HY000 MySQL server has gone away
  and again: ! 2006 HY000 MySQL server has gone away
  the next user: "0"
  killed between connect and the first query: ! 2006 HY000 MySQL server has gone away
  the next user: "0"
tcp
  killed while idle: [true,"1"]
  killed while idle and untouched: [true,"1"]
  found dead: {"made":3,"found_dead":2,"lost":0}
  its time is over: true
  replaced: "1"
  killed in use: ! 2006 HY000 MySQL server has gone away
  and again: ! 2006 HY000 MySQL server has gone away
  the next user: "0"
  killed between connect and the first query: ! 2006 HY000 MySQL server has gone away
  the next user: "0"
tls
  killed while idle: [true,"1"]
  killed while idle and untouched: [true,"1"]
  found dead: {"made":3,"found_dead":2,"lost":0}
  its time is over: true
  replaced: "1"
  killed in use: ! 2006 HY000 MySQL server has gone away
  and again: ! 2006 HY000 MySQL server has gone away
  the next user: "0"
  killed between connect and the first query: ! 2006 HY000 MySQL server has gone away
  the next user: "0"
compressed
  killed while idle: [true,"1"]
  killed while idle and untouched: [true,"1"]
  found dead: {"made":3,"found_dead":2,"lost":0}
  its time is over: true
  replaced: "1"
  killed in use: ! 2006 HY000 MySQL server has gone away
  and again: ! 2006 HY000 MySQL server has gone away
  the next user: "0"
  killed between connect and the first query: ! 2006 HY000 MySQL server has gone away
  the next user: "0"
five dead ones: [false,"1",{"idle":0,"live":1}]
