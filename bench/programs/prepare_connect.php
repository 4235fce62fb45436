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
$link->query('DROP TABLE IF EXISTS bench_options, bench_posts');
$link->query('CREATE TABLE bench_options (option_name VARCHAR(190) PRIMARY KEY, option_value TEXT, autoload VARCHAR(20), KEY (autoload))');
$link->query("INSERT INTO bench_options VALUES ('a', '1', 'yes'), ('b', '2', 'yes'), ('c', '3', 'on'), ('rare', '4', 'no')");
$link->query('CREATE TABLE bench_posts (ID INT PRIMARY KEY, post_title VARCHAR(190), post_type VARCHAR(20), post_status VARCHAR(20), KEY (post_title))');
$link->query("INSERT INTO bench_posts VALUES (1, 'x', 'post', 'publish'), (2, 'y', 'post', 'publish'), (3, 'z', 'post', 'publish'), (4, 'w', 'page', 'publish')");
report(['mariadb' => str_contains($link->server_info, 'MariaDB'), 'version' => $link->server_info]);
