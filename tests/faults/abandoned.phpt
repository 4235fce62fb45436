--TEST--
Faults of a spare connection (mynd.kill_abandoned): it hangs, is refused, is lost, acknowledges late or never; no later command is hit
--EXTENSIONS--
mynd
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--INI--
mynd.pipelining=on
mynd.kill_abandoned=1
--FILE--
<?php
require __DIR__ . '/peers.inc';

$interrupted = Peer::err(1317, '70100', 'interrupted');
$first = fn(Peer $p) => note_all($p->login());

echo "-- it acknowledges late: the next command waits\n";
[$killed, $to_link] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
[$answered, $to_spare] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$peer = peers(function (Peer $p) use ($killed, $to_spare, $interrupted) {
	$p->login()->command()->raw(Peer::result(['one'], [['0']]));
	$p->command();
	note(substr($p->heard, 1));
	fgets($killed); // the other peer has been told to kill
	$p->packet($interrupted);
	note('it is interrupted');
	$socket = (fn() => $this->socket)->call($p);
	$read = [$socket];
	$none = null;
	if (stream_select($read, $none, $none, 0, 300000) !== 0) {
		note('too early: ' . bin2hex($p->hear()));
	}
	note('acknowledged');
	fwrite($to_spare, "go on\n");
	note_all($p);
}, function (Peer $p) use ($to_link, $answered) {
	$p->login()->command();
	note(substr($p->heard, 1));
	fwrite($to_link, "go on\n");
	fgets($answered);
	$p->packet(Peer::ok());
	note_all($p);
});
$link = $peer->connect();
$link->query('SELECT 0', MYSQLI_ASYNC);
$link->reap_async_query();
Mynd\deadline($link, 1.0);
echo 'the one that is killed: ', outcome(fn() => $link->query('SELECT 1')->fetch_row()), "\n";
Mynd\deadline($link, null);
echo 'the next one: ', outcome(fn() => $link->query('SELECT 2')->fetch_row()), "\n";
echo 'and one more: ', outcome(fn() => $link->query('SELECT 3')->fetch_row()), "\n";
echo heard(), "\n";
unset($link);
$peer->end();
heard();

echo "-- it never acknowledges: the connection is lost, and nothing is sent on it\n";
$stalls = function (Peer $p) {
	$p->login()->command();
	note(substr($p->heard, 1));
	$p->stall();
};
$peer = peers($first, $stalls);
$link = $peer->connect([MYSQLI_OPT_CONNECT_TIMEOUT => 1]);
$link->query('SELECT 1', MYSQLI_ASYNC);
echo 'cancel: ', outcome(fn() => Mynd\cancel($link)), "\n";
echo 'its reply: ', outcome(fn() => $link->reap_async_query()->fetch_row()), "\n";
Mynd\deadline($link, 1.0);
echo 'the next one: ', outcome(fn() => $link->query('SELECT 2')), ', ', Mynd\last_failure($link)['cause'], "\n";
echo heard(), "\n";
$peer->end();

echo "-- it refuses\n";
$refuses = function (Peer $p) {
	$p->login()->command();
	note(substr($p->heard, 1));
	$p->packet(Peer::err(1095, 'HY000', 'You are not owner of thread 77'));
	note_all($p);
};
$peer = peers($first, $refuses);
$link = $peer->connect();
$failed = Mynd\stats()['kills_failed'];
$link->query('SELECT 1', MYSQLI_ASYNC);
echo 'cancel: ', outcome(fn() => Mynd\cancel($link)), ', ', Mynd\stats()['kills_failed'] - $failed, " failed\n";
echo 'its reply: ', outcome(fn() => $link->reap_async_query()->fetch_row()), "\n";
echo 'the next one: ', outcome(fn() => $link->query('SELECT 2')->fetch_row()), "\n";
echo heard(), "\n";
unset($link);
$peer->end();
heard();

echo "-- it is lost when it is used, opened again, and told again\n";
$lost = function (Peer $p) {
	$p->login()->command();
	note('lost: ' . substr($p->heard, 1));
};
$peer = peers($first, $lost, fn(Peer $p) => note_all($p->login()));
$link = $peer->connect();
$link->query('SELECT 1', MYSQLI_ASYNC);
echo 'cancel: ', outcome(fn() => Mynd\cancel($link)), "\n";
echo 'its reply: ', outcome(fn() => $link->reap_async_query()->fetch_row()), "\n";
echo 'the next one: ', outcome(fn() => $link->query('SELECT 2')->fetch_row()), "\n";
echo heard(), "\n";
unset($link);
$peer->end();
heard();

