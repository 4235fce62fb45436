--TEST--
Mynd\request_begins(): objects that the program still has are as after a loss, whatever they were in the middle of; a call that waits goes on
--EXTENSIONS--
mysqli
pdo_mysql
mynd
--INI--
mynd.persistent=all
--FILE--
<?php
require __DIR__ . '/../pdo/pdo.inc';
error_reporting(E_ALL & ~E_DEPRECATED);
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
const ROWS = 'SELECT 1 AS n UNION ALL SELECT 2 UNION ALL SELECT 3';

function link_of(): mysqli
{
	return new mysqli(null, getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), (int) getenv('MYND_TEST_PORT'), getenv('MYND_TEST_SOCKET'));
}

/** Each piece on connections of its own, so that nothing of one helps another. */
function over(string $label, callable $before, callable ...$after): void
{
	$things = $before();
	Mynd\request_begins();
	foreach ($after as $name => $program) {
		attempt(is_int($name) ? $label : "$label, $name", fn () => $program(...$things));
	}
}
over('unbuffered', function () {
	$m = link_of();
	$r = $m->query(ROWS, MYSQLI_USE_RESULT);
	$r->fetch_row();
	return [$m, $r];
}, rows: fn ($m, $r) => $r->fetch_row(), query: fn ($m) => $m->query('SELECT 1'), known: fn ($m) => [$m->insert_id, $m->thread_id, $m->field_count, $m->warning_count, $m->affected_rows, $m->info, $m->errno], server: fn ($m) => [$m->server_info, $m->server_version, $m->host_info, $m->stat()], escape: fn ($m) => $m->real_escape_string("a'b"),
	close: fn ($m) => $m->close());
over('buffered', function () {
	$m = link_of();
	return [$m, $m->query(ROWS)];
}, rows: fn ($m, $r) => $r->fetch_all());
over('a statement', function () {
	$m = link_of();
	$s = $m->prepare('SELECT ? + 1');
	$t = $m->prepare('SELECT 2');
	$s->execute([1]);
	return [$m, $s, $t];
}, result: fn ($m, $s) => $s->get_result()?->fetch_row(), execute: fn ($m, $s) => $s->execute([2]), never: fn ($m, $s, $t) => $t->execute());
over('asynchronous', function () {
	$m = link_of();
	$m->query('SELECT SLEEP(0.01)', MYSQLI_ASYNC);
	return [$m];
}, reap: fn ($m) => $m->reap_async_query(), again: fn ($m) => $m->real_connect(null, getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), 0, getenv('MYND_TEST_SOCKET')),
	query: fn ($m) => $m->query('SELECT 7')->fetch_row());
foreach ([true, false] as $emulate) {
	$how = $emulate ? 'emulated' : 'native';
	$open = fn () => pdo_for_test([PDO::ATTR_EMULATE_PREPARES => $emulate]);
	over("PDO, $how", function () use ($open) {
		$p = $open();
		$p->beginTransaction();
		$p->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false);
		$s = $p->query(ROWS);
		$s->fetch();
		return [$p, $s];
	}, fetch: fn ($p, $s) => $s->fetch(), execute: fn ($p, $s) => $s->execute(), transaction: fn ($p) => $p->inTransaction(), begin: fn ($p) => $p->beginTransaction(),
		quote: fn ($p) => $p->quote("a'b"), id: fn ($p) => $p->lastInsertId(), version: fn ($p) => $p->getAttribute(PDO::ATTR_SERVER_VERSION), prepare: fn ($p) => $p->prepare('SELECT 1')->execute(),
		close: fn ($p, $s) => $s->closeCursor());
	over("PDO, asynchronous, $how", function () use ($open) {
		$p = $open();
		$s = $p->prepare('SELECT 5', [1900 => true]);
		$s->execute();
		$t = $p->prepare('SELECT 6', [1900 => true]);
		$t->execute();
		unset($t);
		return [$p, $s];
	}, fetch: fn ($p, $s) => $s->fetch(), execute: fn ($p, $s) => $s->execute());
}

echo "-- what escaping depends on\n";
over('quotes', function () {
	[$m, $p] = [link_of(), pdo_for_test()];
	$m->set_charset('sjis');
	$m->query("SET sql_mode = 'NO_BACKSLASH_ESCAPES'");
	$p->exec("SET sql_mode = 'NO_BACKSLASH_ESCAPES'");
	return [$m, $p];
}, mysqli: fn ($m) => [$m->real_escape_string("a'b\\"), $m->character_set_name()], PDO: fn ($m, $p) => $p->quote("a'b\\"));

echo "-- a call that waits\n";
Mynd\waiter(fn ($stream, $events, $timeout) => Fiber::suspend([$stream]));
$fiber = new Fiber(function () {
	$m = link_of();
	$m->query('SET @mine = 1');
	return $m->query('SELECT @mine, SLEEP(0.05)')->fetch_row();
});
$waits = $fiber->start();
while (!$fiber->isTerminated()) {
	Mynd\request_begins();
	[$read, $none] = [$waits, null];
	$waits = $fiber->resume(stream_select($read, $none, $none, 5) === 1);
}
attempt('its result', fn () => $fiber->getReturn());
Mynd\waiter(null);

