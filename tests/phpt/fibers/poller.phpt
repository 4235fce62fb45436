--TEST--
Mynd\Poller: one stream for all waits; time limits, closed connections, cancelled waits, a forked child
--EXTENSIONS--
mynd
pcntl
--FILE--
<?php
require __DIR__ . '/../connect.inc';
require __DIR__ . '/../fork.inc';

/** A loop that watches one stream. */
final class One
{
	public static Mynd\Poller $poller;
	/** @var array<int, Fiber> */
	public static array $waiting = [];

	public static function wait(int $number): mixed
	{
		self::$waiting[$number] = Fiber::getCurrent();
		return Fiber::suspend();
	}

	public static function start(callable $program): Fiber
	{
		$fiber = new Fiber($program);
		$fiber->start();
		return $fiber;
	}

	public static function run(): void
	{
		while (self::$waiting) {
			$read = [self::$poller->stream()];
			$write = $except = null;
			stream_select($read, $write, $except, 20) === 1 || exit("nothing comes\n");
			foreach (self::$poller->ready() as $number => $is_ready) {
				$fiber = self::$waiting[$number];
				unset(self::$waiting[$number]);
				$fiber->resume($is_ready);
			}
		}
	}
}

One::$poller = new Mynd\Poller(One::wait(...));
var_dump(One::$poller->ready(), get_resource_type(One::$poller->stream()), One::$poller->stream() === One::$poller->stream());
var_dump(Mynd\waiter(One::$poller));

echo "-- ten queries side by side, each with its own answer\n";
$got = [];
foreach (range(0, 9) as $i) {
	One::start(function () use ($i, &$got) {
		$got[$i] = link_for_test()->query("SELECT $i, SLEEP(0.2)")->fetch_column();
	});
}
echo count(One::$waiting), " wait\n";
One::run();
ksort($got);
echo implode(' ', $got), "\n";

echo "-- PDO over TCP, prepared; mysqli_poll(); a result read row by row\n";
One::start(function () {
	$pdo = new PDO('mysql:host=127.0.0.1;port=' . getenv('MYND_TEST_PORT'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), [PDO::ATTR_EMULATE_PREPARES => false]);
	$statement = $pdo->prepare('SELECT ?, SLEEP(0.01)');
	$statement->execute([7]);
	echo $statement->fetchColumn(), "\n";
});
One::start(function () {
	[$a, $b] = [link_for_test(), link_for_test()];
	$a->query('SELECT SLEEP(5)', MYSQLI_ASYNC);
	$b->query("SELECT 'b', SLEEP(0.05)", MYSQLI_ASYNC);
	$read = $error = $reject = [$a, $b];
	echo mysqli_poll($read, $error, $reject, 10), ' ', $read[0]->reap_async_query()->fetch_column(), "\n";
	$read = $error = $reject = [$a];
	echo mysqli_poll($read, $error, $reject, 0, 10000), " in time\n";
	Mynd\cancel($a);
});
One::run();
One::start(function () {
	$n = 0;
	$m = link_for_test();
	foreach ($m->query('SELECT seq, REPEAT("x", 1000) FROM seq_1_to_5000', MYSQLI_USE_RESULT) as $row) {
		$n += strlen(end($row));
	}
	echo $n, "\n";
});
One::run();

echo "-- a time limit\n";
One::start(fn() => attempt('read timeout', function () {
	$m = mysqli_init();
	$m->options(MYSQLI_OPT_READ_TIMEOUT, 1);
	$m->real_connect(...where());
	@$m->query('SELECT SLEEP(20)');
}));
One::run();

echo "-- closed, killed, cancelled\n";
$m = link_for_test();
One::start(fn() => attempt('closed', fn() => @$m->query('SELECT SLEEP(20)')));
$m->close();
One::run();
$m = link_for_test();
One::start(fn() => attempt('killed', fn() => @$m->query('SELECT SLEEP(20)')));
link_for_test()->query("KILL $m->thread_id");
One::run();
One::start(fn() => attempt('thrown into', fn() => $m = link_for_test()->query('SELECT SLEEP(20)')));
$fiber = array_pop(One::$waiting);
One::start(fn() => attempt('beside it', fn() => link_for_test()->query('SELECT 1, SLEEP(0.1)')->fetch_column()));
while (!$fiber->isTerminated()) {
	$fiber->throw(new DomainException('mine'));
}
One::run();
One::start(function () {
	try {
		link_for_test()->query('SELECT SLEEP(20)');
	} finally {
		echo 'dropped: ', link_for_test()->query("SELECT 'its finally asks'")->fetch_column(), "\n";
	}
});
$fiber = null;
One::$waiting = [];
gc_collect_cycles();

echo "-- a child\n";
$m = link_for_test();
$parent = getmypid();
One::start(function () use ($m, $parent) {
	try {
		$got = @$m->query('SELECT 1, SLEEP(1)')->fetch_column();
	} catch (mysqli_sql_exception $e) {
		$got = $e->getCode();
	}
	echo getmypid() === $parent ? 'the parent' : "the parent's wait in the child", ": $got\n";
});
in_child(function () {
	One::start(fn() => attempt("the child's own", fn() => link_for_test()->query('SELECT 2, SLEEP(0.1)')->fetch_column()));
	One::run();
	echo "the child ends\n";
});
One::run();

echo "-- what it refuses\n";
attempt('twice', fn() => One::$poller->__construct(fn() => null));
attempt('no callable', fn() => new Mynd\Poller('nothing of the kind'));
attempt('cloned', fn() => clone One::$poller);
attempt('serialized', fn() => serialize(One::$poller));
Mynd\waiter(null);
$answer = fn(mixed $it) => fn(int $wait) => $it;
foreach ([null, true, 'rubbish'] as $it) {
	$poller = new Mynd\Poller($answer($it));
	Mynd\waiter($poller);
	One::start(fn() => attempt(json_encode($it), fn() => link_for_test()->query("SELECT 'answer'")->fetch_column()));
	Mynd\remove_waiter($poller);
}

echo "-- freed, its stream is closed\n";
$stream = $poller->stream();
unset($poller);
var_dump(is_resource($stream));
echo "-- left as it waits\n";
Mynd\waiter(One::$poller);
One::start(fn() => link_for_test()->query('SELECT SLEEP(20)'));
?>
--EXPECT--
array(0) {
}
string(6) "stream"
bool(true)
NULL
-- ten queries side by side, each with its own answer
10 wait
0 1 2 3 4 5 6 7 8 9
-- PDO over TCP, prepared; mysqli_poll(); a result read row by row
7
1 b
0 in time
5000000
-- a time limit
read timeout: ! 2006 HY000 MySQL server has gone away
-- closed, killed, cancelled
closed: ! 2006 HY000 MySQL server has gone away
killed: ! 2006 HY000 MySQL server has gone away
thrown into: ! DomainException mine
beside it: "1"
dropped: its finally asks
-- a child
the parent's wait in the child: 2006
the child's own: "2"
the child ends
the parent: 1
-- what it refuses
twice: ! Error Mynd\Poller: the constructor was called before
no callable: ! TypeError Mynd\Poller::__construct(): Argument #1 ($waiter) must be a valid callback, function "nothing of the kind" not found or invalid function name
cloned: ! Error Trying to clone an uncloneable object of class Mynd\Poller
serialized: ! Exception Serialization of 'Mynd\Poller' is not allowed
null: "answer"
true: "answer"
"rubbish": ! TypeError The waiter of Mynd\waiter() must return a bool or null, string returned
-- freed, its stream is closed
bool(false)
-- left as it waits
