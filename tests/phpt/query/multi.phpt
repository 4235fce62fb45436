--TEST--
Queries: several statements, and the switch that allows them
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
$switched = 0;
$switches = function () use ($m, &$switched) {
	$now = (int) $m->get_connection_stats()['com_stmt_set_option'];
	[$before, $switched] = [$switched, $now];
	return $now - $before;
};
function drain(mysqli $m): array
{
	$all = [];
	do {
		$r = $m->store_result();
		$all[] = $r ? $r->fetch_all() : [$r, $m->errno, $m->affected_rows];
	} while ($m->more_results() && $m->next_result());
	return $all;
}
attempt('multi_query()', fn() => $m->multi_query("CREATE TEMPORARY TABLE t (a INT); INSERT INTO t VALUES (1), (2); SELECT a FROM t; SELECT 'x', 'y'"));
attempt('results', fn() => drain($m));
attempt('switched', $switches);
attempt('again', fn() => $m->multi_query('SELECT 1; SELECT 2'));
attempt('results', fn() => drain($m));
attempt('switched', $switches);
attempt('query() refuses', fn() => $m->query('SELECT 1; SELECT 2'));
attempt('switched', $switches);
attempt('query()', fn() => $m->query('SELECT 3')->fetch_column());
attempt('switched', $switches);
attempt('an error in the second', fn() => $m->multi_query('SELECT 1; SELECT nonsense; SELECT 3'));
attempt('first', fn() => [$m->store_result()->fetch_column(), $m->more_results(), $m->errno]);
attempt('second', fn() => $m->next_result());
attempt('more', fn() => [$m->more_results(), $m->errno, $m->next_result()]);
attempt('query()', fn() => $m->query('SELECT 4')->fetch_column());
attempt('an error in the first', fn() => $m->multi_query('SELECT nonsense; SELECT 2'));
attempt('more', fn() => [$m->more_results(), $m->errno]);
attempt('query()', fn() => $m->query('SELECT 5')->fetch_column());
attempt('unbuffered', fn() => $m->multi_query('SELECT 1 UNION SELECT 2; SELECT 3'));
$r = $m->use_result();
attempt('a row', fn() => $r->fetch_row());
attempt('next_result() too early', fn() => [$m->next_result(), $m->errno]);
attempt('the rest', fn() => [$r->fetch_row(), $r->fetch_row(), $m->more_results()]);
$r->free();
attempt('next_result()', fn() => $m->next_result());
attempt('its result', fn() => $m->store_result()->fetch_column());
attempt('real_query() refuses', fn() => $m->real_query('SELECT 1; SELECT 2'));
create_anew($m, 'PROCEDURE', 'two_results', '() BEGIN SELECT 1; SELECT 2, 3; END');
attempt('a procedure', fn() => $m->query('CALL two_results()')->fetch_row());
attempt('next', fn() => [$m->more_results(), $m->next_result(), $m->store_result()->fetch_row()]);
attempt('its end', fn() => [$m->more_results(), $m->next_result(), $m->field_count, $m->store_result(), $m->more_results()]);
attempt('query()', fn() => $m->query('SELECT 6')->fetch_column());
attempt('not drained', fn() => $m->query('CALL two_results()')->fetch_row());
attempt('query()', fn() => $m->query('SELECT 7'));
while ($m->next_result()) {
	($m->store_result() ?: null)?->free();
}
attempt('query()', fn() => $m->query('SELECT 8')->fetch_column());
$m->query('DROP PROCEDURE two_results');
?>
--EXPECTF--
multi_query(): true
results: [[false,0,0],[false,0,2],[["1"],["2"]],[["x","y"]]]
switched: 1
again: true
results: [[["1"]],[["2"]]]
switched: 0
query() refuses: ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELECT 2' at line 1
switched: 1
query(): "3"
switched: 0
an error in the second: true
first: ["1",true,0]
second: ! 1054 42S22 Unknown column 'nonsense' in '%s'
more: [false,1054,false]
query(): "4"
an error in the first: ! 1054 42S22 Unknown column 'nonsense' in '%s'
more: [false,1054]
query(): "5"
unbuffered: true
a row: ["1"]
next_result() too early: [false,0]
the rest: [["2"],null,true]
next_result(): true
its result: "3"
real_query() refuses: ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELECT 2' at line 1
a procedure: ["1"]
next: [true,true,["2","3"]]
its end: [true,true,0,false,false]
query(): "6"
not drained: ["1"]
query(): ! 2014 HY000 Commands out of sync; you can't run this command now
query(): "8"
