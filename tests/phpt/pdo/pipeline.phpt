--TEST--
Mynd\pipeline() on PDO: an outcome is a PDOStatement, a Mynd\Done or a PDOException
--EXTENSIONS--
mynd
pdo
--FILE--
<?php
require __DIR__ . '/pdo.inc';
print_warnings();

function told(mixed $outcome): string
{
	return match (true) {
		$outcome instanceof PDOStatement => show($outcome->fetchAll(PDO::FETCH_ASSOC)),
		$outcome instanceof PDOException => '! ' . $outcome->errorInfo[0] . ' ' . $outcome->errorInfo[1] . ' ' . basename($outcome->getFile()) . ($outcome->getLine() === LINE ? '' : " {$outcome->getLine()}"),
		$outcome instanceof Mynd\Done => "$outcome->affected_rows rows, id $outcome->insert_id" . ($outcome->warnings ? ", $outcome->warnings warnings" : ''),
	};
}

const LINE = __LINE__ + 4;
function run(PDO $db, iterable $commands): void
{
	try {
		foreach (Mynd\pipeline($db, $commands) as $key => $outcome) {
			echo show($key), ' ', told($outcome), "\n";
		}
	} catch (Throwable $e) {
		echo $e::class, ': ', $e->getMessage(), "\n";
	}
}

foreach (['emulated' => [], 'native' => [PDO::ATTR_EMULATE_PREPARES => false], 'silent' => [PDO::ATTR_ERRMODE => PDO::ERRMODE_SILENT], 'texts' => [PDO::ATTR_STRINGIFY_FETCHES => true]] as $name => $options) {
	echo "-- $name\n";
	$db = pdo_for_test($options);
	$db->exec('CREATE TEMPORARY TABLE p (id INT PRIMARY KEY AUTO_INCREMENT, v VARCHAR(10))');
	run($db, [
		'text' => "INSERT INTO p (v) VALUES ('a'), ('b')",
		'error' => 'no such thing',
		'positions' => ['INSERT INTO p (v) VALUES (?)', ['c']],
		'names' => ['INSERT INTO p (id, v) VALUES (:id, :v)', ['id' => 10, ':v' => null]],
		'again' => ['INSERT INTO p (id, v) VALUES (:id, :v)', ['v' => false, 'id' => 11]],
		'a name twice' => ['SELECT :a AS one, :a AS two', ['a' => 'x']],
		'select' => 'SELECT id, v FROM p ORDER BY id',
		'prepared select' => ['SELECT id, v FROM p WHERE id > ? ORDER BY id', [2]],
		'duplicate' => ['INSERT INTO p (id, v) VALUES (:id, :v)', ['v' => 1, 'id' => 11]],
		'cannot be prepared' => ['SELECT ? FROM nowhere', [1]],
		'quotes' => ["SELECT 'a\\':b' AS q, :c AS c", ['c' => 1]],
		'two in one' => 'SELECT 1 AS a; SELECT 2 AS b',
	]);
}

echo "-- what is wrong\n";
$db = pdo_for_test();
run($db, ['SELECT 1', ['SELECT :a', ['b' => 1]]]);
run($db, ['SELECT 1', ['SELECT :a', ['a' => 1, 'b' => 1]]]);
run($db, ['SELECT 1', ['SELECT :a, ?', ['a' => 1]]]);
run($db, ['SELECT 1', ['SELECT ?', ['a' => 1]]]);
run($db, ['SELECT 1', ['SELECT ?', [1, 2]]]);
run($db, ['SELECT 1', ['SELECT ?', 1]]);
run($db, ['SELECT 1', ['SELECT :a', ['a' => new ArrayObject]], 'SELECT 2']);

