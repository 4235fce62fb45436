--TEST--
mynd.reconnect: rows that do not fit memory_limit when more_results() looks for their end
--EXTENSIONS--
mysqli
--INI--
mynd.reconnect=1
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
attempt('more rows than fit', function () use ($m) {
	ini_set('memory_limit', memory_get_usage(true) + (8 << 20));
	$m->multi_query("SELECT REPEAT('x', 10000000); SELECT 1");
	echo json_encode($m->more_results()), ' ';
	return $m->use_result();
});
ini_set('memory_limit', -1);
attempt('behind them', fn() => $m->query('SELECT 5')->fetch_all());
?>
--EXPECT--
false more rows than fit: ! 2008 HY000 Out of memory
behind them: [["5"]]
