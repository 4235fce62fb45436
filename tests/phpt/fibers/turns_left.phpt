--TEST--
Turns: what a fiber leaves unread, a statement of several fibers, replies that are another fiber's
--EXTENSIONS--
mynd
--INI--
mynd.fiber_turns=on
--FILE--
<?php
require __DIR__ . '/fibers.inc';
require __DIR__ . '/turns.inc';

const ASYNC = 1900; /* Mynd's attribute of PDO statements */

/** The commands behind one that is not answered before all of them are sent. Not to be called in a fiber. */
function unanswered(array $commands): Generator
{
	static $number = 0;
	$other = link_for_test();
	$lock = 'mynd_left_' . getmypid() . '_' . ++$number;
	$other->query("DO GET_LOCK('$lock', 0)");
	return (function () use ($other, $lock, $commands) {
		yield "SELECT GET_LOCK('$lock', 20)";
		yield from $commands;
		/* does not wait, so that no other fiber runs */
		$other->query("DO RELEASE_LOCK('$lock')", MYSQLI_ASYNC);
	})();
}

echo "--- a transaction whose beginning was given up unread\n";
foreach (handles() as $face => $open) {
	foreach (['goes on' => true, 'ends' => false] as $how => $goes_on) {
		$db = $open();
		$db->query('CREATE TEMPORARY TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, who CHAR(1))');
		$commands = unanswered(['START TRANSACTION', "INSERT INTO t (who) VALUES ('a')"]);
		fibers([
			function () use ($db, $goes_on, $commands) {
				foreach (Mynd\pipeline($db, $commands) as $first) {
					break;
				}
				for ($i = 0; $i < 6; $i++) {
					pause();
				}
				$goes_on && run($db, 'COMMIT');
			},
			fn() => run($db, "INSERT INTO t (who) VALUES ('b')"),
		]);
		echo "$face, $how: ", all($db, 'SELECT who FROM t ORDER BY id'), ' ', in_transaction($db), "\n";
	}
}

echo "--- a fiber that ends before its reply is taken\n";
foreach (handles() as $face => $open) {
	if ($face === 'mysqli') {
		continue; /* its programs take replies themselves */
	}
	$db = $open();
	$sent = false;
	fibers([
		function () use ($db, &$sent) {
			$statement = $db->prepare('SELECT SLEEP(0.01)', [ASYNC => true]);
			$statement->execute();
			$sent = true;
			pause();
			pause();
		},
		function () use ($db, &$sent, $face) {
			while (!$sent) {
				pause();
			}
			echo "$face: ", run($db, 'DO 1'), all($db, "SELECT 'b'"), "\n";
		},
	]);
}

echo "--- several fibers run one statement\n";
foreach (handles() as $face => $open) {
	$db = $open();
	$db->query('CREATE TEMPORARY TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, who CHAR(1))');
	$statement = $db->prepare('INSERT INTO t (who) VALUES (?)');
	fibers([
		function () use ($db) {
			begin($db);
			for ($i = 0; $i < 5; $i++) {
				pause();
			}
			$db->commit();
		},
		...array_map(fn($who) => fn() => $statement->execute([$who]), ['b', 'c', 'd']),
	]);
	echo "$face: ", all($db, 'SELECT who FROM t ORDER BY id'), "\n";
}

echo "--- a reply is asked for while another fiber has a result\n";
$db = link_for_test();
$ready = false;
fibers([
	function () use ($db, &$ready) {
		$db->real_query("SELECT 'mine'");
		$ready = true;
		pause();
		pause();
		var_dump($db->store_result()->fetch_row()[0]);
	},
	function () use ($db, &$ready) {
		while (!$ready) {
			pause();
		}
		try {
			$db->reap_async_query();
		} catch (mysqli_sql_exception $e) {
			echo $e->getCode(), ' ', $db->errno, "\n";
		}
	},
]);
?>
--EXPECT--
--- a transaction whose beginning was given up unread
mysqli, goes on: a b 0
mysqli, ends: b 0
PDO, goes on: a b 0
PDO, ends: b 0
PDO, native, goes on: a b 0
PDO, native, ends: b 0
--- a fiber that ends before its reply is taken
PDO: b
PDO, native: b
--- several fibers run one statement
mysqli: b c d
PDO: b c d
PDO, native: b c d
--- a reply is asked for while another fiber has a result
2014 2014
string(4) "mine"
