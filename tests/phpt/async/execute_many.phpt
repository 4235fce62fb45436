--TEST--
Mynd\execute_many(): rows of every source, values, which row failed; the same on every server
--EXTENSIONS--
mynd
--FILE--
<?php
require __DIR__ . '/../connect.inc';
require __DIR__ . '/../processes.inc';
print_warnings();

function told(Throwable $e): string
{
	$row = $e->getPrevious();
	$text = $e::class . ($e instanceof mysqli_sql_exception ? " {$e->getCode()}" : ' ' . $e->getMessage()) . (basename($e->getFile()) === 'execute_many.php' ? '' : ' in ' . $e->getFile());
	if ($row instanceof Mynd\FailedRow) {
		$text .= " at {$row->number} of key " . show($row->key) . ($row->count === 1 ? '' : ' or later');
		return $text . ($row->getMessage() === "Row $row->number" ? '' : " ({$row->getMessage()})") . ($row->getPrevious() ? ', then ' . told($row->getPrevious()) : '');
	}
	return $text;
}

function run(mysqli $link, string $sql, iterable $rows): void
{
	try {
		echo Mynd\execute_many($link, $sql, $rows), "\n";
	} catch (Throwable $e) {
		echo '! ', told($e), "\n";
	}
}

function all(mysqli $link): void
{
	echo show($link->query('SELECT * FROM t ORDER BY id')->fetch_all()), "\n";
	$link->query('TRUNCATE t');
}

$link = link_for_test();
$link->query('CREATE TEMPORARY TABLE t (id INT PRIMARY KEY, v VARCHAR(20), d DOUBLE) ENGINE=InnoDB');
$insert = 'INSERT INTO t VALUES (?, ?, ?)';

echo "-- sources\n";
run($link, $insert, [[1, 'a', 1], [2, 'b', null]]);
run($link, $insert, []);
run($link, $insert, (function () { yield 'x' => [3, 'c', 1]; yield 'x' => [4, 'd', 2]; })());
run($link, $insert, new class implements IteratorAggregate {
	public function getIterator(): Iterator { return new ArrayIterator(['k' => [5, 'e', 3]]); }
});
$rows = [[6, 'f', 1], [7, 'g', 2]];
foreach ($rows as &$row) {
	foreach ($row as &$cell) {
	}
}
run($link, $insert, $rows);
all($link);

echo "-- values\n";
$number = new class { public function __toString(): string { return '12'; } };
run($link, $insert, [[1, '', 0.1 + 0.2], ['2', "a\0'\\\u{1F600}", 1e300], [3.0, true, false], [PHP_INT_MIN >> 40, null, -1.5e-300], [$number, $number, PHP_INT_MAX], [5, [], 0]]);
run($link, $insert, [[0, str_repeat('x', 20), 1], [2147483647, 'y', '1e3']]);
all($link);

echo "-- statements\n";
run($link, 'INSERT INTO t (id) VALUES (?)', [[1], [2], [3], [4]]);
run($link, 'UPDATE t SET v = ? WHERE id >= ?', [['a', 4], ['b', 2], ['b', 2]]);
run($link, 'REPLACE INTO t VALUES (?, ?, 1)', [[1, 'r'], [9, 's']]);
run($link, 'INSERT INTO t (id, v) VALUES (?, ?) ON DUPLICATE KEY UPDATE v = ?', [[1, 'x', 'u'], [10, 'y', 'u']]);
run($link, 'INSERT INTO t SELECT ?, ?, 5', [[20, 'p'], [30, 'q']]);
run($link, 'INSERT INTO t (id, v) VALUES (?, ?), (?, ?)', [[40, 'a', 41, 'b'], [42, 'c', 43, 'd']]);
run($link, 'DELETE FROM t WHERE id BETWEEN ? AND ?', [[2, 3], [40, 42]]);
run($link, 'SELECT ?, id FROM t', [[1], [2]]);
run($link, 'DO ?', [[1], [2]]);
run($link, "INSERT INTO t (id) VALUES (50)", [[]]);
all($link);

echo "-- the row that failed\n";
$three = fn (mixed $second) => ['a' => [1, 'a', 1], 'b' => $second, 'c' => [3, 'c', 3]];
run($link, $insert, $three([1, 'again', 1]));
$link->query('TRUNCATE t'); /* whether the first is there depends on the server */
run($link, $insert, $three([2, str_repeat('too long', 9), 1]));
$link->query('TRUNCATE t');
run($link, 'INSERT INTO t (id) VALUES (?)', array_map(fn ($n) => [$n === 4321 ? 4000 : $n], range(0, 4999)));
attempt('error', fn () => $link->errno);
$link->query('TRUNCATE t');
run($link, 'INSERT INTO t (id) VALUES (?), (1)', ['one' => [1]]);
run($link, 'INSERT INTO t (id) VALUES (?)', array_map(fn ($n) => [$n], range(0, 99)));
run($link, 'UPDATE t SET v = ? WHERE id = ?', array_map(fn ($n) => [str_repeat('x', $n), $n], range(0, 99)));
run($link, 'SELECT (SELECT 1 FROM t WHERE id < ?)', ['none' => [0], 'one' => [1], 'two' => [2]]);
run($link, 'no such thing ?', [[1]]);
run($link, 'SELECT ? FROM nowhere', [[1]]);
$link->query('TRUNCATE t');

