--TEST--
mynd.shared_pool: processes that look for connections of different keys at the same time do not hide them from each other
--EXTENSIONS--
mysqli
pcntl
--INI--
mynd.shared_pool=1
--FILE--
<?php
require __DIR__ . '/shared.inc';

/**
 * Has one connection at a time, of a key by chance: what was made, the most that have waited, the descriptors
 * that are left.
 */
function turns(int $seed, array $keys, int $turns): array
{
	mt_srand($seed);
	$before = descriptors();
	for ($most = 0; $turns > 0; $turns--) {
		$m = plink(database: $keys[mt_rand(0, count($keys) - 1)]);
		mt_rand(0, 9) > 0 || $m->query('DO 1'); // a reset is due
		$m->close();
		$most = max($most, Mynd\pools()[0]['shared']);
	}
	return ['made' => array_sum(array_column(Mynd\pools(), 'made')), 'most' => $most, 'left' => descriptors() - $before];
}

$told = from_child(fn() => at_once(4, fn($i) => turns($i, [getenv('MYND_TEST_DB'), ''], 3000)));
foreach (['made' => 'were made', 'most' => 'were waiting at once'] as $what => $words) {
	$number = array_column($told, $what);
	$number = $what === 'made' ? array_sum($number) : max($number);
	echo $number >= 2 && $number <= 8 ? 'of two keys for four processes at most eight' : $number, " $words\n";
}
echo json_encode(array_column($told, 'left')), " descriptors are left\n";
?>
--EXPECT--
of two keys for four processes at most eight were made
of two keys for four processes at most eight were waiting at once
[0,0,0,0] descriptors are left
