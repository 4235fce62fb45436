<?php
/*
 * One request of a thread: two persistent links, a mess on one of them. Prints a line: thread, request, what
 * it saw.
 */
['THREAD' => $thread, 'REQUEST' => $request] = $_SERVER;
$connect = fn() => new mysqli('p:localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), 0, getenv('MYND_TEST_SOCKET'));
$before = mysqli_get_links_stats();
$a = $connect();
$b = $connect();
[$variable, $autocommit] = $a->query('SELECT @thread, @@autocommit')->fetch_row();
$a->query("SET @thread = 'thread $thread'");
$a->autocommit(false);
/* All threads are in the middle of it at a time. */
$a->query("INSERT INTO threads_here VALUES ($thread, $request)");
$a->commit();
for ($tries = 0; $tries < 1000; $tries++) {
	if ($b->query("SELECT COUNT(*) FROM threads_here WHERE request = $request")->fetch_column() === getenv('THREADS')) {
		break;
	}
	usleep(10000);
}
require_once __DIR__ . '/work.php';
$wrong = $tries < 1000 ? work($b, $thread, $request) : 'nobody came';
$pool = Mynd\pools()[0];
$line = json_encode(['thread' => $thread, 'request' => $request, 'links' => [$a->thread_id, $b->thread_id], 'before' => $before, 'during' => mysqli_get_links_stats(),
	'pools' => [count(Mynd\pools()), $pool['made'], $pool['reused'], $pool['found_dead'], array_sum($pool['closed'])],
	'seen' => [$variable, $autocommit], 'met' => $tries < 1000, 'wrong' => $wrong]);
echo "$line\n"; /* in one piece: others write, too */
