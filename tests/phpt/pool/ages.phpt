--TEST--
Mynd\Pool: idle_timeout, which leaves the minimum, and max_lifetime; the settings of php.ini are for other pools
--EXTENSIONS--
mysqli
--INI--
mynd.shared_pool=0
mynd.persistent=asked
mynd.idle_timeout=1
mynd.max_lifetime=1
mynd.max_idle=1
--FILE--
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
--EXPECT--
idle for two seconds: 0 in use, 4 idle, 4 created, 0 closed
two stay: 0 in use, 4 idle, 4 created, 0 closed
old after two seconds: 0 in use, 4 idle, 4 created, 0 closed
no limit: 0 in use, 4 idle, 4 created, 0 closed
by default: 0 in use, 4 idle, 4 created, 0 closed
idle for two seconds: 0 in use, 1 idle, 5 created, 4 closed
two stay: 0 in use, 2 idle, 4 created, 2 closed
old after two seconds: 0 in use, 1 idle, 5 created, 4 closed
no limit: 0 in use, 4 idle, 4 created, 0 closed
by default: 0 in use, 4 idle, 4 created, 0 closed
