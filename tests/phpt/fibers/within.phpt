--TEST--
Mynd\within(): a limit of time for all that a fiber does with connections; a ROLLBACK gets a second more
--EXTENSIONS--
mynd
mysqli
pdo_mysql
--FILE--
<?php
require __DIR__ . '/fibers.inc';
const SHORT = 0.6;
const LONG = 'SELECT SLEEP(30) FROM seq_1_to_3';

/** What a call comes to, and whether it takes too long. */
function told(string $label, callable $call, float $most = 4): void
{
	$started = microtime(true);
	try {
		$answer = show($call());
	} catch (Throwable $e) {
		$code = $e instanceof PDOException ? $e->errorInfo[1] : $e->getCode();
		$answer = get_class($e) . " $code " . preg_replace('/\[\d+\]: |SQLSTATE\[\w+\]: .*: \d+ /', '', $e->getMessage());
	}
	$took = microtime(true) - $started;
	echo "$label: $answer\n", $took > $most ? "  it took $took\n" : '';
}

/** Waits until all limits of so many seconds, which have begun before, have passed. */
function outlast(float $seconds): void
{
	usleep((int) ($seconds * 1e6) + 1000);
}

$m = link_for_test();
$thread = $m->thread_id;
told('a query', fn() => Mynd\within(1, fn() => $m->query(LONG)));
told('a statement', fn() => Mynd\within(1, fn() => $m->execute_query('SELECT SLEEP(?) FROM seq_1_to_3', [30])));
told('in time', fn() => Mynd\within(60, fn() => $m->query('SELECT 1')->fetch_column()));
told('afterwards', fn() => $m->query('SELECT SLEEP(1.1)')->fetch_column());
told('an inner one ends no later', fn() => Mynd\within(1, fn() => Mynd\within(60, fn() => $m->query(LONG))));
told('after an inner one', fn() => Mynd\within(60, function () use ($m) {
	try {
		Mynd\within(0.1, fn() => outlast(0.1) ?? $m->query('SELECT 1'));
	} catch (mysqli_sql_exception $e) {
		return [$e->getCode(), $m->query('SELECT 1')->fetch_column()];
	}
}));
Mynd\deadline($m, 1);
told("the connection's own is earlier", fn() => Mynd\within(60, fn() => $m->query(LONG)));
outlast(1);
told('and has passed', fn() => Mynd\within(60, fn() => $m->query('SELECT 1')));
Mynd\deadline($m, 60);
told("the connection's own is later", fn() => Mynd\within(1, fn() => $m->query(LONG)));
Mynd\deadline($m, null);
told('by reference', fn() => Mynd\within(60, function &() use ($thread) {
	return $thread;
}) === $thread);
told('thrown', fn() => Mynd\within(60, fn() => throw new LogicException('thrown', 7)));
foreach ([0, -1, NAN, INF] as $seconds) {
	told("$seconds seconds", fn() => Mynd\within($seconds, fn() => 'called'));
}

echo "-- a transaction that has taken too long\n";
create_anew($m, 'TABLE', 'within', '(a INT) ENGINE=InnoDB');
$pdo = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'));
$ends = [
	'rollback()' => fn() => $m->rollback(),
	'ROLLBACK' => fn() => $m->query('/* a comment */ rollback'),
	'ROLLBACK TO SAVEPOINT' => fn() => $m->query('ROLLBACK TO SAVEPOINT s') && $m->rollback(),
	'ROLLBACK and more' => fn() => $m->multi_query('ROLLBACK; SELECT 1'),
	'COMMIT' => fn() => $m->commit(),
];
foreach ($ends as $name => $end) {
	told($name, fn() => Mynd\within(SHORT, function () use ($m, $end) {
		$m->begin_transaction();
		$m->query('SAVEPOINT s');
		$m->query('INSERT INTO within VALUES (1)');
		outlast(SHORT);
		try {
			$m->query('SELECT 1');
		} catch (mysqli_sql_exception $e) {
			return [$e->getCode(), $end()];
		}
	}));
	told('  rows, when the limit is over', fn() => $m->rollback() ? $m->query('SELECT COUNT(*) FROM within')->fetch_column() : '');
}
told('of PDO', fn() => Mynd\within(SHORT, function () use ($pdo) {
	$pdo->beginTransaction();
	$pdo->exec('INSERT INTO within VALUES (1)');
	outlast(SHORT);
	return $pdo->rollBack();
}));
told('transaction()', fn() => Mynd\within(1, fn() => Mynd\transaction($m, function ($m) {
	$m->query('INSERT INTO within VALUES (1)');
	$m->query(LONG);
}, retries: 5)));
told('its commit', fn() => Mynd\within(SHORT, fn() => Mynd\transaction($pdo, function ($pdo) {
	$pdo->exec('INSERT INTO within VALUES (1)');
	outlast(SHORT);
})));
told('the inner one of two', fn() => Mynd\transaction($m, function ($m) {
	$m->query('INSERT INTO within VALUES (2)');
	try {
		Mynd\within(SHORT, fn() => Mynd\transaction($m, fn($m) => $m->query('INSERT INTO within VALUES (1)') && outlast(SHORT)));
	} catch (mysqli_sql_exception $e) {
		return [$e->getCode(), $m->query('SELECT GROUP_CONCAT(a) FROM within')->fetch_column()];
	}
}));
told('rows', fn() => $m->query('SELECT GROUP_CONCAT(a) FROM within')->fetch_column());
told('the same connection', fn() => $m->thread_id === $thread && !$pdo->inTransaction());
Mynd\deadline($m, SHORT);
$m->begin_transaction();
outlast(SHORT);
told('with a deadline of the connection', fn() => $m->rollback());
Mynd\deadline($m, null);

