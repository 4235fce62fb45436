--TEST--
What is dropped unread in a fiber holds its locks only until the next command of the program, however that is run
--EXTENSIONS--
mysqli
pdo_mysql
mynd
--FILE--
<?php
require __DIR__ . '/lost.inc';
procedures();
$other = link_for_test(database: SCHEMA);
$other->query('SET lock_wait_timeout = 2');
$pdo = handle([PDO::ATTR_EMULATE_PREPARES => false]);
$pdo->exec('SET lock_wait_timeout = 2');
$prepared = $other->prepare('INSERT INTO t VALUES (5)');
/* Each writes a row. */
$ways = [
	'query' => fn() => $other->query('INSERT INTO t VALUES (5)'),
	'multi_query' => fn() => $other->multi_query('INSERT INTO t VALUES (5)'),
	'prepare' => fn() => $other->prepare('INSERT INTO t VALUES (5)')->execute(),
	'execute' => fn() => $prepared->execute(),
	'execute_query' => fn() => $other->execute_query('INSERT INTO t VALUES (?)', [5]),
	'asynchronous' => fn() => $other->query('INSERT INTO t VALUES (5)', MYSQLI_ASYNC) && $other->reap_async_query(),
	'pipeline' => fn() => iterator_to_array(Mynd\pipeline($other, ['INSERT INTO t VALUES (5)'])),
	'execute_many' => fn() => Mynd\execute_many($other, 'INSERT INTO t VALUES (?)', [[5]]),
	'PDO exec' => fn() => $pdo->exec('INSERT INTO t VALUES (5)'),
	'PDO prepare' => fn() => $pdo->prepare('INSERT INTO t VALUES (5)')->execute(),
];
foreach ($ways as $name => $way) {
	root()->query('TRUNCATE ' . SCHEMA . '.t');
	(new Fiber(function () {
		$db = link_for_test(database: SCHEMA);
		$db->query('LOCK TABLES t WRITE');
		$db->multi_query('INSERT INTO t VALUES (1); SELECT 1; INSERT INTO t VALUES (2); SELECT SLEEP(0.01); INSERT INTO t VALUES (3)');
	}))->start();
	try {
		$way();
		echo "$name: ", written(), "\n";
	} catch (Exception $e) {
		echo "$name: ", $e->getMessage(), "\n";
	}
}
?>
--EXPECT--
query: 1235
multi_query: 1235
prepare: 1235
execute: 1235
execute_query: 1235
asynchronous: 1235
pipeline: 1235
execute_many: 1235
PDO exec: 1235
PDO prepare: 1235
