--TEST--
Mynd\intercept(): commands and replies that the program keeps: compared, cloned, collected; what they say when the rest was read
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/intercept.inc';
use Mynd\{Command, Reply};
const LATE = 'SELECT n, IF(n = 3, (SELECT 1 UNION SELECT 2), 0) AS a FROM (SELECT 1 AS n UNION ALL SELECT 2 UNION ALL SELECT 3) AS t';
const ROWS = 'SELECT 1 UNION SELECT 2';
class Bound
{
	public function __construct(private string $name)
	{
	}
	public function __destruct()
	{
		echo "$this->name is gone\n";
	}
}
$m = link_for_test();
$other = link_for_test();
$act = fn(Command $c, callable $next) => $next($c);
Mynd\intercept(function (Command $c, callable $next) use (&$act) {
	return $act($c, $next);
});

echo "-- compared, before anything was read of them\n";
$commands = $replies = [];
$act = function (Command $c, callable $next) use (&$commands, &$replies) {
	$commands[] = $c;
	return $replies[] = $next($c);
};
$m->query('DO 1');
$m->query('DO 2');
try_it(fn() => $m->query('SELECT nothing'));
var_dump($commands[0] == $commands[1], $replies[0] == $replies[1], $replies[0] == $replies[2]);
var_dump($replies[0] == $commands[0], @($replies[0] == 5), @(5 == $replies[0]));

echo "-- cloned\n";
$act = function (Command $c, callable $next) {
	try_it(fn() => clone $next);
	return $next($c);
};
try_it(fn() => $m->query('DO 1'));

echo "-- its only place is a variable\n";
$kept = null;
$act = function (Command $c, callable $next) use (&$kept) {
	return $kept = $next($c);
};
$r = $m->query(LATE, MYSQLI_USE_RESULT);
echo "$kept->errno $kept->field_count\n";
try_it(fn() => $r->fetch_all());
echo "$kept->errno $kept->sqlstate $kept->field_count\n";
$m->query('SELECT 1', MYSQLI_ASYNC);
echo json_encode($kept->pending), ' ';
$m->reap_async_query();
echo json_encode($kept->pending), " $kept->field_count\n";

echo "-- what is said of the rest is not the next command's\n";
$r = null;
$act = fn(Command $c, callable $next) => $c->sql !== ROWS ? $next($c) : $next($c)->atEnd(function (Reply $r) {
	echo "end: $r->errno $r->warnings\n";
});
$r = $m->query(ROWS, MYSQLI_USE_RESULT);
unset($r);
$m->query("SELECT CAST('x' AS SIGNED)");
echo "$m->warning_count\n";

echo "-- the end is told before the next command's interceptor, which answers it\n";
$act = fn(Command $c, callable $next) => $c->sql !== ROWS ? $next($c) : $next($c)->atEnd(function () { echo "end\n"; });
$r = $m->query(ROWS, MYSQLI_USE_RESULT);
$r->fetch_row();
$r->free();
$act = function () {
	echo "answered\n";
	return Reply::done();
};
$m->query('DO 1');

echo "-- nobody takes it: it goes with the next command\n";
$bound = new Bound('what then() was given');
$act = fn(Command $c, callable $next) => $next($c)->then(function () use ($bound) { echo "told\n"; });
$other->query('SELECT 1', MYSQLI_ASYNC);
unset($bound);
$act = function (Command $c, callable $next) {
	echo "next\n";
	return $next($c);
};
$other->close();
echo "closed\n";
$m->query('DO 1');

echo "-- a cycle\n";
foreach (['then', 'atEnd'] as $method) {
	$reply = Reply::later(fn() => null);
	$reply->$method(function () use ($reply) { echo "told\n"; });
	$weak = WeakReference::create($reply);
	unset($reply);
	gc_collect_cycles();
	var_dump($weak->get());
}
?>
--EXPECTF--
-- compared, before anything was read of them
mysqli_sql_exception 1054: Unknown column 'nothing' in '%s'
bool(false)
bool(true)
bool(false)
bool(false)
bool(false)
bool(false)
-- cloned
Error 0: Trying to clone an uncloneable object of class Mynd\Next
true
-- its only place is a variable
0 2
mysqli_sql_exception 1242: Subquery returns more than 1 row
1242 21000 0
true false 1
-- what is said of the rest is not the next command's
end: 0 0
1
-- the end is told before the next command's interceptor, which answers it
end
answered
-- nobody takes it: it goes with the next command
closed
what then() was given is gone
next
-- a cycle
NULL
NULL
