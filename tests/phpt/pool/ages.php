<?php
require __DIR__ . '/pool.inc';

function numbers(string $label, Mynd\Pool $pool): void
{
	$n = $pool->stats();
	echo "$label: $n[in_use] in use, $n[idle] idle, $n[created] created, $n[closed] closed\n";
}

$connect = fn() => link_for_test();
$pools = [
	'idle for two seconds' => new Mynd\Pool($connect, 4, idleTimeout: 2),
	'two stay' => new Mynd\Pool($connect, 4, 2, idleTimeout: 2),
	'old after two seconds' => new Mynd\Pool($connect, 4, 2, idleTimeout: 0, maxLifetime: 2),
	'no limit' => new Mynd\Pool($connect, 4, idleTimeout: 0, maxLifetime: 0),
	'by default' => new Mynd\Pool($connect, 4),
];
foreach ($pools as $name => $pool) {
	$all = array_map(fn() => $pool->acquire(), range(1, 4));
	$all = null;
	$pool->use(fn($db) => $db->query('DO 1'));
}
array_walk($pools, fn($pool, $name) => numbers($name, $pool));
sleep(5); /* there is nothing to wait for but the time */
foreach ($pools as $name => $pool) {
	$pool->use(fn($db) => $db->query('DO 1'));
	numbers($name, $pool);
}
?>