echo "-- other waits\n";
$deaf = stream_socket_server('tcp://127.0.0.1:0');
$port = (int) substr(strrchr(stream_socket_get_name($deaf, false), ':'), 1);
told('connecting', fn() => Mynd\within(0.3, fn() => @new mysqli('127.0.0.1', 'nobody', '', '', $port)));
$m->query('SELECT SLEEP(0.6)', MYSQLI_ASYNC);
told('as_completed()', fn() => Mynd\within(0.2, fn() => count(iterator_to_array(Mynd\as_completed([$m])))));
$read = $error = $reject = [$m];
told('mysqli_poll()', fn() => Mynd\within(0.2, function () use ($m) {
	$read = $error = $reject = [$m];
	return mysqli_poll($read, $error, $reject, 30);
}));
told('reaped without a limit', fn() => $m->reap_async_query()->fetch_column());

echo "-- in fibers\n";
ini_set('mynd.async', '1');
$m = link_for_test();
$other = link_for_test();
foreach ([
	'limited' => fn() => Mynd\within(1, fn() => $m->query(LONG)),
	'behind it, on the same connection' => fn() => $m->query("SELECT 'not limited'")->fetch_column(),
	'on another one' => fn() => $other->query('SELECT SLEEP(1.2)')->fetch_column(),
	'limited, and behind that one' => fn() => Mynd\within(0.3, fn() => $other->query("SELECT 'too late'")->fetch_column()),
] as $label => $call) {
	Loop::start(fn() => told($label, $call));
}
Loop::run();
told('dropped in its limit', function () use ($m) {
	$fiber = new Fiber(fn() => Mynd\within(0.1, fn() => Fiber::suspend()));
	$fiber->start();
	unset($fiber);
	outlast(0.1);
	return $m->query('SELECT 1')->fetch_column();
});
?>
--EXPECT--
a query: mysqli_sql_exception 1317 Query execution was interrupted
a statement: mysqli_sql_exception 1317 Query execution was interrupted
in time: "1"
afterwards: "0"
an inner one ends no later: mysqli_sql_exception 1317 Query execution was interrupted
after an inner one: [1317,"1"]
the connection's own is earlier: mysqli_sql_exception 1317 Query execution was interrupted
and has passed: mysqli_sql_exception 1317 Query execution was interrupted: the deadline has passed
the connection's own is later: mysqli_sql_exception 1317 Query execution was interrupted
by reference: true
thrown: LogicException 7 thrown
0 seconds: ValueError 0 Mynd\within(): Argument #1 ($seconds) must be a number of seconds above 0
-1 seconds: ValueError 0 Mynd\within(): Argument #1 ($seconds) must be a number of seconds above 0
NAN seconds: ValueError 0 Mynd\within(): Argument #1 ($seconds) must be a number of seconds above 0
INF seconds: ValueError 0 Mynd\within(): Argument #1 ($seconds) must be a number of seconds above 0
-- a transaction that has taken too long
rollback(): [1317,true]
  rows, when the limit is over: "0"
ROLLBACK: [1317,true]
  rows, when the limit is over: "0"
ROLLBACK TO SAVEPOINT: [1317,true]
  rows, when the limit is over: "0"
ROLLBACK and more: mysqli_sql_exception 1317 Query execution was interrupted: the deadline has passed
  rows, when the limit is over: "0"
COMMIT: mysqli_sql_exception 1317 Query execution was interrupted: the deadline has passed
  rows, when the limit is over: "0"
of PDO: true
transaction(): mysqli_sql_exception 1317 Query execution was interrupted
its commit: PDOException 1317 Query execution was interrupted: the deadline has passed
the inner one of two: [1317,"2"]
rows: "2"
the same connection: true
with a deadline of the connection: true
-- other waits
connecting: mysqli_sql_exception 2006 MySQL server has gone away
as_completed(): 0
mysqli_poll(): 0
reaped without a limit: "0"
-- in fibers
limited, and behind that one: mysqli_sql_exception 1317 Query execution was interrupted: the deadline has passed
limited: mysqli_sql_exception 1317 Query execution was interrupted
behind it, on the same connection: "not limited"
on another one: "0"
dropped in its limit: "1"
