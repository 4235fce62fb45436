--TEST--
Pool: random fibers acquire, hold, lose and are cancelled: no limit is passed, nobody is overtaken or forgotten, no place is lost
--EXTENSIONS--
mysqli
pdo_mysql
--INI--
mynd.shared_pool=0
mynd.persistent=asked
mynd.acquire_timeout=40
mysqli.max_links=5
--FILE--
<?php
/* MYND_STORM=SEED,COUNT runs others */
require __DIR__ . '/storm.inc';
[$first, $count] = explode(',', getenv('MYND_STORM') ?: '1,25');
$sums = ['waits' => 0, 'cancelled' => 0, 'dropped' => 0, 'failed' => 0, 'used' => 0];
for ($seed = (int) $first; $seed < $first + $count; $seed++) {
	mt_srand($seed);
	$storm = new Storm($seed, mt_rand(0, 2) ? mt_rand(1, 4) : -1, mt_rand(1, 6), 5);
	$storm->run(mt_rand(5, 40));
	foreach ($sums as $name => $_) {
		$sums[$name] += $storm->$name;
	}
}
foreach ($sums as $name => $sum) {
	echo $sum > 10 ? "$name: many\n" : "$name: $sum\n";
}
getenv('MYND_STORM') && fwrite(STDERR, json_encode($sums) . "\n");
?>
--EXPECT--
waits: many
cancelled: many
dropped: many
failed: many
used: many
