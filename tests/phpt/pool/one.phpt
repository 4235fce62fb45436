--TEST--
Mynd\Pool: query() and execute() for one statement, a limit of those who wait, close() that waits, the interface
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

$admin = link_for_test();
$admin->query('CREATE TABLE pool_one (id INT AUTO_INCREMENT PRIMARY KEY, a VARCHAR(20)) ENGINE=InnoDB');
$admin->query('CREATE PROCEDURE pool_one_several() BEGIN SELECT 1; INSERT INTO pool_one (a) VALUES (\'late\'); SELECT 2; END');
$admin->query('CREATE PROCEDURE pool_one_fails() BEGIN SELECT 1; SELECT nope; END');

/** What a call gives. */
function told(callable $call): string
{
	return outcome(function () use ($call) {
		$is = $call();
		return match (true) {
			$is instanceof mysqli_result => 'mysqli_result ' . json_encode($is->fetch_all(MYSQLI_ASSOC)),
			$is instanceof PDOStatement => 'PDOStatement ' . json_encode($is->fetchAll(PDO::FETCH_ASSOC)),
			$is instanceof Mynd\Done => 'Done ' . json_encode($is),
			default => var_export($is, true),
		};
	});
}

$prepared = fn(): int => (int) $admin->query("SHOW GLOBAL STATUS LIKE 'Com_stmt_prepare'")->fetch_row()[1];
$ways = [
	'mysqli' => fn() => link_for_test(),
	'PDO' => fn() => pdo_for_test(),
	'PDO, silent and unbuffered' => fn() => pdo_for_test([PDO::ATTR_ERRMODE => PDO::ERRMODE_SILENT, PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false]),
];
foreach ($ways as $name => $connect) {
	echo "-- $name\n";
	mysqli_report($name === 'mysqli' ? MYSQLI_REPORT_OFF : MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
	$pool = new Pool($connect, 1);
	echo told(fn() => $pool->query("SELECT 1 AS a, '?' AS b UNION SELECT 2, 'c'")), "\n";
	echo told(fn() => $pool->query("INSERT INTO pool_one (a) VALUES ('x'), ('y')")), "\n";
	$before = $prepared();
	foreach ([1, 2, 2] as $id) {
		echo told(fn() => $pool->execute('SELECT id, a FROM pool_one WHERE id = ? OR a = ?', [$id, 'none'])), "\n";
	}
	echo 'prepared: ', $prepared() - $before, "\n";
	echo told(fn() => $pool->execute('INSERT INTO pool_one (a) VALUES (?)', [null])), "\n";
	echo told(fn() => $pool->execute('SELECT COUNT(*) AS n FROM pool_one')), "\n";
	echo told(fn() => $pool->query('CALL pool_one_several()')), ' ', $admin->query("SELECT COUNT(*) FROM pool_one WHERE a = 'late'")->fetch_column(), "\n";
	echo told(fn() => $pool->execute('CALL pool_one_several()')), ' ', $admin->query("SELECT COUNT(*) FROM pool_one WHERE a = 'late'")->fetch_column(), "\n";
	echo told(fn() => $pool->query('CALL pool_one_fails()')), "\n";
	echo told(fn() => $pool->query('SELECT nope')), "\n";
	echo told(fn() => $pool->execute('SELECT nope, ?', [1])), "\n";
	echo told(fn() => $pool->execute('SELECT ?', [1, 2])), "\n";
	echo told(fn() => $pool->execute('SELECT ?', ['a' => 1])), "\n";
	echo told(fn() => $pool->execute('SELECT :a AS x, :b AS y', ['a' => 1, 'b' => 2])), "\n";
	echo told(fn() => $pool->query('SELECT 1', -1)), "\n", told(fn() => $pool->execute('SELECT 1', [], NAN)), "\n";
	$taken = $pool->acquire();
	echo told(fn() => $pool->query('SELECT 1', 0)), "\n";
	$pool->release($taken);
	$result = $pool->query('SELECT 3 AS a UNION SELECT 4');
	echo told(fn() => $pool->query('SELECT 5')), ', the rows of before: ', told(fn() => $result), "\n";
	$stats = $pool->stats();
	echo "in use: $stats[in_use], created: $stats[created], closed: $stats[closed]\n";
	$admin->query('TRUNCATE pool_one');
}
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);

