--TEST--
Mynd\intercept(): asynchronous queries and executes, polls, pipelines, execute_many
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/intercept.inc';
use Mynd\{Command, Reply};
$m = link_for_test();
$other = link_for_test();
$m->query('CREATE TEMPORARY TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, v VARCHAR(20))');
$log = new ArrayObject;
$answer = null;
$i = Mynd\intercept(function (Command $c, callable $next) use ($log, &$answer, $other) {
	if ($c->thread_id === $other->thread_id) {
		return $next($c);
	}
	$r = $answer ? $answer($c, $next) : $next($c);
	$log[] = "{$c->kind->name} $c->sql " . json_encode([$c->params, $c->async, $r->pending]);
	return $r->then(function ($r) use ($c, $log) { $log[] = "told of $c->sql: $r->errno $r->field_count $r->affected_rows" . ($r->pending ? ' pending' : ''); });
});
$text = Mynd\capture($other->query("SELECT 8 AS eight UNION SELECT 9"));
$rows = Mynd\capture($other->execute_query("SELECT 8 AS eight UNION SELECT 9"));

echo "-- told at the reap\n";
$m->query('SELECT 1', MYSQLI_ASYNC);
shown($log);
try_it(fn() => $m->reap_async_query());
shown($log);
$m->query('INSERT INTO t (v) VALUES (1), (2)', MYSQLI_ASYNC);
$m->query('SELECT nothing', MYSQLI_ASYNC);
$m->query('SELECT 3', MYSQLI_ASYNC | MYSQLI_USE_RESULT);
$log->exchangeArray([]);
try_it(fn() => $m->reap_async_query());
try_it(fn() => $m->reap_async_query());
try_it(fn() => $m->reap_async_query());
shown($log);
$answer = function ($c, $next) use ($log) { $r = $next($c); return $r->then(function ($r) use ($log) { $log[] = 'captured ' . strlen($r->capture()); }); };
$m->query('SELECT 4', MYSQLI_ASYNC);
try_it(fn() => $m->reap_async_query());
$m->query('SELECT 4', MYSQLI_ASYNC | MYSQLI_USE_RESULT);
try_it(fn() => $m->reap_async_query());
shown($log);

echo "-- answers among those under way\n";
$answer = fn($c, $next) => match (true) {
	str_contains($c->sql, 'rows') => Reply::result($text),
	str_contains($c->sql, 'done') => Reply::done(3, 4),
	str_contains($c->sql, 'failed') => Reply::failed(1205, 'too long', '40001'),
	str_contains($c->sql, 'later') => Reply::later(fn() => Reply::result($other->query('SELECT "from elsewhere"'))),
	str_contains($c->sql, 'instead') => [$next($c), Reply::result($text)][1],
	default => $next($c),
};
$all = ['SELECT 1', 'rows', 'SELECT 2', 'done', 'failed', 'SELECT SLEEP(0.05)', 'later', 'SELECT "instead"', 'SELECT 3'];
foreach ($all as $sql) {
	$m->query($sql, MYSQLI_ASYNC);
}
foreach ($all as $sql) {
	try_it(fn() => $m->reap_async_query());
}
try_it(fn() => $m->query('SELECT "in order"'));
$log->exchangeArray([]);

echo "-- polls find them\n";
foreach (['rows', 'later', 'failed'] as $sql) {
	$m->query($sql, MYSQLI_ASYNC);
	$read = [$m];
	$none = [];
	echo mysqli_poll($read, $none, $none, 10), ' ', count($read), ' ';
	try_it(fn() => $m->reap_async_query());
}
$m->query('rows', MYSQLI_ASYNC);
$other->query('SELECT 5', MYSQLI_ASYNC);
foreach (Mynd\as_completed(['m' => $m, 'other' => $other], 10) as $key => $link) {
	echo $key, ' ';
	try_it(fn() => $link->reap_async_query());
}
/* One that nobody takes: only drops. */
$m->query('SELECT SLEEP(0.05)', MYSQLI_ASYNC);
$m->query('rows', MYSQLI_ASYNC);
$read = [$m];
echo mysqli_poll($read, $none, $none, 10), "\n";
try_it(fn() => $m->reap_async_query());
try_it(fn() => $m->reap_async_query());
$log->exchangeArray([]);

