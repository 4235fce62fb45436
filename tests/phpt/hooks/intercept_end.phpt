--TEST--
Mynd\Reply::atEnd(): called once all of a reply was read, or never will be; what it may do, and when it is not called
--EXTENSIONS--
mysqli
pdo_mysql
mynd
--FILE--
<?php
require __DIR__ . '/intercept.inc';
const LATE = 'SELECT n, IF(n = 3, (SELECT 1 UNION SELECT 2), 0) AS a FROM (SELECT 1 AS n UNION ALL SELECT 2 UNION ALL SELECT 3) AS t';
$log = new ArrayObject;
$act = fn() => null;
$m = link_for_test();
create_anew($m, 'PROCEDURE', 'at_end', '() BEGIN SELECT 1; SELECT 2; END');
Mynd\intercept(function (Mynd\Command $c, callable $next) use ($log, &$act) {
	$reply = $next($c);
	if ($c->kind === Mynd\Kind::Query) {
		$name = substr($c->sql, 0, 12);
		$reply->then(fn($r) => $log[] = "$name: then $r->errno")->atEnd(function ($r) use ($log, $name, &$act) {
			$log[] = "$name: end $r->errno $r->sqlstate $r->field_count";
			$act($r);
		});
	}
	return $reply;
});
echo "--- stored\n";
$m->query('SELECT 1');
shown($log);
try_it(fn() => $m->query(LATE));
shown($log);
echo "--- unbuffered\n";
$r = $m->query('SELECT 1 UNION SELECT 2', MYSQLI_USE_RESULT);
$r->fetch_row();
shown($log);
$r->fetch_all();
shown($log);
try_it(fn() => $m->query(LATE, MYSQLI_USE_RESULT)->fetch_all());
shown($log);
echo "--- freed in the middle: told with the next command, of any connection\n";
$r = $m->query('SELECT 1 UNION SELECT 2', MYSQLI_USE_RESULT);
$r->fetch_row();
$r->free();
shown($log);
$other = link_for_test();
shown($log);
echo "--- never read: the next command drops it\n";
$m->real_query(LATE);
$r = $m->use_result();
unset($r);
shown($log);
$m->query('DO 1');
shown($log);
echo "--- several results\n";
$m->multi_query('CALL at_end()');
do {
	$m->store_result();
} while ($m->more_results() && $m->next_result());
shown($log);
echo "--- closed in the middle\n";
$other->query('SELECT 1 UNION SELECT 2', MYSQLI_USE_RESULT);
$other->close();
$m->ping();
shown($log);
echo "--- what it may not do, and what it throws\n";
$act = fn($r) => try_it(fn() => $m->query('SELECT 2'));
try_it(fn() => $m->query('SELECT 1', MYSQLI_USE_RESULT)->fetch_all());
$act = fn($r) => throw new DomainException('told');
try_it(fn() => $m->query('SELECT 1', MYSQLI_USE_RESULT)->fetch_all());
$act = fn($r) => $m->close();
try_it(fn() => $m->query('SELECT 1 AS closes', MYSQLI_USE_RESULT)->fetch_all());
try_it(fn() => $m->query('SELECT 1'));
$act = fn() => null;
shown($log);
echo "--- the result is freed in it\n";
$m = link_for_test();
$act = function () use (&$r) { $r?->free(); };
$r = $m->query('SELECT 1', MYSQLI_USE_RESULT);
try_it(fn() => $r->fetch_all());
$r = null;
$act = fn() => null;
try_it(fn() => $m->query('SELECT 3')->fetch_all());
shown($log);
echo "--- the connection is lost\n";
$r = $m->query("SELECT REPEAT('x', 1000000) FROM (SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4) a, (SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL SELECT 5) b", MYSQLI_USE_RESULT);
$r->fetch_row();
$log->exchangeArray([]);
link_for_test()->kill($m->thread_id);
try_it(fn() => $r->fetch_all());
shown($log);
echo "--- at the end nobody is told\n";
$m = link_for_test();
$r = $m->query('SELECT 1 UNION SELECT 2', MYSQLI_USE_RESULT);
shown($log);
?>
--EXPECT--
--- stored
SELECT 1: then 0
SELECT 1: end 0 00000 1
mysqli_sql_exception 1242: Subquery returns more than 1 row
SELECT n, IF: then 1242
SELECT n, IF: end 1242 21000 0
--- unbuffered
SELECT 1 UNI: then 0
SELECT 1 UNI: end 0 00000 1
mysqli_sql_exception 1242: Subquery returns more than 1 row
SELECT n, IF: then 0
SELECT n, IF: end 1242 21000 0
--- freed in the middle: told with the next command, of any connection
SELECT 1 UNI: then 0
SELECT 1 UNI: end 0 00000 1
--- never read: the next command drops it
SELECT n, IF: then 0
SELECT n, IF: end 1242 21000 0
DO 1: then 0
DO 1: end 0 00000 0
--- several results
CALL at_end(: then 0
CALL at_end(: end 0 00000 1
--- closed in the middle
SELECT 1 UNI: then 0
SELECT 1 UNI: end 0 00000 1
--- what it may not do, and what it throws
mysqli_sql_exception 2014: Commands out of sync; you can't run this command now: an interceptor of this connection runs, which can use it through $next() alone
[["1"]]
DomainException 0: told
[["1"]]
Error 0: mysqli object is already closed
SELECT 1: then 0
SELECT 1: end 0 00000 1
SELECT 1: then 0
SELECT 1: end 0 00000 1
SELECT 1 AS : then 0
SELECT 1 AS : end 0 00000 1
--- the result is freed in it
[["1"]]
[["3"]]
SELECT 1: then 0
SELECT 1: end 0 00000 1
SELECT 3: then 0
SELECT 3: end 0 00000 1
--- the connection is lost
mysqli_sql_exception 2006: MySQL server has gone away
SELECT REPEA: end 2006 HY000 0
--- at the end nobody is told
SELECT 1 UNI: then 0
