--TEST--
Results: rows in every shape, buffered and unbuffered
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
$sql = "SELECT 1 AS a, 'x' AS b, NULL AS c, 'dup' AS a UNION ALL SELECT 2, '', 3, 'd2' UNION ALL SELECT 4, 'z', 5, 'd3'";
foreach ([MYSQLI_STORE_RESULT, MYSQLI_USE_RESULT] as $mode) {
	echo $mode === MYSQLI_USE_RESULT ? "--- unbuffered\n" : "--- buffered\n";
	$r = $m->query($sql, $mode);
	attempt('fetch_row()', fn() => $r->fetch_row());
	attempt('fetch_assoc()', fn() => $r->fetch_assoc());
	attempt('fetch_array()', fn() => $r->fetch_array());
	attempt('end', fn() => [$r->fetch_row(), $r->fetch_assoc(), $r->fetch_array(), $r->fetch_object(), $r->fetch_column(), $r->fetch_all()]);
	$r = $m->query($sql, $mode);
	attempt('functions', fn() => [mysqli_fetch_row($r), mysqli_fetch_assoc($r), mysqli_fetch_array($r, MYSQLI_NUM)]);
	attempt('end', fn() => [mysqli_fetch_row($r), mysqli_fetch_assoc($r), mysqli_fetch_array($r), mysqli_fetch_object($r), mysqli_fetch_column($r), mysqli_fetch_all($r)]);
	foreach ([MYSQLI_NUM, MYSQLI_ASSOC, MYSQLI_BOTH] as $shape) {
		$r = $m->query($sql, $mode);
		$r->fetch_row();
		attempt("fetch_all($shape), from the second on", fn() => $r->fetch_all($shape));
	}
	$r = $m->query($sql, $mode);
	attempt('fetch_all()', fn() => $r->fetch_all());
	attempt('fetch_all() again', fn() => mysqli_fetch_all($r));
	$r = $m->query($sql, $mode);
	attempt('fetch_column()', fn() => [$r->fetch_column(1), $r->fetch_column(), mysqli_fetch_column($r, 2), $r->fetch_column()]);
	$r = $m->query($sql, $mode);
	attempt('a column that is NULL', fn() => [$r->fetch_column(2), $r->fetch_row()]);
	$r->free();
}
attempt('numeric names', fn() => $m->query("SELECT 'a' AS `1`, 'b' AS `0`, 'c' AS `x`")->fetch_array());
attempt('numeric names, assoc', fn() => $m->query("SELECT 'a' AS `1`, 'b' AS `0`")->fetch_assoc());
attempt('an empty name', fn() => $m->query("SELECT 'a' AS ``")->fetch_assoc());
attempt('no row', fn() => $m->query('SELECT 1 LIMIT 0')->fetch_assoc());
attempt('no rows', fn() => $m->query('SELECT 1 LIMIT 0')->fetch_all());
?>
--EXPECT--
--- buffered
fetch_row(): ["1","x",null,"dup"]
fetch_assoc(): {"a":"d2","b":"","c":"3"}
fetch_array(): {"0":"4","a":"d3","1":"z","b":"z","2":"5","c":"5","3":"d3"}
end: [null,null,null,null,false,[]]
functions: [["1","x",null,"dup"],{"a":"d2","b":"","c":"3"},["4","z","5","d3"]]
end: [null,null,null,null,false,[]]
fetch_all(2), from the second on: [["2","","3","d2"],["4","z","5","d3"]]
fetch_all(1), from the second on: [{"a":"d2","b":"","c":"3"},{"a":"d3","b":"z","c":"5"}]
fetch_all(3), from the second on: [{"0":"2","a":"d2","1":"","b":"","2":"3","c":"3","3":"d2"},{"0":"4","a":"d3","1":"z","b":"z","2":"5","c":"5","3":"d3"}]
fetch_all(): [["1","x",null,"dup"],["2","","3","d2"],["4","z","5","d3"]]
fetch_all() again: []
fetch_column(): ["x","2","5",false]
a column that is NULL: [null,["2","","3","d2"]]
--- unbuffered
fetch_row(): ["1","x",null,"dup"]
fetch_assoc(): {"a":"d2","b":"","c":"3"}
fetch_array(): {"0":"4","a":"d3","1":"z","b":"z","2":"5","c":"5","3":"d3"}
end: [null,null,null,null,false,[]]
functions: [["1","x",null,"dup"],{"a":"d2","b":"","c":"3"},["4","z","5","d3"]]
end: [null,null,null,null,false,[]]
fetch_all(2), from the second on: [["2","","3","d2"],["4","z","5","d3"]]
fetch_all(1), from the second on: [{"a":"d2","b":"","c":"3"},{"a":"d3","b":"z","c":"5"}]
fetch_all(3), from the second on: [{"0":"2","a":"d2","1":"","b":"","2":"3","c":"3","3":"d2"},{"0":"4","a":"d3","1":"z","b":"z","2":"5","c":"5","3":"d3"}]
fetch_all(): [["1","x",null,"dup"],["2","","3","d2"],["4","z","5","d3"]]
fetch_all() again: []
fetch_column(): ["x","2","5",false]
a column that is NULL: [null,["2","","3","d2"]]
numeric names: {"0":"b","1":"a","2":"c","x":"c"}
numeric names, assoc: {"1":"a","0":"b"}
an empty name: {"":"a"}
no row: null
no rows: []
