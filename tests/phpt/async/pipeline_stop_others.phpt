--TEST--
Mynd\pipeline(), stop_on_error: the source sends a command of its own that begins a transaction
--EXTENSIONS--
mynd
--FILE--
<?php
require __DIR__ . '/../connect.inc';

$db = link_for_test();
$db->query('CREATE TEMPORARY TABLE t (id INT PRIMARY KEY)');
$db->query('INSERT INTO t VALUES (1)');

function commands(mysqli $db): Generator
{
	yield 'SELECT SLEEP(0.05)';
	yield 'SELECT 0';
	$db->query('START TRANSACTION', MYSQLI_ASYNC);
	yield 'INSERT INTO t VALUES (1)';
	yield 'INSERT INTO t VALUES (2)';
	yield 'INSERT INTO t VALUES (3)';
}

foreach (Mynd\pipeline($db, commands($db), true) as $number => $outcome) {
	echo $number, ' ', $outcome::class, "\n";
}
Mynd\reap($db);
echo $db->query('SELECT GROUP_CONCAT(id) FROM t')->fetch_row()[0], "\n";
?>
--EXPECT--
0 mysqli_result
1 mysqli_result
2 mysqli_sql_exception
1
