--TEST--
Mynd\intercept(): what the program does not get: a statement that was prepared, long data, rows, the reason of a refused connect
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/intercept.inc';
use Mynd\{Command, Reply};
$m = link_for_test();
$rows = Mynd\capture($m->query('SELECT ' . implode(', ', range(1, 50))));
$of_statement = Mynd\capture($m->execute_query('SELECT 8'));
$answer = null;
$interception = Mynd\intercept(function (Command $c, callable $next) use (&$answer) {
	return $answer ? $answer($c, $next) : $next($c);
});

echo "-- a statement that was prepared, and then refused, is closed\n";
$counts = fn() => array_intersect_key($m->get_connection_stats(), ['com_stmt_prepare' => 1, 'com_stmt_close' => 1, 'implicit_stmt_close' => 1, 'explicit_stmt_close' => 1]);
foreach (['refused' => fn() => Reply::failed(1234, 'not today'), 'twice' => fn($c, $next) => $next($c)] as $how => $then) {
	$before = $counts();
	$answer = function (Command $c, callable $next) use ($then) {
		$next($c);
		return $then($c, $next);
	};
	try_it(fn() => $m->prepare('SELECT ?')->param_count);
	$answer = null;
	foreach ($counts() as $name => $count) {
		echo "$how: ", $count - $before[$name], " $name\n";
	}
}

echo "-- long data is that execute's, also if it is answered\n";
$s = $m->prepare('SELECT LENGTH(?)');
$s->bind_param('b', $null);
foreach (['answered' => fn() => Reply::result($of_statement), 'not answered' => null] as $how => $answer) {
	$s->send_long_data(0, 'abcde');
	try_it(fn() => [$s->execute(), $s->get_result()->fetch_row()]);
	$answer = null;
	try_it(fn() => [$s->execute(), $s->get_result()->fetch_row()]);
}
$s->close();

echo "-- rows that there is no place for are freed\n";
$unread = $m->query('SELECT 1 UNION SELECT 2', MYSQLI_USE_RESULT);
$answer = fn() => Reply::result($rows);
$refused = 0;
for ($i = 0; $i < 1100; $i++) {
	if ($i === 100) {
		$before = memory_get_usage();
	}
	try {
		$m->query('SELECT 3');
	} catch (mysqli_sql_exception $e) {
		$refused += $e->getCode() === 2014;
	}
}
$more = memory_get_usage() - $before;
echo $refused, ' ', $more < 50000 ? 'none is left' : "$more bytes are left", "\n";
$answer = null;
echo json_encode($unread->fetch_all()), "\n";

echo "-- what the interceptor's end throws is not why the connect was refused\n";
$interception->remove();
class Ending
{
	public function __destruct()
	{
		throw new DomainException('at its end');
	}
}
$ending = new Ending;
$refusing = Mynd\intercept(function (Command $c, callable $next) use ($ending, &$refusing) {
	$refusing->remove();
	$refusing = null;
	return Reply::failed(1040, 'full');
});
unset($ending);
$m = mysqli_init();
try_it(fn() => $m->real_connect(...where()));
echo mysqli_connect_errno(), ' ', mysqli_connect_error(), "\n";
?>
--EXPECT--
-- a statement that was prepared, and then refused, is closed
mysqli_sql_exception 1234: not today
refused: 0 explicit_stmt_close
refused: 1 implicit_stmt_close
refused: 1 com_stmt_prepare
refused: 1 com_stmt_close
1
twice: 0 explicit_stmt_close
twice: 2 implicit_stmt_close
twice: 2 com_stmt_prepare
twice: 2 com_stmt_close
-- long data is that execute's, also if it is answered
[true,[8]]
[true,[null]]
[true,[5]]
[true,[null]]
-- rows that there is no place for are freed
1100 none is left
[["1"],["2"]]
-- what the interceptor's end throws is not why the connect was refused
DomainException 0: at its end
1040 full
