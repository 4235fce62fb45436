--TEST--
Mynd\intercept(): re-entry, nesting, fibers, removal, objects that are kept, links that are closed
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/intercept.inc';
error_reporting(E_ALL & ~E_DEPRECATED);
use Mynd\{Command, Reply};
$m = link_for_test();
$other = link_for_test();
echo "-- the same link\n";
$i = Mynd\intercept(function ($c, $next) use ($m) {
	try_it(fn() => $m->query('SELECT 1'));
	try_it(fn() => $m->query('SELECT 1', MYSQLI_ASYNC));
	try_it(fn() => $m->prepare('SELECT 1'));
	try_it(fn() => $m->ping());
	$r = $next($c);
	try_it(fn() => $m->query('SELECT 1'));
	try_it(fn() => $m->store_result());
	return $r->then(fn() => try_it(fn() => $m->more_results()));
});
try_it(fn() => $m->query('SELECT 2'));
$i->remove();
try_it(fn() => $m->query('SELECT 3'));

echo "-- other links: not for those that run\n";
$depth = 0;
$outer = Mynd\intercept(function ($c, $next) use (&$depth) { echo str_repeat(' ', $depth), "outer $c->sql\n"; $depth++; $r = $next($c); $depth--; return $r; });
$logger = Mynd\intercept(function ($c, $next) use ($other, &$depth) { echo str_repeat(' ', $depth), "logger $c->sql\n"; $other->query('DO 1'); return $next($c); });
$inner = Mynd\intercept(function ($c, $next) use (&$depth) { echo str_repeat(' ', $depth), "inner $c->sql\n"; return $next($c); });
try_it(fn() => $m->query('SELECT 4'));

echo "-- removed on the way\n";
$logger->remove();
$inner->remove();
$outer->remove();
$first = Mynd\intercept(function ($c, $next) use (&$second, &$late) { $second->remove(); $late = Mynd\intercept(fn($c, $next) => $next($c->withSql('SELECT "late"'))); return $next($c); });
$second = Mynd\intercept(function ($c, $next) { echo "never\n"; return $next($c); });
try_it(fn() => $m->query('SELECT 5'));
$first->remove();
try_it(fn() => $m->query('SELECT 5'));
$late->remove();

echo "-- kept\n";
$kept = [];
$keep = Mynd\intercept(function ($c, $next) use (&$kept) { $r = $next($c); $kept = [$c, $next, $r]; return $r; });
try_it(fn() => $m->query('SELECT 6'));
$keep->remove();
[$c, $next, $r] = $kept;
try_it(fn() => $c->sql);
try_it(fn() => $next($c));
try_it(fn() => $c->withSql('SELECT 1'));
try_it(fn() => $c->attribute('x', 'none'));
try_it(fn() => [$r->errno, $r->field_count, $r->capture()]);
try_it(fn() => clone $r);
try_it(fn() => serialize($c));
try_it(fn() => new Mynd\Command);
$i = Mynd\intercept(fn() => $r);
try_it(fn() => $m->query('SELECT 7'));
$i->remove();
$i = Mynd\intercept(fn($command, $next) => $next($c));
try_it(fn() => $m->query('SELECT 7'));
$i->remove();
$i = Mynd\intercept(function ($c, $n) use (&$kept) { $kept = $n; throw new Exception('out'); });
try_it(fn() => $m->query('SELECT 7'));
$i->remove();
try_it(fn() => $kept($c));

echo "-- fibers\n";
$i = Mynd\intercept(function ($c, $next) { if ($c->sql === 'SELECT 8') Fiber::suspend(); return $next($c); });
$fiber = new Fiber(fn() => try_it(fn() => $m->query('SELECT 8')));
$fiber->start();
try_it(fn() => $m->query('SELECT 9'));
try_it(fn() => $other->query('SELECT 9'));
$fiber->resume();
try_it(fn() => $m->query('SELECT 10'));
$fiber = new Fiber(fn() => try_it(fn() => $m->query('SELECT 8')));
$fiber->start();
unset($fiber);
gc_collect_cycles();
try_it(fn() => $m->query('SELECT 11'));
$i->remove();
$i = Mynd\intercept(function ($c, $next) {
	$fiber = new Fiber(fn() => $next($c));
	try_it(fn() => $fiber->start());
	return $next($c);
});
try_it(fn() => $m->query('SELECT 11'));
$i->remove();

