<?php
/*
 * Ordinary synchronous mysqli code in ten fibers: ten queries of 0.2 seconds end together.
 *
 *     php examples/fibers.php
 *
 * report() below knows nothing of fibers. loop.php is a small loop of the examples' own; packages/revolt does
 * the same with Revolt. The server is the one of mysqli.default_*, or of MYND_TEST_*.
 */
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);

require __DIR__ . '/loop.php';

/** An ordinary program. */
function report(int $number): string
{
	$db = new mysqli(null, getenv('MYND_TEST_USER') ?: null, getenv('MYND_TEST_PASSWORD') ?: null, null, null, getenv('MYND_TEST_SOCKET') ?: null);
	$statement = $db->prepare('SELECT ? * 10, SLEEP(0.2)');
	$statement->execute([$number]);
	return (string) $statement->get_result()->fetch_column();
}

Mynd\waiter(Loop::await(...));
$started = microtime(true);
$values = Loop::all(...array_map(fn(int $number) => fn() => report($number), range(1, 10)));
printf("%s\n%.3f seconds\n", implode(' ', $values), microtime(true) - $started);
