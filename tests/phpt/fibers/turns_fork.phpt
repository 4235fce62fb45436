--TEST--
Turns: a process that is forked while fibers wait in line: the child's get 2006, and the parent's get their turns
--EXTENSIONS--
mynd
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--INI--
mynd.fiber_turns=on
--FILE--
<?php
require __DIR__ . '/fibers.inc';
require __DIR__ . '/turns.inc';
require __DIR__ . '/../fork.inc';

/** Runs the loop for so long, or until nobody waits. Those who still wait then are told of. */
function run_for(float $seconds): void
{
	$end = microtime(true) + $seconds;
	while (Loop::turn(0.1)) {
		if (microtime(true) >= $end) {
			echo count(Loop::$waiting), " still wait\n";
			return;
		}
	}
}

function in_line(mysqli $db, string $name): Closure
{
	return function () use ($db, $name) {
		try {
			$said = all($db, 'SELECT 1');
		} catch (mysqli_sql_exception $e) {
			$said = $e->getCode() . ' ' . $e->getMessage();
		}
		echo "$name: $said\n";
	};
}

/** A holder that calls `within` in its transaction and `behind` after it; two fibers wait in line. */
function line(callable $within, callable $behind): mysqli
{
	$db = link_for_test();
	fibers([function () use ($db, $within, $behind) {
		begin($db);
		pause();
		$within($db);
		try {
			$db->commit();
		} catch (mysqli_sql_exception $e) {
			echo 'holder: ', $e->getCode(), "\n";
		}
		$behind($db);
	}, in_line($db, 'b'), in_line($db, 'c')]);
	return $db;
}

$nothing = fn() => null;
echo "-- the child goes on with all of its fibers\n";
line(function () use (&$child) {
	$child = pcntl_fork();
	$child === 0 ? print "child:\n" : pcntl_waitpid($child, $status);
	$child === 0 || print "parent:\n";
}, $nothing);
if ($child === 0) {
	exit(0);
}
echo "-- the child closes its copy\n";
line(fn(mysqli $db) => in_child(function () use ($db) {
	echo "child:\n";
	$db->close();
	run_for(2);
	echo "parent:\n";
}), $nothing);
echo "-- the child ends, and its fibers with it\n";
line(fn() => in_child($nothing), $nothing);
echo "-- a fiber of the child comes to the connection of its parent\n";
line(fn(mysqli $db) => in_child(function () use ($db) {
	echo "child:\n";
	Loop::$waiting = [];
	(new Fiber(in_line($db, 'd')))->start();
	run_for(0.3);
	echo "parent:\n";
}), $nothing);
echo "-- the child hears of the parent's call first\n";
line(function (mysqli $db) use (&$child, &$told) {
	[$told, $tell] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
	$child = pcntl_fork();
	if ($child === 0) {
		fclose($tell);
		fgets($told);
		echo "child:\n";
		run_for(0.3);
		posix_kill(getmypid(), SIGKILL);
	}
	$told = $tell;
}, function () use (&$child, &$told) {
	fwrite($told, "go on\n");
	pcntl_waitpid($child, $status);
	echo "parent:\n";
});
?>
--EXPECT--
-- the child goes on with all of its fibers
child:
holder: 2006
b: 2006 MySQL server has gone away
c: 2006 MySQL server has gone away
parent:
b: 1
c: 1
-- the child closes its copy
child:
b: 2006 MySQL server has gone away
c: 2006 MySQL server has gone away
parent:
b: 1
c: 1
-- the child ends, and its fibers with it
b: 1
c: 1
-- a fiber of the child comes to the connection of its parent
child:
d: 2006 MySQL server has gone away
parent:
b: 1
c: 1
-- the child hears of the parent's call first
child:
b: 2006 MySQL server has gone away
1 still wait
parent:
b: 1
c: 1
