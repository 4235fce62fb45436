--TEST--
Mynd\pipeline(): outcomes in order under their keys, whatever happens in the middle
--EXTENSIONS--
mynd
--FILE--
<?php
require __DIR__ . '/../connect.inc';
print_warnings();

function told(mixed $outcome): string
{
	return match (true) {
		$outcome instanceof mysqli_result => show($outcome->fetch_all()),
		$outcome instanceof mysqli_sql_exception => "! {$outcome->getCode()} " . basename($outcome->getFile()),
		$outcome instanceof Mynd\Done => "$outcome->affected_rows rows, id $outcome->insert_id"
			. ($outcome->warnings ? ", $outcome->warnings warnings" : '') . ($outcome->info === null ? '' : ", $outcome->info"),
	};
}

function run(mysqli $link, iterable $commands): void
{
	try {
		foreach (Mynd\pipeline($link, $commands) as $key => $outcome) {
			echo show($key), ' ', told($outcome), "\n";
		}
	} catch (Throwable $e) {
		echo $e::class, ': ', $e->getMessage(), "\n";
	}
}

$link = link_for_test();
$link->query('CREATE TEMPORARY TABLE p (id INT PRIMARY KEY AUTO_INCREMENT, v VARCHAR(10))');
$insert = 'INSERT INTO p (v) VALUES (?)';

echo "-- kinds of commands and outcomes\n";
run($link, [
	'text' => "INSERT INTO p (v) VALUES ('a'), ('b')",
	'error' => 'no such thing',
	'prepared' => [$insert, ['c']],
	'again' => [$insert, [null]],
	'too long' => [$insert, ['more than ten']],
	'select' => ['SELECT id, v FROM p WHERE id > ? ORDER BY id', ['2']],
	'cannot be prepared' => ['SELECT ? FROM nowhere', [1]],
	'duplicate' => ['INSERT INTO p VALUES (?, ?)', [1, 'x']],
	'after it' => ['INSERT INTO p VALUES (?, ?)', [10, 'x']],
	'empty' => ['SELECT 1 FROM p WHERE v = ?', ['nothing']],
	'no values' => ['SELECT 5', []],
	'warnings' => "INSERT IGNORE INTO p VALUES (1, 'x')",
	7 => 'UPDATE p SET v = NULL',
	'local' => 'SELECT 1 /* local */',
	'behind it' => 'SELECT 2',
	'prepared local' => ['SELECT ? /* local */', ['3']],
	'behind that' => [$insert, ['d']],
]);
var_dump($link->query('SELECT COUNT(*) FROM p')->fetch_column());

echo "-- sources\n";
run($link, []);
run($link, new ArrayIterator(['x' => 'DO 1']));
run($link, new class implements IteratorAggregate {
	public function getIterator(): Iterator { yield [1] => 'SELECT 1'; yield [1] => 'SELECT 2'; yield null => 'SELECT 3'; }
});
$g = Mynd\pipeline($link, (function () { echo "asked\n"; yield 'DO 1'; })());
echo get_class($g), "\n";
unset($g);
$list = ['SELECT 1', 'SELECT 2'];
foreach ($list as &$reference) {
}
run($link, $list);

echo "-- sources that fail\n";
run($link, (function () { yield 'a' => 'SELECT 1'; yield 'b' => 'SELECT 2'; throw new LogicException('third'); })());
run($link, (function () { throw new LogicException('first'); yield 1; })());
run($link, ['SELECT 1', 12, 'SELECT 2']);
run($link, ['SELECT 1', new stdClass]);
run($link, ['SELECT 1', ['SELECT ?']]);
run($link, ['SELECT 1', ['SELECT ?', ['a' => 1]]]);
run($link, ['SELECT 1', ['SELECT ?', [1, 2]], 'SELECT 2']);
run($link, ['SELECT 1', ['SELECT ?', [new stdClass]]]);
run($link, [['SELECT ?', [1]], ['SELECT ?', []]]);
echo $link->query('SELECT 1')->fetch_column(), "\n";

