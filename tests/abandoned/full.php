<?php
/*
 * A server that has no room for another connection, and a user who is no administrator: with the spare
 * connection that was opened ahead it can still be told to kill. Run by run.sh; prints full.out.
 */
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
ini_set('mynd.kill_abandoned', '1');
const ENDLESS = 'SELECT SLEEP(300) FROM (SELECT 1 UNION ALL SELECT 2) AS two';

function connect(string $user): mysqli
{
	return new mysqli('127.0.0.1', $user, 'throw away', null, (int) getenv('MYND_TEST_PORT'));
}

function until(callable $condition): bool
{
	for ($end = microtime(true) + 20; !($is = $condition()) && microtime(true) < $end;) {
		usleep(2000);
	}
	return $is;
}

$watch = connect('mynd'); // an administrator
$watch->query("CREATE USER small IDENTIFIED BY 'throw away'");

function runs(int $thread): bool
{
	global $watch;
	return (int) $watch->query("SELECT COUNT(*) FROM information_schema.processlist WHERE id = $thread AND info LIKE '%SLEEP(300)%'")->fetch_column() === 1;
}

/** Connections until there is no room for one more. */
function fill(): array
{
	$all = [];
	try {
		while (count($all) < 100) {
			$all[] = connect('small');
		}
	} catch (mysqli_sql_exception $e) {
		echo "full: {$e->getCode()}\n";
	}
	return $all;
}

function run_endless(mysqli $m): int
{
	$m->query(ENDLESS, MYSQLI_ASYNC);
	until(fn() => runs($m->thread_id));
	return $m->thread_id;
}

function outcome(callable $program): string
{
	try {
		return json_encode($program());
	} catch (mysqli_sql_exception $e) {
		return "error {$e->getCode()}";
	}
}

$m = connect('small');
$m->query('SELECT 1', MYSQLI_ASYNC); // opens the spare connection
$m->reap_async_query();
$others = fill();
run_endless($m);
echo 'cancel: ', outcome(fn() => Mynd\cancel($m)), ', its reply: ', outcome(fn() => $m->reap_async_query()), "\n";
echo 'the connection goes on: ', outcome(fn() => $m->query('SELECT 2')->fetch_column()), "\n";
Mynd\deadline($m, 4.0);
echo 'a deadline: ', outcome(fn() => $m->query(ENDLESS)), "\n";
Mynd\deadline($m, null);
echo 'the connection goes on: ', outcome(fn() => $m->query('SELECT 3')->fetch_column()), "\n";
$thread = run_endless($m);
unset($m);
echo 'given up: ', until(fn() => !runs($thread)) ? 'killed' : 'goes on', "\n";
$others[] = null;
array_push($others, ...fill());

echo "-- the spare connection is killed, and opened again in its place\n";
$m = $others[0];
$m->query('SELECT 4', MYSQLI_ASYNC);
$m->reap_async_query();
$known = implode(',', array_map(fn($m) => $m?->thread_id ?? 0, $others));
$spare = $watch->query("SELECT id FROM information_schema.processlist WHERE user = 'small' AND id NOT IN ($known)")->fetch_all();
echo count($spare), " that is not the program's\n";
$watch->query("KILL {$spare[0][0]}");
until(fn() => $watch->query("SELECT COUNT(*) FROM information_schema.processlist WHERE id = {$spare[0][0]}")->fetch_column() === '0');
run_endless($m);
echo 'cancel: ', outcome(fn() => Mynd\cancel($m)), ', its reply: ', outcome(fn() => $m->reap_async_query()), "\n";
fill();

echo "-- without it\n";
ini_set('mynd.kill_abandoned', '0');
unset($others[1]);
until(function () use (&$plain) { // the server takes its time with the one that was closed
	try {
		return (bool) $plain = connect('small');
	} catch (mysqli_sql_exception $e) {
		return $e->getCode() !== 1040;
	}
});
fill();
run_endless($plain);
echo 'cancel: ', outcome(fn() => Mynd\cancel($plain)), "\n";
['kills_failed' => $failed] = Mynd\stats();
echo "kills that have failed: $failed\n";
