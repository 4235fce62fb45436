--TEST--
PDO: asynchronous statements, several at once, emulated and native
--EXTENSIONS--
pdo_mysql
mynd
--FILE--
<?php
require __DIR__ . '/pdo.inc';
foreach ([true, false] as $emulated) {
	echo $emulated ? 'emulated' : 'native', "\n";
	$db = pdo_for_test([PDO::ATTR_EMULATE_PREPARES => $emulated]);
	$db->exec('CREATE TEMPORARY TABLE t (id INT PRIMARY KEY, v TEXT)');
	$async = fn(string $sql) => $db->prepare($sql, [PDO::MYND_ATTR_ASYNC => true]);
	$run = function (string $sql, ?array $values = null) use ($async) {
		$s = $async($sql);
		$s->execute($values);
		return $s;
	};
	$s = $run('SELECT ? + 1 AS a, REPEAT("x", 300) AS b', [1]);
	attempt('before', fn() => [$s->columnCount(), $s->rowCount(), $s->errorCode(), $s->getAttribute(PDO::MYND_ATTR_ASYNC)]);
	attempt('the row', fn() => array_map('strlen', $s->fetch(PDO::FETCH_ASSOC)));
	attempt('after', fn() => [$s->columnCount(), $s->rowCount(), $s->errorCode(), $s->fetch()]);
	foreach (['fetchAll' => fn($s) => $s->fetchAll(PDO::FETCH_NUM), 'func' => fn($s) => $s->fetchAll(PDO::FETCH_FUNC, fn(...$all) => count($all)),
		'pairs' => fn($s) => $s->fetchAll(PDO::FETCH_KEY_PAIR), 'class' => fn($s) => $s->fetchAll(PDO::FETCH_CLASS),
		'column' => fn($s) => $s->fetchColumn(1), 'object' => fn($s) => $s->fetchObject(), 'meta' => fn($s) => $s->getColumnMeta(1)['name'],
		'next' => fn($s) => [$s->nextRowset(), $s->columnCount()], 'reap' => fn($s) => [Mynd\reap($s), $s->columnCount(), $s->rowCount(), $s->fetch(PDO::FETCH_NUM)],
		'close' => fn($s) => [$s->closeCursor(), $s->columnCount()], 'foreach' => fn($s) => iterator_to_array($s)[1]['b'],
		'again' => fn($s) => [$s->execute(), $s->fetch(PDO::FETCH_NUM)],
		'bound' => function ($s) {
			$s->bindColumn('b', $b);
			$s->setFetchMode(PDO::FETCH_BOUND);
			return [$s->fetch(), $b];
		}] as $name => $take) {
		attempt($name, fn() => $take($run("SELECT 1 AS a, 'b' AS b UNION SELECT 2, 'c'")));
	}
	$three = array_map(fn($i) => $run('SELECT ? AS v', [$i]), [1, 2, 3]);
	attempt('three, backwards', fn() => array_map(fn($s) => $s->fetchColumn(), array_reverse($three)));
	$three = array_map(fn($i) => $async("SELECT $i, SLEEP(0.01)"), ['a' => 1, 'b' => 2]);
	attempt('as they come', function () use ($three) {
		array_map(fn($s) => $s->execute(), $three);
		foreach (Mynd\as_completed($three) as $key => $s) {
			$all[$key] = $s->fetchColumn();
		}
		return $all;
	});
	attempt('a command between', function () use ($run, $db) {
		$s = $run('SELECT 5');
		return [$db->query('SELECT 6')->fetchColumn(), $s->fetchColumn()];
	});
	attempt('counts', function () use ($run, $db) {
		$s = $run('INSERT INTO t VALUES (?, ?), (?, ?)', [1, 'a', 2, 'b']);
		$before = $s->rowCount();
		return [$before, Mynd\reap($s), $s->rowCount()];
	});
	attempt('an error, looked at', fn() => $run('INSERT INTO t VALUES (?, ?)', [1, 'c'])->fetch());
	attempt('an error, reaped', fn() => Mynd\reap($run('INSERT INTO t VALUES (?, ?)', [1, 'c'])));
	attempt('an error and no statement', function () use ($run, $db) {
		$run('INSERT INTO t VALUES (?, ?)', [1, 'd']);
		return $db->exec('DELETE FROM t');
	});
	attempt('the next', fn() => $db->query('SELECT COUNT(*) FROM t')->fetchColumn());
	attempt('an error and a statement', function () use ($run, $db) {
		$s = $run('INSERT INTO t VALUES (?, ?)', [1, 'd']);
		$other = $db->query('SELECT 1')->fetchColumn();
		try {
			$s->fetch();
		} catch (PDOException $e) {
			return [$other, $e->getMessage(), $s->errorInfo(), $s->fetch(), $db->query('SELECT 2')->fetchColumn()];
		}
	});
	attempt('its next execute', function () use ($async) {
		$s = $async('INSERT INTO t VALUES (?, ?)');
		$s->execute([1, 'd']);
		$s->execute([3, 'e']);
	});
	attempt('last id', function () use ($db, $run) {
		$db->exec('CREATE TEMPORARY TABLE n (id INT AUTO_INCREMENT PRIMARY KEY)');
		$run('INSERT INTO n VALUES (NULL), (NULL)');
		return $db->lastInsertId();
	});
	attempt('nothing to reap', fn() => Mynd\reap($db->query('SELECT 1')));
	attempt('a wrong text', fn() => $run('SELEC 1')->fetch());
	$db->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_SILENT);
	attempt('silent', fn() => [Mynd\reap($s = $run('INSERT INTO t VALUES (?, ?)', [1, 'c'])), $s->errorInfo()]);
	attempt('large', function () use ($run) {
		$s = [$run('SELECT LENGTH(?)', [str_repeat('a', 3000000)]), $run('SELECT LENGTH(?)', [str_repeat("'", 3000000)])];
		return [$s[0]->fetchColumn(), $s[1]->fetchColumn()];
	});
	attempt('left outstanding', fn() => (bool) ($left = $run('SELECT 1')));
	$left = $run('SELECT 1');
	unset($db, $async, $run);
	attempt('last', fn() => $left->fetchColumn());
}
$left = pdo_for_test()->prepare('SELECT 1', [PDO::MYND_ATTR_ASYNC => true]);
$left->execute();
echo "done\n";
--EXPECTF--
emulated
before: [0,0,"00000",true]
the row: {"a":1,"b":300}
after: [2,1,"00000",false]
fetchAll: [[1,"b"],[2,"c"]]
func: [2,2]
pairs: {"1":"b","2":"c"}
class: [{"a":1,"b":"b"},{"a":2,"b":"c"}]
column: "b"
object: stdClass
meta: "b"
next: [false,2]
reap: [true,2,2,[1,"b"]]
close: [true,2]
foreach: "c"
again: [true,[1,"b"]]
bound: [true,"b"]
three, backwards: ["3","2","1"]
as they come: {"a":1,"b":2}
a command between: [6,5]
counts: [0,true,2]
an error, looked at: ! "23000" SQLSTATE[23000]: Integrity constraint violation: 1062 Duplicate entry '1' for key '%s' ["23000",1062,"Duplicate entry '1' for key '%s'"]
an error, reaped: ! "23000" SQLSTATE[23000]: Integrity constraint violation: 1062 Duplicate entry '1' for key '%s' ["23000",1062,"Duplicate entry '1' for key '%s'"]
an error and no statement: ! "23000" SQLSTATE[23000]: Integrity constraint violation: 1062 Duplicate entry '1' for key '%s' ["23000",1062,"Duplicate entry '1' for key '%s'"]
the next: 2
an error and a statement: [1,"SQLSTATE[23000]: Integrity constraint violation: 1062 Duplicate entry '1' for key '%s'",["23000",1062,"Duplicate entry '1' for key '%s'"],false,2]
its next execute: ! "23000" SQLSTATE[23000]: Integrity constraint violation: 1062 Duplicate entry '1' for key '%s' ["23000",1062,"Duplicate entry '1' for key '%s'"]
last id: "1"
nothing to reap: ! ValueError Mynd\reap(): Argument #1 ($pending) must have an outstanding reply
a wrong text: ! "42000" SQLSTATE[42000]: Syntax error or access violation: 1064 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC 1' at line 1 ["42000",1064,"You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC 1' at line 1"]
silent: [false,["23000",1062,"Duplicate entry '1' for key '%s'"]]
large: [3000000,3000000]
left outstanding: true
last: 1
native
before: [0,0,"00000",true]
the row: {"a":1,"b":300}
after: [2,1,"00000",false]
fetchAll: [[1,"b"],[2,"c"]]
func: [2,2]
pairs: {"1":"b","2":"c"}
class: [{"a":1,"b":"b"},{"a":2,"b":"c"}]
column: "b"
object: stdClass
meta: "b"
next: [false,2]
reap: [true,2,2,[1,"b"]]
close: [true,2]
foreach: "c"
again: [true,[1,"b"]]
bound: [true,"b"]
three, backwards: ["3","2","1"]
as they come: {"a":1,"b":2}
a command between: [6,5]
counts: [0,true,2]
an error, looked at: ! "23000" SQLSTATE[23000]: Integrity constraint violation: 1062 Duplicate entry '1' for key '%s' ["23000",1062,"Duplicate entry '1' for key '%s'"]
an error, reaped: ! "23000" SQLSTATE[23000]: Integrity constraint violation: 1062 Duplicate entry '1' for key '%s' ["23000",1062,"Duplicate entry '1' for key '%s'"]
an error and no statement: ! "23000" SQLSTATE[23000]: Integrity constraint violation: 1062 Duplicate entry '1' for key '%s' ["23000",1062,"Duplicate entry '1' for key '%s'"]
the next: 2
an error and a statement: [1,"SQLSTATE[23000]: Integrity constraint violation: 1062 Duplicate entry '1' for key '%s'",["23000",1062,"Duplicate entry '1' for key '%s'"],false,2]
its next execute: ! "23000" SQLSTATE[23000]: Integrity constraint violation: 1062 Duplicate entry '1' for key '%s' ["23000",1062,"Duplicate entry '1' for key '%s'"]
last id: "1"
nothing to reap: ! ValueError Mynd\reap(): Argument #1 ($pending) must have an outstanding reply
a wrong text: ! "42000" SQLSTATE[42000]: Syntax error or access violation: 1064 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC 1' at line 1 ["42000",1064,"You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC 1' at line 1"]
silent: [false,["23000",1062,"Duplicate entry '1' for key '%s'"]]
large: [3000000,3000000]
left outstanding: true
last: 1
done
