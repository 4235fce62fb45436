--TEST--
Persistent links: a query of mynd's own, before one that may ask for FOUND_ROWS(), leaves no trace in the connection's properties
--EXTENSIONS--
mysqli
--INI--
mynd.preset=web
--FILE--
<?php
require __DIR__ . '/persistent.inc';
mysqli_report(MYSQLI_REPORT_OFF);
for ($i = 0; $i < 6; $i++) {
	$m = link_for_test();
	$m->query('SELECT @@sql_mode')->fetch_row();
	$m->query('DO 1');
	$m->close();
}
foreach (['CALL', 'CALL ('] as $sql) {
	$m = link_for_test();
	var_dump($m->prepare($sql));
	echo json_encode([$m->errno > 0, $m->field_count, $m->affected_rows, $m->insert_id, $m->warning_count, $m->info]), "\n";
	$m->close();
}
?>
--EXPECT--
bool(false)
[true,0,-1,0,0,null]
bool(false)
[true,0,-1,0,0,null]
