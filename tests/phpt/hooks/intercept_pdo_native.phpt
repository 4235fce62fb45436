--TEST--
Mynd\intercept(): PDO's native statements, answered from bytes, and asynchronous ones
--EXTENSIONS--
mysqli
pdo_mysql
--FILE--
<?php
require __DIR__ . '/../connect.inc';
use Mynd\{Command, Reply};
$p = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), [PDO::ATTR_EMULATE_PREPARES => false]);
$m = link_for_test();
$log = [];
$answer = null;
$i = Mynd\intercept(function (Command $c, callable $next) use (&$log, &$answer, $m) {
	if ($c->thread_id === $m->thread_id) {
		return $next($c);
	}
	$log[] = "$c->extension {$c->kind->name} $c->sql " . json_encode($c->params) . ($c->async ? ' async' : '');
	return $answer ? $answer($c, $next) : $next($c);
});
function try_it(callable $fn): void
{
	try {
		echo json_encode($fn()), "\n";
	} catch (Throwable $e) {
		echo get_class($e), ': ', $e->getMessage(), "\n";
	}
}
$s = $p->prepare('SELECT :a + 1, :b');
$s->execute(['a' => 1, 'b' => 'x']);
try_it(fn() => $s->fetchAll(PDO::FETCH_NUM));
$s->bindValue('a', 5, PDO::PARAM_INT);
$s->bindValue('b', null, PDO::PARAM_NULL);
$s->execute();
try_it(fn() => $s->fetchAll(PDO::FETCH_NUM));
$s = null;
$s = $p->prepare('SELECT :a + 1, :b');
$rows = Mynd\capture($m->execute_query("SELECT 8 AS eight, 'x' AS x UNION SELECT 9, NULL"));
$text = Mynd\capture($m->query("SELECT 8 AS eight"));
$answer = fn() => Reply::result($rows);
$s->execute(['a' => 1, 'b' => 'x']);
try_it(fn() => [$s->rowCount(), $s->columnCount(), $s->getColumnMeta(1)['name'], $s->fetch(PDO::FETCH_ASSOC), $s->fetchAll(PDO::FETCH_NUM)]);
$answer = fn() => Reply::done(3, 4);
try_it(fn() => [$s->execute(['a' => 1, 'b' => 'x']), $s->rowCount(), $p->lastInsertId()]);
$answer = fn() => Reply::failed(1213, 'deadlock', '40001');
try_it(fn() => $s->execute(['a' => 1, 'b' => 'x']));
try_it(fn() => $p->prepare('SELECT 1'));
$answer = fn() => Reply::result($text);
try_it(fn() => $s->execute(['a' => 1, 'b' => 'x']));
$answer = fn() => throw new DomainException('no');
foreach ([PDO::ERRMODE_EXCEPTION, PDO::ERRMODE_SILENT, PDO::ERRMODE_WARNING] as $mode) {
	$p->setAttribute(PDO::ATTR_ERRMODE, $mode);
	try_it(fn() => $s->execute(['a' => 1, 'b' => 'x']));
	try_it(fn() => $p->prepare('SELECT 1'));
}
$p->setAttribute(PDO::ATTR_ERRMODE, PDO::ERRMODE_EXCEPTION);
$answer = null;
$s->execute(['a' => 1, 'b' => 'x']);
try_it(fn() => $s->fetchAll(PDO::FETCH_NUM));
echo implode("\n", array_unique($log)), "\n";

echo "-- asynchronous\n";
foreach ([true, false] as $native) {
	$p->setAttribute(PDO::ATTR_EMULATE_PREPARES, !$native);
	$log = [];
	$told = new ArrayObject;
	$answer = fn($c, $next) => $next($c)->then(function ($r) use ($told, $c) { $told[] = "$c->sql: $r->errno $r->field_count"; });
	$a = $p->prepare('SELECT 1', [PDO::MYND_ATTR_ASYNC => true]);
	$b = $p->prepare('SELECT 2', [PDO::MYND_ATTR_ASYNC => true]);
	$told->exchangeArray([]);
	$a->execute();
	$answer = fn() => Reply::result($native ? $rows : $text);
	$b->execute();
	echo count($told), "\n";
	try_it(fn() => $b->fetchAll(PDO::FETCH_NUM));
	try_it(fn() => $a->fetchAll(PDO::FETCH_NUM));
	$answer = fn() => Reply::later(fn() => Reply::failed(1205, 'later', 'HY001'));
	$a->execute();
	try_it(fn() => $a->fetch());
	$answer = fn($c, $next) => $next($c)->then(fn() => throw new DomainException('told'));
	$a->execute();
	try_it(fn() => $a->fetch());
	$answer = fn() => throw new DomainException('not sent');
	try_it(fn() => $a->execute());
	$answer = null;
	try_it(fn() => $p->query('SELECT 3')->fetchColumn());
	echo implode("\n", (array) $told), "\n", $log[2], "\n";
}
?>
--EXPECT--
[[2,"x"]]
[[6,null]]
[2,2,"x",{"eight":8,"x":"x"},[[9,null]]]
[true,3,"4"]
PDOException: SQLSTATE[40001]: Serialization failure: 1213 deadlock
PDOException: SQLSTATE[40001]: Serialization failure: 1213 deadlock
ValueError: An interceptor has answered what the command cannot have: it can be answered with rows of a prepared statement alone
DomainException: no
DomainException: no
DomainException: no
DomainException: no
DomainException: no
DomainException: no
[[2,"x"]]
pdo_mysql Prepare SELECT ? + 1, ? null
pdo_mysql Execute SELECT ? + 1, ? ["1","x"]
pdo_mysql Execute SELECT ? + 1, ? [5,null]
pdo_mysql Prepare SELECT 1 null
-- asynchronous
0
[[8,"x"],[9,null]]
[[1]]
PDOException: SQLSTATE[HY001]: Memory allocation error: 1205 later
DomainException: told
DomainException: not sent
3
SELECT 1: 0 1
pdo_mysql Execute SELECT 1 [] async
0
[[8]]
[[1]]
PDOException: SQLSTATE[HY001]: Memory allocation error: 1205 later
DomainException: told
DomainException: not sent
3
SELECT 1: 0 1
pdo_mysql Query SELECT 1 null async
