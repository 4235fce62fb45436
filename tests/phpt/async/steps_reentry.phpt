--TEST--
Generators of the driver's that code of the program within them steps: an Error, as a Generator has it, and the outcomes are what they were
--EXTENSIONS--
mynd
--INI--
memory_limit=128M
--FILE--
<?php
require __DIR__ . '/../connect.inc';

/** Steps the Generator that is running, in all the ways there are. */
function again(): void
{
	foreach (['next', 'current', 'valid', 'key', 'send', 'rewind'] as $method) {
		try {
			$GLOBALS['g']->$method(...($method === 'send' ? ['x'] : []));
			echo "  $method\n";
		} catch (Throwable $e) {
			echo "  $method: ", $e::class, ': ', $e->getMessage(), ', ', count($e->getTrace()) < 50 ? 'a short trace' : 'a long trace', "\n";
		}
	}
	echo '  ', count(debug_backtrace()) < 50 ? 'a short trace' : 'a long trace', "\n";
}
class Text
{
	public function __toString(): string
	{
		again();
		return 'x';
	}
}
function count_outcomes(Generator $generator): void
{
	$GLOBALS['g'] = $generator;
	$n = 0;
	foreach ($generator as $outcome) {
		$n += $outcome instanceof mysqli_result;
	}
	echo "  $n outcomes\n";
}

$m = link_for_test();
echo "-- the source\n";
count_outcomes(Mynd\pipeline($m, (function () {
	for ($i = 0; $i < 3000; $i++) {
		if ($i === 1500) { /* after the first step: the window is full before that */
			again();
		}
		yield 'SELECT 1';
	}
})()));
echo "-- a value\n";
count_outcomes(Mynd\pipeline($m, (function () {
	for ($i = 0; $i < 2000; $i++) {
		yield ['SELECT ?', [$i === 1500 ? new Text : $i]];
	}
})()));
echo "-- an interceptor\n";
$n = 0;
$interception = Mynd\intercept(function ($command, $next) use (&$n) {
	if (++$n === 1500) {
		again();
	}
	return $next($command);
});
count_outcomes(Mynd\pipeline($m, array_fill(0, 2000, 'SELECT 1')));
$interception->remove();
echo "-- within a Generator of the program's own\n";
count_outcomes((fn () => yield from Mynd\pipeline($m, (function () {
	for ($i = 0; $i < 2000; $i++) {
		if ($i === 1500) {
			again();
		}
		yield 'SELECT 1';
	}
})()))());
echo "-- as_completed()\n";
$holder = link_for_test();
$holder->query('SELECT GET_LOCK("steps_reentry", 0)');
$link = link_for_test();
$link->query('SELECT GET_LOCK("steps_reentry", 60)', MYSQLI_ASYNC);
Mynd\waiter(function () use ($holder) { /* the reply comes when it was waited for */
	again();
	Mynd\waiter(null);
	$holder->query('SELECT RELEASE_LOCK("steps_reentry")');
	return true;
}, true);
$g = Mynd\as_completed([$link]);
foreach ($g as $link) {
	$link->reap_async_query();
	echo "  one came\n";
}
Mynd\waiter(null);

echo "-- the source of the next step throws what it got\n";
$g = Mynd\pipeline($m, (function () {
	for ($i = 0; $i < 3000; $i++) {
		if ($i === 1500) {
			$GLOBALS['g']->next();
		}
		yield 'SELECT 1';
	}
})());
try {
	for ($n = 0; $g->valid(); $n++) {
		$g->next();
	}
} catch (Error $e) {
	echo "  after $n outcomes: ", $e->getMessage(), "\n";
}
echo '  ', $m->query('SELECT "works"')->fetch_column(), "\n";
?>
--EXPECT--
-- the source
  next: Error: Cannot resume an already running generator, a short trace
  current
  valid
  key
  send: Error: Cannot resume an already running generator, a short trace
  rewind: Exception: Cannot rewind a generator that was already run, a short trace
  a short trace
  3000 outcomes
-- a value
  next: Error: Cannot resume an already running generator, a short trace
  current
  valid
  key
  send: Error: Cannot resume an already running generator, a short trace
  rewind: Exception: Cannot rewind a generator that was already run, a short trace
  a short trace
  2000 outcomes
-- an interceptor
  next: Error: Cannot resume an already running generator, a short trace
  current
  valid
  key
  send: Error: Cannot resume an already running generator, a short trace
  rewind: Exception: Cannot rewind a generator that was already run, a short trace
  a short trace
  2000 outcomes
-- within a Generator of the program's own
  next: Error: Cannot resume an already running generator, a short trace
  current
  valid
  key
  send: Error: Cannot resume an already running generator, a short trace
  rewind: Exception: Cannot rewind a generator that was already run, a short trace
  a short trace
  2000 outcomes
-- as_completed()
  next: Error: Cannot resume an already running generator, a short trace
  current: Error: Cannot resume an already running generator, a short trace
  valid: Error: Cannot resume an already running generator, a short trace
  key: Error: Cannot resume an already running generator, a short trace
  send: Error: Cannot resume an already running generator, a short trace
  rewind: Error: Cannot resume an already running generator, a short trace
  a short trace
  one came
-- the source of the next step throws what it got
  after 1499 outcomes: Cannot resume an already running generator
  works
