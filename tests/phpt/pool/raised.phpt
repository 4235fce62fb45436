--TEST--
Pool: mynd.max_per_key that is raised wakes as many as there is room for; one that is lowered wakes nobody
--EXTENSIONS--
mysqli
mynd
--INI--
mynd.shared_pool=0
mynd.persistent=asked
mynd.acquire_timeout=30
mynd.max_per_key=1
--FILE--
<?php
require __DIR__ . '/pool.inc';

$first = link_for_test();
$held = [];
foreach (['a', 'b', 'c', 'd'] as $name) {
	Loop::start(function () use ($name, &$held) {
		$held[] = link_for_test();
		note($name);
	});
}

/** Sets the limit; then those that have their place connect, and the loop has nothing else to do. */
function limit(string $most, int $come): void
{
	ini_set('mynd.max_per_key', $most);
	run_until_noted($come);
	Loop::turn(0);
	sort($GLOBALS['log']); /* whose login is answered first depends on the server */
	echo "$most: ";
	print_log();
	echo count(Loop::$waiting), " wait\n";
}

limit('3', 2);
limit('1', 0);
limit('3', 0);
ini_set('mynd.max_per_key', '4');
run_until_noted(1);
print_log();
ini_restore('mynd.max_per_key');
echo count(Loop::$waiting), " wait\n";
limit('-1', 1);
?>
--EXPECT--
3: a b
2 wait
1: 
2 wait
3: 
2 wait
c
1 wait
-1: d
0 wait
