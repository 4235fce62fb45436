--TEST--
A spare connection that gives way while a fiber waits for its answer: the event loop keeps the stream that it watches
--EXTENSIONS--
mynd
--INI--
mysqli.max_links=3
mynd.kill_abandoned=1
mynd.acquire_timeout=20
--FILE--
<?php
require __DIR__ . '/pool.inc';

$watch = link_for_test();
$first = null;
Loop::start(function () use (&$first) {
	$first = link_for_test();
	note('first: ' . outcome(fn() => $first->query('SELECT SLEEP(30) FROM seq_1_to_3')->fetch_column()));
});
while ($first === null || $watch->query("SELECT COUNT(*) FROM information_schema.processlist WHERE id = $first->thread_id AND state = 'User sleep'")->fetch_column() !== '1') {
	Loop::turn(0.01);
}
foreach (['cancelled', 'and again'] as $what) {
	Loop::start(fn() => note("$what: " . Mynd\cancel($first)));
}
/* The answer is here soon, and nobody has looked for it: the loop does not run. */
while ($watch->query("SELECT COUNT(*) FROM information_schema.processlist WHERE id = $first->thread_id AND command = 'Query'")->fetch_column() !== '0') {
}
usleep(100000);
$second = link_for_test();
note('second: ' . $second->query('SELECT 2')->fetch_column());
Loop::run();
sort($log);
echo implode("\n", $log), "\n", links(), "\n", $first->query("SELECT 'goes on'")->fetch_column(), "\n";
?>
--EXPECT--
and again: 1
cancelled: 1
first: mysqli_sql_exception: Query execution was interrupted
second: 2
3 in use, 0 idle
goes on
