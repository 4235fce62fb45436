--TEST--
Over sizes from 1 KB to 64 MB, as one cell, as many small cells, as many rows: the peak is never above stock's by more than 5%
--EXTENSIONS--
mysqli
--SKIPIF--
<?php if (!getenv('MYND_STOCK_CMD') || !getenv('MYND_PHP_CMD')) die('skip needs both drivers'); ?>
--FILE--
<?php
require __DIR__ . '/run.inc';
/* Of any length on MySQL, too, where there are some sequences only. */
$numbers = fn(int $n) => "(SELECT a.seq * 1000 + b.seq AS seq FROM seq_1_to_1000 AS a, seq_1_to_1000 AS b LIMIT $n) AS numbers";
$shapes = [
	'one cell' => fn(int $bytes) => "SELECT LEFT(REPEAT(SHA2('mynd', 256), CEIL($bytes / 64)), $bytes) AS c",
	'small cells' => fn(int $bytes) => 'SELECT ' . implode(', ', array_map(fn($i) => "LPAD(seq * 64 + $i, 16, 'x') AS c$i", range(1, 64)))
		. ' FROM ' . $numbers(max(1, intdiv($bytes, 1024))),
	'rows' => fn(int $bytes) => "SELECT LPAD(seq, 128, 'abcdefghijklmnopqrstuvwxyz') AS c FROM " . $numbers(max(1, intdiv($bytes, 128))),
];
$checked = 0;
foreach ($shapes as $shape => $query) {
	foreach (['store loop', 'store all', 'use loop', 'use all'] as $way) {
		foreach ([1 << 10, 1 << 14, 1 << 18, 1 << 22, 1 << 26] as $bytes) {
			if ($bytes > 1 << 22 && $shape !== 'one cell' && $way !== 'store all') {
				continue; /* time */
			}
			[$mynd, $stock] = array_map(fn($driver) => child($driver, [[], 'peak', $query($bytes), $way]), ['mynd', 'stock']);
			if ($mynd['rows'] !== $stock['rows'] || $mynd['peak'] > $stock['peak'] * 1.05) {
				echo "$shape, $way, $bytes: $mynd[rows] rows $mynd[peak], stock $stock[rows] rows $stock[peak]\n";
			}
			$checked++;
		}
	}
}
echo "$checked compared\n";
?>
--EXPECT--
54 compared
