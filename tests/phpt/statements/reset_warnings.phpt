--TEST--
mysqli_stmt::get_warnings() after reset(): the warnings of the rows, as in stock
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
foreach ([0, MYSQLI_CURSOR_TYPE_READ_ONLY] as $cursor) {
	foreach (['unread', 'stored', 'fetched'] as $how) {
		$s = $m->prepare("SELECT 'a' + 1 UNION ALL SELECT 2");
		$s->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, $cursor);
		$s->execute();
		match ($how) {
			'unread' => null,
			'stored' => $s->store_result(),
			'fetched' => $s->fetch(),
		};
		$s->reset();
		$w = $s->get_warnings();
		echo $cursor ? 'with' : 'without', " a cursor, $how: ", $w ? $w->errno : 'none', "\n";
	}
}
?>
--EXPECT--
without a cursor, unread: 1292
without a cursor, stored: 1292
without a cursor, fetched: 1292
with a cursor, unread: none
with a cursor, stored: none
with a cursor, fetched: none
