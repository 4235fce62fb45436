--TEST--
A value kept after free() stays valid; a value that is written to does not change what data_seek shows again
--EXTENSIONS--
mysqli
--INI--
memory_limit=512M
--FILE--
<?php
require __DIR__ . "/memory.inc";
$link = link_for_test();
$expect = [str_repeat('x', 10), str_repeat('y', 300), str_repeat('z', 100000)];
$sql = "SELECT REPEAT('x', 10), REPEAT('y', 300), REPEAT('z', 100000)";
foreach ([MYSQLI_STORE_RESULT, MYSQLI_USE_RESULT] as $mode) {
	$result = $link->query($sql, $mode);
	$row = $result->fetch_row();
	$result->free();
	$other = $link->query("SELECT REPEAT('o', 10), REPEAT('o', 300), REPEAT('o', 100000)", $mode)->fetch_row();
	var_dump($row === $expect);
}
$result = $link->query($sql);
$row = $result->fetch_row();
foreach ($row as $i => $value) {
	$row[$i][0] = '!';
	$row[$i][strlen($value) - 1] = '!';
	$row[$i] .= 'longer';
}
$result->data_seek(0);
var_dump($result->fetch_row() === $expect, $row[1][0], strlen($row[2]));
?>
--EXPECT--
bool(true)
bool(true)
bool(true)
string(1) "!"
int(100006)
