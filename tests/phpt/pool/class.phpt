--TEST--
Mynd\Pool: a limited number of connections of mysqli or PDO, given out as new
--EXTENSIONS--
mysqli
pdo_mysql
--INI--
mynd.shared_pool=0
mynd.persistent=asked
--FILE--
<?php
require __DIR__ . '/pool.inc';
print_warnings();
use Mynd\Pool;

function numbers(Pool $pool, string ...$names): string
{
	$numbers = $pool->stats();
	return implode(', ', array_map(fn($name) => "$name $numbers[$name]", $names ?: ['in_use', 'idle', 'waiting', 'acquired', 'created', 'closed']));
}

foreach (['mysqli' => fn() => link_for_test(), 'PDO' => fn() => pdo_for_test([PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false])] as $name => $connect) {
	echo "-- $name\n";
	$fetch = fn($db, $sql) => $db instanceof PDO ? $db->query($sql)->fetchAll(PDO::FETCH_COLUMN)[0] : $db->query($sql)->fetch_column();
	$calls = 0;
	$pool = new Pool(function () use ($connect, &$calls) {
		$calls++;
		return $connect();
	}, 3);
	echo numbers($pool), "\n";
	$db = $pool->acquire();
	$id = $fetch($db, 'SELECT CONNECTION_ID()');
	$db->query('SET @a = 1');
	echo $db::class, ': ', numbers($pool), "\n";
	$pool->release($db);
	echo outcome(fn() => $db->query('DO 1')) === '' ? 'usable' : 'as after a loss', ': ', numbers($pool), "\n";
	echo outcome(fn() => $pool->release($db)), "\n";
	$again = $pool->acquire();
	echo $again === $db ? 'the same object' : 'another object', ', ', $fetch($again, 'SELECT CONNECTION_ID()') === $id ? 'the same connection' : 'another connection', ', ', var_export($fetch($again, 'SELECT @a'), true), "\n";
	$again = null;
	echo 'let go: ', numbers($pool), "\n";

	echo "a transaction, unread rows, a statement\n";
	$pool->use(function ($db) {
		$db->query('CREATE TEMPORARY TABLE t (a INT) ENGINE=InnoDB');
		$db instanceof PDO ? $db->beginTransaction() : $db->begin_transaction();
		$db->query('INSERT INTO t VALUES (1)');
		$GLOBALS['statement'] = $db->prepare('SELECT 1');
		$GLOBALS['rows'] = $db->query('SELECT 1', ...($db instanceof PDO ? [] : [MYSQLI_USE_RESULT]));
	});
	echo outcome(fn() => $GLOBALS['statement']->execute() ? 'it runs' : 'it does not'), "\n";
	echo outcome(fn() => $pool->use(fn($db) => $fetch($db, 'SELECT COUNT(*) FROM t'))), "\n";
	echo numbers($pool), "\n";

	echo "use()\n";
	echo $pool->use(fn($db) => $fetch($db, "SELECT 'returned'")), "\n";
	echo outcome(fn() => $pool->use(fn($db) => throw new LogicException('thrown'))), "\n";
	echo outcome(fn() => $pool->use(fn($db) => $pool->release($db) ?? 'given back before')), "\n";
	echo outcome(fn() => $pool->use(fn($db) => $pool->use(fn($other) => $other !== $db ? numbers($pool, 'in_use') : 'the same'))), "\n";
	echo numbers($pool, 'in_use', 'idle', 'waiting'), ', the function was called ', $calls === $pool->stats()['acquired'] ? 'for each' : 'otherwise', "\n";

	echo "exhausted\n";
	$all = array_map(fn() => $pool->acquire(), [1, 2, 3]);
	echo outcome(fn() => $pool->acquire()), "\n";
	Loop::start(function () use ($pool) {
		echo outcome(fn() => $pool->acquire(0)), "\n";
		echo outcome(fn() => $pool->acquire(0.02)), "\n";
	});
	Loop::run();
	echo numbers($pool, 'waits', 'timeouts'), "\n";
	array_map($pool->release(...), $all);
	echo numbers($pool, 'in_use', 'idle'), "\n";

	echo "in order\n";
	$all = array_map(fn() => $pool->acquire(), [1, 2, 3]);
	foreach (range('a', 'e') as $who) {
		Loop::start(fn() => $pool->use(fn() => note($who) ?? let_others_run()));
	}
	echo numbers($pool, 'in_use', 'waiting'), "\n";
	$all = null;
	Loop::run();
	print_log();
	echo numbers($pool, 'in_use', 'idle', 'waiting', 'waits'), "\n";

	echo "closed\n";
	$one = $pool->acquire();
	$rest = [$pool->acquire(), $pool->acquire()];
	Loop::start(function () use ($pool) {
		note(outcome(fn() => $pool->acquire()));
	});
	$pool->close();
	echo numbers($pool, 'in_use', 'idle', 'waiting'), "\n";
	Loop::run();
	print_log();
	echo $fetch($one, "SELECT 'one goes on'"), "\n";
	$pool->release($one);
	$rest = null;
	echo numbers($pool, 'in_use', 'idle'), ', ', outcome(fn() => $pool->acquire()), "\n";
	$pool = null;
	echo links(), "\n";
}

