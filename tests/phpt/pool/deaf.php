<?php
require __DIR__ . '/pool.inc';
require __DIR__ . '/deaf.inc';

$way = DeafWay::start();
$pool = new Mynd\Pool(fn() => new mysqli('127.0.0.1', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), $way->port), 12, acquireTimeout: 1.5, checkAfter: 0);
$all = array_map(fn() => $pool->acquire(), range(1, 12));
array_map($pool->release(...), $all);
$all = null;
echo $pool->stats()['idle'], " idle\n";
$way->fall_silent();
$begun = hrtime(true);
echo $pool->use(fn($db) => $db->query("SELECT 'answered'")->fetch_column()), "\n";
$seconds = (hrtime(true) - $begun) / 1e9;
echo $seconds < 9 ? 'in the time of one check' : "in $seconds seconds", "\n";
$numbers = $pool->stats();
echo "$numbers[created] created, $numbers[closed] closed, $numbers[idle] idle\n";
$pool = null;
$way->end();
?>