echo "-- sources that fail: what was before has run\n";
run($link, $insert, (function () { yield [1, 'a', 1]; yield [2, 'b', 2]; throw new LogicException('third'); })());
run($link, $insert, (function () { throw new LogicException('first'); yield 1; })());
run($link, $insert, [[3, 'c', 3], [4, 'd']]);
run($link, $insert, [[5, 'e', 5], [6, 'f', 1, 2]]);
run($link, $insert, [[7, 'g', 7], 'no row']);
run($link, $insert, [[8, 'h', 8], ['id' => 9, 'v' => 'i', 'd' => 9]]);
run($link, $insert, [[10, 'j', 10], [11, new stdClass, 1]]);
run($link, $insert, [[12, 'k', 12], [13, new class { public function __toString(): string { throw new LogicException('no text'); } }, 1]]);
run($link, 'UPDATE t SET v = ? WHERE id = ?', (function () { yield ['w', 1]; yield ['w', 2]; throw new LogicException('third'); })());
all($link);
run($link, $insert, (function () { yield 'x' => [1, 'a', 1]; yield 'y' => [1, 'b', 2]; throw new LogicException('third'); })());
$link->query('TRUNCATE t');

echo "-- the link meanwhile\n";
$uses = function (callable $program, int $rows = 3) use ($link) {
	for ($i = 0; $i < $rows; $i++) {
		if ($i === $rows - 1) {
			$program();
		}
		yield [$i, 'v', $i];
	}
};
attempt('a query of a source, rows are under way', function () use ($link, $insert, $uses) {
	Mynd\execute_many($link, $insert, $uses(fn () => $link->query('SELECT 1'), 30000));
});
attempt('then', fn () => $link->query('SELECT COUNT(*) FROM t')->fetch_column());
$link->query('TRUNCATE t');
$link->query('CREATE TABLE IF NOT EXISTS execute_many_t LIKE t');
foreach ([3, 30000] as $count) {
	$closing = link_for_test();
	$thread = $closing->thread_id;
	attempt('closed', function () use ($closing, $uses, $count) {
		try {
			Mynd\execute_many($closing, 'INSERT INTO execute_many_t VALUES (?, ?, ?)', $uses(fn () => $closing->close(), $count));
		} catch (mysqli_sql_exception $e) {
			$row = $e->getPrevious();
			return [$e->getCode(), $row->number < $count, $row->number + $row->count <= $count, $row->sent <= $row->number + $row->count];
		}
	});
	while (isset(processes($link)[$thread])) { /* it runs what was sent before */
		usleep(1000);
	}
	$link->query('TRUNCATE execute_many_t');
}
$link->query('DROP TABLE execute_many_t');

echo "-- many\n";
$generate = function (int $count, int $length) { for ($i = 0; $i < $count; $i++) yield [$i, str_repeat(chr(97 + $i % 26), $length), $i]; };
$link->query('CREATE TEMPORARY TABLE big (id INT PRIMARY KEY, v LONGTEXT, d DOUBLE)');
$into = 'INSERT INTO big VALUES (?, ?, ?)';
foreach ([[100000, 1], [3000, 5000], [12, 1 << 20]] as [$count, $length]) {
	memory_reset_peak_usage();
	$before = memory_get_usage();
	run($link, $into, $generate($count, $length));
	echo show(array_map('intval', $link->query('SELECT COUNT(*), SUM(LENGTH(v)), SUM(d = id), SUM(v = REPEAT(CHAR(97 + id % 26), LENGTH(v))) FROM big')->fetch_row())),
		memory_get_peak_usage() - $before < 6 << 20 ? '' : ' with ' . (memory_get_peak_usage() - $before) . ' bytes', "\n";
	$link->query('TRUNCATE big');
}

foreach (['compressed' => MYSQLI_CLIENT_COMPRESS, 'encrypted' => MYSQLI_CLIENT_SSL] as $kind => $flag) {
	$other = mysqli_init();
	$other->real_connect(...[...where(host: '127.0.0.1'), $flag]);
	$other->query('CREATE TEMPORARY TABLE big (id INT PRIMARY KEY, v LONGTEXT, d DOUBLE)');
	echo $kind, ': ', Mynd\execute_many($other, $into, $generate(20000, 30)), ' ', Mynd\execute_many($other, 'REPLACE INTO big SELECT ?, ?, ?', $generate(2000, 3000)),
		' ', $other->query('SELECT SUM(v = REPEAT(CHAR(97 + id % 26), IF(id < 2000, 3000, 30)) AND d = id) FROM big')->fetch_column(), "\n";
}

