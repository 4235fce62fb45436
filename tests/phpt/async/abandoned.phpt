--TEST--
mynd.kill_abandoned: what a program gives up is killed on the server, over one spare connection, which is opened ahead
--EXTENSIONS--
mysqli
mynd
--INI--
mynd.kill_abandoned=1
--FILE--
<?php
require __DIR__ . '/abandoned.inc';
watcher();
kills();

echo "-- given up with a command under way\n";
foreach (['socket' => [], 'TCP' => ['host' => '127.0.0.1'], 'persistent' => ['host' => 'p:127.0.0.1']] as $name => $how) {
	$m = busy(...$how);
	$thread = $m->thread_id;
	$m->close();
	tell("$name, closed", $thread);
	$m = busy(...$how);
	$thread = $m->thread_id;
	unset($m);
	tell("$name, let go", $thread);
}
$m = link_for_test();
$thread = $m->thread_id;
$s = $m->prepare(ENDLESS);
Mynd\execute_async($s);
runs($thread);
unset($s, $m);
tell('a statement', $thread);
$m = link_for_test();
$thread = $m->thread_id;
$m->query("SELECT seq, REPEAT('x', 1000) FROM seq_1_to_100 UNION ALL SELECT SLEEP(300), 1 FROM seq_1_to_3", MYSQLI_ASYNC);
$m->query(ENDLESS, MYSQLI_ASYNC);
runs($thread);
unset($m);
tell('in the middle of rows, another behind it', $thread);
echo kills(8), "\n";

echo "-- the reply does not come in time\n";
$m = mysqli_init();
$m->options(MYSQLI_OPT_READ_TIMEOUT, 1);
$m->real_connect(...where());
$thread = $m->thread_id;
attempt('time limit', fn() => $m->query(ENDLESS));
tell('time limit', $thread);
attempt('behind it', fn() => $m->query('SELECT 1'));
echo kills(1), "\n";

echo "-- nothing is under way\n";
$m = link_for_test();
$m->query('SELECT 1', MYSQLI_ASYNC);
$m->reap_async_query();
$m->close();
$m = link_for_test(host: 'p:127.0.0.1');
$thread = $m->thread_id;
$m->query('SELECT 1', MYSQLI_ASYNC);
$m->reap_async_query();
$m->close();
$m = link_for_test(host: 'p:127.0.0.1');
attempt('the pool keeps it', fn() => [$m->thread_id === $thread, $m->query('SELECT 2')->fetch_column()]);
$m->query('KILL ' . $m->thread_id, MYSQLI_ASYNC); // the server ends it: there is nothing to kill
until(fn() => at_server($m->thread_id) === 'gone');
unset($m);
echo kills(), "\n";

echo "-- the spare connection\n";
$m = link_for_test(...as_own_user());
echo count(own_threads()), " before asynchronous work\n";
$m->query('SELECT 1', MYSQLI_ASYNC);
$m->reap_async_query();
$spare = own_threads()[1] ?? 0;
$others = [];
for ($i = 0; $i < 5; $i++) {
	$others[$i] = link_for_test(...as_own_user());
	$others[$i]->query(ENDLESS, MYSQLI_ASYNC);
}
echo count(own_threads()), " with six connections of the program, ", count(array_filter(own_threads(), fn($id) => $id === $spare)), " of them as before\n";
$threads = array_map(fn($m) => $m->thread_id, $others);
array_map(runs(...), $threads);
unset($others);
array_map(fn($thread) => tell('one of five', $thread), $threads);
until(fn() => count(own_threads()) === 2);
echo own_threads() === [$m->thread_id, $spare] ? "it stays\n" : 'other ones: ' . json_encode(own_threads()) . "\n";
$other = busy(...as_own_user());
$thread = $other->thread_id;
watcher()->query("KILL $spare");
until(fn() => at_server($spare) === 'gone');
unset($other); // nothing is waited for here
$m->query('SELECT 1', MYSQLI_ASYNC); // but now it is opened again
tell('it was killed itself', $thread);
$m->reap_async_query();
echo count(own_threads()), ' connections, ', own_threads()[1] > $spare ? 'one of them new' : 'and none is new', "\n";
$other = busy(...as_own_user());
$spare = own_threads()[1];
watcher()->query("KILL $spare");
until(fn() => at_server($spare) === 'gone');
attempt('cancelled all the same', fn() => Mynd\cancel($other));
attempt('its reply', fn() => $other->reap_async_query());
attempt('it goes on', fn() => $other->query('SELECT 3')->fetch_column());
echo kills(7), "\n";
unset($m, $other);

echo "-- commands behind one that was cancelled, whose reply was not taken yet\n";
$m = busy();
attempt('cancel', fn() => Mynd\cancel($m));
$m->query("SELECT 'first'", MYSQLI_ASYNC);
$m->query("SELECT 'second'", MYSQLI_ASYNC);
attempt('its reply', fn() => $m->reap_async_query());
foreach ([1, 2] as $n) {
	$read = [$m];
	$none = [];
	mysqli_poll($read, $none, $none, 20);
	attempt("reply $n", fn() => $m->reap_async_query()->fetch_column());
}
attempt('and then', fn() => [$m->query("SELECT 'third'")->fetch_column(), $m->affected_rows]);
kills(1);
unset($m);

echo "-- off\n";
ini_set('mynd.kill_abandoned', '0');
$m = busy();
$thread = $m->thread_id;
unset($m);
usleep(20000);
echo at_server($thread), ', ', kills(), "\n";
watcher()->query("KILL $thread");
?>
--EXPECT--
-- given up with a command under way
socket, closed: killed
socket, let go: killed
TCP, closed: killed
TCP, let go: killed
persistent, closed: killed
persistent, let go: killed
a statement: killed
in the middle of rows, another behind it: killed
8 killed, 0 failed
-- the reply does not come in time
time limit: ! 2006 HY000 MySQL server has gone away
time limit: killed
behind it: ! 2006 HY000 MySQL server has gone away
1 killed, 0 failed
-- nothing is under way
the pool keeps it: [true,"2"]
0 killed, 0 failed
-- the spare connection
1 before asynchronous work
7 with six connections of the program, 1 of them as before
one of five: killed
one of five: killed
one of five: killed
one of five: killed
one of five: killed
it stays
it was killed itself: killed
2 connections, one of them new
cancelled all the same: true
its reply: ! 1317 70100 Query execution was interrupted
it goes on: "3"
7 killed, 0 failed
-- commands behind one that was cancelled, whose reply was not taken yet
cancel: true
its reply: ! 1317 70100 Query execution was interrupted
reply 1: "first"
reply 2: "second"
and then: ["third",1]
-- off
runs, 0 killed, 0 failed
