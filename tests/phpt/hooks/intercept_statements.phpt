--TEST--
Mynd\intercept(): prepare, execute, execute_query, cursors and long data of mysqli
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/intercept.inc';
use Mynd\{Command, Reply};
$m = link_for_test();
$other = link_for_test();
$m->query('CREATE TEMPORARY TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, v VARCHAR(20), n DOUBLE)');
$log = [];
$answer = null;
$i = Mynd\intercept(function (Command $c, callable $next) use (&$log, &$answer, $other) {
	if ($c->thread_id === $other->thread_id) {
		return $next($c);
	}
	$r = $answer ? $answer($c, $next) : $next($c);
	$log[] = "{$c->kind->name} $c->sql " . json_encode($c->params) . " -> $r->errno $r->field_count $r->affected_rows";
	return $r;
});

echo "-- seen\n";
$s = $m->prepare('INSERT INTO t (v, n) VALUES (?, ?)');
$v = 'a';
$n = 1.5;
$s->bind_param('sd', $v, $n);
$s->execute();
$n = null;
$s->execute();
$s->execute([7, true]);
$s = $m->prepare('SELECT id, v FROM t WHERE id > ? ORDER BY id');
$s->bind_param('i', $one);
$one = 1;
$s->execute();
echo json_encode($s->get_result()->fetch_all()), "\n";
try_it(fn() => $m->execute_query('SELECT v FROM t WHERE id = ?', [1]));
try_it(fn() => $m->execute_query('SELECT 1'));
try_it(fn() => $m->execute_query('SELECT ?'));
try_it(fn() => $m->execute_query('SELECT ?', [1, 2]));
try_it(fn() => $m->prepare('SELECT nothing'));
$s = $m->prepare('SELECT LENGTH(?)');
$s->bind_param('b', $blob);
$s->send_long_data(0, 'abc');
$s->send_long_data(0, 'de');
$s->execute();
echo json_encode($s->get_result()->fetch_all()), "\n";
$s = $m->prepare('SELECT id FROM t ORDER BY id');
$s->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, MYSQLI_CURSOR_TYPE_READ_ONLY);
$s->execute();
$s->bind_result($id);
while ($s->fetch()) {
	echo $id, ' ';
}
$s->reset();
$s->close();
echo "\n", implode("\n", $log), "\n";

echo "-- rewritten\n";
$answer = fn($c, $next) => $next($c->kind === Mynd\Kind::Prepare ? $c->withSql('SELECT ? AS changed') : $c->withParams([5]));
$s = $m->prepare('SELECT 1');
echo $s->param_count, ' ', $s->field_count, "\n";
$s->bind_param('i', $one);
$s->execute();
echo json_encode($s->get_result()->fetch_assoc()), "\n";
foreach ([null, 1.25, '7.5', false] as $value) {
	$answer = fn($c, $next) => $next($c->withParams([$value]));
	$s->execute();
	$row = $s->get_result()->fetch_row();
	/* to MySQL it stays a number */
	$row = $value === '7.5' && !is_mariadb($m) && $row === [7.5] ? ['7.5'] : $row;
	echo json_encode($row), "\n";
}
$answer = fn($c, $next) => $next($c->withSql('SELECT ?, ?')->withParams([1, 'two']));
try_it(fn() => $m->execute_query('SELECT 1'));
try_it(fn() => $s->execute());
$answer = fn($c, $next) => $next($c->withParams([1, 2]));
try_it(fn() => $s->execute());
$answer = fn($c, $next) => $next($c->withParams([1, 2]));
try_it(fn() => $m->execute_query('SELECT ?', [1]));
$answer = fn($c, $next) => $next($c->withParams(['a' => 1]));
try_it(fn() => $m->execute_query('SELECT ?', [1]));
$answer = fn($c, $next) => $next($c->withParams([[]]));
try_it(fn() => $m->execute_query('SELECT ?', [1]));
$answer = fn($c, $next) => $next($c->withSql(''));
try_it(fn() => $m->execute_query('SELECT ?', [1]));
$answer = fn($c, $next) => $next($c->withParams([]));
try_it(fn() => $m->query('SELECT 1'));
/* A value in the place of long data. */
$answer = null;
$s = $m->prepare('SELECT ?');
$s->bind_param('b', $blob);
$s->send_long_data(0, 'abc');
$answer = fn($c, $next) => $next($c->withParams(['instead']));
$s->execute();
echo json_encode($s->get_result()->fetch_row()), "\n";

