--TEST--
Mynd\cancel(): a command that comes while the cancel is on its way is not hit
--EXTENSIONS--
mynd
--INI--
mynd.kill_abandoned=0
--FILE--
<?php
require __DIR__ . '/fibers.inc';

/** The fiber that has begun to wait last, whose descriptor the loop does not look at for now. */
function hold_last(): array
{
	$id = array_key_last(Loop::$waiting);
	$held = [$id, Loop::$waiting[$id]];
	unset(Loop::$waiting[$id]);
	return $held;
}

function let_go(array $held): void
{
	Loop::$waiting[$held[0]] = $held[1];
}

/** Turns of the loop for the last fiber alone. False: it is over. */
function turns_alone(int $count): bool
{
	$others = array_slice(Loop::$waiting, 0, -1, true);
	Loop::$waiting = array_slice(Loop::$waiting, -1, null, true);
	while ($count > 0 && Loop::$waiting) {
		Loop::turn();
		$count--;
	}
	$goes_on = Loop::$waiting !== [];
	Loop::$waiting = $others + Loop::$waiting;
	return $goes_on;
}

$m = link_for_test();
echo "-- the connection of the cancel is opened\n";
Loop::start(function () use ($m) {
	attempt('meant', fn() => $m->query('SELECT SLEEP(0.1)')->fetch_column());
	attempt('the next one', fn() => $m->query('SELECT SLEEP(0.3)')->fetch_column());
});
Loop::start(fn() => attempt('cancel', fn() => Mynd\cancel($m)));
$held = hold_last();
Loop::turn();
let_go($held);
Loop::run();
attempt('and then', fn() => $m->query('SELECT 1')->fetch_column());

echo "-- held after each of its waits\n";
$hit = 0;
for ($turns = 1, $goes_on = true; $goes_on; $turns++) {
	$over = false;
	$next = null;
	Loop::start(function () use ($m, &$over, &$next) {
		try {
			$m->query('SELECT SLEEP(0.2)');
		} catch (mysqli_sql_exception $e) {
			$e->getCode() === 1317 || print $e->getMessage() . "\n";
		}
		$over = true;
		try {
			$next = $m->query('SELECT SLEEP(0.1)')->fetch_column();
		} catch (mysqli_sql_exception $e) {
			$next = $e->getMessage();
		}
	});
	Loop::start(function () use ($m) {
		Mynd\cancel($m);
	});
	$goes_on = turns_alone($turns);
	if ($goes_on) {
		$held = hold_last();
		while (!$over) {
			Loop::turn();
		}
		let_go($held);
	}
	Loop::run();
	$hit += $next !== '0';
}
echo $turns > 2 ? "several waits, $hit were hit that were not meant\n" : "it did not wait\n";

echo "-- what is meant is one of several, and the first is over\n";
$m->query('SELECT 1', MYSQLI_ASYNC);
$m->query('SELECT SLEEP(30) FROM seq_1_to_3', MYSQLI_ASYNC);
Loop::start(fn() => attempt('cancel', fn() => Mynd\cancel($m)));
$held = hold_last();
attempt('the first', fn() => $m->reap_async_query()->fetch_column());
let_go($held);
Loop::run();
attempt('the second', fn() => $m->reap_async_query()->fetch_all());
attempt('and then', fn() => $m->query('SELECT 2')->fetch_column());
--EXPECT--
-- the connection of the cancel is opened
meant: "0"
cancel: false
the next one: "0"
and then: "1"
-- held after each of its waits
several waits, 0 were hit that were not meant
-- what is meant is one of several, and the first is over
the first: "1"
cancel: true
the second: ! 1317 70100 Query execution was interrupted
and then: "2"
