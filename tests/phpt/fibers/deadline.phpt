--TEST--
Mynd\deadline(): every command ends by then, cancelled, and the link goes on
--EXTENSIONS--
mynd
--FILE--
<?php
require __DIR__ . '/fibers.inc';
const LONG = 'SELECT SLEEP(30) FROM seq_1_to_3';

/**
 * What it comes to, and that it takes no longer than the deadline allows (and somewhat more, on a machine
 * that is at work). Where that machine is too slow to cancel in time the link is lost, as it should be; then
 * once more.
 */
function timed(string $label, float $seconds, callable $program): void
{
	for ($try = 1; $try <= 5; $try++) {
		$m = link_for_test(host: '127.0.0.1');
		Mynd\deadline($m, $seconds);
		$started = microtime(true);
		try {
			$answer = show($program($m));
		} catch (mysqli_sql_exception $e) {
			$answer = "{$e->getCode()} {$e->getMessage()}";
		}
		$took = microtime(true) - $started;
		if (!str_contains($answer, '2006') || Mynd\last_failure($m)['cause'] !== 'timed out') {
			break;
		}
	}
	echo "$label: $answer\n";
	if ($took > $seconds + 2 || $took < $seconds / 2 - 0.01) {
		printf("  it took %.3f\n", $took);
	}
	attempt('  behind it', fn() => $m->query('SELECT 1'));
	Mynd\deadline($m, null);
	attempt('  without one', fn() => $m->query('SELECT 1')->fetch_column());
}

/** Numbers of errors, or "done". */
function codes(iterable $outcomes): array
{
	return array_map(fn($outcome) => $outcome instanceof Exception ? $outcome->getCode() : 'done', iterator_to_array($outcomes));
}

function code_of(callable $program): mixed
{
	try {
		return $program();
	} catch (mysqli_sql_exception $e) {
		return $e->getCode();
	}
}

$m = link_for_test(host: '127.0.0.1');
Mynd\deadline($m, 60);
attempt('in time', fn() => $m->query('SELECT 1')->fetch_column());
timed('a query', 0.5, fn($m) => $m->query(LONG)->fetch_all());
timed('a statement', 0.5, function ($m) {
	$s = $m->prepare(LONG);
	return [$s->execute(), $s->get_result()];
});
timed('execute_query', 0.5, fn($m) => $m->execute_query('SELECT SLEEP(?) FROM seq_1_to_3', [30]));
timed('rows that come slowly', 0.5, function ($m) {
	foreach ($m->query("SELECT SLEEP(0.02), REPEAT('x', 20000) FROM seq_1_to_1000", MYSQLI_USE_RESULT) as $row) {
	}
});
timed('the second of a batch', 0.5, function ($m) {
	$m->query('SELECT 1', MYSQLI_ASYNC);
	$m->query(LONG, MYSQLI_ASYNC);
	$m->query('SELECT 2', MYSQLI_ASYNC);
	return [$m->reap_async_query()->fetch_column(), code_of(fn() => $m->reap_async_query()), code_of(fn() => $m->reap_async_query()->fetch_column())];
});
timed('two of a pipeline', 0.8, fn($m) => codes(Mynd\pipeline($m, ['DO 1', LONG, LONG, 'DO 2'])));

echo "-- in fibers\n";
$started = microtime(true);
foreach ([1, 2, 3] as $i) {
	Loop::start(function () use ($i) {
		$m = link_for_test();
		Mynd\deadline($m, 0.5);
		try {
			$m->query(LONG);
		} catch (mysqli_sql_exception $e) {
			Mynd\deadline($m, 0);
			/* a machine that is too slow */
			$lost = $e->getCode() === 2006 && Mynd\last_failure($m)['cause'] === 'timed out';
			$said = $lost ? '1317 on' : $e->getCode() . ' ' . $m->query("SELECT 'on'")->fetch_column();
		}
		echo "$said\n";
	});
}
Loop::run();
echo microtime(true) - $started < 5 ? "together\n" : "one after another\n";

echo "-- whose it is\n";
$m = link_for_test(host: 'p:127.0.0.1');
$thread = $m->thread_id;
Mynd\deadline($m, 0.02);
$m->close();
usleep(30000);
$m = link_for_test(host: 'p:127.0.0.1');
attempt('back from the pool', fn() => [$m->thread_id === $thread, $m->query('SELECT 1')->fetch_column()]);
attempt('negative', fn() => Mynd\deadline($m, -1));
attempt('no number', fn() => Mynd\deadline($m, NAN));
attempt('of a statement', fn() => Mynd\deadline($m->prepare('SELECT 1'), 60));
--EXPECT--
in time: "1"
a query: 1317 Query execution was interrupted
  behind it: ! 1317 70100 Query execution was interrupted: the deadline has passed
  without one: "1"
a statement: 1317 Query execution was interrupted
  behind it: ! 1317 70100 Query execution was interrupted: the deadline has passed
  without one: "1"
execute_query: 1317 Query execution was interrupted
  behind it: ! 1317 70100 Query execution was interrupted: the deadline has passed
  without one: "1"
rows that come slowly: 1317 Query execution was interrupted
  behind it: ! 1317 70100 Query execution was interrupted: the deadline has passed
  without one: "1"
the second of a batch: ["1",1317,"2"]
  behind it: ! 1317 70100 Query execution was interrupted: the deadline has passed
  without one: "1"
two of a pipeline: ["done",1317,1317,"done"]
  behind it: ! 1317 70100 Query execution was interrupted: the deadline has passed
  without one: "1"
-- in fibers
1317 on
1317 on
1317 on
together
-- whose it is
back from the pool: [true,"1"]
negative: ! ValueError Mynd\deadline(): Argument #2 ($seconds) must be greater than or equal to 0
no number: ! ValueError Mynd\deadline(): Argument #2 ($seconds) must be greater than or equal to 0
of a statement: null
