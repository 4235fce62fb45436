<?php
/*
 * Makes the data of the pages: WordPress by its own installer, a table for the others. Argument: WordPress'
 * folder.
 */
require __DIR__ . '/../common.php';

$db = connect();
$db->query('DROP TABLE IF EXISTS far_people, far_orders');
$db->query('CREATE TABLE far_people (id INT AUTO_INCREMENT PRIMARY KEY, name VARCHAR(50) NOT NULL, born DATE, price DECIMAL(10, 2), KEY (name))');
$db->query('CREATE TABLE far_orders (id INT AUTO_INCREMENT PRIMARY KEY, person INT NOT NULL, what VARCHAR(50) NOT NULL)');
$rows = implode(', ', array_map(static fn (int $i): string => "('person $i', '2001-02-03' + INTERVAL $i DAY, $i.25)", range(1, 200)));
$db->query("INSERT INTO far_people (name, born, price) VALUES $rows");
$db->query('DROP DATABASE IF EXISTS far_wordpress');
$db->query('CREATE DATABASE far_wordpress CHARACTER SET utf8mb4');
$db->close();

$_SERVER += ['HTTP_HOST' => 'far.test', 'REQUEST_METHOD' => 'GET', 'REQUEST_URI' => '/', 'SERVER_PROTOCOL' => 'HTTP/1.1'];
error_reporting(E_ALL & ~E_DEPRECATED);
define('WP_INSTALLING', true);
require "$argv[1]/wp-load.php";
require "$argv[1]/wp-admin/includes/upgrade.php";
wp_install('Far away', 'chief', 'chief@far.test', true, '', 'throw away');
switch_theme('twentytwentythree');
report(['installed' => get_option('blogname')]);
