--TEST--
A connect does not wait for a spare connection whose KILL is not answered
--EXTENSIONS--
mysqli
--INI--
mysqli.max_links=2
mynd.kill_abandoned=1
mynd.acquire_timeout=20
--FILE--
<?php
require __DIR__ . '/pool.inc';

function pause(float $seconds): void
{
	$pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
	Loop::wait($pair[0], Mynd\READ, $seconds);
}

$links = [];
$program = function (string $name, string $sql) use (&$links) {
	$links[$name] = link_for_test();
	note("$name: " . outcome(fn() => $links[$name]->query($sql)->fetch_column()));
};
Loop::start(fn() => $program('first', 'SELECT SLEEP(30) FROM seq_1_to_3'));
Loop::start(function () use (&$links) {
	pause(0.3);
	note('cancelled: ' . Mynd\cancel($links['first']));
});
Loop::start(function () use ($program) {
	pause(0.3);
	$program('second', 'SELECT 2');
});
$started = microtime(true);
Loop::run();
sort($log);
echo implode("\n", $log), "\n";
echo microtime(true) - $started < 10 ? 'soon' : 'late', ', ', Mynd\stats()['place_timeouts'], " too late, ", links(), "\n";
echo $links['first']->query("SELECT 'goes on'")->fetch_column(), "\n";
--EXPECT--
cancelled: 1
first: mysqli_sql_exception: Query execution was interrupted
second: 2
soon, 0 too late, 2 in use, 0 idle
goes on
