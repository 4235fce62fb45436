--TEST--
Mynd\Pool: a limit of time for a whole call, which no later user of the connection has
--EXTENSIONS--
mysqli
pdo_mysql
--INI--
mynd.shared_pool=0
mynd.persistent=asked
--FILE--
<?php
require __DIR__ . '/pool.inc';
use Mynd\Pool;

/** What a call comes to, and whether it takes too long. */
function told(string $label, callable $call): void
{
	$started = microtime(true);
	$code = 0;
	$answer = outcome(function () use ($call, &$code) {
		try {
			return json_encode($call());
		} catch (mysqli_sql_exception | PDOException $e) {
			$code = $e instanceof PDOException ? $e->errorInfo[1] : $e->getCode();
			throw $e;
		}
	});
	echo "$label: ", $code === 0 ? $answer : "error $code", "\n";
	if (microtime(true) - $started > 4) {
		echo "  it took too long\n";
	}
}

$rows = fn(mysqli_result|PDOStatement $result) => $result instanceof PDOStatement ? $result->fetchAll(PDO::FETCH_NUM) : $result->fetch_all();
$long = 'SELECT SLEEP(30) FROM seq_1_to_3';
foreach (['mysqli' => fn() => link_for_test(), 'PDO' => fn() => pdo_for_test()] as $name => $connect) {
	echo "-- $name\n";
	$pool = new Pool($connect, 1);
	told('query()', fn() => $pool->query($long, within: 1));
	told('in time', fn() => $rows($pool->query('SELECT 1', within: 60)));
	told('execute()', fn() => $pool->execute('SELECT SLEEP(?) FROM seq_1_to_3', [30], within: 1));
	told('use()', fn() => $pool->use(fn($db) => $db->query($long), within: 1));
	told('transaction()', fn() => $pool->transaction(fn($db) => $db->query($long), within: 1));
	told('not limited', fn() => $rows($pool->query('SELECT SLEEP(1.1)')));
	told('released too late', fn() => $pool->use(function ($db) {
		$db->query('SET @left = 1');
		usleep(601000);
	}, within: 0.6));
	told('the next user', fn() => $rows($pool->query('SELECT @left, SLEEP(0.7)')));
	told('of the fiber', fn() => Mynd\within(0.6, function () use ($pool) {
		usleep(601000);
		try {
			$pool->query('SELECT 1');
		} catch (Exception) {
			return 'refused';
		}
	}));
	told('the next user', fn() => $rows($pool->query('SELECT 1')));
	foreach ([0, -1, NAN, INF] as $seconds) {
		told("$seconds", fn() => $pool->query('SELECT 1', within: $seconds));
	}
	$stats = $pool->stats();
	echo "in use: $stats[in_use], created: $stats[created], closed: $stats[closed]\n";
}

echo "-- waiting for a connection\n";
$pool = new Pool(fn() => link_for_test(), 1);
$taken = $pool->acquire();
Loop::start(fn() => told('no connection', fn() => $pool->query('SELECT 1', within: 0.2)));
Loop::start(fn() => told('in a limit', fn() => Mynd\within(0.3, fn() => $pool->acquire())));
Loop::run();
$pool->release($taken);
told('afterwards', fn() => $rows($pool->query('SELECT 1')));

echo "-- functions of the pool\n";
$noted = fn(string $name, string $sql) => function (mysqli $db) use ($name, $sql) {
	note($name);
	$db->query($sql);
};
$pool = new Pool(fn() => link_for_test(), 1, onConnect: $noted('onConnect', "SET time_zone = '+01:00'"), beforeAcquire: $noted('beforeAcquire', 'DO 1'), afterRelease: $noted('afterRelease', 'DO 2'));
told('released too late', fn() => $pool->use(fn() => usleep(601000), within: 0.6));
told('and in a fiber that has no time', fn() => Mynd\within(0.6, fn() => $pool->use(fn() => usleep(601000))));
print_log();
told('taken too late', fn() => Mynd\within(0.6, fn() => usleep(601000) ?? $pool->query('SELECT 1')));
print_log();
told('the next user', fn() => $rows($pool->query('SELECT @@time_zone')));
$stats = $pool->stats();
echo "in use: $stats[in_use], created: $stats[created], closed: $stats[closed]\n";
?>
--EXPECTF--
-- mysqli
query(): error 1317
in time: [["1"]]
execute(): error 1317
use(): error 1317
transaction(): error 1317
not limited: [["0"]]
released too late: null
the next user: [[null,"0"]]
of the fiber: "refused"
the next user: [["1"]]
0: ValueError: Mynd\Pool::query(): Argument #3 ($within) must be a number of seconds above 0
-1: ValueError: Mynd\Pool::query(): Argument #3 ($within) must be a number of seconds above 0
NAN: ValueError: Mynd\Pool::query(): Argument #3 ($within) must be a number of seconds above 0
INF: ValueError: Mynd\Pool::query(): Argument #3 ($within) must be a number of seconds above 0
in use: 0, created: 1, closed: 0
-- PDO
query(): error 1317
in time: [[1]]
execute(): error 1317
use(): error 1317
transaction(): error 1317
not limited: [[0]]
released too late: null
the next user: [[null,0]]
of the fiber: "refused"
the next user: [[1]]
0: ValueError: Mynd\Pool::query(): Argument #3 ($within) must be a number of seconds above 0
-1: ValueError: Mynd\Pool::query(): Argument #3 ($within) must be a number of seconds above 0
NAN: ValueError: Mynd\Pool::query(): Argument #3 ($within) must be a number of seconds above 0
INF: ValueError: Mynd\Pool::query(): Argument #3 ($within) must be a number of seconds above 0
in use: 0, created: 1, closed: 0
-- waiting for a connection
no connection: Mynd\PoolExhausted: Mynd\Pool: all 1 connections are in use, and none was given back in N seconds; 1 others wait. The one in use for longest: N seconds, acquired at within.php:%d
in a limit: Mynd\PoolExhausted: Mynd\Pool: all 1 connections are in use, and none was given back in N seconds; 0 others wait. The one in use for longest: N seconds, acquired at within.php:%d
afterwards: [["1"]]
-- functions of the pool
released too late: null
and in a fiber that has no time: null
onConnect beforeAcquire afterRelease onConnect beforeAcquire afterRelease
taken too late: error 1317

the next user: [["+01:00"]]
in use: 0, created: 1, closed: 0
