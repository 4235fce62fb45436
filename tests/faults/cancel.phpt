--TEST--
Faults of Mynd\cancel(): the server has the KILL before it begins with the command, and forgets it; it is told again, but never where that could hit another command
--EXTENSIONS--
mynd
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--INI--
mynd.pipelining=on
--FILE--
<?php
require __DIR__ . '/cancel.inc';

const MOST = 4; /* times that the server is told */
/** On a busy machine the answer may come so late that the server is told once more. */
function finish(mysqli $link, Peer $peer, int $kills, string $before = ''): void
{
	$next = outcome(fn() => $link->query('SELECT 9')->fetch_row());
	$heard = implode(', ', array_filter([$before, heard()]));
	$told = substr_count($heard, 'KILL QUERY 77');
	echo 'heard: ', preg_replace('/(, KILL QUERY 77)+/', ', KILL QUERY 77', $heard), $told < $kills || $told > ($kills === 1 ? 1 : MOST) ? ", told $told times" : '', "\n";
	echo "the next one: $next\n";
	$link->close();
	$peer->end();
	heard();
}

foreach ([0, 1] as $spare) {
	ini_set('mynd.kill_abandoned', (string) $spare);
	echo '-- over ', $spare ? 'the spare' : 'a second', " connection: the first is forgotten, then the first two\n";
	foreach ([2, 3] as $kills) {
		$peer = deaf($kills);
		$link = $peer->connect();
		$link->query('SELECT 1', MYSQLI_ASYNC);
		echo 'cancel: ', outcome(fn() => Mynd\cancel($link)), "\n";
		echo 'its reply: ', outcome(fn() => $link->reap_async_query()), "\n";
		finish($link, $peer, $kills);
	}
	echo "-- all are forgotten, or it takes long to stop\n";
	$peer = deaf(100);
	$link = $peer->connect();
	$link->query('SELECT 1', MYSQLI_ASYNC);
	$started = microtime(true);
	echo 'cancel: ', outcome(fn() => Mynd\cancel($link)), ', ', microtime(true) - $started < 5 ? 'in time' : 'late', "\n";
	go_on();
	echo 'its reply: ', outcome(fn() => $link->reap_async_query()), "\n";
	finish($link, $peer, MOST);
	echo "-- another one is under way: that could be hit\n";
	$peer = deaf(100);
	$link = $peer->connect();
	$link->query('SELECT 1', MYSQLI_ASYNC);
	$link->query('SELECT 2', MYSQLI_ASYNC);
	echo 'cancel: ', outcome(fn() => Mynd\cancel($link)), "\n";
	go_on();
	echo 'its reply: ', outcome(fn() => $link->reap_async_query()), "\n";
	echo 'the other: ', outcome(fn() => $link->reap_async_query()->fetch_row()), "\n";
	finish($link, $peer, 1);
	Mynd\waiter(Loop::wait(...));
	echo "-- another fiber waits for it\n";
	$peer = deaf(2);
	$link = $peer->connect();
	Loop::start(function () use ($link, &$query) {
		$query = outcome(fn() => $link->query('SELECT 1'));
	});
	$before = turns_until('SELECT 1');
	Loop::start(fn() => print 'cancel: ' . outcome(fn() => Mynd\cancel($link)) . "\n");
	Loop::run();
	echo "the query: $query\n";
	finish($link, $peer, 2, $before);
	echo "-- another fiber comes to take the reply, once the first was forgotten\n";
	$peer = deaf(2);
	$link = $peer->connect();
	$link->query('SELECT 1', MYSQLI_ASYNC);
	Loop::start(fn() => print 'cancel: ' . outcome(fn() => Mynd\cancel($link)) . "\n");
	$before = turns_until('KILL QUERY 77');
	Loop::start(function () use ($link, &$query) {
		$query = outcome(fn() => $link->reap_async_query());
	});
	Loop::run();
	echo "the query: $query\n";
	finish($link, $peer, 2, $before);
	Mynd\waiter(null);
}
?>
--EXPECT--
-- over a second connection: the first is forgotten, then the first two
cancel: true
its reply: ! 1317 interrupted
heard: SELECT 1, KILL QUERY 77, a ping, SELECT 9
the next one: ["1"]
cancel: true
its reply: ! 1317 interrupted
heard: SELECT 1, KILL QUERY 77, a ping, SELECT 9
the next one: ["1"]
-- all are forgotten, or it takes long to stop
cancel: true, in time
its reply: ! 1317 interrupted
heard: SELECT 1, KILL QUERY 77, a ping, SELECT 9
the next one: ["1"]
-- another one is under way: that could be hit
cancel: true
its reply: ! 1317 interrupted
the other: ["1"]
heard: SELECT 1, KILL QUERY 77, SELECT 2, a ping, SELECT 9
the next one: ["1"]
-- another fiber waits for it
cancel: true
the query: ! 1317 interrupted
heard: SELECT 1, KILL QUERY 77, a ping, SELECT 9
the next one: ["1"]
-- another fiber comes to take the reply, once the first was forgotten
cancel: true
the query: ! 1317 interrupted
heard: SELECT 1, KILL QUERY 77, a ping, SELECT 9
the next one: ["1"]
-- over the spare connection: the first is forgotten, then the first two
cancel: true
its reply: ! 1317 interrupted
heard: SELECT 1, KILL QUERY 77, a ping, SELECT 9
the next one: ["1"]
cancel: true
its reply: ! 1317 interrupted
heard: SELECT 1, KILL QUERY 77, a ping, SELECT 9
the next one: ["1"]
-- all are forgotten, or it takes long to stop
cancel: true, in time
its reply: ! 1317 interrupted
heard: SELECT 1, KILL QUERY 77, a ping, SELECT 9
the next one: ["1"]
-- another one is under way: that could be hit
cancel: true
its reply: ! 1317 interrupted
the other: ["1"]
heard: SELECT 1, KILL QUERY 77, SELECT 2, a ping, SELECT 9
the next one: ["1"]
-- another fiber waits for it
cancel: true
the query: ! 1317 interrupted
heard: SELECT 1, KILL QUERY 77, a ping, SELECT 9
the next one: ["1"]
-- another fiber comes to take the reply, once the first was forgotten
cancel: true
the query: ! 1317 interrupted
heard: SELECT 1, KILL QUERY 77, a ping, SELECT 9
the next one: ["1"]