echo "-- answered\n";
$rows = Mynd\capture($other->execute_query("SELECT 8 AS eight, 'x' AS x UNION SELECT 9, NULL"));
$text = Mynd\capture($other->query('SELECT 8'));
$answer = null;
$s = $m->prepare('SELECT 1, 2');
$answer = fn() => Reply::result($rows);
$s->execute();
$result = $s->get_result();
echo json_encode([$result->num_rows, $result->fetch_assoc(), $s->field_count, $s->affected_rows]), "\n";
$s->execute();
$s->bind_result($a, $b);
while ($s->fetch()) {
	echo json_encode([$a, $b]);
}
$s->execute();
$s->store_result();
echo $s->num_rows, "\n";
$s->free_result();
/* A cursor was asked for. */
$s->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, MYSQLI_CURSOR_TYPE_READ_ONLY);
$s->execute();
while ($s->fetch()) {
	echo json_encode([$a, $b]);
}
$answer = null;
$s->execute();
$s->fetch();
echo json_encode([$a, $b]), "\n";
$s->close();
$answer = fn() => Reply::result($rows);
try_it(fn() => $m->execute_query('not even prepared', [1]));
$answer = fn($c) => Reply::result($other->execute_query($c->sql, $c->params));
try_it(fn() => $m->execute_query('SELECT ?, CONNECTION_ID() = ' . $other->thread_id, [1]));
$answer = fn() => Reply::done(4, 5);
try_it(fn() => $m->execute_query('x'));
echo $m->affected_rows, ' ', $m->insert_id, "\n";
$answer = null;
$s = $m->prepare('DO ?');
$answer = fn() => Reply::done(4, 5, 6);
try_it(fn() => $s->execute([1]));
echo $s->affected_rows, ' ', $s->insert_id, "\n";
$answer = fn() => Reply::failed(1213, 'deadlock', '40001');
try_it(fn() => $s->execute([1]));
try_it(fn() => $m->execute_query('x'));
try_it(fn() => $m->prepare('x'));
echo $s->errno, ' ', $s->sqlstate, "\n";
foreach ([fn() => Reply::result($text), fn() => Reply::done()] as $answer) {
	try_it(fn() => $s->execute([1]));
	try_it(fn() => $m->execute_query('SELECT 1'));
	try_it(fn() => $m->prepare('SELECT 1'));
}
$answer = fn() => Reply::result($rows);
try_it(fn() => $m->query('SELECT 1'));
/* What has come, and is not what the program gets. */
$answer = function ($c, $next) use ($rows) { $next($c); return Reply::result($rows); };
try_it(fn() => $m->execute_query('SELECT 1 UNION SELECT 2'));
$answer = function ($c, $next) { $next($c); return $next($c); };
try_it(fn() => $m->execute_query('SELECT 1 UNION SELECT 2'));
$s = $m->prepare('SELECT 11 UNION SELECT 12');
$s->execute();
try_it(fn() => $s->get_result());
$bytes = null;
$answer = function ($c, $next) use (&$bytes) { $r = $next($c); $bytes = $r->capture(); return $r; };
$s->execute();
$result = $s->get_result();
var_dump($bytes === Mynd\capture($result));
try_it(fn() => $m->execute_query('SELECT 13'));
var_dump($bytes !== null);

