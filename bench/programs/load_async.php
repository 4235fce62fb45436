<?php
/* Makes the tables of async.php anew, and allows `argument` connections. */
require __DIR__ . '/common.php';

$link = connect();
$link->query('DROP TABLE IF EXISTS async_rows, async_inserted');
$link->query('CREATE TABLE async_rows (id INT PRIMARY KEY, name VARCHAR(40), price DECIMAL(10, 2), stock INT, sold DATETIME, note VARCHAR(100)) ENGINE=InnoDB');
$link->query('CREATE TABLE async_inserted (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(40)) ENGINE=InnoDB');
$rows = [];
for ($i = 1; $i <= 5000; $i++) {
    $rows[] = sprintf("(%d, 'name %d', %.2f, %d, '2020-01-01 10:00:00', '%s')", $i, $i, $i / 7, $i % 100, str_repeat('x', $i % 50));
}
$link->query('INSERT INTO async_rows VALUES ' . implode(', ', $rows));
$link->query('SET GLOBAL max_connections = ' . (2 * (int) $argv[1] + 100));
report([]);
