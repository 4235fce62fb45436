--TEST--
Mynd\Pool: $onConnect sets each new session up, $beforeAcquire and $afterRelease see each use
--EXTENSIONS--
mysqli
pdo_mysql
--INI--
mynd.shared_pool=0
mynd.persistent=asked
--FILE--
<?php
require __DIR__ . '/pool.inc';
require __DIR__ . '/../reconnect/reconnect.inc';
use Mynd\Pool;

/** What has been called, and the numbers of the pool. */
function show_calls(string $label, Pool $pool): void
{
	$stats = $pool->stats();
	echo "$label: ", implode(' ', $GLOBALS['log']), " | $stats[acquired] acquired, $stats[created] created, $stats[closed] closed, $stats[resets] resets, $stats[in_use] in use\n";
	$GLOBALS['log'] = [];
}

/** A function of a pool that is noted, and does something. */
function noted(string $name, ?callable $does = null): callable
{
	return function (mysqli|PDO $db) use ($name, $does) {
		note($name);
		return $does === null ? null : $does($db);
	};
}

/** The first column of the first row. */
function first(mysqli_result|PDOStatement $result): mixed
{
	return $result instanceof PDOStatement ? $result->fetchColumn() : $result->fetch_column();
}

foreach (['mysqli' => fn() => link_for_test(), 'PDO' => fn() => pdo_for_test()] as $name => $connect) {
	echo "-- $name\n";
	$pool = new Pool($connect, 2, 1,
		onConnect: noted('on', fn($db) => $db->query("SET time_zone = '+03:00', sql_mode = 'ANSI'")),
		beforeAcquire: noted('before'),
		afterRelease: noted('after', fn($db) => first($db->query('SELECT 1'))));
	show_calls('the minimum', $pool);
	$pool->query('SELECT 1'); /* the first use of a login is followed by a reset */
	show_calls('the first use', $pool);
	foreach (['query' => fn() => $pool->query('SELECT @@time_zone, @@sql_mode'), 'execute' => fn() => $pool->execute('SELECT @@time_zone WHERE ?', [1]),
		'use' => fn() => $pool->use(fn($db) => $db->query('SELECT @@time_zone')), 'transaction' => fn() => $pool->transaction(fn($db) => $db->query('SELECT @@time_zone'))] as $method => $call) {
		echo first($call()), "\n";
		show_calls($method, $pool);
	}
	$db = $pool->acquire();
	show_calls('acquire', $pool);
	$pool->release($db);
	show_calls('release', $pool);
	$db = $pool->acquire();
	unset($db);
	show_calls('dropped', $pool);
	$pool->query("SET time_zone = '+05:00'");
	echo first($pool->query('SELECT @@time_zone')), "\n";
	show_calls('behind a change', $pool);
	[$one, $two] = [$pool->acquire(), $pool->acquire()];
	unset($one, $two);
	show_calls('two', $pool);
}

echo "-- what \$onConnect leaves\n";
$admin = link_for_test();
create_anew($admin, 'TABLE', 'pool_hooks', '(a INT) ENGINE=InnoDB');
$others = [
	'a variable' => [fn($db) => $db->query('SET @a = 5'), fn($db) => $db->query('SET @a = 6'), 'SELECT @a'],
	'a character set' => [fn($db) => $db->query('SET NAMES latin1'), fn($db) => $db->query('SET NAMES utf8mb4'), 'SELECT @@character_set_client'],
	'a temporary table over another' => [fn($db) => $db->query('CREATE TEMPORARY TABLE pool_hooks (a INT) ENGINE=InnoDB'), fn($db) => $db->query('INSERT INTO pool_hooks VALUES (1)'), 'SELECT COUNT(*) FROM pool_hooks'],
	'a lock' => [fn($db) => $db->query("SELECT GET_LOCK('pool_hooks', 0)"), fn($db) => $db->query("SELECT RELEASE_LOCK('pool_hooks')"), "SELECT IS_USED_LOCK('pool_hooks') = CONNECTION_ID()"],
	'a transaction' => [fn($db) => $db->begin_transaction(), fn($db) => $db->query('INSERT INTO pool_hooks VALUES (1)'), 'SELECT COUNT(*) FROM pool_hooks'],
	'no autocommit' => [fn($db) => $db->autocommit(false), fn($db) => $db->query('INSERT INTO pool_hooks VALUES (1)'), 'SELECT COUNT(*) FROM pool_hooks'],
	'a default database' => [fn($db) => $db->select_db('information_schema'), fn($db) => $db->select_db('mysql'), 'SELECT DATABASE()'],
	'an insert id' => [fn($db) => $db->query('SELECT LAST_INSERT_ID(7)'), fn($db) => $db->query('SELECT LAST_INSERT_ID(8)'), 'SELECT LAST_INSERT_ID()'],
	'an error' => [function ($db) {
		try {
			$db->query('SELECT nope');
		} catch (mysqli_sql_exception) {
		}
	}, fn($db) => $db->query("SELECT 'a' + 1"), 'SELECT @@warning_count'],
];
foreach ($others as $label => [$sets, $changes, $asks]) {
	$pool = new Pool(fn() => link_for_test(), 1, onConnect: $sets);
	$seen = [];
	for ($i = 0; $i < 4; $i++) {
		$seen[] = first($pool->query($asks));
		$pool->use($changes);
	}
	echo "$label: ", implode(', ', array_map(json_encode(...), $seen)), "\n";
}
unset($pool);
ini_set('mynd.reconnect', '1');
$pool = new Pool(fn() => link_for_test(), 1, onConnect: fn($db) => $db->query("SET time_zone = '+03:00'"));
$pool->query('SELECT 1');
$db = $pool->acquire();
kill_from_outside($admin, $db->thread_id);
echo 'with mynd.reconnect, a lost connection: ', outcome(fn() => first($db->query('SELECT @@time_zone'))), "\n";
unset($db);
echo 'the next one: ', outcome(fn() => first($pool->query('SELECT @@time_zone'))), "\n";
ini_set('mynd.reconnect', '0');

