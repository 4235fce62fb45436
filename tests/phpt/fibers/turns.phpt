--TEST--
Turns: fibers on one connection: transactions, their ends, results, what each fiber sees
--EXTENSIONS--
mynd
--INI--
mynd.fiber_turns=on
--FILE--
<?php
require __DIR__ . '/fibers.inc';
require __DIR__ . '/turns.inc';

echo "--- a command waits until the transaction of another fiber is over\n";
foreach (handles() as $face => $open) {
	foreach (['commit', 'rollback'] as $end) {
		$db = $open();
		$db->query('CREATE TEMPORARY TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, who CHAR(1))');
		fibers([
			function () use ($db, $end) {
				begin($db);
				run($db, "INSERT INTO t (who) VALUES ('a')");
				pause();
				pause();
				run($db, "INSERT INTO t (who) VALUES ('a')");
				$db->$end();
			},
			fn() => run($db, "INSERT INTO t (who) VALUES ('b')"),
			fn() => run($db, "INSERT INTO t (who) VALUES ('c')"),
		]);
		echo "$face, $end: ", all($db, 'SELECT who FROM t ORDER BY id'), "\n";
	}
}

echo "--- a fiber that ends within its transaction\n";
foreach (handles() as $face => $open) {
	foreach ([
		'returns' => fn() => null,
		'throws' => fn() => throw new LogicException('thrown'),
		'is dropped' => fn() => Fiber::suspend('drop me'),
		'leaves rows unread' => fn($db) => $GLOBALS['kept'] = unread($db, 'SELECT seq FROM seq_1_to_5'),
		'leaves a reply unread' => fn($db) => $db instanceof mysqli ? $db->query('SELECT 5', MYSQLI_ASYNC) : null,
	] as $how => $end) {
		$db = $open();
		$db->query('CREATE TEMPORARY TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, who CHAR(1))');
		fibers([
			function () use ($db, $end) {
				begin($db);
				run($db, "INSERT INTO t (who) VALUES ('a')");
				pause();
				$end($db);
			},
			fn() => run($db, "INSERT INTO t (who) VALUES ('b')"),
		]);
		echo "$face, $how: ", all($db, 'SELECT who FROM t ORDER BY id'), ' ', in_transaction($db), "\n";
	}
}
unset($kept);

echo "--- autocommit off\n";
foreach (handles() as $face => $open) {
	$db = $open();
	$db->query('CREATE TEMPORARY TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, who CHAR(1))');
	fibers([
		function () use ($db) {
			run($db, 'SET autocommit = 0');
			pause();
			run($db, "INSERT INTO t (who) VALUES ('a')");
			pause();
		},
		fn() => run($db, "INSERT INTO t (who) VALUES ('b')"),
	]);
	echo "$face: ", all($db, 'SELECT who FROM t ORDER BY id'), ' ', all($db, 'SELECT @@autocommit'), "\n";
	run($db, 'SET autocommit = 0'); /* by the main program, for all */
	run($db, 'COMMIT');
	fibers([
		function () use ($db) {
			run($db, "INSERT INTO t (who) VALUES ('c')");
			pause();
			run($db, 'COMMIT');
			pause();
			echo all($db, 'SELECT who FROM t ORDER BY id'), "\n";
		},
		function () use ($db) {
			run($db, "INSERT INTO t (who) VALUES ('d')");
			run($db, 'COMMIT');
		},
	]);
}

echo "--- rows that are read one by one\n";
foreach (handles() as $face => $open) {
	$db = $open();
	$said = [];
	fibers([
		function () use ($db, &$said) {
			foreach (unread($db, 'SELECT seq FROM seq_1_to_3') as $row) {
				$said[] = 'row ' . current($row);
				pause();
			}
		},
		function () use ($db, &$said) {
			$said[] = all($db, "SELECT 'other'");
		},
	]);
	echo "$face: ", implode(', ', $said), "\n";
	$said = [];
	fibers([
		function () use ($db, &$said) {
			$rows = unread($db, 'SELECT seq FROM seq_1_to_3');
			try {
				$db->query('SELECT 1');
			} catch (Exception $e) {
				$said[] = number($e);
			}
			pause();
			unset($rows);
			$said[] = 'freed';
			pause();
		},
		function () use ($db, &$said) {
			$said[] = all($db, "SELECT 'other'");
		},
	]);
	echo "$face: ", implode(', ', $said), "\n";
}