echo "-- closed by an interceptor\n";
$i = Mynd\intercept(function ($c, $next) use (&$m) { $m->close(); $r = $next($c); echo "$r->errno\n"; return $r; });
try_it(fn() => $m->query('SELECT 12'));
try_it(fn() => $m->query('SELECT 12'));
$i->remove();
$m = link_for_test();
$i = Mynd\intercept(function ($c, $next) use (&$m) { $r = $next($c); $m->close(); return $r; });
try_it(fn() => $m->query('SELECT 12'));
$i->remove();
$m = link_for_test();
$i = Mynd\intercept(function ($c, $next) use (&$m) { $m->close(); return Reply::done(); });
try_it(fn() => $m->query('SELECT 12'));
$i->remove();

echo "-- callables\n";
class Methods
{
	public function __call($name, $arguments) { echo "$name\n"; return $arguments[1]($arguments[0]); }
	public static function own($c, $next) { echo "own\n"; return $next($c); }
	public function __invoke($c, $next) { echo "invoke\n"; return $next($c); }
}
function named($c, $next) { echo "named\n"; return $next($c); }
$all = array_map('Mynd\intercept', [[new Methods, 'magic'], 'Methods::own', new Methods, 'named']);
try_it(fn() => $other->query('SELECT 13'));
foreach ($all as $i) {
	$i->remove();
}
try_it(fn() => Mynd\intercept('nothing'));
try_it(fn() => Reply::failed(0, 'x'));
try_it(fn() => Reply::failed(1, 'x', 'abc'));
try_it(fn() => Reply::done('x'));
try_it(fn() => Reply::done(warnings: -1));
try_it(fn() => Reply::result('x'));
try_it(fn() => Reply::result([]));
?>
--EXPECT--
-- the same link
mysqli_sql_exception 2014: Commands out of sync; you can't run this command now: an interceptor of this connection runs, which can use it through $next() alone
mysqli_sql_exception 2014: Commands out of sync; you can't run this command now: an interceptor of this connection runs, which can use it through $next() alone
mysqli_sql_exception 2014: Commands out of sync; you can't run this command now: an interceptor of this connection runs, which can use it through $next() alone
mysqli_sql_exception 2014: Commands out of sync; you can't run this command now: an interceptor of this connection runs, which can use it through $next() alone
mysqli_sql_exception 2014: Commands out of sync; you can't run this command now: an interceptor of this connection runs, which can use it through $next() alone
mysqli_sql_exception 2014: Commands out of sync; you can't run this command now: an interceptor of this connection runs, which can use it through $next() alone
false
[["2"]]
[["3"]]
-- other links: not for those that run
outer SELECT 4
 logger SELECT 4
 inner DO 1
 inner SELECT 4
[["4"]]
-- removed on the way
[["5"]]
[["late"]]
-- kept
[["6"]]
"SELECT 6"
Error 0: $next() can be called only while its interceptor runs
Error 0: Mynd\Command: the command is over
"none"
[0,1,null]
Error 0: Trying to clone an uncloneable object of class Mynd\Reply
Exception 0: Serialization of 'Mynd\Command' is not allowed
Error 0: Call to private Mynd\Command::__construct() from global scope
Error 0: An interceptor must return the Mynd\Reply that $next() returned last, or one of its own
Error 0: $next() must be called with its interceptor's command, or a changed copy of it
Exception 0: out
Error 0: $next() can be called only while its interceptor runs
-- fibers
mysqli_sql_exception 2014: Commands out of sync; you can't run this command now: an interceptor of this connection runs, which can use it through $next() alone
[["9"]]
[["8"]]
[["10"]]
[["11"]]
Error 0: $next() must be called in the fiber that its interceptor was called in
[["11"]]
-- closed by an interceptor
2006
mysqli_sql_exception 2006: MySQL server has gone away
Error 0: mysqli object is already closed
mysqli_sql_exception 2006: MySQL server has gone away
mysqli_sql_exception 2006: MySQL server has gone away
-- callables
magic
own
invoke
named
[["13"]]
TypeError 0: Mynd\intercept(): Argument #1 ($interceptor) must be a valid callback, function "nothing" not found or invalid function name
ValueError 0: Mynd\Reply::failed(): Argument #1 ($errno) must be between 1 and 65535
ValueError 0: Mynd\Reply::failed(): Argument #3 ($sqlstate) must be five digits and capital letters
ValueError 0: Mynd\Reply::done(): Argument #1 ($affected_rows) must be a number
ValueError 0: Mynd\Reply::done(): Argument #3 ($warnings) must be between 0 and 65535
ValueError 0: Mynd\Reply: the rows must be what Mynd\capture() returned: they are too short
TypeError 0: Mynd\Reply::result(): Argument #1 ($rows) must be of type mysqli_result|string, array given
