--TEST--
Warnings: warning_count, get_warnings(), mysqli_warning
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
attempt('none', fn() => [$m->warning_count, $m->get_warnings()]);
$m->query("SELECT 'a' + 1, 'b' + 2, CAST('3c' AS SIGNED)");
attempt('count', fn() => [$m->warning_count, mysqli_warning_count($m)]);
$w = $m->get_warnings();
do {
	echo "$w->errno $w->sqlstate $w->message\n";
} while ($w->next());
attempt('the end', fn() => [$w->next(), $w->message]);
attempt('the count is that of SHOW WARNINGS', fn() => $m->warning_count);
attempt('unknown', fn() => @$w->nope);
attempt('written', fn() => $w->message = 'x');
attempt('isset()', fn() => [isset($w->message), isset($w->nope), empty($w->errno)]);
var_dump($w);
$m->query("SELECT 'a' + 1");
$w = mysqli_get_warnings($m);
unset($m);
attempt('without its link', fn() => $w->message);
$m = link_for_test();
$m->query("SELECT 'a' + 1");
$m->real_query('SELECT 1');
attempt('while a result waits', fn() => $m->get_warnings());
?>
--EXPECTF--
none: [0,false]
count: [3,3]
1292 HY000 Truncated incorrect DOUBLE value: 'a'
1292 HY000 Truncated incorrect DOUBLE value: 'b'
1292 HY000 Truncated incorrect INTEGER value: '3c'
the end: [false,"Truncated incorrect INTEGER value: '3c'"]
the count is that of SHOW WARNINGS: 0
unknown: null
written: ! Error Cannot write read-only property mysqli_warning::$message
isset(): [true,false,false]
object(mysqli_warning)#2 (3) {
  ["message"]=>
  string(39) "Truncated incorrect INTEGER value: '3c'"
  ["sqlstate"]=>
  string(5) "HY000"
  ["errno"]=>
  int(1292)
}
without its link: "Truncated incorrect DOUBLE value: 'a'"
while a result waits: false
