--TEST--
Mynd\intercept(): a text of Mynd\pipeline() that is rewritten to one with another number of parameters
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/intercept.inc';
use Mynd\{Command, Kind};
$m = link_for_test();
$log = new ArrayObject;
$texts = ['SELECT ? AS more' => "SELECT ?, 'more', ?", 'SELECT ? AS fewer' => "SELECT 'fewer'", 'SELECT ? AS other' => "SELECT CONCAT(?, '!')"];
$values = [];
$i = Mynd\intercept(function (Command $c, callable $next) use ($texts, &$values, $log) {
	$log[] = "{$c->kind->name} $c->sql " . json_encode($c->params);
	$changed = match (true) {
		$c->kind === Kind::Prepare && isset($texts[$c->sql]) => $c->withSql($texts[$c->sql]),
		$c->kind === Kind::Execute && isset($values[$c->sql]) => $c->withParams($values[$c->sql]),
		default => $c,
	};
	$r = $next($changed);
	if (!$r->pending && $r->errno !== 0) {
		$log[] = "-> $r->errno";
	}
	return $r;
});
function show_outcomes(mysqli $m, array $commands): void
{
	foreach (Mynd\pipeline($m, $commands) as $key => $o) {
		echo $key, ' ', $o instanceof mysqli_sql_exception ? "{$o->getCode()} {$o->getSqlState()}: {$o->getMessage()}" : json_encode($o->fetch_all()), "\n";
	}
}

echo "-- not the program's fault\n";
show_outcomes($m, [
	'prepared' => ['SELECT ? AS more', ['x']],
	'text' => 'SELECT 2',
	'known by now' => ['SELECT ? AS more', ['x']],
	'fewer' => ['SELECT ? AS fewer', ['x']],
	'as many' => ['SELECT ? AS other', ['x']],
	'untouched' => ['SELECT ?', ['x']],
]);
shown($log);

echo "-- as many values are given with it\n";
$values = ["SELECT ?, 'more', ?" => ['y', 'z'], "SELECT 'fewer'" => []];
show_outcomes($m, ['more' => ['SELECT ? AS more', ['x']], 'fewer' => ['SELECT ? AS fewer', ['x']]]);
$values = ["SELECT ?, 'more', ?" => ['y']];
try_it(fn() => show_outcomes($m, [['SELECT ? AS more', ['x']]]));
$values = [];

echo "-- the program's fault\n";
try_it(fn() => show_outcomes($m, [['SELECT ?', ['x', 'y']]]));
try_it(fn() => show_outcomes($m, [['SELECT ?', ['x']], ['SELECT ?', []]]));
try_it(fn() => $m->query('SELECT "in order"'));
?>
--EXPECT--
-- not the program's fault
prepared 2031 HY000: No data supplied for parameters in prepared statement
text [["2"]]
known by now 2031 HY000: No data supplied for parameters in prepared statement
fewer 2031 HY000: No data supplied for parameters in prepared statement
as many [["x!"]]
untouched [["x"]]
Prepare SELECT ? AS more null
Execute SELECT ?, 'more', ? ["x"]
-> 2031
Query SELECT 2 null
Execute SELECT ?, 'more', ? ["x"]
-> 2031
Prepare SELECT ? AS fewer null
Execute SELECT 'fewer' ["x"]
-> 2031
Prepare SELECT ? AS other null
Execute SELECT CONCAT(?, '!') ["x"]
Prepare SELECT ? null
Execute SELECT ? ["x"]
-- as many values are given with it
more [["y","more","z"]]
fewer [["fewer"]]
ValueError 0: Mynd\Command::withParams(): Argument #1 ($params) must have as many values as parameters, 2 needed, 1 present
-- the program's fault
ValueError 0: Mynd\pipeline(): a command must have as many values as parameters, 1 needed, 2 present
0 [["x"]]
ValueError 0: Mynd\pipeline(): a command must have as many values as parameters, 1 needed, 0 present
[["in order"]]