echo "-- refused\n";
$pool = new Pool(fn() => link_for_test(), 2, beforeAcquire: noted('before', fn($db) => count($GLOBALS['log']) !== 2));
$pool->query('SELECT 1');
$pool->query('SELECT 1');
show_calls('the second time', $pool);
$pool = new Pool(fn() => link_for_test(), 2, beforeAcquire: noted('before', fn() => false));
echo outcome(fn() => $pool->query('SELECT 1')), "\n";
show_calls('each time', $pool);
$pool = new Pool(fn() => link_for_test(), 2, afterRelease: noted('after', fn() => false));
$pool->query('SELECT 1');
$pool->query('SELECT 1');
show_calls('at the end', $pool);

echo "-- thrown\n";
foreach (['onConnect', 'beforeAcquire', 'afterRelease'] as $hook) {
	$pool = new Pool(fn() => link_for_test(), 1, ...[$hook => noted($hook, fn() => throw new LogicException($hook))]);
	foreach ([fn() => 'done', fn() => throw new DomainException('of the work')] as $work) {
		try {
			echo $pool->use($work), "\n";
		} catch (Exception $e) {
			echo get_class($e), ', before it ', get_debug_type($e->getPrevious()), "\n";
		}
	}
	show_calls($hook, $pool);
}
echo outcome(fn() => new Pool(fn() => link_for_test(), 1, 1, onConnect: fn($db) => $db->query('SELECT nope'))), "\n";

