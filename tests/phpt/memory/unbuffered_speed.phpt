--TEST--
An unbuffered fetch is never slower than a buffered one
--EXTENSIONS--
mysqli
--SKIPIF--
<?php if (!getenv('MYND_PHP_CMD')) die('skip needs MYND_PHP_CMD'); ?>
--FILE--
<?php
require __DIR__ . '/run.inc';
$query = "SELECT seq, LPAD(seq, 20, 'x') AS a, LPAD(seq, 60, 'y') AS b, NULL AS c FROM seq_1_to_20000";
foreach (['loop', 'all'] as $how) {
	$cpu = ['use' => [], 'store' => []];
	for ($round = 0; $round < 7; $round++) {
		foreach (array_keys($cpu) as $mode) {
			$cpu[$mode][] = child('mynd', [[], 'cpu', $query, "$mode $how", '10'])['cpu'];
		}
	}
	/* The least of seven, taken in turns: other work on the machine can only add. */
	[$use, $store] = [min($cpu['use']), min($cpu['store'])];
	echo "$how: ", $use <= $store * 1.05 ? 'ok' : "unbuffered $use us, buffered $store us", "\n";
}
?>
--EXPECT--
loop: ok
all: ok
