<?php
/*
 * An empty table bench_connect, and, if there is an argument, the server's read_buffer_size for connections
 * from now on. Prints what the server is.
 */
require __DIR__ . '/common.php';

$link = connect();
$link->query('CREATE TABLE IF NOT EXISTS bench_connect (id INT AUTO_INCREMENT PRIMARY KEY, text VARCHAR(100)) ENGINE=InnoDB');
$link->query('TRUNCATE TABLE bench_connect');
if (isset($argv[1])) {
    $link->query('SET GLOBAL read_buffer_size = ' . (int) $argv[1]);
}
report(['mariadb' => str_contains($link->server_info, 'MariaDB'), 'version' => $link->server_info]);