echo "-- statements\n";
$s = $m->prepare('SELECT ?');
$answer = null;
$log->exchangeArray([]);
Mynd\execute_async($s, ['a']);
$answer = fn() => Reply::result($rows);
Mynd\execute_async($s, ['b']);
$answer = fn() => Reply::later(fn() => Reply::result($rows));
Mynd\execute_async($s, ['c']);
$answer = fn($c, $next) => $next($c->withParams(['changed']));
Mynd\execute_async($s, ['d']);
foreach (range(1, 4) as $n) {
	try_it(fn() => Mynd\reap($s));
}
shown($log);

/* Taken out of turn: what stands before is stored, around the answer. */
$answer = fn($c, $next) => $c->sql === 'rows' ? Reply::result($text) : $next($c);
foreach (['SELECT 1', 'rows', 'SELECT 2'] as $sql) {
	$m->query($sql, MYSQLI_ASYNC);
}
Mynd\execute_async($s, ['last']);
try_it(fn() => Mynd\reap($s));
foreach (range(1, 3) as $n) {
	try_it(fn() => $m->reap_async_query());
}
$log->exchangeArray([]);

echo "-- exceptions\n";
$answer = fn() => throw new DomainException('not sent');
try_it(fn() => $m->query('SELECT 1', MYSQLI_ASYNC));
$answer = function ($c, $next) { $next($c); throw new DomainException('sent'); };
try_it(fn() => $m->query('SELECT 1', MYSQLI_ASYNC));
try_it(fn() => Mynd\execute_async($s, ['a']));
$answer = fn($c, $next) => $next($c)->then(fn() => throw new DomainException('told'));
$m->query('SELECT 1 UNION SELECT 2', MYSQLI_ASYNC);
$m->query('SELECT 3', MYSQLI_ASYNC | MYSQLI_USE_RESULT);
Mynd\execute_async($s, ['a']);
try_it(fn() => $m->reap_async_query());
try_it(fn() => $m->reap_async_query());
try_it(fn() => Mynd\reap($s));
$answer = fn() => Reply::later(fn() => throw new DomainException('later'));
$m->query('SELECT 1', MYSQLI_ASYNC);
try_it(fn() => $m->reap_async_query());
$answer = fn() => Reply::later(fn() => 5);
$m->query('SELECT 1', MYSQLI_ASYNC);
try_it(fn() => $m->reap_async_query());
$answer = null;
try_it(fn() => $m->query('SELECT "in order"'));
$log->exchangeArray([]);

echo "-- nobody takes them\n";
$m2 = link_for_test();
$m2->query('SELECT 1', MYSQLI_ASYNC);
$answer = fn() => Reply::later(fn() => Reply::done());
$m2->query('SELECT 1', MYSQLI_ASYNC);
$m2->close();
$m2 = null;
$answer = null;
try_it(fn() => $m->query('SELECT "in order"'));
$log->exchangeArray([]);

echo "-- pipelines\n";
$answer = fn($c, $next) => match (true) {
	$c->sql === 'rows' => Reply::result($text),
	$c->sql === 'failed' => Reply::failed(1205, 'too long', '40001'),
	$c->params === ['answered'] => Reply::result($rows),
	$c->params === ['stop'] => throw new DomainException('stopped'),
	default => $next($c),
};
function outcome(mixed $o): string
{
	return $o instanceof mysqli_result ? json_encode($o->fetch_all()) : ($o instanceof Throwable ? $o->getMessage() : $o::class . " $o->affected_rows");
}
$commands = ['a' => 'SELECT 1', 'b' => 'rows', 'c' => ['SELECT ?', ['sent']], 'd' => ['SELECT ?', ['answered']], 'e' => 'failed', 'f' => "INSERT INTO t (v) VALUES ('x')"];
foreach (Mynd\pipeline($m, $commands) as $key => $o) {
	echo $key, ' ', outcome($o), "\n";
}
try {
	foreach (Mynd\pipeline($m, [...$commands, 'g' => ['SELECT ?', ['stop']], 'h' => 'SELECT 2']) as $key => $o) {
		echo $key, ' ';
	}
} catch (DomainException $e) {
	echo $e->getMessage(), "\n";
}
$log->exchangeArray([]);

