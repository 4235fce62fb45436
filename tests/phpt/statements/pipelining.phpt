--TEST--
mynd.pipelining = on: execute_query() prepares and runs in one write where the placeholders are certain, with the outcome that two have
--EXTENSIONS--
mysqli
mynd
--INI--
mynd.pipelining=on
--SKIPIF--
<?php
require __DIR__ . '/counts.inc';
if (!str_contains(link_for_test()->server_info, 'MariaDB')) die('skip MariaDB alone knows "the last statement"');
?>
--FILE--
<?php
require __DIR__ . '/counts.inc';
$m = link_for_test();
$m->set_charset('utf8mb4');
$ask = fn (string $sql, ?array $values = null) => $m->execute_query($sql, $values)->fetch_all();
$writes = fn (callable $program) => costs($m, $program)['writes'] ?? 0;

say('a new text', costs($m, fn () => print(show($ask('SELECT ? + 1, ?', [1, 'a'])) . "\n")));
say('again', costs($m, fn () => print(show($ask('SELECT ? + 1, ?', [2.5, null])) . "\n")));
echo "\nin one write, or two:\n";
foreach (['SELECT 1', 'SELECT a FROM (SELECT 1 AS a) AS b WHERE a = ?', "SELECT '?', ?", 'SELECT "?", ?', 'SELECT `a?` FROM (SELECT ? AS `a?`) b', "SELECT ? -- ?\n", "SELECT ? # ?\n",
	'SELECT /* ? */ ?', 'SELECT /*!50000 ? */', "SELECT 'a\\'?', ?", 'SELECT @a := ?', 'SELECT ? - -1', 'SELECT 1 / ?', "SELECT ?, '\xC3\xA4'", 'SELECT ? AS ä', 'SELECT ? AS local'] as $sql) {
	$values = str_contains($sql, '?') ? [7] : null;
	$answer = null;
	$n = $writes(function () use ($ask, $sql, $values, &$answer) { $answer = $ask($sql, $values); });
	echo $n, ' ', trim($sql), ' ', show($answer), "\n";
}
echo "\nas many values as placeholders:\n";
foreach ([['SELECT ?', []], ['SELECT ?', [1, 2]], ['SELECT 1', [1]]] as [$sql, $values]) {
	echo $writes(fn () => attempt($sql, fn () => $m->execute_query($sql, $values))), "\n";
}
echo $writes(fn () => attempt('which is in the cache now', fn () => $ask('SELECT ?', [3]))), "\n";
echo $writes(fn () => attempt('and asked again', fn () => $ask('SELECT ?', [1, 2]))), "\n";

echo "\nwhat it says of a statement:\n";
$m->query('CREATE TEMPORARY TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, v VARCHAR(3))');
$all = fn () => [$m->affected_rows, $m->insert_id, $m->info, $m->field_count, $m->warning_count, $m->errno, $m->sqlstate];
$m->query("INSERT INTO t (v) VALUES ('a'), ('b'), ('c')");
foreach ([['INSERT INTO t (v) VALUES (?)', ['d']], ['INSERT INTO t (v) VALUES (?), (?)', ['e', 'f']], ['INSERT INTO t (v) VALUES (?)', ['too long']],
	['UPDATE t SET v = ? WHERE id > ?', ['x', 2]], ['SELECT * FROM t WHERE id < ?', [3]], ['INSERT INTO t (id) VALUES (?)', [1]],
	['SELECT * FROM nothing WHERE a = ?', [1]], ['SELEC ?', [1]], ['SELECT * FROM t WHERE id < ?', [2]], ['DELETE FROM t WHERE id IN (?, ?)', [1, 2]],
	['SET @a = ?', [5]], ['SELECT @a', []], ['COMMIT', []], ['LOCK TABLES t READ', []], ['UNLOCK TABLES', []], ['SHOW TABLES LIKE ?', ['x']]] as [$sql, $values]) {
	$seen = null;
	$n = $writes(function () use ($m, $sql, $values, &$seen, $all) {
		try {
			$r = $m->execute_query($sql, $values);
			$seen = [$r === true ? true : $r->fetch_all(), ...$all()];
		} catch (mysqli_sql_exception $e) {
			$seen = ['!', $e->getCode(), $e->getSqlState(), $e->getMessage(), ...$all()];
		}
	});
	echo $n, ' ', $sql, ' ', show($seen), "\n";
}
echo "\nno error of the execute is left on the link:\n";
attempt('bad', fn () => $m->execute_query('SELECT nothing', []));
attempt('good', fn () => $ask('SELECT ?', [1]));
attempt('query', fn () => $m->query('SELECT 1')->fetch_all());
attempt('bad again', fn () => $m->execute_query('SELECT nothing', []));
attempt('ping', fn () => $m->stat() !== false);

echo "\na procedure:\n";
$m->query('CREATE OR REPLACE PROCEDURE pipelining(a INT) BEGIN SELECT a; SELECT a + 1; END');
attempt('CALL', fn () => $ask('CALL pipelining(?)', [7]));
attempt('further results are dropped', fn () => $ask('SELECT ?', [2]));
$m->query('DROP PROCEDURE pipelining');

