--TEST--
Turns: what the driver asks the server by itself waits in line as commands do
--EXTENSIONS--
mynd
--INI--
mynd.fiber_turns=on
--FILE--
<?php
require __DIR__ . '/fibers.inc';
require __DIR__ . '/turns.inc';

/** What becomes of the work, and of three commands of another fiber that stand in line meanwhile. */
function beside(mysqli|PDO $db, callable $work): string
{
	$said = [];
	fibers([
		function () use ($work, &$said) {
			try {
				$said[] = $work();
			} catch (Exception $e) {
				$row = $e->getPrevious();
				$said[] = $row instanceof Mynd\FailedRow ? "row $row->key" : $e->getMessage();
			}
		},
		function () use ($db, &$said) {
			for ($i = 0; $i < 3; $i++) {
				try {
					run($db, "INSERT INTO t (id, who) VALUES (NULL, 'b')");
				} catch (Exception $e) {
					$said[] = $e->getMessage();
				}
			}
		},
	]);
	/* in bulk, on MariaDB, nothing runs behind the row that has failed; executes are all under way by then */
	$behind = all($db, "SELECT COUNT(*) FROM t WHERE who = 'behind'");
	if ($behind !== '0' && ($behind !== '31' || is_mariadb($GLOBALS['other']))) {
		$said[] = "$behind behind it";
	}
	return implode(', ', $said) . ': ' . all($db, "SELECT who, COUNT(*) FROM t WHERE who <> 'behind' GROUP BY who ORDER BY who");
}

$other = link_for_test();
const INSERT = 'INSERT INTO t (id, who) VALUES (?, ?)';
foreach (handles() as $face => $open) {
	foreach ([
		'the longest command' => fn($db) => Mynd\execute_many($db, INSERT, array_map(fn($i) => [$i, 'a'], range(1, 2000))),
		'which row has failed' => fn($db) => Mynd\execute_many($db, INSERT, [...array_map(fn($i) => [$i, 'a'], range(1, 50)), 'twice' => [7, 'c'], ...array_map(fn($i) => [$i, 'behind'], range(60, 90))]),
		'the quotes' => function ($db) {
			if ($db instanceof mysqli) {
				return 'PDO alone asks';
			}
			$statement = $db->prepare('SELECT "it\'s ?", ? -- "\'');
			$statement->execute(['x']);
			return implode(' ', $statement->fetch(PDO::FETCH_NUM));
		},
	] as $what => $work) {
		$db = $open();
		$db->query('CREATE TEMPORARY TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, who VARCHAR(20)) ENGINE=MyISAM');
		$db->query("ALTER TABLE t AUTO_INCREMENT = 10000");
		echo "$face, $what: ", beside($db, fn() => $work($db)), "\n";
	}
}
?>
--EXPECT--
mysqli, the longest command: 2000: a,2000 b,3
mysqli, which row has failed: row twice: a,50 b,3
mysqli, the quotes: PDO alone asks: b,3
PDO, the longest command: 2000: a,2000 b,3
PDO, which row has failed: row twice: a,50 b,3
PDO, the quotes: it's ? x: b,3
PDO, native, the longest command: 2000: a,2000 b,3
PDO, native, which row has failed: row twice: a,50 b,3
PDO, native, the quotes: it's ? x: b,3