echo "-- execute_many\n";
$rows = [];
$answer = function ($c, $next) use (&$rows) {
	$rows[] = $c->kind === Mynd\Kind::BulkExecute ? $c->rowCount : $c->rowCount ?? 3;
	return $next($c);
};
try_it(fn() => Mynd\execute_many($m, 'INSERT INTO t (v) VALUES (?)', [['p'], ['q'], ['r']]));
echo $log[0], "\n", preg_match('/^(BulkExecute|Execute)/', $log[2]), ' ', implode(array_unique($rows)), "\n";
$answer = fn($c, $next) => $c->kind === Mynd\Kind::Prepare ? $next($c) : Reply::done(7);
try_it(fn() => Mynd\execute_many($m, 'UPDATE t SET v = ? WHERE id = 1', [['p']]) % 7);
$answer = fn($c, $next) => $c->kind === Mynd\Kind::Prepare ? $next($c) : throw new DomainException('none of them');
try_it(fn() => Mynd\execute_many($m, 'INSERT INTO t (v) VALUES (?)', [['p'], ['q'], ['r']]));
$answer = fn($c, $next) => throw new DomainException('not prepared');
try_it(fn() => Mynd\execute_many($m, 'INSERT INTO t (v) VALUES (?)', [['p'], ['q'], ['r']]));
$answer = null;
try_it(fn() => $m->query('SELECT COUNT(*) FROM t'));
?>
--EXPECTF--
-- told at the reap
Query SELECT 1 [null,true,true]
[["1"]]
told of SELECT 1: 0 1 -1
true
mysqli_sql_exception 1054: Unknown column 'nothing' in '%s'
[["3"]]
told of INSERT INTO t (v) VALUES (1), (2): 0 0 2
told of SELECT nothing: 1054 0 -1
told of SELECT 3: 0 1 -1
[["4"]]
[["4"]]
Query SELECT 4 [null,true,true]
captured 61
told of SELECT 4: 0 1 -1
Query SELECT 4 [null,true,true]
captured 61
told of SELECT 4: 0 1 -1
-- answers among those under way
[["1"]]
[["8"],["9"]]
[["2"]]
true
mysqli_sql_exception 1205: too long
[["0"]]
[["from elsewhere"]]
[["8"],["9"]]
[["3"]]
[["in order"]]
-- polls find them
1 1 [["8"],["9"]]
1 1 [["from elsewhere"]]
1 1 mysqli_sql_exception 1205: too long
m [["8"],["9"]]
other [["5"]]
1
[["0"]]
[["8"],["9"]]
-- statements
[["a"]]
[[8],[9]]
[[8],[9]]
[["changed"]]
Execute SELECT ? [["a"],true,true]
Execute SELECT ? [["b"],true,false]
told of SELECT ?: 0 1 -1
Execute SELECT ? [["c"],true,true]
Execute SELECT ? [["d"],true,true]
told of SELECT ?: 0 1 -1
told of SELECT ?: 0 1 -1
told of SELECT ?: 0 1 -1
[["last"]]
[["1"]]
[["8"],["9"]]
[["2"]]
-- exceptions
DomainException 0: not sent
DomainException 0: sent
DomainException 0: sent
DomainException 0: told
DomainException 0: told
DomainException 0: told
DomainException 0: later
TypeError 0: Mynd\Reply::later(): the function must return a Mynd\Reply of result(), done() or failed(), int returned
[["in order"]]
-- nobody takes them
[["in order"]]
-- pipelines
a [["1"]]
b [["8"],["9"]]
c [["sent"]]
d [[8],[9]]
e too long
f Mynd\Done 1
a b c d e f stopped
-- execute_many
3
Prepare INSERT INTO t (v) VALUES (?) [null,false,false]
1 3
0
DomainException 0: none of them
DomainException 0: not prepared
[["7"]]
