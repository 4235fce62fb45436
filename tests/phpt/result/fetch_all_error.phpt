--TEST--
fetch_all() of an unbuffered result: the rows before the server's error
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
$sql = 'SELECT 1 AS a UNION ALL SELECT 2 UNION ALL SELECT (SELECT 1 UNION SELECT 2)';

mysqli_report(MYSQLI_REPORT_OFF);
foreach ([MYSQLI_NUM, MYSQLI_ASSOC, MYSQLI_BOTH] as $mode) {
	$r = $m->query($sql, MYSQLI_USE_RESULT);
	echo json_encode($r->fetch_all($mode)), " $m->errno\n";
	$r->free();
}
$r = $m->query($sql, MYSQLI_USE_RESULT);
$r->fetch_row();
$r->fetch_row();
echo json_encode($r->fetch_all()), " $m->errno\n";
$r->free();

mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$r = $m->query($sql, MYSQLI_USE_RESULT);
try {
	$r->fetch_all();
} catch (mysqli_sql_exception $e) {
	echo $e->getCode(), "\n";
}
$r->free();
echo json_encode($m->query('SELECT "in order"')->fetch_all()), "\n";
?>
--EXPECT--
[["1"],["2"]] 1242
[{"a":"1"},{"a":"2"}] 1242
[{"0":"1","a":"1"},{"0":"2","a":"2"}] 1242
[] 1242
1242
[["in order"]]
