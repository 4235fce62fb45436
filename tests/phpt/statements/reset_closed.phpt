--TEST--
mysqli_stmt::reset() after its connection was closed: no error, and affected_rows is -1, as in stock
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
foreach (['DO 0', 'SELECT 1'] as $sql) {
	foreach (['prepared', 'executed'] as $how) {
		$m = link_for_test();
		$s = $m->prepare($sql);
		if ($how === 'executed') {
			$s->execute();
			$s->store_result();
		}
		$m->close();
		echo "$sql, $how: ", var_export($s->reset(), true), ", $s->affected_rows, $s->errno\n";
	}
}
?>
--EXPECT--
DO 0, prepared: true, -1, 0
DO 0, executed: true, -1, 0
SELECT 1, prepared: true, -1, 0
SELECT 1, executed: true, -1, 0