$writes = function (iterable $rows) use ($link): int {
	$before = Mynd\stats()['writes'];
	Mynd\execute_many($link, 'REPLACE INTO big SELECT ?, ?, ?', $rows);
	return Mynd\stats()['writes'] - $before;
};
echo 'executes of an array are gathered: ', show($writes(iterator_to_array($generate(2000, 3))) < 100), "\n";
echo 'those of a generator go before it is asked again: ', show($writes($generate(60, 3)) >= 60), "\n";

echo "-- misuse\n";
$closed = link_for_test();
$closed->close();
attempt('closed', fn () => Mynd\execute_many($closed, 'DO ?', []));
attempt('initialised', fn () => Mynd\execute_many(mysqli_init(), 'DO ?', []));
attempt('no link', fn () => Mynd\execute_many(new stdClass, 'DO ?', []));
attempt('no iterable', fn () => Mynd\execute_many($link, 'DO ?', 'x'));
attempt('a row of my own', fn () => new Mynd\FailedRow);
attempt('an indicator in a SELECT', fn () => Mynd\execute_many($link, 'SELECT ?', [[Mynd\Indicator::Default]]));
$result = $link->query('SELECT 1 UNION SELECT 2', MYSQLI_USE_RESULT);
attempt('an unread result', fn () => Mynd\execute_many($link, 'DO ?', [[1]]));
$result->free();
attempt('then', fn () => Mynd\execute_many($link, 'DO ?', [[1]]));
?>
--EXPECT--
-- sources
2
0
2
1
2
[["1","a","1"],["2","b",null],["3","c","1"],["4","d","2"],["5","e","3"],["6","f","1"],["7","g","2"]]
-- values
  Warning: Array to string conversion
6
2
[["-8388608",null,"-1.5e-300"],["0","xxxxxxxxxxxxxxxxxxxx","1"],["1","","0.30000000000000004"],["2","a\u0000'\\😀","1e300"],["3","1","0"],["5","Array","0"],["12","12","9.223372036854776e18"],["2147483647","y","1000"]]
-- statements
4
4
3
3
2
4
5
0
0
1
[["1","u","1"],["4","b",null],["9","s","1"],["10","y",null],["20","p","5"],["30","q","5"],["43","d",null],["50",null,null]]
-- the row that failed
! mysqli_sql_exception 1062 at 1 of key "b"
! mysqli_sql_exception 1406 at 1 of key "b"
! mysqli_sql_exception 1062 at 4321 of key 4321
error: 1062
! mysqli_sql_exception 1062 at 0 of key "one"
100
! mysqli_sql_exception 1406 at 21 of key 21
! mysqli_sql_exception 1242 at 2 of key "two"
! mysqli_sql_exception 1064
! mysqli_sql_exception 1146
-- sources that fail: what was before has run
! LogicException third
! LogicException first
! ValueError Mynd\execute_many(): a row must have as many values as parameters, 3 needed, 2 present
! ValueError Mynd\execute_many(): a row must have as many values as parameters, 3 needed, 4 present
! TypeError Mynd\execute_many(): a row must be a list of values, string given
! TypeError Mynd\execute_many(): a row must be a list of values, an array with other keys given
! Error Object of class stdClass could not be converted to string
! LogicException no text
! LogicException third
[["1","w","1"],["2","w","2"],["3","c","3"],["5","e","5"],["7","g","7"],["8","h","8"],["10","j","10"],["12","k","12"]]
! mysqli_sql_exception 1062 at 1 of key "y", then LogicException third
-- the link meanwhile
a query of a source, rows are under way: ! 2014 HY000 Commands out of sync; you can't run this command now
then: "29999"
closed: [2006,true,true,true]
closed: [2006,true,true,true]
-- many
100000
[100000,100000,100000,100000]
3000
[3000,15000000,3000,3000]
12
[12,12582912,12,12]
compressed: 20000 4000 20000
encrypted: 20000 4000 20000
executes of an array are gathered: true
those of a generator go before it is asked again: true
-- misuse
closed: ! Error mysqli object is already closed
initialised: ! Error mysqli object is not fully initialized
no link: ! TypeError Mynd\execute_many(): Argument #1 ($connection) must be a connection of mynd, stdClass given
no iterable: ! TypeError Mynd\execute_many(): Argument #3 ($rows) must be of type Traversable|array, string given
a row of my own: ! Error Call to private Mynd\FailedRow::__construct() from global scope
an indicator in a SELECT: ! ValueError Mynd\execute_many(): indicators need a server and a statement that run in bulk
an unread result: ! 2014 HY000 Commands out of sync; you can't run this command now
then: 0
