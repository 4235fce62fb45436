--TEST--
Mynd\Pool: a connection that ends while the program has it counts as closed, however it ends
--EXTENSIONS--
mysqli
pdo_mysql
--INI--
mynd.shared_pool=0
mynd.persistent=asked
--FILE--
<?php
require __DIR__ . '/pool.inc';

$ways = [
	'given back' => fn($db) => null,
	'killed' => fn($db, $other) => $other->query("KILL $db->thread_id"),
	'killed, and noticed' => function ($db, $other) {
		$other->query("KILL $db->thread_id");
		outcome(fn() => $db->query('DO 1'));
	},
	'closed' => fn($db) => $db->close(),
	'closed while a fiber waits' => function ($db) {
		Loop::start(fn() => outcome(fn() => $db->query('SELECT SLEEP(5)')));
		$db->close();
		Loop::run();
	},
	'a fiber that waits is dropped' => function ($db) {
		Loop::start(fn() => outcome(fn() => $db->query('SELECT SLEEP(5)')));
		Loop::drop();
	},
	'connected again' => fn($db) => $db->real_connect(...where()),
	'connected again after a loss' => function ($db, $other) {
		$other->query("KILL $db->thread_id");
		outcome(fn() => $db->query('DO 1'));
		$db->real_connect(...where());
	},
	'another user' => fn($db) => $db->change_user(getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), 'mysql'),
	'unread rows' => fn($db) => $db->query('SELECT * FROM seq_1_to_100000', MYSQLI_USE_RESULT),
];
$other = link_for_test();
foreach ($ways as $name => $way) {
	$pool = new Mynd\Pool(fn() => link_for_test(), 2);
	$db = $pool->acquire();
	$way($db, $other);
	$db = null;
	gc_collect_cycles();
	$n = $pool->stats();
	echo "$name: $n[in_use] in use, ", $n['created'] - $n['closed'] === $n['idle'] ? 'counted' : "$n[created] created, $n[closed] closed, $n[idle] idle", "\n";
}

/** The numbers after an acquire() that an interceptor disturbs. */
function intercepted(string $name, callable $interceptor, ?callable $way = null): void
{
	foreach (['mysqli' => fn() => link_for_test(), 'PDO' => fn() => pdo_for_test()] as $face => $connect) {
		$pool = new Mynd\Pool($connect, 2);
		$interception = Mynd\intercept($interceptor);
		$said = outcome(function () use ($pool, $way) {
			$db = $pool->acquire();
			$way !== null && $db instanceof mysqli && $way($db);
			return 'acquired';
		});
		$interception->remove();
		$n = $pool->stats();
		echo "$name, $face: $said, $n[in_use] in use, ", $n['created'] - $n['closed'] === $n['idle'] ? 'counted' : "$n[created] created, $n[closed] closed, $n[idle] idle", "\n";
	}
}

$throws = function (Mynd\Command $command, callable $next) {
	$reply = $next($command);
	$command->kind !== Mynd\Kind::Connect || throw new LogicException('thrown');
	return $reply;
};
intercepted('an interceptor throws', $throws);
intercepted('connected again', fn($command, $next) => $next($command), fn($db) => $db->real_connect(...where()));
intercepted('an interceptor refuses', fn($command, $next) => [$next($command), Mynd\Reply::failed(1234, 'refused')][1]);
?>
--EXPECT--
given back: 0 in use, counted
killed: 0 in use, counted
killed, and noticed: 0 in use, counted
closed: 0 in use, counted
closed while a fiber waits: 0 in use, counted
a fiber that waits is dropped: 0 in use, counted
connected again: 0 in use, counted
connected again after a loss: 0 in use, counted
another user: 0 in use, counted
unread rows: 0 in use, counted
an interceptor throws, mysqli: LogicException: thrown, 0 in use, counted
an interceptor throws, PDO: LogicException: thrown, 0 in use, counted
connected again, mysqli: acquired, 0 in use, counted
connected again, PDO: acquired, 0 in use, counted
an interceptor refuses, mysqli: mysqli_sql_exception: refused, 0 in use, counted
an interceptor refuses, PDO: PDOException: SQLSTATE[HY000] [1234] refused, 0 in use, counted
