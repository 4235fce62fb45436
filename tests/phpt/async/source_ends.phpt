--TEST--
Mynd\pipeline(), Mynd\execute_many(): a source that ends the program or its fiber: nothing of the program runs after that
--EXTENSIONS--
mynd
--FILE--
<?php
require __DIR__ . '/../connect.inc';
print_warnings();

$link = link_for_test();
$link->query('CREATE TEMPORARY TABLE s (id INT PRIMARY KEY)');

function commands(Closure $end): Generator
{
	yield 'SELECT 1';
	yield ['SELECT ?, SLEEP(0.5)', [2]]; // its outcome has not come when the source ends
	try {
		$end();
	} finally {
		echo "finally\n";
	}
	yield 'SELECT 3';
}

function rows(Closure $end): Generator
{
	yield [1];
	$end();
	yield [2];
}

function pipe(Closure $end): void
{
	foreach (Mynd\pipeline(link_for_test(), commands($end)) as $key => $outcome) {
		echo "outcome $key\n";
	}
	echo "after the pipeline\n";
}

/** A value ends it while its statement waits to be prepared. */
function pipe_value(Closure $end): void
{
	$value = new class($end) {
		public function __construct(private Closure $end) {}
		public function __toString(): string { ($this->end)(); return '1'; }
	};
	foreach (Mynd\pipeline(link_for_test(), [['SELECT ?', [$value]], 'SELECT 1']) as $key => $outcome) {
		echo "outcome $key\n";
	}
	echo "after the pipeline\n";
}

function many(Closure $end): void
{
	global $link;
	Mynd\execute_many($link, 'INSERT INTO s VALUES (?)', rows($end));
	echo "after the rows\n";
}

foreach (['pipe', 'many'] as $call) {
	echo "-- $call: the fiber is dropped\n";
	$fiber = new Fiber(function () use ($call) {
		$call(Fiber::suspend(...));
	});
	$fiber->start();
	$fiber = null;
	gc_collect_cycles();
}
/* in bulk, on MariaDB, the row was not sent yet; as an execute it was */
$sent = is_mariadb($link) ? [] : [['1']];
echo ($there = $link->query('SELECT id FROM s')->fetch_all()) === $sent ? 'what was sent before' : show($there), "\n";

register_shutdown_function(function () {
	echo "-- a value of a pipeline: exit()\n";
	pipe_value(fn() => exit("exit\n"));
});
echo "-- pipe: exit()\n";
pipe(fn() => exit("exit\n"));
--EXPECT--
-- pipe: the fiber is dropped
outcome 0
finally
-- many: the fiber is dropped
what was sent before
-- pipe: exit()
outcome 0
exit
-- a value of a pipeline: exit()
exit
