<?php
/* The driver against a real server, which is asked for rows of every shape that a SELECT can make. */
require __DIR__ . '/cases.inc';
require __DIR__ . '/connect.inc';
require __DIR__ . '/ways.inc';

$where = ['host' => getenv('MYND_TEST_HOST'), 'port' => (int) getenv('MYND_TEST_PORT'), 'user' => getenv('MYND_TEST_USER'), 'password' => getenv('MYND_TEST_PASSWORD'), 'db' => getenv('MYND_TEST_DB')];
$local = ['host' => null, 'socket' => getenv('MYND_TEST_SOCKET')] + $where;
$mariadb = str_contains(link_to($local, false, [])->server_info, 'MariaDB');

run_cases(function (string $case) use ($where, $local, $mariadb): void {
	$shape = Shape::honest($case);
	$way = new Way($shape);
	note("$shape\n$way");
	$to = Shape::chance(50) || $way->tls ? $where : $local;
	go($way, fn (bool $pdo, array $how): mysqli|PDO => link_to($to, $pdo, $how), $shape->sql($mariadb), $shape->honest_row(...));
});
