--TEST--
PDOStatement::fetchAll() is what fetching row by row gives, in every mode, with every attribute, and for every kind of statement
--EXTENSIONS--
pdo_mysql
--FILE--
<?php
require __DIR__ . '/pdo.inc';

// PHP 8.5 takes an unknown mode for some other, and has no rows where there is an error among objects.
$db = pdo_for_test();
$db->exec('CREATE TEMPORARY TABLE fetch_all (id INT, f FLOAT, d DOUBLE, n DECIMAL(10,2), s VARCHAR(20), b LONGBLOB, u BIGINT UNSIGNED, z INT(5) ZEROFILL, t TIME)');
$db->exec("INSERT INTO fetch_all VALUES (1, 1.1, 2.5, 3.50, 'one', REPEAT('x', 100000), 18446744073709551615, 7, '10:00:00'),
	(2, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL), (-3, -0.5, 1e300, 0, '', '', 0, 0, '-01:02:03'), (4, 0, 0, 0, 'one', 'one', 1, 1, NULL)");

const TEXTS = ['all' => 'SELECT * FROM fetch_all', 'none' => 'SELECT * FROM fetch_all WHERE id = 99', 'twice the name' => 'SELECT id AS a, s AS b, f AS a FROM fetch_all',
	'indexes as names' => 'SELECT id AS `1`, s AS `0`, f AS `x`, d AS `3`, n AS `-5` FROM fetch_all', 'no name' => 'SELECT id AS ``, s AS `A b` FROM fetch_all',
	'one column' => 'SELECT s FROM fetch_all', 'two columns' => 'SELECT id, s FROM fetch_all', 'upper' => 'SELECT id AS ID, s AS Name FROM fetch_all'];
const MODES = ['ASSOC' => PDO::FETCH_ASSOC, 'NUM' => PDO::FETCH_NUM, 'BOTH' => PDO::FETCH_BOTH, 'OBJ' => PDO::FETCH_OBJ, 'NAMED' => PDO::FETCH_NAMED];
const ATTRIBUTES = [[], [PDO::ATTR_STRINGIFY_FETCHES => true], [PDO::ATTR_ORACLE_NULLS => PDO::NULL_EMPTY_STRING], [PDO::ATTR_ORACLE_NULLS => PDO::NULL_TO_STRING],
	[PDO::ATTR_CASE => PDO::CASE_UPPER], [PDO::ATTR_CASE => PDO::CASE_LOWER], [PDO::ATTR_FETCH_TABLE_NAMES => true]];

function statement(PDO $db, string $text): PDOStatement
{
	$statement = $db->prepare($text);
	$statement->execute();
	return $statement;
}

/** The same rows fetched otherwise; some were fetched one by one before. */
function one_by_one(PDOStatement $statement, int $mode): array
{
	$rows = [];
	while ($row = $statement->fetch($mode)) {
		$rows[] = $row;
	}
	return $rows;
}

$compared = 0;
foreach ([true, false] as $buffered) {
	foreach ([true, false] as $emulated) {
		foreach (ATTRIBUTES as $attributes) {
			$set = [PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => $buffered, PDO::ATTR_EMULATE_PREPARES => $emulated] + $attributes
				+ [PDO::ATTR_STRINGIFY_FETCHES => false, PDO::ATTR_ORACLE_NULLS => PDO::NULL_NATURAL, PDO::ATTR_CASE => PDO::CASE_NATURAL, PDO::ATTR_FETCH_TABLE_NAMES => false];
			foreach ($set as $attribute => $value) {
				$db->setAttribute($attribute, $value);
			}
			foreach (TEXTS as $name => $text) {
				foreach (MODES as $mode_name => $mode) {
					$all = statement($db, $text)->fetchAll($mode);
					$rows = one_by_one(statement($db, $text), $mode);
					$compared++;
					if (serialize($all) !== serialize($rows)) {
						echo "DIFFERENT $name, $mode_name, ", json_encode($set), "\n", json_encode($all), "\n", json_encode($rows), "\n";
					}
				}
			}
		}
	}
}
echo "$compared compared\n";
foreach ([PDO::ATTR_FETCH_TABLE_NAMES => false, PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => true, PDO::ATTR_EMULATE_PREPARES => true] as $attribute => $value) {
	$db->setAttribute($attribute, $value);
}

echo "-- what they are\n";
foreach (['twice the name', 'indexes as names', 'no name'] as $name) {
	foreach (['ASSOC', 'NUM', 'BOTH'] as $mode) {
		echo "$name, $mode: ", show($db->query(TEXTS[$name])->fetchAll(MODES[$mode])[3]), "\n";
	}
}

echo "-- the mode\n";
$text = 'SELECT 1 AS a, 2 AS b UNION SELECT 3, 4';
echo 'default: ', show($db->query($text)->fetchAll()), "\n";
$db->setAttribute(PDO::ATTR_DEFAULT_FETCH_MODE, PDO::FETCH_ASSOC);
echo "the handle's: ", show($db->query($text)->fetchAll()), "\n";
$statement = $db->query($text);
$statement->setFetchMode(PDO::FETCH_NUM);
echo "the statement's: ", show($statement->fetchAll()), "\n";
echo 'none: ', show($db->query($text)->fetchAll(PDO::FETCH_DEFAULT)), "\n";
echo 'pairs: ', show($db->query($text)->fetchAll(PDO::FETCH_KEY_PAIR)), "\n";
echo 'column: ', show($db->query($text)->fetchAll(PDO::FETCH_COLUMN, 1)), "\n";
echo 'groups: ', show($db->query($text)->fetchAll(PDO::FETCH_GROUP | PDO::FETCH_ASSOC)), "\n";
echo 'a function: ', show($db->query($text)->fetchAll(PDO::FETCH_FUNC, fn ($a, $b) => $a + $b)), "\n";
attempt('text as a mode', fn () => $db->query($text)->fetchAll('2'));
attempt('no mode', fn () => $db->query($text)->fetchAll('x'));
attempt('too many arguments', fn () => $db->query($text)->fetchAll(PDO::FETCH_ASSOC, 1));
attempt('unknown mode', fn () => $db->query($text)->fetchAll(99));
echo 'a named argument: ', show($db->query($text)->fetchAll(mode: PDO::FETCH_NUM)), "\n";

echo "-- what was there before, and what comes after\n";
$statement = $db->query($text);
echo 'first: ', show($statement->fetch()), ', rest: ', show($statement->fetchAll()), ', again: ', show($statement->fetchAll()), ', one: ', show($statement->fetch()), "\n";
$statement = $db->query($text);
$statement->bindColumn('a', $bound);
echo 'bound: ', show($statement->fetchAll(PDO::FETCH_NUM)), ' ', show($bound), "\n";
unset($statement);
$statement = $db->query("$text; SELECT 5 AS c");
echo 'sets: ', show($statement->fetchAll()), show($statement->nextRowset()), show($statement->fetchAll()), "\n";
$statement = $db->query('SET @a = 1');
attempt('no result', fn () => $statement->fetchAll());
attempt('not executed', fn () => $db->prepare($text)->fetchAll());
attempt('closed', function () use ($db, $text) { $s = $db->query($text); $s->closeCursor(); return $s->fetchAll(); });
class Own extends PDOStatement
{
	public function fetchAll(int $mode = PDO::FETCH_DEFAULT, mixed ...$args): array { return ['own' => parent::fetchAll($mode, ...$args)]; }
	public function fetch(int $mode = PDO::FETCH_DEFAULT, int $orientation = 0, int $offset = 0): mixed { return 'own'; }
}
$db->setAttribute(PDO::ATTR_STATEMENT_CLASS, [Own::class]);
echo 'a subclass: ', show($db->query($text)->fetchAll()), "\n";
$db->setAttribute(PDO::ATTR_STATEMENT_CLASS, [PDOStatement::class]);

echo "-- an error among the rows\n";
print_warnings();
$db->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false);
$late = 'SELECT 1 AS a UNION ALL SELECT (SELECT 1 UNION SELECT 2) FROM (SELECT 1 AS one) t';
foreach ([PDO::ERRMODE_SILENT, PDO::ERRMODE_WARNING, PDO::ERRMODE_EXCEPTION] as $mode) {
	$db->setAttribute(PDO::ATTR_ERRMODE, $mode);
	attempt('result', function () use ($db, $late) {
		$statement = $db->query($late);
		return [$statement->fetchAll(), $statement->errorInfo()];
	});
	attempt('objects', function () use ($db, $late) {
		$statement = $db->query($late);
		return [$statement->fetchAll(PDO::FETCH_OBJ), $statement->errorInfo()];
	});
	attempt('still there', fn () => $db->query('SELECT 1')->fetchAll());
}
?>
--EXPECTF--
1120 compared
-- what they are
twice the name, ASSOC: {"a":0.0,"b":"one"}
twice the name, NUM: [4,"one",0.0]
twice the name, BOTH: {"a":0.0,"0":4,"b":"one","1":"one","2":0.0}
indexes as names, ASSOC: {"1":4,"0":"one","x":0.0,"3":0.0,"-5":"0.00"}
indexes as names, NUM: [4,"one",0.0,0.0,"0.00"]
indexes as names, BOTH: {"1":4,"0":"one","x":0.0,"2":0.0,"3":0.0,"-5":"0.00","4":"0.00"}
no name, ASSOC: {"":4,"A b":"one"}
no name, NUM: [4,"one"]
no name, BOTH: {"":4,"0":4,"A b":"one","1":"one"}
-- the mode
default: [{"a":1,"0":1,"b":2,"1":2},{"a":3,"0":3,"b":4,"1":4}]
the handle's: [{"a":1,"b":2},{"a":3,"b":4}]
the statement's: [[1,2],[3,4]]
none: [{"a":1,"b":2},{"a":3,"b":4}]
pairs: {"1":2,"3":4}
column: [2,4]
groups: {"1":[{"b":2}],"3":[{"b":4}]}
a function: [3,7]
text as a mode: [{"a":1,"b":2},{"a":3,"b":4}]
no mode: ! TypeError PDOStatement::fetchAll(): Argument #1 ($mode) must be of type int, string given
too many arguments: ! ArgumentCountError PDOStatement::fetchAll() expects exactly 1 argument for the fetch mode provided, 2 given
unknown mode: %r(! ValueError PDOStatement::fetchAll\(\): Argument #1 \(\$mode\) must be a bitmask of PDO::FETCH_\* constants|\{"1":\[2\],"3":\[4\]\})%r
a named argument: [[1,2],[3,4]]
-- what was there before, and what comes after
first: {"a":1,"b":2}, rest: [{"a":3,"b":4}], again: [], one: false
bound: [[1,2],[3,4]] "3"
sets: [{"a":1,"b":2},{"a":3,"b":4}]true[{"c":5}]
no result: []
not executed: []
closed: []
a subclass: {"own":[{"a":1,"b":2},{"a":3,"b":4}]}
-- an error among the rows
result: [[{"a":1}],["21000",1242,"Subquery returns more than 1 row"]]
objects: [[%r(\{"a":1\})?%r],["21000",1242,"Subquery returns more than 1 row"]]
still there: [{"1":1}]
  Warning: PDOStatement::fetchAll(): SQLSTATE[21000]: Cardinality violation: 1242 Subquery returns more than 1 row
result: [[{"a":1}],["21000",1242,"Subquery returns more than 1 row"]]
  Warning: PDOStatement::fetchAll(): SQLSTATE[21000]: Cardinality violation: 1242 Subquery returns more than 1 row
objects: [[%r(\{"a":1\})?%r],["21000",1242,"Subquery returns more than 1 row"]]
still there: [{"1":1}]
result: ! "21000" SQLSTATE[21000]: Cardinality violation: 1242 Subquery returns more than 1 row ["21000",1242,"Subquery returns more than 1 row"]
objects: ! "21000" SQLSTATE[21000]: Cardinality violation: 1242 Subquery returns more than 1 row ["21000",1242,"Subquery returns more than 1 row"]
still there: [{"1":1}]
