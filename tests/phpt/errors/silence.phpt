--TEST--
begin_transaction(), refresh(), dump_debug_info() and stat() answer false in silence in every report mode, as in stock; what stock loses of a lost link is reported
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
error_reporting(E_ALL & ~E_DEPRECATED); /* ping(), kill() and refresh(), from PHP 8.4 on */
$watch = link_for_test();
function lost(): mysqli
{
	global $watch;
	$m = link_for_test();
	$watch->query("KILL $m->thread_id");
	while ($watch->query("SELECT COUNT(*) FROM information_schema.processlist WHERE id = $m->thread_id")->fetch_column() !== '0');
	return $m;
}
$silent = ['begin_transaction' => [], 'refresh' => [MYSQLI_REFRESH_STATUS], 'dump_debug_info' => [], 'stat' => []];
foreach ([MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT, MYSQLI_REPORT_ERROR, MYSQLI_REPORT_OFF] as $mode) {
	echo "-- mode $mode\n";
	mysqli_report($mode);
	foreach ($silent as $method => $arguments) {
		$m = link_for_test();
		$rows = $m->query('SELECT 1 UNION SELECT 2', MYSQLI_USE_RESULT);
		attempt("$method, a result is unread", fn() => [@$m->$method(...$arguments), $m->errno]);
		unset($rows);
		$m = lost();
		attempt("$method, the link is lost", fn() => [@$m->$method(...$arguments), $m->errno]);
	}
	$m = link_for_test();
	$m->query('XA START "silence"');
	attempt('begin_transaction, the server refuses', fn() => [$m->begin_transaction(), $m->errno, $m->sqlstate]);
	unset($m);
}
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
foreach (['execute_query' => ['SELECT 1'], 'change_user' => [getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB')]] as $method => $arguments) {
	$m = lost();
	attempt("$method, the link is lost", fn() => [@$m->$method(...$arguments), $m->errno]);
}
?>
--EXPECT--
-- mode 3
begin_transaction, a result is unread: [false,2014]
begin_transaction, the link is lost: [false,2006]
refresh, a result is unread: [false,2014]
refresh, the link is lost: [false,2006]
dump_debug_info, a result is unread: [false,2014]
dump_debug_info, the link is lost: [false,2006]
stat, a result is unread: [false,2014]
stat, the link is lost: [false,2006]
begin_transaction, the server refuses: [false,1399,"XAE07"]
-- mode 1
begin_transaction, a result is unread: [false,2014]
begin_transaction, the link is lost: [false,2006]
refresh, a result is unread: [false,2014]
refresh, the link is lost: [false,2006]
dump_debug_info, a result is unread: [false,2014]
dump_debug_info, the link is lost: [false,2006]
stat, a result is unread: [false,2014]
stat, the link is lost: [false,2006]
begin_transaction, the server refuses: [false,1399,"XAE07"]
-- mode 0
begin_transaction, a result is unread: [false,2014]
begin_transaction, the link is lost: [false,2006]
refresh, a result is unread: [false,2014]
refresh, the link is lost: [false,2006]
dump_debug_info, a result is unread: [false,2014]
dump_debug_info, the link is lost: [false,2006]
stat, a result is unread: [false,2014]
stat, the link is lost: [false,2006]
begin_transaction, the server refuses: [false,1399,"XAE07"]
execute_query, the link is lost: ! 2006 HY000 MySQL server has gone away
change_user, the link is lost: ! 2006 HY000 MySQL server has gone away
