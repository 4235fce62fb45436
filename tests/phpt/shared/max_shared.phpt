--TEST--
mynd.shared_pool: processes that hand back and take at the same time never exceed mynd.max_shared, and their count is right
--EXTENSIONS--
mysqli
pcntl
--INI--
mynd.shared_pool=1
mynd.max_shared=2
mynd.max_idle=0
--FILE--
<?php
require __DIR__ . '/shared.inc';

/** One of several processes: the most that it has seen in the mailbox, and why connections were closed. */
function turns(int $turns): array
{
	for ($most = 0; $turns > 0; $turns--) {
		$m = plink();
		$m->close();
		$most = max($most, Mynd\pools()[0]['shared']);
	}
	return ['most' => $most] + pool('max_idle', 'found_dead', 'lost');
}

$told = from_child(fn() => at_once(4, fn() => turns(2000)));
echo max(array_column($told, 'most')) === 2 ? 'two' : max(array_column($told, 'most')), " waited at most\n";
echo json_encode([array_sum(array_column($told, 'max_idle')), array_sum(array_column($told, 'found_dead')), array_sum(array_column($told, 'lost'))]), "\n";
$waiting = from_child(fn() => [plink()->close(), pool('shared')['shared']])[1];
$all = from_child(fn() => [array_map(fn() => plink(), range(0, 3)), pool('taken_over')['taken_over']])[1];
echo "$waiting are said to wait, and $all are there\n";
?>
--EXPECT--
two waited at most
[0,0,0]
2 are said to wait, and 2 are there
