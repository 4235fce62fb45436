--TEST--
mynd.shared_pool with mynd.idle_timeout: who meets connections in the mailbox that are too old closes them, of another key too
--EXTENSIONS--
mysqli
pcntl
--INI--
mynd.shared_pool=1
mynd.idle_timeout=1
--FILE--
<?php
require __DIR__ . '/shared.inc';
$watch = link_for_test();
$threads = from_child(function () {
	$all = [plink(database: ''), plink(), plink()];
	$threads = array_map(fn($m) => $m->thread_id, $all);
	array_map(fn($m) => $m->query('DO 1'), $all);
	array_map(fn($m) => $m->close(), $all);
	return $threads;
});
sleep(2); // longer than that
$numbers = from_child(function () {
	plink();
	return pool('made', 'taken_over', 'idle_timeout');
});
echo json_encode($numbers), ' connections: ', await_connections($watch, $threads, 0), "\n";
?>
--EXPECT--
{"made":1,"taken_over":0,"idle_timeout":3} connections: 0
