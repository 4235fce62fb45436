--TEST--
mynd.kill_abandoned: what fibers give up is killed, and their deadlines and cancels go over the same spare connection
--EXTENSIONS--
mysqli
pdo_mysql
mynd
--INI--
mynd.async=1
--FILE--
<?php
require __DIR__ . '/fibers.inc';
require __DIR__ . '/../async/abandoned.inc';

final class Wanted extends Exception
{
}

/** A fiber that waits for the endless query; $thread is that of its connection. */
function endless(?int &$thread, ?callable $query = null): Fiber
{
	$fiber = Loop::start(function () use (&$thread, $query) {
		$m = link_for_test(...as_own_user());
		$thread = $m->thread_id;
		try {
			$query === null ? $m->query(ENDLESS) : $query($m);
		} catch (Wanted) {
			echo "thrown\n";
		}
	});
	for ($i = 0; $i < 1000 && ($thread === null || at_server($thread) !== 'runs'); $i++) {
		Loop::turn(0.01);
	}
	return $fiber;
}

watcher();
kills();
$anchor = link_for_test(...as_own_user());

echo "-- dropped\n";
for ($i = 0; $i < 5; $i++) {
	$thread = null;
	endless($thread);
	Loop::drop();
	gc_collect_cycles();
	tell('a fiber', $thread);
}
$thread = null;
endless($thread, function (mysqli $m) {
	$s = $m->prepare(ENDLESS);
	$s->execute();
});
Loop::drop();
gc_collect_cycles();
tell('in an execute', $thread);
$thread = null;
$fiber = Loop::start(function () use (&$thread) {
	['user' => $user, 'password' => $password] = as_own_user();
	$pdo = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), $user, $password);
	$thread = (int) $pdo->query('SELECT CONNECTION_ID()')->fetchColumn();
	$pdo->query(ENDLESS);
});
for ($i = 0; $i < 1000 && ($thread === null || at_server($thread) !== 'runs'); $i++) {
	Loop::turn(0.01);
}
unset($fiber);
Loop::drop();
gc_collect_cycles();
tell('PDO', $thread);

echo "-- the waiter throws, another fiber closes\n";
$thread = null;
$fiber = endless($thread);
Loop::drop();
$fiber->throw(new Wanted);
unset($fiber);
tell('thrown', $thread);
$m = link_for_test(...as_own_user());
Loop::start(function () use ($m) {
	attempt('the query', fn() => $m->query(ENDLESS));
});
while (at_server($m->thread_id) !== 'runs') {
	Loop::turn(0.01);
}
$thread = $m->thread_id;
$m->close();
Loop::run();
tell('closed', $thread);
echo kills(8), ', ', count(own_threads()), " connections\n";

echo "-- deadlines of many, at the same time\n";
$said = [];
for ($i = 0; $i < 8; $i++) {
	Loop::start(function () use (&$said) {
		$m = link_for_test(...as_own_user());
		// a machine that is too slow to cancel in time loses the connection
		for ($seconds = 1.0; $seconds < 20; $seconds *= 2) {
			Mynd\deadline($m, $seconds);
			try {
				$m->query(ENDLESS);
			} catch (mysqli_sql_exception $e) {
				$code = $e->getCode();
			}
			if ($code !== 2006) {
				break;
			}
			$m = link_for_test(...as_own_user());
		}
		Mynd\deadline($m, null);
		$said[] = "$code " . $m->query('SELECT 7')->fetch_column();
	});
}
Loop::run();
echo json_encode(array_count_values($said)), "\n";
until(fn() => count(own_threads()) === 2);
echo count(own_threads()), " connections\n";

echo "-- cancelled by other fibers, at the same time\n";
$said = $links = [];
for ($i = 0; $i < 8; $i++) {
	$links[$i] = link_for_test(...as_own_user());
	Loop::start(function () use ($i, $links, &$said) {
		try {
			$links[$i]->query(ENDLESS);
		} catch (mysqli_sql_exception $e) {
			$said[] = $e->getCode() . ' ' . $links[$i]->query('SELECT 8')->fetch_column();
		}
	});
}
foreach ($links as $m) {
	while (at_server($m->thread_id) !== 'runs') {
		Loop::turn(0.01);
	}
}
$connects = Mynd\stats()['connects'];
foreach ($links as $m) {
	Loop::start(function () use ($m, &$said) {
		$said[] = Mynd\cancel($m);
	});
}
Loop::run();
$said = array_count_values(array_map(json_encode(...), $said));
ksort($said);
echo json_encode($said), ', ', Mynd\stats()['connects'] - $connects, " connects\n";
unset($links, $m);

echo "-- the fiber that opens it is dropped\n";
watcher()->query('KILL ' . own_threads()[1]);
until(fn() => count(own_threads()) === 1);
sleep(1); // until then it is not looked whether it lives
$m = link_for_test(...as_own_user());
Loop::start(fn() => $m->query('SELECT 1'));
Loop::drop();
gc_collect_cycles();
attempt('the connection', fn() => $m->query('SELECT 9')->fetch_column());
$thread = null;
endless($thread);
Loop::drop();
gc_collect_cycles();
tell('and then', $thread);
?>
--EXPECT--
-- dropped
a fiber: killed
a fiber: killed
a fiber: killed
a fiber: killed
a fiber: killed
in an execute: killed
PDO: killed
-- the waiter throws, another fiber closes
thrown
thrown: killed
the query: ! 2006 HY000 MySQL server has gone away
closed: killed
8 killed, 0 failed, 2 connections
-- deadlines of many, at the same time
{"1317 7":8}
2 connections
-- cancelled by other fibers, at the same time
{"\"1317 8\"":8,"true":8}, 0 connects
-- the fiber that opens it is dropped
the connection: "9"
and then: killed
