--TEST--
Mynd\intercept(): execute_many() where commands that were sent are given up and the link is lost; rows that are made later suit the command; a statement that is closed before its execute is sent
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
use Mynd\{Command, Kind, Reply};
$m = link_for_test();
$other = link_for_test();
$text = Mynd\capture($other->query('SELECT 8'));
$rows = Mynd\capture($other->execute_query('SELECT 8'));
$answer = null;
Mynd\intercept(function (Command $c, callable $next) use (&$answer, $other) {
	return $answer && $c->kind !== Kind::Prepare && $c->thread_id !== $other->thread_id ? $answer($c, $next) : $next($c);
});
$s = $m->prepare('SELECT ?');
foreach (['text' => $text, 'of a statement' => $rows] as $what => $bytes) {
	$answer = fn() => Reply::later(fn() => Reply::result($bytes));
	attempt("$what, query", function () use ($m) {
		$m->query('SELECT 1', MYSQLI_ASYNC);
		return $m->reap_async_query()->fetch_row();
	});
	attempt("$what, execute", function () use ($s) {
		Mynd\execute_async($s, [1]);
		return Mynd\reap($s)->fetch_row();
	});
}
$answer = function (Command $c, callable $next) use ($s) {
	$s->close();
	return $next($c);
};
attempt('closed meanwhile', fn() => Mynd\execute_async($s, [1]));
$answer = null;
attempt('the link', fn() => $m->query("SELECT 'in order'")->fetch_column());

$id = $m->thread_id;
$answer = function (Command $c, callable $next) use (&$answer, $other, $id) {
	$next($c);
	$answer = fn(Command $c, callable $next) => [$next($c), Reply::done(1)][1];
	$other->query("KILL $id");
	while ($other->query("SELECT COUNT(*) FROM information_schema.processlist WHERE id = $id")->fetch_column() !== '0') {
		$other->query('DO SLEEP(0.01)');
	}
	return Reply::done(1);
};
/* rows of a generator are written one by one */
attempt('killed', fn() => Mynd\execute_many($m, 'DO ?', (fn() => yield from [[1], [2], [3]])()));
?>
--EXPECT--
text, query: ["8"]
text, execute: ! ValueError An interceptor has answered what the command cannot have: it can be answered with rows of a prepared statement alone
of a statement, query: ! ValueError An interceptor has answered what the command cannot have: it cannot be answered with rows of a prepared statement
of a statement, execute: [8]
closed meanwhile: ! Error mysqli_stmt object is already closed
the link: "in order"
killed: ! 2006 HY000 MySQL server has gone away
