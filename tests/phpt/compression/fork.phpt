--TEST--
Compression: a forked child leaves its parent's link alone, whatever came over it so far, and has links of its own
--EXTENSIONS--
mysqli
pcntl
--FILE--
<?php
require __DIR__ . '/compression.inc';
require __DIR__ . '/../fork.inc';
$m = compressed();
in_child(fn() => null); /* nothing was sent on it yet */
echo is_compressed($m), "\n";
in_child(fn() => attempt('child', fn() => $m->query('SELECT 1')));
in_child(fn() => attempt('a link of its own', fn() => is_compressed(compressed())));
$result = $m->query('SELECT seq, REPEAT(seq, 50) FROM ' . seq($m, 20000), MYSQLI_USE_RESULT);
$result->fetch_row();
in_child(fn() => attempt('child in the middle', fn() => $result->fetch_all()));
in_child(fn() => attempt('another one', fn() => is_compressed(compressed())));
for ($rows = 1; $row = $result->fetch_row(); $rows++) {
	if ($row[1] !== str_repeat($row[0], 50)) {
		echo "wrong at $rows\n";
	}
}
echo "the parent has $rows rows\n";
?>
--EXPECT--
ON
child: ! 2006 HY000 MySQL server has gone away
a link of its own: "ON"
child in the middle: ! 2006 HY000 MySQL server has gone away
another one: "ON"
the parent has 20000 rows
