<?php
/*
 * Twenty jobs in fibers share five connections: with limits of php.ini and a program that knows nothing of
 * pools, and with a Mynd\Pool.
 *
 *     php -d mynd.async=1 -d mysqli.max_links=5 -d mynd.persistent=all examples/pool.php
 *
 * loop.php is a small loop of the examples' own; packages/revolt does the same with Revolt. The server is the
 * one of mysqli.default_*, or of MYND_TEST_*.
 */
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);

require __DIR__ . '/loop.php';

function connect_once(): mysqli
{
	return new mysqli(null, getenv('MYND_TEST_USER') ?: null, getenv('MYND_TEST_PASSWORD') ?: null, null, null, getenv('MYND_TEST_SOCKET') ?: null);
}

/** An ordinary program. */
function job(): void
{
	global $ids;
	$db = connect_once();
	$ids[] = $db->thread_id;
	$db->query('SELECT SLEEP(0.02)');
}

Mynd\waiter(Loop::await(...));
$ids = [];
Loop::all(...array_map(fn(int $number) => fn() => job(), range(1, 20)));
printf("%d jobs, %d connections\n", count($ids), count(array_unique($ids)));

$pool = new Mynd\Pool(connect_once(...), maximum: 3);
Loop::all(...array_map(fn(int $number) => fn() => $pool->use(fn(mysqli $db) => $db->query('SELECT SLEEP(0.02)')), range(1, 20)));
$numbers = $pool->stats();
printf("%d times used, %d waited, %d connections\n", $numbers['acquired'], $numbers['waits'], $numbers['created']);
