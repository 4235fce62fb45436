--TEST--
Mynd\waiter(): what a waiter may answer and do, and where it is not asked
--EXTENSIONS--
mynd
--FILE--
<?php
require __DIR__ . '/fibers.inc';
set_error_handler(fn($kind, $text) => print('  Warning: ' . preg_replace('~PID=\d+~', 'PID=N', $text) . "\n"));
$asked = 0;
function with(callable $waiter, callable $program, bool $everywhere = false): void
{
	global $asked;
	$asked = 0;
	Mynd\waiter(function (...$arguments) use ($waiter) {
		$GLOBALS['asked']++;
		return $waiter(...$arguments);
	}, $everywhere);
	(new Fiber(fn() => attempt('  it', $program)))->start();
	echo '  asked: ', $asked > 0 ? 'yes' : 'no', "\n";
	Mynd\waiter(null);
}
$query = fn() => link_for_test()->query("SELECT 'answer'")->fetch_column();

Mynd\waiter(null); // the loop's
echo "-- answers\n";
foreach (['null: blocks' => null, 'true: ready, it need not be' => true, 'false: timed out' => false, 'rubbish' => 'yes', 'an object' => new stdClass] as $what => $answer) {
	echo "$what\n";
	with(fn() => $answer, $query);
}
echo "an exception\n";
with(fn() => throw new DomainException('mine'), $query);
echo "an argument too many\n";
with(fn($a, $b, $c, $d) => true, $query);

echo "-- what it is given\n";
with(function ($stream, int $events, ?float $timeout) {
	global $asked;
	if ($asked === 1) {
		echo "  ", get_resource_type($stream), ' ', $events, ' ', gettype($timeout), ' ', show(is_float($timeout) && $timeout > 55 && $timeout <= 60), "\n";
	}
	return null;
}, $query);
echo Mynd\READ, Mynd\WRITE, "\n";

echo "-- with the same link, with another one, with itself replaced\n";
$m = link_for_test();
with(function () use ($m) {
	global $asked;
	if ($asked === 1) {
		attempt('  the same link', fn() => $m->query('SELECT 2'));
		attempt('  closed', fn() => null);
	}
	return null;
}, fn() => [$m->query('SELECT 1')->fetch_column(), $m->errno]);
with(function () use ($query) {
	global $asked;
	if ($asked === 1) {
		attempt('  another link', $query);
	}
	return null;
}, fn() => $m->query('SELECT 1')->fetch_column());
with(function () {
	Mynd\waiter(null);
	return null;
}, fn() => $m->query('SELECT 1')->fetch_column());
$one = fn() => null;
var_dump(Mynd\waiter($one), Mynd\waiter('strtolower') === $one, Mynd\waiter(null), Mynd\waiter(null));
attempt('no callable', fn() => Mynd\waiter('nothing of the kind'));

echo "-- outside of fibers\n";
Mynd\waiter(function () {
	echo "  asked\n";
	return null;
});
attempt('alone', fn() => $m->query('SELECT 1')->fetch_column());
Mynd\waiter(function () {
	echo "  asked\n";
	return null;
}, true);
attempt('everywhere', fn() => $m->query('SELECT 1')->fetch_column());
Mynd\waiter(null);

echo "-- where the engine switches no fibers it is not asked; elsewhere it suspends\n";
final class Queries
{
	public static string $asked = '';
	public ?Queries $self = null;

	public function __destruct()
	{
		$before = Loop::$asked;
		$value = link_for_test()->query("SELECT 'in a destructor'")->fetch_column();
		self::$asked = ($value === 'in a destructor' ? 'answered' : $value) . (PHP_VERSION_ID < 80400 && Loop::$asked !== $before ? ', but asked' : '');
	}
}
Mynd\waiter(Loop::wait(...));
Loop::start(function () {
	new Queries;
});
Loop::run();
echo Queries::$asked, "\n";
Queries::$asked = '';
Loop::start(function () {
	$cycle = new Queries;
	$cycle->self = $cycle;
	unset($cycle);
	gc_collect_cycles();
});
Loop::run();
echo Queries::$asked, "\n";

echo "-- exit() in a fiber that others wait beside\n";
foreach ([1, 2] as $i) {
	Loop::start(function () use ($i) {
		try {
			link_for_test()->query('SELECT SLEEP(20)');
			echo "not reached\n";
		} finally {
			echo "finally ", link_for_test()->query("SELECT $i")->fetch_column(), "\n";
		}
	});
}
Loop::start(function () {
	link_for_test()->query('SELECT 1');
	register_shutdown_function(fn() => print('shut down ' . link_for_test()->query("SELECT 'well'")->fetch_column() . "\n"));
	exit("exit\n");
});
Loop::run();
echo "not reached\n";
--EXPECTF--
-- answers
null: blocks
  it: "answer"
  asked: yes
true: ready, it need not be
  it: "answer"
  asked: yes
false: timed out
  Warning: mysqli::__construct(): Error while reading greeting packet. PID=N
  it: ! 2006 HY000 MySQL server has gone away
  asked: yes
rubbish
  it: ! TypeError The waiter of Mynd\waiter() must return a bool or null, string returned
  asked: yes
an object
  it: ! TypeError The waiter of Mynd\waiter() must return a bool or null, stdClass returned
  asked: yes
an exception
  it: ! DomainException mine
  asked: yes
an argument too many
  it: ! ArgumentCountError Too few arguments to function %s
  asked: yes
-- what it is given
  stream 1 double true
  it: "answer"
  asked: yes
12
-- with the same link, with another one, with itself replaced
  the same link: ! 2014 HY000 Commands out of sync; you can't run this command now: another call waits on this connection
  closed: null
  it: ["1",0]
  asked: yes
  another link: "answer"
  it: "1"
  asked: yes
  it: "1"
  asked: yes
NULL
bool(true)
string(10) "strtolower"
NULL
no callable: ! TypeError Mynd\waiter(): Argument #1 ($waiter) must be a valid callback or null, function "nothing of the kind" not found or invalid function name
-- outside of fibers
alone: "1"
  asked
everywhere: "1"
-- where the engine switches no fibers it is not asked; elsewhere it suspends
answered
answered
-- exit() in a fiber that others wait beside
exit
shut down well
finally 1
finally 2
