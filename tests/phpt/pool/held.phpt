--TEST--
A connection that goes back into its pool is taken from every object that has it
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

/** The connection of somebody else, which is the same one: id and variable. */
function somebody(Pool $pool): object
{
	$db = $pool->acquire();
	$db->query("SET @secret = 'of somebody'");
	return $db;
}

function value(mixed $outcome): string
{
	return match (true) {
		$outcome instanceof mysqli_result => $outcome->fetch_column() ?? 'NULL',
		$outcome instanceof PDOStatement => $outcome->fetchColumn() ?? 'NULL',
		$outcome instanceof Throwable => $outcome->getCode() . ' ' . $outcome->getMessage(),
		default => show($outcome),
	};
}

echo "-- a statement that is not prepared\n";
$pool = new Pool(fn() => link_for_test(), 1);
$db = $pool->acquire();
$statement = $db->stmt_init();
$prepared = $db->prepare('SELECT 1');
$pool->release($db);
$other = somebody($pool);
attempt('prepare', fn() => $statement->prepare('SELECT @secret'));
attempt('prepare another text', fn() => $prepared->prepare('SELECT @secret'));
attempt('somebody', fn() => [$other->errno, $other->query('SELECT @secret')->fetch_column()]);
$statement = $prepared = null;
attempt('somebody', fn() => $other->query('SELECT @secret')->fetch_column());

echo "-- closed, and connected anew\n";
foreach (['close' => fn($db) => $db->close(), 'real_connect' => fn($db) => $db->real_connect(...where())] as $name => $end) {
	$db = link_for_test(host: 'p:127.0.0.1');
	$id = $db->thread_id;
	$statement = $db->stmt_init();
	$end($db);
	$other = link_for_test(host: 'p:127.0.0.1');
	attempt($name, fn() => $other->thread_id === $id);
	attempt('prepare', fn() => $statement->prepare('SELECT 1'));
	$other = null;
}

foreach (['mysqli' => fn() => link_for_test(), 'PDO' => fn() => pdo_for_test()] as $name => $connect) {
	foreach (['texts' => ['SELECT 1', 'SELECT @secret'], 'statements' => [['SELECT ? + 0', [1]], ['SELECT CONCAT(@secret, ?)', ['!']]]] as $kind => [$first, $second]) {
		foreach ([false, true] as $stop) {
			echo "-- a pipeline, $name, $kind", $stop ? ', stop_on_error' : '', "\n";
			$pool = new Pool($connect, 1);
			$db = $pool->acquire();
			$source = function () use ($pool, $db, $first, $second) {
				yield $first;
				yield null;
				$pool->release($db);
				$GLOBALS['other'] = somebody($pool);
				yield $first;
				yield $second;
			};
			foreach (Mynd\pipeline($db, $source(), $stop) as $outcome) {
				echo value($outcome), "\n";
			}
			attempt('somebody', fn() => value($other->query('SELECT @secret')));
			$other = null;
		}
	}
}
--EXPECT--
-- a statement that is not prepared
prepare: ! 2006 HY000 MySQL server has gone away
prepare another text: ! 2006 HY000 MySQL server has gone away
somebody: [0,"of somebody"]
somebody: "of somebody"
-- closed, and connected anew
close: true
prepare: ! 2006 HY000 MySQL server has gone away
real_connect: true
prepare: ! 2006 HY000 MySQL server has gone away
-- a pipeline, mysqli, texts
1
2006 MySQL server has gone away
2006 MySQL server has gone away
somebody: "of somebody"
-- a pipeline, mysqli, texts, stop_on_error
1
2006 MySQL server has gone away
somebody: "of somebody"
-- a pipeline, mysqli, statements
1
2006 MySQL server has gone away
2006 MySQL server has gone away
somebody: "of somebody"
-- a pipeline, mysqli, statements, stop_on_error
1
2006 MySQL server has gone away
somebody: "of somebody"
-- a pipeline, PDO, texts
1
HY000 SQLSTATE[HY000]: General error: 2006 MySQL server has gone away
HY000 SQLSTATE[HY000]: General error: 2006 MySQL server has gone away
somebody: "of somebody"
-- a pipeline, PDO, texts, stop_on_error
1
HY000 SQLSTATE[HY000]: General error: 2006 MySQL server has gone away
somebody: "of somebody"
-- a pipeline, PDO, statements
1
HY000 SQLSTATE[HY000]: General error: 2006 MySQL server has gone away
HY000 SQLSTATE[HY000]: General error: 2006 MySQL server has gone away
somebody: "of somebody"
-- a pipeline, PDO, statements, stop_on_error
1
HY000 SQLSTATE[HY000]: General error: 2006 MySQL server has gone away
somebody: "of somebody"
