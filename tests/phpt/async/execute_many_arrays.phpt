--TEST--
Mynd\execute_many(): executes of arrays of random lengths, with values around what is gathered before a write
--EXTENSIONS--
mysqli
mynd
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$seed = (int) (getenv('MYND_TEST_SEED') ?: random_int(1, 1 << 31));
mt_srand($seed);
$m = link_for_test();
$m->query('CREATE TEMPORARY TABLE g (id INT PRIMARY KEY, v LONGTEXT)');
$wrong = [];
for ($round = 0; $round < 8; $round++) {
	$rows = [];
	$count = [1, 2, 255, 511, 512, 513, 1025][mt_rand(0, 6)];
	for ($i = 0; $i < $count; $i++) {
		$length = [0, 1, mt_rand(1, 300), 16384 - mt_rand(0, 80), 16384, mt_rand(15000, 40000)][mt_rand(0, 5)];
		$rows[] = [$i, str_repeat(chr(97 + $i % 26), $length)];
	}
	$m->query('TRUNCATE g');
	$changed = Mynd\execute_many($m, 'INSERT INTO g SELECT ?, ?', $rows);
	$there = array_map(fn($row) => [(int) $row[0], $row[1]], $m->query('SELECT * FROM g ORDER BY id')->fetch_all());
	if ($changed !== $count || $there !== $rows) {
		$wrong[] = "seed $seed, round $round: $changed of $count";
	}
}
echo $wrong === [] ? 'all are there' : implode("\n", $wrong), "\n";
?>
--EXPECT--
all are there