echo "-- the least number\n";
$pool = new Pool(fn() => link_for_test(), 5, 3);
echo numbers($pool), "\n";
unset($pool);
echo links(), "\n";

echo "-- functions that do not what they should\n";
$kept = link_for_test();
foreach ([
	'nothing' => fn() => null,
	'another object' => fn() => new stdClass,
	'an unconnected one' => fn() => mysqli_init(),
	'one of before' => fn() => $kept,
	'throws' => fn() => throw new LogicException('no'),
	'no login' => fn() => new mysqli('localhost', 'nobody', 'wrong', null, null, getenv('MYND_TEST_SOCKET')),
	'the same twice' => function () {
		static $one;
		return $one ??= link_for_test();
	},
	'two, and one is returned' => function () {
		$other = link_for_test();
		return link_for_test();
	},
] as $label => $connect) {
	$pool = new Pool($connect, 2);
	echo "$label: ", outcome(fn() => $pool->acquire()::class), ', ', outcome(fn() => $pool->acquire()::class), '; ', numbers($pool, 'in_use', 'idle'), "\n";
}
$pool = $connect = null;

echo "-- an interceptor connects for itself\n";
$log = [];
$interception = Mynd\intercept(function (Mynd\Command $c, callable $next) {
	$reply = $next($c);
	if ($c->kind === Mynd\Kind::Connect) {
		note(link_for_test()->query("SELECT 'logged'")->fetch_column());
	}
	return $reply;
});
$pool = new Pool(function () {
	try { /* it tries again, in the same place, and in a function of its own */
		new mysqli('localhost', 'nobody', 'wrong', null, null, getenv('MYND_TEST_SOCKET'));
	} catch (mysqli_sql_exception) {
	}
	return link_for_test();
}, 1);
echo outcome(fn() => $pool->use(fn($db) => $db->query("SELECT 'used'")->fetch_column())), ', ', numbers($pool), ', ', links(), "\n";
$interception->remove();
print_log();

