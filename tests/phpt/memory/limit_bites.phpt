--TEST--
The limit itself still bites after a result that could not fit
--EXTENSIONS--
mysqli
--INI--
memory_limit=64M
--FILE--
<?php
require __DIR__ . "/memory.inc";
$link = link_for_test();
try {
	$link->query("SELECT REPEAT('s', 200) FROM seq_1_to_400000");
} catch (mysqli_sql_exception $e) {
	echo $e->getCode(), "\n";
}
echo ini_get('memory_limit'), "\n";
$s = str_repeat('x', 70 << 20);
?>
--EXPECTF--
2008
64M

Fatal error: Allowed memory size of 67108864 bytes exhausted%s