echo "-- those who wait\n";
$pool = new Pool($ways['mysqli'], 1, maxWaiting: 2);
$db = $pool->acquire();
foreach (['a', 'b', 'c', 'd'] as $name) {
	Loop::start(fn() => note("$name: " . told(fn() => $pool->query("SELECT '$name'")) . "\n"));
}
echo $pool->stats()['waiting'], " wait\n";
$pool->release($db);
Loop::run();
print_log();
echo outcome(fn() => new Pool($ways['mysqli'], maxWaiting: -1)), "\n";
var_dump((new Pool($ways['mysqli']))->stats()['max_waiting'], $pool->stats()['max_waiting']);

echo "-- close() that waits\n";
foreach (['given back' => 5.0, 'kept' => 0.01] as $name => $limit) {
	$pool = new Pool($ways['mysqli'], 2);
	[$one, $two] = [$pool->acquire(), $pool->acquire()];
	Loop::start(fn() => note('closed: ' . var_export($pool->close($limit), true)));
	Loop::start(fn() => note('a second one: ' . var_export($pool->close($limit), true)));
	note(outcome(fn() => $pool->acquire()) . ',');
	$pool->release($one);
	note('one is back,');
	if ($name === 'given back') {
		$pool->release($two);
		note('both,');
	}
	Loop::run();
	print_log();
	$one = $two = null;
}
$pool = new Pool($ways['mysqli'], 1);
$db = $pool->acquire();
echo 'outside of fibers: ', var_export($pool->close(1), true), ', ', outcome(fn() => $pool->close(-1)), "\n";
$db = null;
echo 'afterwards: ', var_export($pool->close(), true), "\n";

echo "-- a close() that is dropped\n";
$pool = new Pool($ways['mysqli'], 1);
$db = $pool->acquire();
Loop::start(fn() => note('never: ' . $pool->close(5)));
Loop::drop();
gc_collect_cycles();
$pool->release($db);
print_log();

