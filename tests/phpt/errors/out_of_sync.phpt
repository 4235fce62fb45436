--TEST--
Errors: commands while a result is unread are refused, and do no harm
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
function refused(mysqli $m): void
{
	foreach (['query' => ['SELECT 9'], 'ping' => [], 'select_db' => ['mysql'], 'autocommit' => [true], 'commit' => [], 'set_charset' => ['utf8mb4'],
		'multi_query' => ['SELECT 9'], 'real_query' => ['SELECT 9'], 'stat' => [], 'get_warnings' => [], 'next_result' => []] as $name => $arguments) {
		attempt("  $name()", fn() => @$m->$name(...$arguments));
	}
}
echo "unbuffered, half read\n";
$r = $m->query('SELECT 1 UNION SELECT 2 UNION SELECT 3', MYSQLI_USE_RESULT);
$r->fetch_row();
refused($m);
attempt('the next row', fn() => $r->fetch_row());
attempt('and all others', fn() => $r->fetch_all());
attempt('query()', fn() => $m->query('SELECT 4')->fetch_column());
echo "real_query(), not taken\n";
$m->real_query('SELECT 5');
refused($m);
attempt('store_result()', fn() => $m->store_result()->fetch_column());
attempt('query()', fn() => $m->query('SELECT 6')->fetch_column());
echo "multi_query(), one of two taken\n";
$m->multi_query('SELECT 7; SELECT 8');
attempt('store_result()', fn() => $m->store_result()->fetch_column());
attempt('query()', fn() => $m->query('SELECT 9'));
attempt('next_result()', fn() => $m->next_result());
attempt('store_result()', fn() => $m->store_result()->fetch_column());
attempt('query()', fn() => $m->query('SELECT 9')->fetch_column());
echo "a result given up\n";
$r = $m->query('SELECT 1 UNION SELECT 2', MYSQLI_USE_RESULT);
$r->fetch_row();
unset($r);
attempt('query()', fn() => $m->query('SELECT 10')->fetch_column());
$r = $m->query('SELECT 1 UNION SELECT 2', MYSQLI_USE_RESULT);
$r->free();
attempt('query()', fn() => $m->query('SELECT 11')->fetch_column());
?>
--EXPECT--
unbuffered, half read
  query(): ! 2014 HY000 Commands out of sync; you can't run this command now
  ping(): ! 2014 HY000 Commands out of sync; you can't run this command now
  select_db(): ! 2014 HY000 Commands out of sync; you can't run this command now
  autocommit(): ! 2014 HY000 Commands out of sync; you can't run this command now
  commit(): ! 2014 HY000 Commands out of sync; you can't run this command now
  set_charset(): ! 2014 HY000 Commands out of sync; you can't run this command now
  multi_query(): ! 2014 HY000 Commands out of sync; you can't run this command now
  real_query(): ! 2014 HY000 Commands out of sync; you can't run this command now
  stat(): false
  get_warnings(): false
  next_result(): false
the next row: ["2"]
and all others: [["3"]]
query(): "4"
real_query(), not taken
  query(): ! 2014 HY000 Commands out of sync; you can't run this command now
  ping(): ! 2014 HY000 Commands out of sync; you can't run this command now
  select_db(): ! 2014 HY000 Commands out of sync; you can't run this command now
  autocommit(): ! 2014 HY000 Commands out of sync; you can't run this command now
  commit(): ! 2014 HY000 Commands out of sync; you can't run this command now
  set_charset(): ! 2014 HY000 Commands out of sync; you can't run this command now
  multi_query(): ! 2014 HY000 Commands out of sync; you can't run this command now
  real_query(): ! 2014 HY000 Commands out of sync; you can't run this command now
  stat(): false
  get_warnings(): false
  next_result(): false
store_result(): "5"
query(): "6"
multi_query(), one of two taken
store_result(): "7"
query(): ! 2014 HY000 Commands out of sync; you can't run this command now
next_result(): true
store_result(): "8"
query(): "9"
a result given up
query(): "10"
query(): "11"