echo "--- what each fiber sees\n";
foreach (handles() as $face => $open) {
	$db = $open();
	$db->query('CREATE TEMPORARY TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, who INT)');
	$said = new ArrayObject;
	$program = fn($n) => function () use ($db, $n, $said) {
		pause();
		run($db, "INSERT INTO t VALUES (" . 10 * $n . ", 1)" . str_repeat(', (NULL, 1)', $n - 1));
		pause();
		pause();
		$seen = seen($db);
		try {
			run($db, "INSERT INTO t VALUES (" . 10 * $n . ", 1)");
		} catch (Exception) {
		}
		pause();
		pause();
		$said[$n] = "$n: $seen, then " . failure($db);
		run($db, 'DO 1');
		pause();
		$said[$n] .= ', then ' . failure($db);
	};
	fibers([$program(3), $program(1), $program(2)]);
	$said->ksort();
	echo "$face\n ", implode("\n ", (array) $said), "\n main: ", seen($db), ', ', failure($db), "\n";
}

echo "--- a transaction is that of its fiber\n";
$db = handles()['PDO']();
fibers([
	function () use ($db) {
		$db->beginTransaction();
		pause();
		pause();
		echo 'a: ', show($db->inTransaction()), "\n";
		$db->commit();
	},
	function () use ($db) {
		echo 'b: ', show($db->inTransaction()), "\n";
		$db->beginTransaction();
		echo 'b: ', show($db->inTransaction()), "\n";
		$db->rollBack();
	},
]);
?>
--EXPECT--
--- a command waits until the transaction of another fiber is over
mysqli, commit: a a b c
mysqli, rollback: b c
PDO, commit: a a b c
PDO, rollback: b c
PDO, native, commit: a a b c
PDO, native, rollback: b c
--- a fiber that ends within its transaction
mysqli, returns: b 0
mysqli, throws: b 0
mysqli, is dropped: b 0
mysqli, leaves rows unread: b 0
mysqli, leaves a reply unread: b 0
PDO, returns: b 0
PDO, throws: b 0
PDO, is dropped: b 0
PDO, leaves rows unread: b 0
PDO, leaves a reply unread: b 0
PDO, native, returns: b 0
PDO, native, throws: b 0
PDO, native, is dropped: b 0
PDO, native, leaves rows unread: b 0
PDO, native, leaves a reply unread: b 0
--- autocommit off
mysqli: b 1
b c d
PDO: b 1
b c d
PDO, native: b 1
b c d
--- rows that are read one by one
mysqli: row 1, row 2, row 3, other
mysqli: 2014, freed, other
PDO: row 1, row 2, row 3, other
PDO: 2014, freed, other
PDO, native: row 1, row 2, row 3, other
PDO, native: 2014, freed, other
--- what each fiber sees
mysqli
 1: id 10, rows 1, info none, then 23000 1062, then 00000 0
 2: id 34, rows 2, info Records: 2  Duplicates: 0  Warnings: 0, then 23000 1062, then 00000 0
 3: id 31, rows 3, info Records: 3  Duplicates: 0  Warnings: 0, then 23000 1062, then 00000 0
 main: id 0, rows 0, info none, 00000 0
PDO
 1: id 10, then 23000 1062, then 00000 
 2: id 34, then 23000 1062, then 00000 
 3: id 31, then 23000 1062, then 00000 
 main: id 0, 00000 
PDO, native
 1: id 10, then 23000 1062, then 00000 
 2: id 34, then 23000 1062, then 00000 
 3: id 31, then 23000 1062, then 00000 
 main: id 0, 00000 
--- a transaction is that of its fiber
b: false
a: true
b: true
