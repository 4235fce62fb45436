--TEST--
Mynd\pipeline(): what a command was made of is held while its values are turned into texts by code of the program
--EXTENSIONS--
mynd
--FILE--
<?php
require __DIR__ . '/../connect.inc';

class Text
{
	public function __construct(private Closure $before)
	{
	}
	public function __toString(): string
	{
		($this->before)();
		return 'x';
	}
}
function sql(): string
{
	return 'SELECT ? /* ' . str_repeat('a', 2000 + (int) getenv('NOTHING')) . ' */';
}
/** A command whose parts are all variables of the program's, which its value reassigns. */
function command(Closure $value): array
{
	$GLOBALS['sql'] = sql();
	$GLOBALS['values'] = [new Text($value)];
	$command = [];
	$command[0] = &$GLOBALS['sql'];
	$command[1] = &$GLOBALS['values'];
	$GLOBALS['command'] = &$command;
	return $command;
}
$deeds = [
	'the text' => function () {
		$GLOBALS['sql'] = null;
		$GLOBALS['fill'] = str_repeat('S', 3000);
	},
	'the list of values' => function () {
		$GLOBALS['values'] = null;
		$GLOBALS['fill'] = [1, 2, 3];
	},
	'more values' => function () {
		array_push($GLOBALS['values'], ...range(1, 1000));
	},
	'all of it' => function () {
		$GLOBALS['sql'] = 'SET sql_mode = ""';
		$GLOBALS['values'] = $GLOBALS['command'] = null;
		$GLOBALS['fill'] = str_repeat('S', 3000);
	},
];
$link = link_for_test();
foreach ($deeds as $name => $deed) {
	$commands = (function () use ($deed) {
		yield [sql(), ['prepares it']];
		yield command($deed);
		yield [sql(), ['behind it']];
		yield 'SELECT 1';
		yield 'SET @a = 1, sql_mode = @@sql_mode';
		yield command($deed); /* has to be prepared anew */
	})();
	echo "-- $name\n";
	foreach (Mynd\pipeline($link, $commands) as $n => $outcome) {
		echo "$n ", $outcome instanceof mysqli_result ? show($outcome->fetch_all()) : get_debug_type($outcome), "\n";
	}
}
?>
--EXPECT--
-- the text
0 [["prepares it"]]
1 [["x"]]
2 [["behind it"]]
3 [["1"]]
4 Mynd\Done
5 [["x"]]
-- the list of values
0 [["prepares it"]]
1 [["x"]]
2 [["behind it"]]
3 [["1"]]
4 Mynd\Done
5 [["x"]]
-- more values
0 [["prepares it"]]
1 [["x"]]
2 [["behind it"]]
3 [["1"]]
4 Mynd\Done
5 [["x"]]
-- all of it
0 [["prepares it"]]
1 [["x"]]
2 [["behind it"]]
3 [["1"]]
4 Mynd\Done
5 [["x"]]
