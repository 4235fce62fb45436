--TEST--
Mynd\Pool with mynd.shared_pool: its connections stay in their process
--EXTENSIONS--
mysqli
--INI--
mynd.shared_pool=1
mynd.persistent=asked
--FILE--
<?php
require __DIR__ . '/pool.inc';
link_for_test(host: 'p:localhost')->query('DO 1');
echo links(), ', handed over: ', pools_sum('handed_over'), "\n";
$pool = new Mynd\Pool(fn() => link_for_test(), 2);
$pool->use(fn($db) => $db->query('DO 1'));
$pool->use(fn($db) => $db->query('DO 1'));
echo $pool->stats()['idle'], ' idle, ', $pool->stats()['created'], ' created, handed over: ', pools_sum('handed_over'), "\n";
?>
--EXPECT--
0 in use, 0 idle, handed over: 1
1 idle, 1 created, handed over: 1
