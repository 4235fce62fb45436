--TEST--
Mynd\Pool: a connection of PDO is given back while its statement runs in a fiber
--EXTENSIONS--
mynd
--FILE--
<?php
require __DIR__ . '/../fibers/fibers.inc';
require __DIR__ . '/../fibers/turns.inc';

foreach (handles() as $face => $open) {
	foreach (['execute', 'nextRowset', 'closeCursor'] as $call) {
		$pool = new Mynd\Pool($open, 2);
		$db = $pool->acquire();
		$statement = $db->prepare('SELECT SLEEP(0.05)');
		if ($call !== 'execute') {
			if ($face !== 'PDO') {
				continue;
			}
			$db->setAttribute(PDO::ATTR_EMULATE_PREPARES, true);
			$statement = $db->prepare('SELECT 1; SELECT SLEEP(0.05)');
			$statement->execute();
		}
		fibers([
			function () use ($statement, $call, $face) {
				try {
					$statement->$call();
					echo "$face, $call: done\n";
				} catch (mysqli_sql_exception | PDOException $e) {
					echo "$face, $call: ", number($e), "\n";
				}
			},
			function () use (&$db, $pool) {
				$pool->release($db);
				$db = null;
				for ($i = 0; $i < 50; $i++) {
					$memory[] = str_repeat('x', 1000);
				}
			},
		]);
		unset($statement);
	}
}
?>
--EXPECT--
mysqli, execute: 2006
PDO, execute: 2006
PDO, nextRowset: 2006
PDO, closeCursor: 2006
PDO, native, execute: 2006
