--TEST--
Turns: the wait in line: time limits, ends of it, those who cannot wait, circles
--EXTENSIONS--
mynd
--INI--
mynd.fiber_turns=on
--FILE--
<?php
require __DIR__ . '/fibers.inc';
require __DIR__ . '/turns.inc';

/** What became of it. */
function outcome(callable $program): string
{
	try {
		return $program() ?? 'done';
	} catch (mysqli_sql_exception | PDOException $e) {
		return number($e) . ' ' . preg_replace('~connection \d+~', 'connection N', $e->getMessage());
	} catch (Throwable $e) {
		return $e::class . ' ' . $e->getMessage();
	}
}

function say(string $name, callable $program): void
{
	$outcome = outcome($program);
	echo "$name: $outcome\n";
}

/**
 * A fiber that begins a transaction (false), says so (null), and keeps it until it is told to go on (true).
 */
function holder(mysqli|PDO $db, ?bool &$go): Closure
{
	return function () use ($db, &$go) {
		begin($db);
		$go = null;
		while (!$go) {
			pause();
		}
		$db->commit();
	};
}

function until_held(?bool &$go): void
{
	while ($go === false) {
		pause();
	}
}

foreach (handles() as $face => $open) {
	echo "--- $face\n";

	$db = link_for_test(); /* PDO has no deadlines */
	$go = false;
	fibers([holder($db, $go), function () use ($db, &$go) {
		until_held($go);
		Mynd\deadline($db, 0.05);
		say('a deadline', fn() => all($db, 'SELECT 1'));
		Mynd\deadline($db, null);
		$go = true;
		say('without', fn() => all($db, 'SELECT 2'));
	}]);

	$db = $open();
	$go = false;
	fibers([holder($db, $go), function () use ($db, &$go) {
		until_held($go);
		Line::$times_out = true; /* its waiter says that the time limit has passed */
		say('a time limit', fn() => all($db, 'SELECT 1'));
		Line::$times_out = false;
		$go = true;
		say('the connection', fn() => all($db, 'SELECT 2'));
	}]);

	$db = $open();
	$go = false;
	fibers([holder($db, $go), function () use ($db, &$go) {
		until_held($go);
		Line::$throws = 'in line';
		say('a waiter that throws', fn() => all($db, 'SELECT 1'));
		Line::$throws = null;
		$go = true;
		say('the connection', fn() => all($db, 'SELECT 2'));
	}]);

	$db = $open();
	$go = false;
	fibers([holder($db, $go), function () use ($db, &$go) {
		until_held($go);
		say('dropped', fn() => all($db, 'SELECT 1'));
	}, function () use ($db, &$go) {
		until_held($go);
		pause();
		Line::drop_last();
		$go = true;
		say('the next in line', fn() => all($db, 'SELECT 2'));
	}]);

	$db = $open();
	$go = false;
	fibers([holder($db, $go)], 1);
	while ($go === false) {
		Loop::turn();
	}
	say('the main program', fn() => all($db, 'SELECT 1'));
	$go = true;
	Loop::run();
	say('then', fn() => all($db, 'SELECT 1'));

	$db = $open();
	$go = false;
	fibers([holder($db, $go), function () use ($db, &$go) {
		until_held($go);
		Mynd\waiter(null);
		say('without a waiter', fn() => all($db, 'SELECT 1'));
		Mynd\waiter(Line::wait(...));
		$go = true;
	}]);

	$one = $open();
	$other = $open();
	$a = $b = false;
	fibers([
		function () use ($one, $other, &$a, &$b) {
			begin($one);
			until_held($b);
			$a = null;
			say('a', fn() => all($other, "SELECT 'a'"));
			$one->rollback();
		},
		function () use ($one, $other, &$a, &$b) {
			begin($other);
			$b = null;
			until_held($a);
			say('b', fn() => all($one, "SELECT 'b'"));
			$other->rollback();
		},
	]);

	$killer = $open();
	$db = $open();
	$id = all($db, 'SELECT CONNECTION_ID()');
	$go = false;
	fibers([
		function () use ($db, &$go) {
			begin($db);
			$go = null;
			while (!$go) {
				pause();
			}
			say('a', fn() => all($db, "SELECT 'a'"));
		},
		function () use ($db) {
			say('b', fn() => all($db, "SELECT 'b'"));
		},
		function () use ($db) {
			say('c', fn() => all($db, "SELECT 'c'"));
		},
		function () use ($killer, $id, &$go) {
			until_held($go);
			run($killer, "KILL $id");
			$go = true;
		}
	]);
	if ($db instanceof mysqli) {
		$db = $open();
		fibers([
			function () use ($db) {
				begin($db);
				pause();
				pause();
				$db->close();
			},
			function () use ($db) {
				say('b', fn() => all($db, "SELECT 'b'"));
			},
			function () use ($db) {
				say('c', fn() => all($db, "SELECT 'c'"));
			},
		]);
	}
}
?>
--EXPECT--
--- mysqli
a deadline: 1317 Query execution was interrupted: the deadline has passed
without: 2
a time limit: 2014 Commands out of sync; you can't run this command now: another fiber's transaction has held this connection for the whole time limit
the connection: 2
a waiter that throws: RuntimeException in line
the connection: 2
the next in line: 2
the main program: 2014 Commands out of sync; you can't run this command now: another fiber's transaction holds this connection, and this call cannot wait for it
then: 1
without a waiter: 2014 Commands out of sync; you can't run this command now: another fiber's transaction holds this connection, and this call cannot wait for it
b: 2014 Commands out of sync; you can't run this command now: fibers would wait for each other: this fiber holds connection N, and connection N is not free before that
a: a
a: 2006 MySQL server has gone away
b: 2006 MySQL server has gone away
c: 2006 MySQL server has gone away
b: 2006 MySQL server has gone away
c: 2006 MySQL server has gone away
--- PDO
a deadline: 1317 Query execution was interrupted: the deadline has passed
without: 2
a time limit: 2014 SQLSTATE[HY000]: General error: 2014 Commands out of sync; you can't run this command now: another fiber's transaction has held this connection for the whole time limit
the connection: 2
a waiter that throws: RuntimeException in line
the connection: 2
the next in line: 2
the main program: 2014 SQLSTATE[HY000]: General error: 2014 Commands out of sync; you can't run this command now: another fiber's transaction holds this connection, and this call cannot wait for it
then: 1
without a waiter: 2014 SQLSTATE[HY000]: General error: 2014 Commands out of sync; you can't run this command now: another fiber's transaction holds this connection, and this call cannot wait for it
b: 2014 SQLSTATE[HY000]: General error: 2014 Commands out of sync; you can't run this command now: fibers would wait for each other: this fiber holds connection N, and connection N is not free before that
a: a
a: 2006 SQLSTATE[HY000]: General error: 2006 MySQL server has gone away
b: 2006 SQLSTATE[HY000]: General error: 2006 MySQL server has gone away
c: 2006 SQLSTATE[HY000]: General error: 2006 MySQL server has gone away
--- PDO, native
a deadline: 1317 Query execution was interrupted: the deadline has passed
without: 2
a time limit: 2014 SQLSTATE[HY000]: General error: 2014 Commands out of sync; you can't run this command now: another fiber's transaction has held this connection for the whole time limit
the connection: 2
a waiter that throws: RuntimeException in line
the connection: 2
the next in line: 2
the main program: 2014 SQLSTATE[HY000]: General error: 2014 Commands out of sync; you can't run this command now: another fiber's transaction holds this connection, and this call cannot wait for it
then: 1
without a waiter: 2014 SQLSTATE[HY000]: General error: 2014 Commands out of sync; you can't run this command now: another fiber's transaction holds this connection, and this call cannot wait for it
b: 2014 SQLSTATE[HY000]: General error: 2014 Commands out of sync; you can't run this command now: fibers would wait for each other: this fiber holds connection N, and connection N is not free before that
a: a
a: 2006 SQLSTATE[HY000]: General error: 2006 MySQL server has gone away
b: 2006 SQLSTATE[HY000]: General error: 2006 MySQL server has gone away
c: 2006 SQLSTATE[HY000]: General error: 2006 MySQL server has gone away