echo "-- several results\n";
create_anew($link, 'PROCEDURE', 'pipeline_two', '(x INT) BEGIN SELECT x; SELECT x + 1, x + 2; END');
run($link, ['before' => 'SELECT 1', 'call' => 'CALL pipeline_two(5)', 'prepared' => ['CALL pipeline_two(?)', [7]], 'after' => 'SELECT 2']);
$g = Mynd\pipeline($link, ['CALL pipeline_two(5)', 'SELECT 2']);
echo told($g->current()), "\n";
unset($g);
echo $link->query('SELECT 3')->fetch_column(), "\n";
$link->query('DROP PROCEDURE pipeline_two');

echo "-- meanwhile\n";
foreach (Mynd\pipeline($link, ['SELECT 1', 'SELECT 2', 'SELECT 3']) as $key => $outcome) {
	echo told($outcome), "\n";
	if ($key === 0) {
		attempt('query', fn () => $link->query('SELECT 4'));
		attempt('async query', fn () => $link->query('SELECT 4', MYSQLI_ASYNC));
		attempt('it', fn () => $link->reap_async_query()->fetch_column());
		attempt('nested', fn () => implode(' ', array_map(told(...), iterator_to_array(Mynd\pipeline($link, ['SELECT 5', 'SELECT 6'])))));
	}
}
attempt('query', fn () => $link->query('SELECT 4')->fetch_column());

echo "-- let go before its end\n";
foreach ([1, 2, 3] as $steps) {
	foreach (Mynd\pipeline($link, (function () { for ($i = 0; $i < 3000; $i++) yield "SELECT $i, REPEAT('x', 1000)"; })()) as $outcome) {
		if (--$steps === 0) {
			break;
		}
	}
	unset($outcome);
	attempt('query', fn () => $link->query('SELECT 1')->fetch_column());
}
$g = Mynd\pipeline($link, ['SELECT 1', 'SELECT 2', 'SELECT 3']);
$g->current();
$link->query('SELECT 4', MYSQLI_ASYNC);
unset($g);
attempt('another query of mine', fn () => $link->reap_async_query()->fetch_column());
$g = Mynd\pipeline($link, ['SELECT 1', 'SELECT 2', 'SELECT 3']);
$g->current();
attempt('an exception thrown in', fn () => $g->throw(new LogicException('in')));
attempt('query', fn () => $link->query('SELECT 1')->fetch_column());
unset($g);

echo "-- the session changes under the statements\n";
$link->query("SET sql_mode = ''");
run($link, [['SELECT "a", ?', [1]], ['SELECT "a", ?', [2]], "SET sql_mode = 'ANSI_QUOTES'", ['SELECT "a", ?', [3]], "SET sql_mode = ''", ['SELECT "a", ?', [4]]]);
$before = $link->query("SHOW SESSION STATUS LIKE 'Com_stmt_prepare'")->fetch_row()[1];
$many = function () { for ($i = 0; $i < 2000; $i++) yield ['SELECT ? + ' . $i % 5 . 'e0', [$i]]; };
$sum = 0;
foreach (Mynd\pipeline($link, $many()) as $outcome) {
	$sum += $outcome->fetch_column();
}
var_dump($sum, $link->query("SHOW SESSION STATUS LIKE 'Com_stmt_prepare'")->fetch_row()[1] - $before);

