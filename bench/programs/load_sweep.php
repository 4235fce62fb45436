<?php
/* The numbers from 1 to a power of two of at least the argument, for bench/sweep.php to make results of. */
require __DIR__ . '/common.php';
$link = connect();
$link->query('DROP TABLE IF EXISTS bench_numbers');
$link->query('CREATE TABLE bench_numbers (n INT PRIMARY KEY) ENGINE=MyISAM');
$link->query('INSERT INTO bench_numbers VALUES (1)');
for ($count = 1; $count < (int) $argv[1]; $count *= 2) {
    $link->query("INSERT INTO bench_numbers SELECT n + $count FROM bench_numbers");
}
report(['count' => $count]);
