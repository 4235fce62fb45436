<?php
/*
 * A page as PHP's own web server asks for it: /laravel, /doctrine-mysqli or /doctrine-pdo, or /pools, what
 * mynd counts of its pools. Each page connects, runs ten different prepared queries, and two inserts in a
 * transaction; it prints what it has read.
 */
error_reporting(E_ALL & ~E_DEPRECATED);
set_include_path(getenv('MYND_FAR') . '/files/usr/share/php');
header('Content-Type: application/json');
$page = trim((string) parse_url($_SERVER['REQUEST_URI'], PHP_URL_PATH), '/');
echo json_encode($page === 'pools' ? Mynd\pools() : (require __DIR__ . '/' . strtok($page, '-') . '.php')($page), JSON_THROW_ON_ERROR);