echo "-- functions that let the connection go\n";
foreach (['onConnect', 'beforeAcquire', 'afterRelease'] as $hook) {
	foreach (['close' => fn($db) => $db->close(), 'release' => function ($db) use (&$pool) { $pool->release($db); }] as $way => $does) {
		$pool = new Pool(fn() => link_for_test(), 1, ...[$hook => noted($hook, $does)]);
		echo "$way: ", outcome(fn() => $pool->use(fn() => 'done')), "\n";
		show_calls($hook, $pool);
	}
}
$pool = new Pool(fn() => link_for_test(), 2, onConnect: noted('on', function ($db) use (&$pool) { $pool->query('SELECT 1'); }), acquireTimeout: 0);
echo outcome(fn() => $pool->query('SELECT 1')), "\n";
$pool = new Pool(fn() => link_for_test(), 1, onConnect: noted('exits', function () { exit("exit\n"); }), afterRelease: noted('not called'));
register_shutdown_function(function () use (&$pool) {
	show_calls('at the end', $pool);
	$pool = null;
});
$pool->query('SELECT 1');
?>
--EXPECT--
-- mysqli
the minimum: on | 1 acquired, 1 created, 0 closed, 1 resets, 0 in use
the first use: on before after | 2 acquired, 1 created, 0 closed, 1 resets, 0 in use
+03:00
query: before after | 3 acquired, 1 created, 0 closed, 1 resets, 0 in use
+03:00
execute: before after | 4 acquired, 1 created, 0 closed, 1 resets, 0 in use
+03:00
use: before after | 5 acquired, 1 created, 0 closed, 1 resets, 0 in use
+03:00
transaction: before after | 6 acquired, 1 created, 0 closed, 1 resets, 0 in use
acquire: before | 7 acquired, 1 created, 0 closed, 1 resets, 1 in use
release: after | 7 acquired, 1 created, 0 closed, 1 resets, 0 in use
dropped: before | 8 acquired, 1 created, 0 closed, 1 resets, 0 in use
+03:00
behind a change: before after on before after | 10 acquired, 1 created, 0 closed, 2 resets, 0 in use
two: before on before | 12 acquired, 2 created, 0 closed, 3 resets, 0 in use
-- PDO
the minimum: on | 1 acquired, 1 created, 0 closed, 1 resets, 0 in use
the first use: on before after | 2 acquired, 1 created, 0 closed, 1 resets, 0 in use
+03:00
query: before after | 3 acquired, 1 created, 0 closed, 1 resets, 0 in use
+03:00
execute: before after | 4 acquired, 1 created, 0 closed, 1 resets, 0 in use
+03:00
use: before after | 5 acquired, 1 created, 0 closed, 1 resets, 0 in use
+03:00
transaction: before after | 6 acquired, 1 created, 0 closed, 1 resets, 0 in use
acquire: before | 7 acquired, 1 created, 0 closed, 1 resets, 1 in use
release: after | 7 acquired, 1 created, 0 closed, 1 resets, 0 in use
dropped: before | 8 acquired, 1 created, 0 closed, 1 resets, 0 in use
+03:00
behind a change: before after on before after | 10 acquired, 1 created, 0 closed, 2 resets, 0 in use
two: before on before | 12 acquired, 2 created, 0 closed, 3 resets, 0 in use
-- what $onConnect leaves
a variable: "5", "5", "5", "5"
a character set: "latin1", "latin1", "latin1", "latin1"
a temporary table over another: "0", "0", "0", "0"
a lock: "1", "1", "1", "1"
a transaction: "0", "0", "0", "0"
no autocommit: "0", "0", "0", "0"
a default database: "information_schema", "information_schema", "information_schema", "information_schema"
an insert id: "7", "7", "7", "7"
an error: "1", "1", "1", "1"
with mynd.reconnect, a lost connection: mysqli_sql_exception: MySQL server has gone away
the next one: +03:00
-- refused
the second time: before before before | 2 acquired, 2 created, 1 closed, 2 resets, 0 in use
Mynd\PoolExhausted: Mynd\Pool: $beforeAcquire has refused all connections
each time: before before before | 0 acquired, 3 created, 3 closed, 0 resets, 0 in use
at the end: after after | 2 acquired, 2 created, 2 closed, 0 resets, 0 in use
-- thrown
LogicException, before it null
LogicException, before it null
onConnect: onConnect onConnect | 0 acquired, 2 created, 2 closed, 0 resets, 0 in use
LogicException, before it null
LogicException, before it null
beforeAcquire: beforeAcquire beforeAcquire | 0 acquired, 2 created, 2 closed, 0 resets, 0 in use
LogicException, before it null
LogicException, before it DomainException
afterRelease: afterRelease afterRelease | 2 acquired, 2 created, 2 closed, 0 resets, 0 in use
mysqli_sql_exception: Unknown column 'nope' in 'SELECT'
-- functions that let the connection go
close: Error: Mynd\Pool: a function of the pool has closed or released the connection
onConnect: onConnect | 0 acquired, 1 created, 0 closed, 0 resets, 0 in use
release: Error: Mynd\Pool::release(): this is no connection of the pool, or was given back before
onConnect: onConnect | 0 acquired, 1 created, 1 closed, 0 resets, 0 in use
close: Error: Mynd\Pool: a function of the pool has closed or released the connection
beforeAcquire: beforeAcquire | 0 acquired, 1 created, 0 closed, 0 resets, 0 in use
release: Error: Mynd\Pool::release(): this is no connection of the pool, or was given back before
beforeAcquire: beforeAcquire | 0 acquired, 1 created, 1 closed, 0 resets, 0 in use
close: done
afterRelease: afterRelease | 1 acquired, 1 created, 0 closed, 0 resets, 0 in use
release: Error: Mynd\Pool::release(): this is no connection of the pool, or was given back before
afterRelease: afterRelease | 1 acquired, 1 created, 1 closed, 0 resets, 0 in use
Mynd\PoolExhausted: Mynd\Pool: all 2 connections are in use, and this call does not wait
exit
at the end: on on exits | 0 acquired, 1 created, 1 closed, 0 resets, 0 in use