echo "-- exceptions\n";
$answer = function ($c, $next) { $next($c); throw new DomainException($c->kind->name); };
try_it(fn() => $m->execute_query('SELECT 1 UNION SELECT 2'));
try_it(fn() => $m->prepare('SELECT 1'));
try_it(fn() => $s->execute());
$answer = fn($c) => throw new DomainException($c->kind->name);
try_it(fn() => $m->execute_query('SELECT 1 UNION SELECT 2'));
try_it(fn() => $m->prepare('SELECT 1'));
try_it(fn() => $s->execute());
$answer = null;
try_it(fn() => $s->execute());
try_it(fn() => $s->get_result());
/* Its own statement goes meanwhile. */
$answer = function ($c, $next) use (&$s) { $s->close(); return $next($c); };
try_it(fn() => $s->execute());
$answer = null;
try_it(fn() => $m->query('SELECT "in order"'));
/* What was prepared is closed: none is left but those of execute_query's cache. */
$i->remove();
$m->close();
?>
--EXPECTF--
-- seen
[[2,"a"],[3,"7"]]
[["a"]]
[[1]]
mysqli_sql_exception 2031: No data supplied for parameters in prepared statement
ValueError 0: mysqli::execute_query(): Argument #2 ($params) must consist of exactly 1 elements, 2 present
mysqli_sql_exception 1054: Unknown column 'nothing' in '%s'
[[5]]
1 2 3 
Prepare INSERT INTO t (v, n) VALUES (?, ?) null -> 0 0 -1
Execute INSERT INTO t (v, n) VALUES (?, ?) ["a",1.5] -> 0 0 1
Execute INSERT INTO t (v, n) VALUES (?, ?) ["a",null] -> 0 0 1
Execute INSERT INTO t (v, n) VALUES (?, ?) ["7","1"] -> 0 0 1
Prepare SELECT id, v FROM t WHERE id > ? ORDER BY id null -> 0 2 -1
Execute SELECT id, v FROM t WHERE id > ? ORDER BY id [1] -> 0 2 -1
Execute SELECT v FROM t WHERE id = ? ["1"] -> 0 1 -1
Execute SELECT 1 [] -> 0 1 -1
Execute SELECT ? [] -> 2031 0 -1
Execute SELECT ? ["1","2"] -> 2031 0 -1
Prepare SELECT nothing null -> 1054 0 -1
Prepare SELECT LENGTH(?) null -> 0 1 -1
Execute SELECT LENGTH(?) [null] -> 0 1 -1
Prepare SELECT id FROM t ORDER BY id null -> 0 1 -1
Execute SELECT id FROM t ORDER BY id [] -> 0 1 -1
-- rewritten
1 1
{"changed":5}
[null]
[1.25]
["7.5"]
[0]
[[1,"two"]]
ValueError 0: Mynd\Command::withSql(): a command of this kind runs what was prepared before
ValueError 0: Mynd\Command::withParams(): Argument #1 ($params) must have as many values as parameters, 1 needed, 2 present
mysqli_sql_exception 2031: No data supplied for parameters in prepared statement
ValueError 0: Mynd\Command::withParams(): Argument #1 ($params) must be a list array
TypeError 0: Mynd\Command::withParams(): Argument #1 ($params) must be a list of scalar values and null, array in it
ValueError 0: Mynd\Command::withSql(): Argument #1 ($sql) cannot be empty
ValueError 0: Mynd\Command::withParams(): a command of this kind has no parameters
["instead"]
-- answered
[2,{"eight":8,"x":"x"},2,2]
[8,"x"][9,null]2
[8,"x"][9,null][1,2]
[[8,"x"],[9,null]]
[["1",1]]
true
4 5
true
4 5
mysqli_sql_exception 1213: deadlock
mysqli_sql_exception 1213: deadlock
mysqli_sql_exception 1213: deadlock
1213 40001
ValueError 0: An interceptor has answered what the command cannot have: it can be answered with rows of a prepared statement alone
ValueError 0: An interceptor has answered what the command cannot have: it can be answered with rows of a prepared statement alone
ValueError 0: An interceptor has answered what the command cannot have: it can be answered with Mynd\Reply::failed() alone
true
true
ValueError 0: An interceptor has answered what the command cannot have: it can be answered with Mynd\Reply::failed() alone
ValueError 0: An interceptor has answered what the command cannot have: it cannot be answered with rows of a prepared statement
[[8,"x"],[9,null]]
[[1],[2]]
[[11],[12]]
bool(true)
[[13]]
bool(true)
-- exceptions
DomainException 0: Execute
DomainException 0: Prepare
DomainException 0: Execute
DomainException 0: Execute
DomainException 0: Prepare
DomainException 0: Execute
true
[[11],[12]]
Error 0: mysqli_stmt object is already closed
[["in order"]]
