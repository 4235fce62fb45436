--TEST--
Results: data_seek(), num_rows, lengths
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
$sql = "SELECT 1 AS a, 'xx' AS b, NULL AS c UNION ALL SELECT 22, '', REPEAT('y', 1000) UNION ALL SELECT 3, 'z', 'w'";
$r = $m->query($sql);
attempt('num_rows', fn() => [$r->num_rows, mysqli_num_rows($r)]);
attempt('lengths, before', fn() => [$r->lengths, mysqli_fetch_lengths($r)]);
foreach ([2, 0, 1] as $row) {
	attempt("data_seek($row)", fn() => $r->data_seek($row));
	attempt('row', fn() => $r->fetch_row()[0]);
	attempt('lengths', fn() => [$r->lengths, mysqli_fetch_lengths($r)]);
}
attempt('data_seek() behind the end', fn() => [$r->data_seek(3), mysqli_data_seek($r, 99)]);
attempt('the row after', fn() => $r->fetch_row());
attempt('the end', fn() => $r->fetch_row());
attempt('lengths', fn() => [$r->lengths, mysqli_fetch_lengths($r)]);
attempt('back', fn() => [$r->data_seek(0), count($r->fetch_all()), $r->data_seek(2), $r->fetch_column()]);
$r = $m->query($sql, MYSQLI_USE_RESULT);
attempt('unbuffered', fn() => [$r->type, $r->num_rows]);
$r->fetch_row();
attempt('lengths', fn() => $r->lengths);
$r->fetch_row();
attempt('lengths', fn() => [$r->lengths, $r->num_rows]);
$r->fetch_all();
attempt('num_rows', fn() => $r->num_rows);
attempt('an empty result', fn() => [$m->query('SELECT 1 LIMIT 0')->data_seek(0), $m->query('SELECT 1 LIMIT 0')->num_rows]);
?>
--EXPECT--
num_rows: [3,3]
lengths, before: [null,false]
data_seek(2): true
row: "3"
lengths: [[1,1,1],[1,1,1]]
data_seek(0): true
row: "1"
lengths: [[1,2,0],[1,2,0]]
data_seek(1): true
row: "22"
lengths: [[2,0,1000],[2,0,1000]]
data_seek() behind the end: [false,false]
the row after: ["3","z","w"]
the end: null
lengths: [null,false]
back: [true,3,true,"3"]
unbuffered: [1,0]
lengths: [1,2,0]
lengths: [[2,0,1000],0]
num_rows: 3
an empty result: [false,0]