$answers = ['no answer' => "\x05\0\0\x01\xff\x01", 'rows' => Peer::result(['one'], [['1']]), 'a request for a file' => Peer::frame("\xfbfile", 1)];
foreach ($answers as $name => $bytes) {
	echo "-- it sends $name, and what was given up is killed over the next one\n";
	$sends = function (Peer $p) use ($bytes) {
		$p->login()->command();
		note('asked: ' . substr($p->heard, 1));
		$p->raw($bytes)->close();
	};
	$peer = peers(fn(Peer $p) => $p->login()->command()->stall(), $sends, $first, fn(Peer $p) => note_all($p->login()));
	$link = $peer->connect();
	$link->query('SELECT 1', MYSQLI_ASYNC);
	['kills' => $done, 'kills_failed' => $failed] = Mynd\stats();
	unset($link);
	$link = $peer->connect();
	for ($end = microtime(true) + 10; Mynd\stats()['kills'] + Mynd\stats()['kills_failed'] === $done + $failed && microtime(true) < $end; usleep(1000)) {
		$link->query('SELECT 2', MYSQLI_ASYNC); // looks at the spare connection
		$link->reap_async_query();
	}
	echo Mynd\stats()['kills'] - $done, ' killed, ', Mynd\stats()['kills_failed'] - $failed, " failed\n";
	unset($link);
	$peer->end();
	echo implode(', ', array_filter(explode(', ', heard()), fn($what) => $what !== 'SELECT 2')), "\n";
}

echo "-- there is no room for it, or it hangs at its login\n";
$full = fn(Peer $p) => $p->raw(Peer::frame(Peer::err(1040, '08004', 'Too many connections'), 0))->stall();
foreach (['full' => $full, 'hangs' => fn(Peer $p) => $p->stall()] as $name => $second) {
	$peer = peers($first, $second, $second);
	$link = $peer->connect([MYSQLI_OPT_CONNECT_TIMEOUT => 1]);
	$started = microtime(true);
	$link->query('SELECT 1', MYSQLI_ASYNC);
	echo "$name: ", outcome(fn() => $link->reap_async_query()->fetch_row()), ', ', microtime(true) - $started < 5 ? 'in time' : 'late', ', ';
	$started = microtime(true);
	$link->query('SELECT 2', MYSQLI_ASYNC);
	echo 'again: ', outcome(fn() => $link->reap_async_query()->fetch_row()), ', ', microtime(true) - $started < 0.8 ? 'at once' : 'late', "\n";
	$link->query('SELECT 3', MYSQLI_ASYNC);
	echo '  cancel: ', outcome(fn() => Mynd\cancel($link)), "\n";
	unset($link);
	$peer->end();
	heard();
}
?>
--EXPECT--
-- it acknowledges late: the next command waits
the one that is killed: ! 1317 interrupted
the next one: ["1"]
and one more: ["1"]
SELECT 1, KILL QUERY 77, it is interrupted, acknowledged, a ping, SELECT 2, SELECT 3
-- it never acknowledges: the connection is lost, and nothing is sent on it
cancel: ! 2006 MySQL server has gone away
its reply: ["1"]
the next one: ! 2006 MySQL server has gone away, timed out
SELECT 1, KILL QUERY 77
-- it refuses
cancel: ! 1095 You are not owner of thread 77, 1 failed
its reply: ["1"]
the next one: ["1"]
SELECT 1, KILL QUERY 77, a ping, SELECT 2
-- it is lost when it is used, opened again, and told again
cancel: true
its reply: ["1"]
the next one: ["1"]
SELECT 1, lost: KILL QUERY 77, KILL QUERY 77, a ping, SELECT 2
-- it sends no answer, and what was given up is killed over the next one
1 killed, 0 failed
asked: KILL 77, KILL 77
-- it sends rows, and what was given up is killed over the next one
0 killed, 1 failed
asked: KILL 77
-- it sends a request for a file, and what was given up is killed over the next one
1 killed, 0 failed
asked: KILL 77, KILL 77
-- there is no room for it, or it hangs at its login
full: ["1"], in time, again: ["1"], at once
  cancel: ! 1040 Too many connections
hangs: ["1"], in time, again: ["1"], at once
  cancel: ! 2006 MySQL server has gone away