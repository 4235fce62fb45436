<?php
/*
 * Four processes that connect to the cluster that the argument names, and doubt its primary each time, while
 * each of them writes: says how many of their connects failed. The server's GTIDs grow between a question and
 * the note of its answer.
 */
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$connect = static fn (): mysqli => new mysqli($argv[1], 'mynd', 'throw away', 'mynd_test');
if (!isset($argv[2])) {
	$processes = $pipes = [];
	for ($i = 0; $i < 4; $i++) {
		$processes[] = proc_open([...explode(' ', getenv('MYND_PHP_CMD')), '-d', 'mynd.clusters=' . ini_get('mynd.clusters'), __FILE__, $argv[1], 'one'], [1 => ['pipe', 'w']], $pipes[$i]);
	}
	$failures = array_map(static fn (array $of): string => stream_get_contents($of[1]), $pipes);
	array_map(proc_close(...), $processes);
	echo implode(' ', $failures), "\n";
	exit;
}
$failures = 0;
for ($end = hrtime(true) + 2e9, $i = 0; hrtime(true) < $end || $i < 50; $i++) {
	try {
		$db = $connect();
		$db->query('UPDATE crowd SET a = a + 1');
		$db->query("SIGNAL SQLSTATE 'HY000' SET MYSQL_ERRNO = 1290");
	} catch (mysqli_sql_exception $e) {
		$failures += $e->getCode() !== 1290;
	}
}
echo $failures;