echo "-- arguments\n";
$connect = fn() => link_for_test();
foreach ([['maximum' => 0], ['minimum' => -1], ['minimum' => 11], ['acquireTimeout' => -1], ['acquireTimeout' => NAN], ['idleTimeout' => -1], ['maxLifetime' => -1], ['checkAfter' => -1], ['checkAfter' => null]] as $arguments) {
	echo outcome(fn() => (new Pool($connect, ...$arguments))::class), "\n";
}
$pool = new Pool($connect);
foreach ([-1, NAN, INF] as $limit) {
	echo outcome(fn() => $pool->acquire($limit)), "\n";
}
echo outcome(fn() => $pool->use(fn() => 1, -1)), "\n";
echo outcome(fn() => $pool->release($kept)), "\n";
echo outcome(fn() => $pool->__construct($connect)), "\n";
echo outcome(fn() => clone $pool), "\n";
echo outcome(fn() => serialize($pool)), "\n";
echo outcome(fn() => (new ReflectionClass(Pool::class))->newInstanceWithoutConstructor()->acquire()), "\n";
$closed = $pool->acquire();
$closed->close();
$pool->release($closed);
echo numbers($pool), "\n";
?>
--EXPECT--
-- mysqli
in_use 0, idle 0, waiting 0, acquired 0, created 0, closed 0
mysqli: in_use 1, idle 0, waiting 0, acquired 1, created 1, closed 0
as after a loss: in_use 0, idle 1, waiting 0, acquired 1, created 1, closed 0
Error: Mynd\Pool::release(): this is no connection of the pool, or was given back before
another object, the same connection, NULL
let go: in_use 0, idle 1, waiting 0, acquired 2, created 1, closed 0
a transaction, unread rows, a statement
mysqli_sql_exception: MySQL server has gone away
mysqli_sql_exception: Table 'mynd_test.t' doesn't exist
in_use 0, idle 1, waiting 0, acquired 4, created 1, closed 0
use()
returned
LogicException: thrown
given back before
in_use 2
in_use 0, idle 2, waiting 0, the function was called for each
exhausted
Mynd\PoolExhausted: Mynd\Pool: all 3 connections are in use, and this call does not wait. The one in use for longest: N seconds, acquired at class.php:53
Mynd\PoolExhausted: Mynd\Pool: all 3 connections are in use, and this call does not wait. The one in use for longest: N seconds, acquired at class.php:53
Mynd\PoolExhausted: Mynd\Pool: all 3 connections are in use, and none was given back in N seconds; 0 others wait. The one in use for longest: N seconds, acquired at class.php:53
waits 1, timeouts 1
in_use 0, idle 3
in order
in_use 3, waiting 5
a b c d e
in_use 0, idle 3, waiting 0, waits 6
closed
in_use 3, idle 0, waiting 1
Mynd\PoolExhausted: Mynd\Pool: the pool is closed
one goes on
in_use 0, idle 0, Mynd\PoolExhausted: Mynd\Pool: the pool is closed
0 in use, 0 idle
-- PDO
in_use 0, idle 0, waiting 0, acquired 0, created 0, closed 0
PDO: in_use 1, idle 0, waiting 0, acquired 1, created 1, closed 0
as after a loss: in_use 0, idle 1, waiting 0, acquired 1, created 1, closed 0
Error: Mynd\Pool::release(): this is no connection of the pool, or was given back before
another object, the same connection, NULL
let go: in_use 0, idle 1, waiting 0, acquired 2, created 1, closed 0
a transaction, unread rows, a statement
PDOException: SQLSTATE[HY000]: General error: 2006 MySQL server has gone away
PDOException: SQLSTATE[42S02]: Base table or view not found: 1146 Table 'mynd_test.t' doesn't exist
in_use 0, idle 1, waiting 0, acquired 4, created 1, closed 0
use()
returned
LogicException: thrown
given back before
in_use 2
in_use 0, idle 2, waiting 0, the function was called for each
exhausted
Mynd\PoolExhausted: Mynd\Pool: all 3 connections are in use, and this call does not wait. The one in use for longest: N seconds, acquired at class.php:53
Mynd\PoolExhausted: Mynd\Pool: all 3 connections are in use, and this call does not wait. The one in use for longest: N seconds, acquired at class.php:53
Mynd\PoolExhausted: Mynd\Pool: all 3 connections are in use, and none was given back in N seconds; 0 others wait. The one in use for longest: N seconds, acquired at class.php:53
waits 1, timeouts 1
in_use 0, idle 3
in order
in_use 3, waiting 5
a b c d e
in_use 0, idle 3, waiting 0, waits 6
closed
in_use 3, idle 0, waiting 1
Mynd\PoolExhausted: Mynd\Pool: the pool is closed
one goes on
in_use 0, idle 0, Mynd\PoolExhausted: Mynd\Pool: the pool is closed
0 in use, 0 idle
-- the least number
in_use 0, idle 3, waiting 0, acquired 3, created 3, closed 0
0 in use, 0 idle
-- functions that do not what they should
nothing: TypeError: Mynd\Pool: the function must return a new connection of mysqli or PDO, connected in its call, TypeError: Mynd\Pool: the function must return a new connection of mysqli or PDO, connected in its call; in_use 0, idle 0
another object: TypeError: Mynd\Pool: the function must return a new connection of mysqli or PDO, connected in its call, TypeError: Mynd\Pool: the function must return a new connection of mysqli or PDO, connected in its call; in_use 0, idle 0
an unconnected one: TypeError: Mynd\Pool: the function must return a new connection of mysqli or PDO, connected in its call, TypeError: Mynd\Pool: the function must return a new connection of mysqli or PDO, connected in its call; in_use 0, idle 0
one of before: TypeError: Mynd\Pool: the function must return a new connection of mysqli or PDO, connected in its call, TypeError: Mynd\Pool: the function must return a new connection of mysqli or PDO, connected in its call; in_use 0, idle 0
throws: LogicException: no, LogicException: no; in_use 0, idle 0
no login: mysqli_sql_exception: Access denied for user 'nobody'@'localhost' (using password: YES), mysqli_sql_exception: Access denied for user 'nobody'@'localhost' (using password: YES); in_use 0, idle 0
the same twice: mysqli, TypeError: Mynd\Pool: the function must return a new connection of mysqli or PDO, connected in its call; in_use 1, idle 0
two, and one is returned: mysqli, mysqli; in_use 0, idle 2
-- an interceptor connects for itself
used, in_use 0, idle 1, waiting 0, acquired 1, created 1, closed 0, 1 in use, 1 idle
logged logged
-- arguments
ValueError: Mynd\Pool::__construct(): Argument #2 ($maximum) must be 1 or more
ValueError: Mynd\Pool::__construct(): Argument #3 ($minimum) must be between 0 and $maximum
ValueError: Mynd\Pool::__construct(): Argument #3 ($minimum) must be between 0 and $maximum
ValueError: Mynd\Pool::__construct(): Argument #4 ($acquireTimeout) must be a number of seconds, 0 or more
ValueError: Mynd\Pool::__construct(): Argument #4 ($acquireTimeout) must be a number of seconds, 0 or more
ValueError: Mynd\Pool::__construct(): Argument #5 ($idleTimeout) must be a number of seconds, 0 or more
ValueError: Mynd\Pool::__construct(): Argument #6 ($maxLifetime) must be a number of seconds, 0 or more
ValueError: Mynd\Pool::__construct(): Argument #7 ($checkAfter) must be a number of seconds, 0 or more, or null
Mynd\Pool
ValueError: Mynd\Pool::acquire(): Argument #1 ($timeout) must be a number of seconds, 0 or more
ValueError: Mynd\Pool::acquire(): Argument #1 ($timeout) must be a number of seconds, 0 or more
ValueError: Mynd\Pool::acquire(): Argument #1 ($timeout) must be a number of seconds, 0 or more
ValueError: Mynd\Pool::use(): Argument #2 ($timeout) must be a number of seconds, 0 or more
Error: Mynd\Pool::release(): this is no connection of the pool, or was given back before
Error: Mynd\Pool: the constructor was called before
Error: Trying to clone an uncloneable object of class Mynd\Pool
Exception: Serialization of 'Mynd\Pool' is not allowed
ReflectionException: Class Mynd\Pool is an internal class marked as final that cannot be instantiated without invoking its constructor
in_use 0, idle 1, waiting 0, acquired 1, created 1, closed 0