echo "-- a statement that was yielded\n";
foreach (Mynd\pipeline($db, ['SELECT 1 AS a UNION SELECT 2', ['SELECT ? AS b', [3]], 'SELECT 4']) as $key => $statement) {
	$kept[] = $statement;
	echo $statement->queryString, ': ', $statement->rowCount(), ' rows, ', $statement->columnCount(), ' column, ', $statement->getColumnMeta(0)['name'], ', ', show($statement->errorInfo()), "\n";
	attempt('fetchObject', fn() => (array) $statement->fetchObject());
	attempt('execute', fn() => $statement->execute());
	if ($key !== 0) {
		attempt('nextRowset', fn() => $statement->nextRowset());
	}
	if ($key === 0) {
		attempt('a command meanwhile', fn() => $db->query('SELECT 5'));
	}
}
/* Newer versions of PDO (8.4.27 is one, 8.5.7 is not) close the cursor before they execute anything. */
attempt('the rest, as PDO leaves it', fn() => in_array($kept[0]->fetchColumn(), [2, false], true));
attempt('and then', fn() => $kept[0]->fetchColumn());
attempt('closeCursor', fn() => $kept[2]->closeCursor());
attempt('a statement of the program', fn() => ($s = $db->prepare('SELECT 6'))->execute() ? $s->fetchColumn() : null);

echo "-- the program's class of statements\n";
class Row extends PDOStatement
{
	public static ?Closure $do = null;
	private function __construct(private string $word)
	{
		(self::$do ?? fn() => null)();
	}
	public function word(): string { return $this->word; }
}
$db->setAttribute(PDO::ATTR_STATEMENT_CLASS, [Row::class, ['given']]);
foreach (Mynd\pipeline($db, ['SELECT 1']) as $statement) {
	echo $statement::class, ' ', $statement->word(), ' ', $statement->fetchColumn(), "\n";
}
Row::$do = fn() => throw new LogicException('not made');
run($db, ['SELECT 1', 'SELECT 2']);
Row::$do = null;
attempt('then', fn() => $db->query('SELECT 3')->fetchColumn());
Row::$do = function () use ($db) {
	Row::$do = null;
	attempt('its constructor prepares', fn() => ($s = $db->prepare('SELECT 7'))->execute() ? $s->fetchColumn() : null);
};
run($db, ['SELECT 1']);
$db->setAttribute(PDO::ATTR_STATEMENT_CLASS, [PDOStatement::class]);

echo "-- beside asynchronous statements\n";
$db = pdo_for_test([PDO::ATTR_EMULATE_PREPARES => false]);
$a = $db->prepare("SELECT 'a'", [PDO::MYND_ATTR_ASYNC => true]);
$b = $db->prepare("SELECT 'b'", [PDO::MYND_ATTR_ASYNC => true]);
$a->execute();
run($db, (function () use ($b) { yield 'SELECT 1'; yield 'SELECT 2'; $b->execute(); yield 'SELECT 3'; yield ['SELECT ?', [4]]; })());
echo $a->fetchColumn(), $b->fetchColumn(), "\n";
$a->execute();
foreach (Mynd\pipeline($db, ['SELECT 1', 'SELECT 2']) as $outcome) { // dropped
	break;
}
unset($outcome);
attempt('after one was dropped', fn() => $a->fetchColumn());
attempt('and then', fn() => $db->query('SELECT 8')->fetchColumn());

