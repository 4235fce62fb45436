--TEST--
mynd.scoreboard: how long replies took, whether the program waits for them or takes them later
--EXTENSIONS--
mysqli
--INI--
mynd.scoreboard={PWD}/times.board
mynd.pipelining=on
--FILE--
<?php
require __DIR__ . '/scoreboard.inc';
$db = link_for_test();
$other = link_for_test();

/**
 * How many replies of a piece of program took up to 100 ms, and how many longer: those of SLEEP(0.2). What is
 * measured is how long they were waited for, so a program that the machine holds up may have waited less.
 */
function bucket(string $label, callable $program): void
{
	$before = total();
	$program();
	$after = total();
	$quick = $after['reply_times.0.1'] - $before['reply_times.0.1'];
	$slow = $after['reply_times.10'] - $before['reply_times.10'] - $quick;
	$seconds = $after['reply_seconds'] - $before['reply_seconds'];
	echo "$label: $quick quick, $slow slow, ", $seconds >= 0.1 * $slow && $seconds < 5 ? 'right' : $seconds, "\n";
}

bucket('a text', fn() => $db->query('SELECT SLEEP(0.2)'));
bucket('two', fn() => $db->query('SELECT 1') && $db->query('SELECT SLEEP(0.2)'));
bucket('the program works between two', function () use ($db) {
	$result = $db->query('SELECT 1 UNION SELECT 2', MYSQLI_USE_RESULT);
	usleep(250000);
	while ($result->fetch_row()) usleep(120000);
	$db->query('DO 1');
});
bucket('rows that come late', function () use ($db) {
	$db->query('SELECT SLEEP(0.2) UNION ALL SELECT 2')->fetch_all();
});
bucket('a statement', function () use ($db) {
	$s = $db->prepare('SELECT SLEEP(?)');
	$s->execute([0.2]);
	$s->get_result();
});
bucket('taken later, after the program has worked', function () use ($db) {
	$db->query('SELECT SLEEP(0.2)', MYSQLI_ASYNC);
	usleep(250000);
	$db->reap_async_query();
});
bucket('two connections', function () use ($db, $other) {
	$db->query('SELECT SLEEP(0.2)', MYSQLI_ASYNC);
	$other->query('SELECT 1');
	$db->reap_async_query();
});
bucket('a pipeline: those after it have waited, too', function () use ($db) {
	foreach (Mynd\pipeline($db, ['SELECT 1', 'SELECT SLEEP(0.2)', 'SELECT 2']) as $result);
});
?>
--CLEAN--
<?php @unlink(__DIR__ . '/times.board'); ?>
--EXPECT--
a text: 0 quick, 1 slow, right
two: 1 quick, 1 slow, right
the program works between two: 2 quick, 0 slow, right
rows that come late: 0 quick, 1 slow, right
a statement: 1 quick, 1 slow, right
taken later, after the program has worked: 0 quick, 1 slow, right
two connections: 1 quick, 1 slow, right
a pipeline: those after it have waited, too: 1 quick, 2 slow, right