echo "-- within an interceptor\n";
$m = link_of();
$other = link_of();
$interception = Mynd\intercept(function (Mynd\Command $command, callable $next): Mynd\Reply {
	Mynd\request_begins();
	return $next($command);
});
attempt('the query', fn () => $m->query('SELECT 9')->fetch_row());
$interception->remove();
attempt('the query after it', fn () => $m->query('SELECT 10')->fetch_row());
attempt('another connection', fn () => $other->query('SELECT 11'));

echo "-- counts\n";
unset($m, $other);
Mynd\request_begins();
$m = link_of();
$m->query('SELECT 12');
$counts = Mynd\request_begins();
attempt('those of a request', fn () => [$counts['writes'] > 0, array_keys($counts) === array_keys(Mynd\stats())]);
attempt('nothing since', fn () => array_sum(Mynd\request_begins()));
register_shutdown_function(fn () => attempt('at the end', fn () => count(Mynd\request_begins()) > 0));
?>
--EXPECTF--
unbuffered, rows: ! mysqli_sql_exception Commands out of sync; you can't run this command now
unbuffered, query: ! mysqli_sql_exception MySQL server has gone away
unbuffered, known: [0,0,0,0,-1,null,2006]
unbuffered, server: ["",0,"",false]
unbuffered, escape: "a\\'b"
unbuffered, close: true
buffered, rows: [["1"],["2"],["3"]]
a statement, result: ! mysqli_sql_exception MySQL server has gone away
a statement, execute: ! mysqli_sql_exception MySQL server has gone away
a statement, never: ! mysqli_sql_exception MySQL server has gone away

Warning: mysqli::reap_async_query(): Connection not opened, clear or has been closed in %s on line 43
asynchronous, reap: false
asynchronous, again: true
asynchronous, query: ["7"]
PDO, emulated, fetch: ! "HY000" SQLSTATE[HY000]: General error: 2014 Cannot execute queries while other unbuffered queries are active.  Consider using PDOStatement::fetchAll().  Alternatively, if your code is only ever going to run against mysql, you may enable query buffering by setting the PDO::MYSQL_ATTR_USE_BUFFERED_QUERY attribute. ["HY000",2014,"Cannot execute queries while other unbuffered queries are active.  Consider using PDOStatement::fetchAll().  Alternatively, if your code is only ever going to run against mysql, you may enable query buffering by setting the PDO::MYSQL_ATTR_USE_BUFFERED_QUERY attribute."]
PDO, emulated, execute: ! "HY000" SQLSTATE[HY000]: General error: 2006 MySQL server has gone away ["HY000",2006,"MySQL server has gone away"]
PDO, emulated, transaction: false
PDO, emulated, begin: ! "HY000" SQLSTATE[HY000]: General error: 2006 MySQL server has gone away ["HY000",2006,"MySQL server has gone away"]
PDO, emulated, quote: "'a\\'b'"
PDO, emulated, id: "0"
PDO, emulated, version: null
PDO, emulated, prepare: ! "HY000" SQLSTATE[HY000]: General error: 2006 MySQL server has gone away ["HY000",2006,"MySQL server has gone away"]
PDO, emulated, close: true
PDO, asynchronous, emulated, fetch: false
PDO, asynchronous, emulated, execute: ! "HY000" SQLSTATE[HY000]: General error: 2006 MySQL server has gone away ["HY000",2006,"MySQL server has gone away"]
PDO, native, fetch: ! "HY000" SQLSTATE[HY000]: General error: 2014 Cannot execute queries while other unbuffered queries are active.  Consider using PDOStatement::fetchAll().  Alternatively, if your code is only ever going to run against mysql, you may enable query buffering by setting the PDO::MYSQL_ATTR_USE_BUFFERED_QUERY attribute. ["HY000",2014,"Cannot execute queries while other unbuffered queries are active.  Consider using PDOStatement::fetchAll().  Alternatively, if your code is only ever going to run against mysql, you may enable query buffering by setting the PDO::MYSQL_ATTR_USE_BUFFERED_QUERY attribute."]
PDO, native, execute: ! "HY000" SQLSTATE[HY000]: General error: 2006 MySQL server has gone away ["HY000",2006,"MySQL server has gone away"]
PDO, native, transaction: false
PDO, native, begin: ! "HY000" SQLSTATE[HY000]: General error: 2006 MySQL server has gone away ["HY000",2006,"MySQL server has gone away"]
PDO, native, quote: "'a\\'b'"
PDO, native, id: "0"
PDO, native, version: null
PDO, native, prepare: ! "HY000" SQLSTATE[HY000]: General error: 2006 MySQL server has gone away ["HY000",2006,"MySQL server has gone away"]
PDO, native, close: true
PDO, asynchronous, native, fetch: {"5":5,"0":5}
PDO, asynchronous, native, execute: ! "HY000" SQLSTATE[HY000]: General error: 2006 MySQL server has gone away ["HY000",2006,"MySQL server has gone away"]
-- what escaping depends on
quotes, mysqli: ["a''b\\","sjis"]
quotes, PDO: "'a''b\\'"
-- a call that waits
its result: ["1","0"]
-- within an interceptor
the query: ["9"]
the query after it: ["10"]
another connection: ! mysqli_sql_exception MySQL server has gone away
-- counts
those of a request: [true,true]
nothing since: 0.0
at the end: true