echo "-- a lost connection\n";
$watch = pdo_for_test();
$thread = (int) $db->query('SELECT CONNECTION_ID()')->fetchColumn();
foreach (Mynd\pipeline($db, ['SELECT 1', "KILL $thread", 'SELECT 2']) as $outcome) {
	echo $outcome instanceof PDOException ? 'lost: ' . (in_array($outcome->errorInfo[1], [2006, 1317, 1927, 1094], true) ? 'yes' : show($outcome->errorInfo)) : told($outcome), "\n";
}
?>
--EXPECT--
-- emulated
"text" 2 rows, id 1
"error" ! 42000 1064 pipeline.php
"positions" 1 rows, id 3
"names" 1 rows, id 10
"again" 1 rows, id 11
"a name twice" [{"one":"x","two":"x"}]
"select" [{"id":1,"v":"a"},{"id":2,"v":"b"},{"id":3,"v":"c"},{"id":10,"v":null},{"id":11,"v":""}]
"prepared select" [{"id":3,"v":"c"},{"id":10,"v":null},{"id":11,"v":""}]
"duplicate" ! 23000 1062 pipeline.php
"cannot be prepared" ! 42S02 1146 pipeline.php
"quotes" [{"q":"a':b","c":"1"}]
"two in one" [{"a":1}]
"two in one" [{"b":2}]
-- native
"text" 2 rows, id 1
"error" ! 42000 1064 pipeline.php
"positions" 1 rows, id 3
"names" 1 rows, id 10
"again" 1 rows, id 11
"a name twice" [{"one":"x","two":"x"}]
"select" [{"id":1,"v":"a"},{"id":2,"v":"b"},{"id":3,"v":"c"},{"id":10,"v":null},{"id":11,"v":""}]
"prepared select" [{"id":3,"v":"c"},{"id":10,"v":null},{"id":11,"v":""}]
"duplicate" ! 23000 1062 pipeline.php
"cannot be prepared" ! 42S02 1146 pipeline.php
"quotes" [{"q":"a':b","c":"1"}]
"two in one" [{"a":1}]
"two in one" [{"b":2}]
-- silent
"text" 2 rows, id 1
"error" ! 42000 1064 pipeline.php
"positions" 1 rows, id 3
"names" 1 rows, id 10
"again" 1 rows, id 11
"a name twice" [{"one":"x","two":"x"}]
"select" [{"id":1,"v":"a"},{"id":2,"v":"b"},{"id":3,"v":"c"},{"id":10,"v":null},{"id":11,"v":""}]
"prepared select" [{"id":3,"v":"c"},{"id":10,"v":null},{"id":11,"v":""}]
"duplicate" ! 23000 1062 pipeline.php
"cannot be prepared" ! 42S02 1146 pipeline.php
"quotes" [{"q":"a':b","c":"1"}]
"two in one" [{"a":1}]
"two in one" [{"b":2}]
-- texts
"text" 2 rows, id 1
"error" ! 42000 1064 pipeline.php
"positions" 1 rows, id 3
"names" 1 rows, id 10
"again" 1 rows, id 11
"a name twice" [{"one":"x","two":"x"}]
"select" [{"id":"1","v":"a"},{"id":"2","v":"b"},{"id":"3","v":"c"},{"id":"10","v":null},{"id":"11","v":""}]
"prepared select" [{"id":"3","v":"c"},{"id":"10","v":null},{"id":"11","v":""}]
"duplicate" ! 23000 1062 pipeline.php
"cannot be prepared" ! 42S02 1146 pipeline.php
"quotes" [{"q":"a':b","c":"1"}]
"two in one" [{"a":"1"}]
"two in one" [{"b":"2"}]
-- what is wrong
0 [{"1":1}]
ValueError: Mynd\pipeline(): a command must have a value for each name, none for :a
0 [{"1":1}]
ValueError: Mynd\pipeline(): a command must have as many values as parameters, 1 needed, 2 present
0 [{"1":1}]
ValueError: Mynd\pipeline(): a text must have names or question marks, not both
0 [{"1":1}]
TypeError: Mynd\pipeline(): values without names must be a list
0 [{"1":1}]
ValueError: Mynd\pipeline(): a command must have as many values as parameters, 1 needed, 2 present
0 [{"1":1}]
TypeError: Mynd\pipeline(): a command must be a string or [string, list of values]
0 [{"1":1}]
Error: Object of class ArrayObject could not be converted to string
-- a statement that was yielded
SELECT 1 AS a UNION SELECT 2: 2 rows, 1 column, a, ["00000",null,null]
fetchObject: {"a":1}
execute: ! "HY000" SQLSTATE[HY000]: General error: A PDOStatement of Mynd\pipeline() or Mynd\Pool cannot be executed ["HY000",0]
a command meanwhile: PDOStatement
SELECT ? AS b: 1 rows, 1 column, b, ["00000",null,null]
fetchObject: {"b":"3"}
execute: ! "HY000" SQLSTATE[HY000]: General error: A PDOStatement of Mynd\pipeline() or Mynd\Pool cannot be executed ["HY000",0]
nextRowset: false
SELECT 4: 1 rows, 1 column, 4, ["00000",null,null]
fetchObject: {"4":4}
execute: ! "HY000" SQLSTATE[HY000]: General error: A PDOStatement of Mynd\pipeline() or Mynd\Pool cannot be executed ["HY000",0]
nextRowset: false
the rest, as PDO leaves it: true
and then: false
closeCursor: true
a statement of the program: 6
-- the program's class of statements
Row given 1
LogicException: not made
then: 3
its constructor prepares: 7
0 [{"1":1}]
-- beside asynchronous statements
0 [{"1":1}]
1 [{"2":2}]
2 [{"3":3}]
3 [{"?":"4"}]
ab
after one was dropped: "a"
and then: 8
-- a lost connection
[{"1":1}]
lost: yes
lost: yes
