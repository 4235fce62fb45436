--TEST--
PDO: the end of any statement is the end of all further results on its handle, as in stock
--EXTENSIONS--
pdo_mysql
--FILE--
<?php
require __DIR__ . '/lost.inc';
procedures();

function attempts(array $options): void
{
	$programs = [
		'the same variable' => function ($db) {
			$s = $db->query('SELECT 1');
			$s->fetchAll();
			$s = $db->query('CALL two()');
			$s->fetchAll();
			$s = $db->query('SELECT 2');
			return $s->fetchAll(PDO::FETCH_NUM);
		},
		'the same variable, first' => function ($db) {
			$s = $db->query('CALL two()');
			$s = $db->query('SELECT 2');
		},
		'another ends, nextRowset' => function ($db) {
			$a = $db->query('SELECT 1');
			$s = $db->query('CALL two()');
			unset($a);
			return [$s->fetchAll(PDO::FETCH_NUM), $s->nextRowset()];
		},
		'another ends, query' => function ($db) {
			$a = $db->query('SELECT 1');
			$s = $db->query('CALL two()');
			unset($a);
			return $db->query('SELECT 2')->fetchAll(PDO::FETCH_NUM);
		},
		'after 2014' => function ($db) {
			$s = $db->query('CALL two()');
			try {
				$t = $db->prepare('SELECT 2');
				$t->execute();
			} catch (PDOException $e) {
				echo $e->errorInfo[1], ' ';
			}
			unset($t);
			$t = $db->query('SELECT 3');
			return [$s->fetchAll(PDO::FETCH_NUM), $s->nextRowset(), $t->fetchAll(PDO::FETCH_NUM)];
		},
		'another ends among rows' => function ($db) {
			$db->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false);
			$a = $db->prepare('SELECT 1');
			$s = $db->query('SELECT 1 UNION SELECT 2');
			$s->fetch();
			unset($a);
			return $s->fetchAll(PDO::FETCH_NUM);
		},
	];
	foreach ($programs as $name => $program) {
		echo "$name: ";
		try {
			echo json_encode($program(handle($options))), "\n";
		} catch (PDOException $e) {
			echo '! ', $e->errorInfo[1], "\n";
		}
	}
}
echo "-- emulated\n";
attempts([]);
echo "-- native\n";
attempts([PDO::ATTR_EMULATE_PREPARES => false]);
?>
--EXPECT--
-- emulated
the same variable: [[2]]
the same variable, first: ! 2014
another ends, nextRowset: [[[7]],false]
another ends, query: [[2]]
after 2014: 2014 [[[7]],false,[[3]]]
another ends among rows: [[2]]
-- native
the same variable: [[2]]
the same variable, first: ! 2014
another ends, nextRowset: [[[7]],false]
another ends, query: [[2]]
after 2014: 2014 [[[7]],false,[[3]]]
another ends among rows: [[2]]
