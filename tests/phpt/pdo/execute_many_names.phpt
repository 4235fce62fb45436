--TEST--
Mynd\execute_many() on a PDO object: placeholders with names, and rows by them
--EXTENSIONS--
pdo_mysql
mynd
--FILE--
<?php
require __DIR__ . '/pdo.inc';

$pdo = pdo_for_test([PDO::ATTR_ERRMODE => PDO::ERRMODE_EXCEPTION]);
$pdo->exec('CREATE TEMPORARY TABLE t (id INT, v VARCHAR(30), w VARCHAR(30) DEFAULT \'none\')');
$mariadb = str_contains($pdo->getAttribute(PDO::ATTR_SERVER_VERSION), 'MariaDB');
$into = 'INSERT INTO t (id, v) VALUES (:id, :value)';
$rows = function (string $sql = 'SELECT id, v FROM t ORDER BY id') use ($pdo) {
	$all = array_map(fn($row) => implode(' ', array_map(fn($v) => $v ?? 'NULL', $row)), $pdo->query($sql)->fetchAll(PDO::FETCH_NUM));
	$pdo->exec('DELETE FROM t');
	return $all;
};
attempt('names', fn() => Mynd\execute_many($pdo, $into, [['id' => 1, 'value' => 'a'], ['value' => null, 'id' => 2]]));
attempt('there', $rows);
attempt('with colons', fn() => Mynd\execute_many($pdo, $into, [[':id' => 1, ':value' => 'a'], [':value' => 'b', 'id' => 2]]));
attempt('there', $rows);
attempt('many', fn() => Mynd\execute_many($pdo, $into, (function () { for ($i = 0; $i < 20000; $i++) yield ['value' => "v$i", 'id' => $i]; })()));
attempt('there', fn() => $rows("SELECT COUNT(*), SUM(v = CONCAT('v', id)) FROM t"));
attempt('a name in several places', fn() => Mynd\execute_many($pdo, 'INSERT INTO t (v, id, w) VALUES (:v, :id, :v)', [['id' => 1, 'v' => 'x'], ['id' => 2, 'v' => 'y']]));
attempt('there', fn() => $rows('SELECT id, v, w FROM t ORDER BY id'));
attempt('in a text, a comment, a name', fn() => Mynd\execute_many($pdo, "INSERT INTO t (id, v) /* :no */ VALUES (:id, CONCAT(':no', :v)) -- :no", [['id' => 1, 'v' => '!']]));
attempt('there', $rows);
attempt('a number for a name', fn() => Mynd\execute_many($pdo, 'INSERT INTO t (id, v) VALUES (:1, :2)', [[1 => 5, 2 => 'five']]));
attempt('there', $rows);
Mynd\execute_many($pdo, $into, [['id' => 1, 'value' => 'a'], ['id' => 2, 'value' => 'b']]);
attempt('an update', fn() => Mynd\execute_many($pdo, 'UPDATE t SET v = :v WHERE id = :id', [['id' => 2, 'v' => 'w'], ['id' => 3, 'v' => 'w']]));
attempt('there', $rows);
attempt('an indicator', fn() => Mynd\execute_many($pdo, 'INSERT INTO t (id, w) VALUES (:id, :w)', [['id' => 1, 'w' => Mynd\Indicator::Default]]) === 1 ? 'runs in bulk' : 0);
$pdo->exec('DELETE FROM t');

/* What is wrong. The rows before it have run. */
attempt('a name is missing', fn() => Mynd\execute_many($pdo, $into, [['id' => 1, 'value' => 'a'], ['id' => 2]]));
attempt('another name', fn() => Mynd\execute_many($pdo, $into, [['id' => 2, 'valeu' => 'b']]));
attempt('one more', fn() => Mynd\execute_many($pdo, $into, [['id' => 2, 'value' => 'b', 'more' => 'c']]));
attempt('a list', fn() => Mynd\execute_many($pdo, $into, [[2, 'b']]));
attempt('no array', fn() => Mynd\execute_many($pdo, $into, ['x']));
attempt('names for question marks', fn() => Mynd\execute_many($pdo, 'INSERT INTO t (id, v) VALUES (?, ?)', [['id' => 2, 'value' => 'b']]));
attempt('both', fn() => Mynd\execute_many($pdo, 'INSERT INTO t (id, v) VALUES (:id, ?)', [['id' => 2]]));
attempt('there', $rows);
attempt('the handle goes on', fn() => $pdo->query('SELECT 1')->fetchColumn());
?>
--EXPECTF--
names: 2
there: ["1 a","2 NULL"]
with colons: 2
there: ["1 a","2 b"]
many: 20000
there: ["20000 20000"]
a name in several places: 2
there: ["1 x x","2 y y"]
in a text, a comment, a name: 1
there: ["1 :no!"]
a number for a name: 1
there: ["5 five"]
an update: 1
there: ["1 a","2 w"]
an indicator: %r("runs in bulk"|! ValueError Mynd\\execute_many\(\): indicators need a server and a statement that run in bulk)%r
a name is missing: ! ValueError Mynd\execute_many(): a row must have a value for each name, none for :value
another name: ! ValueError Mynd\execute_many(): a row must have a value for each name, none for :value
one more: ! ValueError Mynd\execute_many(): a row must have as many values as names, 2 needed, 3 present
a list: ! ValueError Mynd\execute_many(): a row must have a value for each name, none for :id
no array: ! TypeError Mynd\execute_many(): a row must be an array of values by name, string given
names for question marks: ! TypeError Mynd\execute_many(): a row must be a list of values, an array with other keys given
both: ! ValueError Mynd\execute_many(): a text must have names or question marks, not both
there: ["1 a"]
the handle goes on: %r1|"1"%r