echo "-- misuse\n";
attempt('closed', function () { $m = link_for_test(); $m->close(); Mynd\pipeline($m, []); });
attempt('initialised', fn () => Mynd\pipeline(mysqli_init(), []));
attempt('no link', fn () => Mynd\pipeline(new stdClass, []));
attempt('no iterable', fn () => Mynd\pipeline($link, 'SELECT 1'));
attempt('a Done of my own', fn () => new Mynd\Done);
attempt('Steps of my own', fn () => new Mynd\Steps);
$done = Mynd\pipeline($link, ['DO 1'])->current();
attempt('write to it', fn () => $done->warnings = 1);
attempt('new property', fn () => $done->other = 1);
echo json_encode($done), "\n";
attempt('serialize', fn () => serialize($done));
$r = $link->query('SELECT 1', MYSQLI_USE_RESULT);
run($link, ['SELECT 1', ['SELECT ?', [2]]]);
$r->free();
?>
--EXPECT--
-- kinds of commands and outcomes
"text" 2 rows, id 1, Records: 2  Duplicates: 0  Warnings: 0
"error" ! 1064 pipeline.php
"prepared" 1 rows, id 3
"again" 1 rows, id 4
"too long" ! 1406 pipeline.php
"select" [[3,"c"],[4,null]]
"cannot be prepared" ! 1146 pipeline.php
"duplicate" ! 1062 pipeline.php
"after it" 1 rows, id 10
"empty" []
"no values" [[5]]
"warnings" 0 rows, id 0, 1 warnings
7 4 rows, id 0, Rows matched: 5  Changed: 4  Warnings: 0
"local" [["1"]]
"behind it" [["2"]]
"prepared local" [["3"]]
"behind that" 1 rows, id 11
string(1) "6"
-- sources
"x" 0 rows, id 0
[1] [["1"]]
[1] [["2"]]
null [["3"]]
Generator
0 [["1"]]
1 [["2"]]
-- sources that fail
"a" [["1"]]
"b" [["2"]]
LogicException: third
LogicException: first
0 [["1"]]
TypeError: Mynd\pipeline(): a command must be a string or [string, list of values], int given
0 [["1"]]
TypeError: Mynd\pipeline(): a command must be a string or [string, list of values], stdClass given
0 [["1"]]
TypeError: Mynd\pipeline(): a command must be a string or [string, list of values]
0 [["1"]]
TypeError: Mynd\pipeline(): a command must be a string or [string, list of values]
0 [["1"]]
ValueError: Mynd\pipeline(): a command must have as many values as parameters, 1 needed, 2 present
0 [["1"]]
Error: Object of class stdClass could not be converted to string
0 [["1"]]
ValueError: Mynd\pipeline(): a command must have as many values as parameters, 1 needed, 0 present
1
-- several results
"before" [["1"]]
"call" [["5"]]
"call" [["6","7"]]
"call" 0 rows, id 0
"prepared" [[7]]
"prepared" [[8,9]]
"prepared" 0 rows, id 0
"after" [["2"]]
[["5"]]
3
-- meanwhile
[["1"]]
query: ! 2014 HY000 Commands out of sync; you can't run this command now
async query: true
it: "4"
nested: "[[\"5\"]] [[\"6\"]]"
[["2"]]
[["3"]]
query: "4"
-- let go before its end
query: "1"
query: "1"
query: "1"
another query of mine: "4"
an exception thrown in: ! LogicException in
query: "1"
-- the session changes under the statements
0 [["a","1"]]
1 [["a","2"]]
2 0 rows, id 0
3 ! 1054 pipeline.php
4 0 rows, id 0
5 [["a","4"]]
float(2003000)
int(5)
-- misuse
closed: ! Error mysqli object is already closed
initialised: ! Error mysqli object is not fully initialized
no link: ! TypeError Mynd\pipeline(): Argument #1 ($connection) must be a connection of mynd, stdClass given
no iterable: ! TypeError Mynd\pipeline(): Argument #2 ($commands) must be of type Traversable|array, string given
a Done of my own: ! Error Call to private Mynd\Done::__construct() from global scope
Steps of my own: ! Error Call to private Mynd\Steps::__construct() from global scope
write to it: ! Error Cannot modify readonly property Mynd\Done::$warnings
new property: ! Error Cannot create dynamic property Mynd\Done::$other
{"affected_rows":0,"insert_id":0,"warnings":0,"info":null}
serialize: ! Exception Serialization of 'Mynd\Done' is not allowed
0 ! 2014 pipeline.php
1 ! 2014 pipeline.php
