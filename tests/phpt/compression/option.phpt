--TEST--
Compression: MYSQLI_OPT_COMPRESS, which PHP knows by its number from 8.4 on; there is no way back
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/compression.inc';
$known = PHP_VERSION_ID >= 80400;
foreach ([1, 0] as $value) {
	$m = mysqli_init();
	$accepted = $m->options(1, $value);
	$m->real_connect(...where());
	echo $accepted === $known && is_compressed($m) === ($known ? 'ON' : 'OFF') ? 'as it should be' : 'wrong', "\n";
}
?>
--EXPECT--
as it should be
as it should be