echo "-- the interface\n";
var_dump($pool instanceof Mynd\ConnectionPool, array_diff(get_class_methods(Pool::class), get_class_methods(Mynd\ConnectionPool::class)));
set_error_handler(fn($level, $text) => print("$text\n"));
var_dump($pool->numbers() === $pool->stats());
?>
--CLEAN--
<?php
require __DIR__ . '/../connect.inc';
link_for_test()->query('DROP TABLE IF EXISTS pool_one');
link_for_test()->query('DROP PROCEDURE IF EXISTS pool_one_several');
link_for_test()->query('DROP PROCEDURE IF EXISTS pool_one_fails');
?>
--EXPECT--
-- mysqli
mysqli_result [{"a":"1","b":"?"},{"a":"2","b":"c"}]
Done {"affected_rows":2,"insert_id":1,"warnings":0,"info":"Records: 2  Duplicates: 0  Warnings: 0"}
mysqli_result [{"id":1,"a":"x"}]
mysqli_result [{"id":2,"a":"y"}]
mysqli_result [{"id":2,"a":"y"}]
prepared: 1
Done {"affected_rows":1,"insert_id":3,"warnings":0,"info":null}
mysqli_result [{"n":3}]
mysqli_result [{"1":"1"}] 1
mysqli_result [{"1":1}] 2
mysqli_sql_exception: Unknown column 'nope' in 'SELECT'
mysqli_sql_exception: Unknown column 'nope' in 'SELECT'
mysqli_sql_exception: Unknown column 'nope' in 'SELECT'
ValueError: Mynd\Pool::execute(): a command must have as many values as parameters, 1 needed, 2 present
TypeError: Mynd\Pool::execute(): values without names must be a list
TypeError: Mynd\Pool::execute(): values without names must be a list
ValueError: Mynd\Pool::query(): Argument #2 ($timeout) must be a number of seconds, 0 or more
ValueError: Mynd\Pool::execute(): Argument #3 ($timeout) must be a number of seconds, 0 or more
Mynd\PoolExhausted: Mynd\Pool: all 1 connections are in use, and this call does not wait. The one in use for longest: N seconds, acquired at one.php:52
mysqli_result [{"5":"5"}], the rows of before: mysqli_result [{"a":"3"},{"a":"4"}]
in use: 0, created: 1, closed: 0
-- PDO
PDOStatement [{"a":1,"b":"?"},{"a":2,"b":"c"}]
Done {"affected_rows":2,"insert_id":1,"warnings":0,"info":"Records: 2  Duplicates: 0  Warnings: 0"}
PDOStatement [{"id":1,"a":"x"}]
PDOStatement [{"id":2,"a":"y"}]
PDOStatement [{"id":2,"a":"y"}]
prepared: 1
Done {"affected_rows":1,"insert_id":3,"warnings":0,"info":null}
PDOStatement [{"n":3}]
PDOStatement [{"1":1}] 1
PDOStatement [{"1":1}] 2
PDOException: SQLSTATE[42S22]: Column not found: 1054 Unknown column 'nope' in 'SELECT'
PDOException: SQLSTATE[42S22]: Column not found: 1054 Unknown column 'nope' in 'SELECT'
PDOException: SQLSTATE[42S22]: Column not found: 1054 Unknown column 'nope' in 'SELECT'
ValueError: Mynd\Pool::execute(): a command must have as many values as parameters, 1 needed, 2 present
TypeError: Mynd\Pool::execute(): values without names must be a list
PDOStatement [{"x":"1","y":"2"}]
ValueError: Mynd\Pool::query(): Argument #2 ($timeout) must be a number of seconds, 0 or more
ValueError: Mynd\Pool::execute(): Argument #3 ($timeout) must be a number of seconds, 0 or more
Mynd\PoolExhausted: Mynd\Pool: all 1 connections are in use, and this call does not wait. The one in use for longest: N seconds, acquired at one.php:52
PDOStatement [{"5":5}], the rows of before: PDOStatement [{"a":3},{"a":4}]
in use: 0, created: 1, closed: 0
-- PDO, silent and unbuffered
PDOStatement [{"a":1,"b":"?"},{"a":2,"b":"c"}]
Done {"affected_rows":2,"insert_id":1,"warnings":0,"info":"Records: 2  Duplicates: 0  Warnings: 0"}
PDOStatement [{"id":1,"a":"x"}]
PDOStatement [{"id":2,"a":"y"}]
PDOStatement [{"id":2,"a":"y"}]
prepared: 1
Done {"affected_rows":1,"insert_id":3,"warnings":0,"info":null}
PDOStatement [{"n":3}]
PDOStatement [{"1":1}] 1
PDOStatement [{"1":1}] 2
PDOException: SQLSTATE[42S22]: Column not found: 1054 Unknown column 'nope' in 'SELECT'
PDOException: SQLSTATE[42S22]: Column not found: 1054 Unknown column 'nope' in 'SELECT'
PDOException: SQLSTATE[42S22]: Column not found: 1054 Unknown column 'nope' in 'SELECT'
ValueError: Mynd\Pool::execute(): a command must have as many values as parameters, 1 needed, 2 present
TypeError: Mynd\Pool::execute(): values without names must be a list
PDOStatement [{"x":"1","y":"2"}]
ValueError: Mynd\Pool::query(): Argument #2 ($timeout) must be a number of seconds, 0 or more
ValueError: Mynd\Pool::execute(): Argument #3 ($timeout) must be a number of seconds, 0 or more
Mynd\PoolExhausted: Mynd\Pool: all 1 connections are in use, and this call does not wait. The one in use for longest: N seconds, acquired at one.php:52
PDOStatement [{"5":5}], the rows of before: PDOStatement [{"a":3},{"a":4}]
in use: 0, created: 1, closed: 0
-- those who wait
2 wait
c: Mynd\PoolExhausted: Mynd\Pool: all 1 connections are in use, and 2 others wait, as many as may. The one in use for longest: N seconds, acquired at one.php:65
 d: Mynd\PoolExhausted: Mynd\Pool: all 1 connections are in use, and 2 others wait, as many as may. The one in use for longest: N seconds, acquired at one.php:65
 a: mysqli_result [{"a":"a"}]
 b: mysqli_result [{"b":"b"}]

ValueError: Mynd\Pool::__construct(): Argument #10 ($maxWaiting) must be 0 or more, or null
NULL
int(2)
-- close() that waits
Mynd\PoolExhausted: Mynd\Pool: the pool is closed, one is back, both, closed: true a second one: true
Mynd\PoolExhausted: Mynd\Pool: the pool is closed, one is back, closed: false a second one: false
outside of fibers: false, ValueError: Mynd\Pool::close(): Argument #1 ($timeout) must be a number of seconds, 0 or more
afterwards: true
-- a close() that is dropped

-- the interface
bool(true)
array(2) {
  [0]=>
  string(11) "__construct"
  [9]=>
  string(7) "numbers"
}
Method Mynd\Pool::numbers() is deprecated
bool(true)
