--TEST--
PDO: every way to fetch, buffered and unbuffered, text and binary rows, further row sets
--EXTENSIONS--
pdo_mysql
--FILE--
<?php
require __DIR__ . '/pdo.inc';
class Row
{
	public $a, $b;
}
$sql = "SELECT 1 AS a, 'x' AS b, NULL AS c, 1.5e0 AS d, REPEAT('y', 3000) AS e UNION ALL SELECT 2, '', 'z', 2.5e0, REPEAT('w', 3000)";
$short = fn($rows) => json_decode(preg_replace('/(y|w){3000}/', '$1...', json_encode($rows)), true);
foreach ([[true, true], [true, false], [false, true], [false, false]] as [$emulated, $buffered]) {
	echo $emulated ? 'text' : 'binary', $buffered ? ', buffered' : ', unbuffered', "\n";
	$db = pdo_for_test([PDO::ATTR_EMULATE_PREPARES => $emulated, PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => $buffered]);
	$run = function () use ($db, $sql) {
		$s = $db->prepare($sql);
		$s->execute();
		return $s;
	};
	attempt('rows', fn() => $run()->rowCount());
	attempt('columns', fn() => $run()->columnCount());
	attempt('NUM', fn() => $short($run()->fetchAll(PDO::FETCH_NUM)));
	attempt('ASSOC', fn() => $short($run()->fetchAll(PDO::FETCH_ASSOC)));
	attempt('BOTH', fn() => $short($run()->fetch()));
	attempt('COLUMN', fn() => $run()->fetchAll(PDO::FETCH_COLUMN, 1));
	attempt('GROUP', fn() => $short($run()->fetchAll(PDO::FETCH_GROUP | PDO::FETCH_NUM)));
	attempt('UNIQUE column', fn() => $run()->fetchAll(PDO::FETCH_UNIQUE | PDO::FETCH_COLUMN));
	attempt('FUNC', fn() => $short($run()->fetchAll(PDO::FETCH_FUNC, fn(...$all) => $all)));
	attempt('OBJ', fn() => $short((array) $run()->fetchObject()));
	attempt('NAMED', fn() => $short($run()->fetch(PDO::FETCH_NAMED)));
	attempt('LAZY', function () use ($run, $short) {
		$row = $run()->fetch(PDO::FETCH_LAZY);
		return $short([$row->a, $row->e, $row->a, $row->e, $row->c]);
	});
	attempt('bound', function () use ($run, $short) {
		$s = $run();
		$s->bindColumn('a', $a);
		$s->bindColumn(5, $e);
		$s->bindColumn('d', $d, PDO::PARAM_STR);
		return $short([$s->fetch(PDO::FETCH_NUM), $a, $d, $e, $s->fetch(PDO::FETCH_BOUND), $a, $d, $e]);
	});
	attempt('foreach', function () use ($run) {
		foreach ($run() as $i => $row) {
			$all[] = [$i, $row['a']];
		}
		return $all;
	});
	attempt('as text', function () use ($db, $run, $short) {
		$db->setAttribute(PDO::ATTR_STRINGIFY_FETCHES, true);
		$rows = $run()->fetchAll(PDO::FETCH_NUM);
		$db->setAttribute(PDO::ATTR_STRINGIFY_FETCHES, false);
		return $short($rows);
	});
	attempt('a large value', function () use ($run) {
		$s = $run();
		$s->bindColumn('e', $e, PDO::PARAM_LOB);
		$s->fetch(PDO::FETCH_BOUND);
		return [get_resource_type($e), md5(stream_get_contents($e)) === md5(str_repeat('y', 3000))];
	});
	attempt('several', function () use ($db, $emulated) {
		if (!$emulated) {
			$db->exec('DROP PROCEDURE IF EXISTS pdo_several; CREATE PROCEDURE pdo_several() BEGIN SELECT 1, 2; SELECT 3; END');
		}
		$s = $db->prepare($emulated ? 'SELECT 1, 2; SELECT 3; DO 0' : 'CALL pdo_several()');
		$s->execute();
		do {
			$all[] = [$s->columnCount(), $s->columnCount() ? $s->fetchAll(PDO::FETCH_NUM) : null];
		} while ($s->nextRowset());
		return $all;
	});
	attempt('left in the middle', function () use ($run, $db) {
		$s = $run();
		$s->fetch();
		$s->closeCursor();
		return $db->query('SELECT 1')->fetchColumn();
	});
	attempt('while another is read', function () use ($run, $db) {
		$s = $run();
		$s->fetch();
		return $db->query('SELECT 1')->fetchColumn();
	});
	attempt('dropped in the middle', function () use ($run, $db) {
		$s = $run();
		$s->fetch();
		$s = null;
		return $db->query('SELECT 1')->fetchColumn();
	});
	attempt('no rows', fn() => $db->query('SELECT 1 FROM DUAL WHERE 0')->fetch());
	attempt('none at all', fn() => $db->query('DO 0')->fetchAll());
}
?>
--CLEAN--
<?php
require __DIR__ . '/pdo.inc';
pdo_for_test()->exec('DROP PROCEDURE IF EXISTS pdo_several');
?>
--EXPECT--
text, buffered
rows: 2
columns: 5
NUM: [[1,"x",null,1.5,"y..."],[2,"","z",2.5,"w..."]]
ASSOC: [{"a":1,"b":"x","c":null,"d":1.5,"e":"y..."},{"a":2,"b":"","c":"z","d":2.5,"e":"w..."}]
BOTH: {"a":1,"0":1,"b":"x","1":"x","c":null,"2":null,"d":1.5,"3":1.5,"e":"y...","4":"y..."}
COLUMN: ["x",""]
GROUP: {"1":[["x",null,1.5,"y..."]],"2":[["","z",2.5,"w..."]]}
UNIQUE column: {"1":"x","2":""}
FUNC: [[1,"x",null,1.5,"y..."],[2,"","z",2.5,"w..."]]
OBJ: {"a":1,"b":"x","c":null,"d":1.5,"e":"y..."}
NAMED: {"a":1,"b":"x","c":null,"d":1.5,"e":"y..."}
LAZY: [1,"y...",1,"y...",null]
bound: [[1,"x",null,1.5,"y..."],"1","1.5","y...",true,"2","2.5","w..."]
foreach: [[0,1],[1,2]]
as text: [["1","x",null,"1.5","y..."],["2","","z","2.5","w..."]]
a large value: ["stream",true]
several: [[2,[[1,2]]],[1,[[3]]],[0,null]]
left in the middle: 1
while another is read: 1
dropped in the middle: 1
no rows: false
none at all: []
text, unbuffered
rows: 0
columns: 5
NUM: [[1,"x",null,1.5,"y..."],[2,"","z",2.5,"w..."]]
ASSOC: [{"a":1,"b":"x","c":null,"d":1.5,"e":"y..."},{"a":2,"b":"","c":"z","d":2.5,"e":"w..."}]
BOTH: {"a":1,"0":1,"b":"x","1":"x","c":null,"2":null,"d":1.5,"3":1.5,"e":"y...","4":"y..."}
COLUMN: ["x",""]
GROUP: {"1":[["x",null,1.5,"y..."]],"2":[["","z",2.5,"w..."]]}
UNIQUE column: {"1":"x","2":""}
FUNC: [[1,"x",null,1.5,"y..."],[2,"","z",2.5,"w..."]]
OBJ: {"a":1,"b":"x","c":null,"d":1.5,"e":"y..."}
NAMED: {"a":1,"b":"x","c":null,"d":1.5,"e":"y..."}
LAZY: [1,"y...",1,"y...",null]
bound: [[1,"x",null,1.5,"y..."],"1","1.5","y...",true,"2","2.5","w..."]
foreach: [[0,1],[1,2]]
as text: [["1","x",null,"1.5","y..."],["2","","z","2.5","w..."]]
a large value: ["stream",true]
several: [[2,[[1,2]]],[1,[[3]]],[0,null]]
left in the middle: 1
while another is read: ! "HY000" SQLSTATE[HY000]: General error: 2014 Cannot execute queries while other unbuffered queries are active.  Consider using PDOStatement::fetchAll().  Alternatively, if your code is only ever going to run against mysql, you may enable query buffering by setting the PDO::MYSQL_ATTR_USE_BUFFERED_QUERY attribute. ["HY000",2014,"Cannot execute queries while other unbuffered queries are active.  Consider using PDOStatement::fetchAll().  Alternatively, if your code is only ever going to run against mysql, you may enable query buffering by setting the PDO::MYSQL_ATTR_USE_BUFFERED_QUERY attribute."]
dropped in the middle: 1
no rows: false
none at all: []
binary, buffered
rows: 2
columns: 5
NUM: [[1,"x",null,1.5,"y..."],[2,"","z",2.5,"w..."]]
ASSOC: [{"a":1,"b":"x","c":null,"d":1.5,"e":"y..."},{"a":2,"b":"","c":"z","d":2.5,"e":"w..."}]
BOTH: {"a":1,"0":1,"b":"x","1":"x","c":null,"2":null,"d":1.5,"3":1.5,"e":"y...","4":"y..."}
COLUMN: ["x",""]
GROUP: {"1":[["x",null,1.5,"y..."]],"2":[["","z",2.5,"w..."]]}
UNIQUE column: {"1":"x","2":""}
FUNC: [[1,"x",null,1.5,"y..."],[2,"","z",2.5,"w..."]]
OBJ: {"a":1,"b":"x","c":null,"d":1.5,"e":"y..."}
NAMED: {"a":1,"b":"x","c":null,"d":1.5,"e":"y..."}
LAZY: [1,"y...",1,"y...",null]
bound: [[1,"x",null,1.5,"y..."],"1","1.5","y...",true,"2","2.5","w..."]
foreach: [[0,1],[1,2]]
as text: [["1","x",null,"1.5","y..."],["2","","z","2.5","w..."]]
a large value: ["stream",true]
several: [[2,[[1,2]]],[1,[[3]]],[0,null]]
left in the middle: 1
while another is read: 1
dropped in the middle: 1
no rows: false
none at all: []
binary, unbuffered
rows: 0
columns: 5
NUM: [[1,"x",null,1.5,"y..."],[2,"","z",2.5,"w..."]]
ASSOC: [{"a":1,"b":"x","c":null,"d":1.5,"e":"y..."},{"a":2,"b":"","c":"z","d":2.5,"e":"w..."}]
BOTH: {"a":1,"0":1,"b":"x","1":"x","c":null,"2":null,"d":1.5,"3":1.5,"e":"y...","4":"y..."}
COLUMN: ["x",""]
GROUP: {"1":[["x",null,1.5,"y..."]],"2":[["","z",2.5,"w..."]]}
UNIQUE column: {"1":"x","2":""}
FUNC: [[1,"x",null,1.5,"y..."],[2,"","z",2.5,"w..."]]
OBJ: {"a":1,"b":"x","c":null,"d":1.5,"e":"y..."}
NAMED: {"a":1,"b":"x","c":null,"d":1.5,"e":"y..."}
LAZY: [1,"y...",1,"y...",null]
bound: [[1,"x",null,1.5,"y..."],"1","1.5","y...",true,"2","2.5","w..."]
foreach: [[0,1],[1,2]]
as text: [["1","x",null,"1.5","y..."],["2","","z","2.5","w..."]]
a large value: ["stream",true]
several: [[2,[[1,2]]],[1,[[3]]],[0,null]]
left in the middle: 1
while another is read: ! "HY000" SQLSTATE[HY000]: General error: 2014 Cannot execute queries while other unbuffered queries are active.  Consider using PDOStatement::fetchAll().  Alternatively, if your code is only ever going to run against mysql, you may enable query buffering by setting the PDO::MYSQL_ATTR_USE_BUFFERED_QUERY attribute. ["HY000",2014,"Cannot execute queries while other unbuffered queries are active.  Consider using PDOStatement::fetchAll().  Alternatively, if your code is only ever going to run against mysql, you may enable query buffering by setting the PDO::MYSQL_ATTR_USE_BUFFERED_QUERY attribute."]
dropped in the middle: 1
no rows: false
none at all: []
