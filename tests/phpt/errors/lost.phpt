--TEST--
Errors: a link that was killed is gone for good, and can be closed
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
function killed(): mysqli
{
	$m = link_for_test();
	$other = link_for_test();
	$other->query("KILL $m->thread_id");
	do { /* until the server has taken it down */
		$alive = $other->query("SELECT COUNT(*) FROM information_schema.processlist WHERE id = $m->thread_id")->fetch_column();
	} while ($alive);
	return $m;
}
$m = killed();
attempt('query()', fn() => $m->query('SELECT 1'));
attempt('again', fn() => $m->query('SELECT 1'));
attempt('ping()', fn() => @$m->ping());
attempt('select_db()', fn() => $m->select_db('mysql'));
attempt('commit()', fn() => $m->commit());
attempt('stat()', fn() => $m->stat());
attempt('error', fn() => [$m->errno, $m->sqlstate, $m->error]);
attempt('a property', fn() => $m->thread_id > 0);
attempt('escaping', fn() => $m->real_escape_string("it's"));
attempt('connect() again', fn() => $m->connect(...where()));
attempt('query()', fn() => $m->query('SELECT 1')->fetch_column());
$m = killed();
attempt('close()', fn() => $m->close());
$m = killed();
attempt('ping() first', fn() => @$m->ping());
$m = link_for_test();
attempt('kill() of oneself', fn() => @$m->kill($m->thread_id));
attempt('errno', fn() => $m->errno);
attempt('query()', fn() => $m->query('SELECT 1'));
mysqli_report(MYSQLI_REPORT_OFF);
$m = killed();
attempt('reporting off', fn() => [$m->query('SELECT 1'), $m->errno, $m->sqlstate, $m->error]);
?>
--EXPECT--
query(): ! 2006 HY000 MySQL server has gone away
again: ! 2006 HY000 MySQL server has gone away
ping(): ! 2006 HY000 MySQL server has gone away
select_db(): ! 2006 HY000 MySQL server has gone away
commit(): ! 2006 HY000 MySQL server has gone away
stat(): false
error: [2006,"HY000","MySQL server has gone away"]
a property: true
escaping: "it\\'s"
connect() again: true
query(): "1"
close(): true
ping() first: ! 2006 HY000 MySQL server has gone away
kill() of oneself: true
errno: 0
query(): ! 2006 HY000 MySQL server has gone away
reporting off: [false,2006,"HY000","MySQL server has gone away"]
