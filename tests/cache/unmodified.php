<?php
/*
 * A program that knows nothing of a cache: asks the same three times, of mysqli and of PDO. Prints the
 * answers, and how often the server was asked.
 */
$m = new mysqli('localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), 'mynd_test', null, getenv('MYND_TEST_SOCKET'));
$m->query('CREATE OR REPLACE TABLE unmodified (a INT)');
$m->query('INSERT INTO unmodified VALUES (7), (8)');
$p = new PDO('mysql:dbname=mynd_test;charset=utf8mb4;unix_socket=' . getenv('MYND_TEST_SOCKET'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'));
for ($i = 0; $i < 3; $i++) {
	$said[] = $m->query('SELECT * FROM unmodified')->fetch_all();
	$said[] = $m->execute_query('SELECT * FROM unmodified WHERE a > ?', [7])->fetch_all();
	$said[] = $p->query('SELECT * FROM unmodified')->fetchAll(PDO::FETCH_NUM);
	$said[] = $p->query('SELECT NOW() > 0')->fetchAll(PDO::FETCH_NUM);
}
echo json_encode($said), "\n";
$asked = (int) $m->query("SHOW SESSION STATUS LIKE 'Com_select'")->fetch_row()[1] + (int) $p->query("SHOW SESSION STATUS LIKE 'Com_select'")->fetch(PDO::FETCH_NUM)[1];
echo "$asked SELECTs\n";