echo "\nlarge values:\n";
foreach ([1 << 12, 1 << 20, (1 << 24) - 20, 1 << 25] as $size) {
	echo $size, ' ', show($ask('SELECT LENGTH(?), ? = ?', [str_repeat('x', $size), 1, 1])), "\n";
	$m->query('SET @a = 1'); /* empties the cache */
}
$many = array_fill(0, 70000, 1);
attempt('70000 values', fn () => $m->execute_query('SELECT 1 FROM DUAL WHERE 1 IN (' . implode(',', array_fill(0, 70000, '?')) . ')', $many));
attempt('65535 values', fn () => $m->execute_query('SELECT COUNT(*) FROM DUAL WHERE 1 IN (' . implode(',', array_fill(0, 65535, '?')) . ')', array_slice($many, 0, 65535))->fetch_all());
attempt('and then', fn () => $ask('SELECT ?', [3]));
?>
--EXPECT--
[[2,"a"]]
a new text: 1 prepare, 1 execute, 1 writes
[[3.5,null]]
again: 1 execute, 1 writes

in one write, or two:
1 SELECT 1 [[1]]
1 SELECT a FROM (SELECT 1 AS a) AS b WHERE a = ? []
1 SELECT '?', ? [["?","7"]]
1 SELECT "?", ? [["?","7"]]
1 SELECT `a?` FROM (SELECT ? AS `a?`) b [["7"]]
2 SELECT ? -- ? [["7"]]
2 SELECT ? # ? [["7"]]
2 SELECT /* ? */ ? [["7"]]
2 SELECT /*!50000 ? */ [["7"]]
2 SELECT 'a\'?', ? [["a'?","7"]]
2 SELECT @a := ? [["7"]]
1 SELECT ? - -1 [[8]]
1 SELECT 1 / ? [[0.14285714285714285]]
1 SELECT ?, 'ä' [["7","ä"]]
1 SELECT ? AS ä [["7"]]
2 SELECT ? AS local [["7"]]

as many values as placeholders:
SELECT ?: ! ValueError mysqli::execute_query(): Argument #2 ($params) must consist of exactly 1 elements, 0 present
1
SELECT ?: ! ValueError mysqli::execute_query(): Argument #2 ($params) must consist of exactly 1 elements, 2 present
0
SELECT 1: ! ValueError mysqli::execute_query(): Argument #2 ($params) must consist of exactly 0 elements, 1 present
1
which is in the cache now: [["3"]]
1
and asked again: ! ValueError mysqli::execute_query(): Argument #2 ($params) must consist of exactly 1 elements, 2 present
0

what it says of a statement:
1 INSERT INTO t (v) VALUES (?) [true,1,4,null,0,0,0,"00000"]
1 INSERT INTO t (v) VALUES (?), (?) [true,2,5,"Records: 2  Duplicates: 0  Warnings: 0",0,0,0,"00000"]
1 INSERT INTO t (v) VALUES (?) ["!",1406,"22001","Data too long for column 'v' at row 1",-1,5,"Records: 2  Duplicates: 0  Warnings: 0",0,0,1406,"22001"]
1 UPDATE t SET v = ? WHERE id > ? [true,4,0,"Rows matched: 4  Changed: 4  Warnings: 0",0,0,0,"00000"]
1 SELECT * FROM t WHERE id < ? [[[1,"a"],[2,"b"]],2,0,null,2,0,0,"00000"]
1 INSERT INTO t (id) VALUES (?) ["!",1062,"23000","Duplicate entry '1' for key 'PRIMARY'",-1,0,null,0,0,1062,"23000"]
2 SELECT * FROM nothing WHERE a = ? ["!",1146,"42S02","Table 'mynd_test.nothing' doesn't exist",-1,0,null,0,0,1146,"42S02"]
2 SELEC ? ["!",1064,"42000","You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEC ?' at line 1",-1,0,null,0,0,1064,"42000"]
1 SELECT * FROM t WHERE id < ? [[[1,"a"]],1,0,null,2,0,0,"00000"]
1 DELETE FROM t WHERE id IN (?, ?) [true,2,0,null,0,0,0,"00000"]
2 SET @a = ? [true,0,0,null,0,0,0,"00000"]
1 SELECT @a [[["5"]],1,0,null,1,0,0,"00000"]
1 COMMIT [true,0,0,null,0,0,0,"00000"]
2 LOCK TABLES t READ [true,0,0,null,0,0,0,"00000"]
2 UNLOCK TABLES [true,0,0,null,0,0,0,"00000"]
2 SHOW TABLES LIKE ? ["!",1064,"42000","You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near '?' at line 1",-1,0,null,0,0,1064,"42000"]

no error of the execute is left on the link:
bad: ! 1054 42S22 Unknown column 'nothing' in 'SELECT'
good: [["1"]]
query: [["1"]]
bad again: ! 1054 42S22 Unknown column 'nothing' in 'SELECT'
ping: true

a procedure:
CALL: [[7]]
further results are dropped: [["2"]]

large values:
4096 [[4096,1]]
1048576 [[1048576,1]]
16777196 [[16777196,1]]
33554432 [[33554432,1]]
70000 values: ! 1390 HY000 Prepared statement contains too many placeholders
65535 values: [[1]]
and then: [["3"]]
