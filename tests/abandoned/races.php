<?php
/*
 * Kills race with the ends of the commands that they are for: cancelled or killed by a deadline at random
 * moments, from before the command begins until it is long over, and over a relay that holds KILLs up. The
 * next command of the same connection (or of the next user of a persistent one) must be whole. Run by run.sh:
 * races.php RACES SEED.
 */
require __DIR__ . '/relay.inc';
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
[, $races, $seed] = $argv;
mt_srand((int) $seed);
$path = sys_get_temp_dir() . '/mynd-relay.' . getmypid();
start_relay($path, getenv('MYND_TEST_SOCKET'), (int) $seed);
register_shutdown_function(unlink(...), $path);

function connect(bool $persistent): mysqli
{
	return new mysqli(($persistent ? 'p:' : '') . 'localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), 0, $GLOBALS['path']);
}

function spin(int $microseconds): void
{
	for ($end = hrtime(true) + 1000 * $microseconds; hrtime(true) < $end;) {
	}
}

/** A text that takes up to some milliseconds; SLEEP() is 1 where it was interrupted. */
function some_work(): string
{
	return 'SELECT SLEEP(' . mt_rand(0, 8000) / 1e6 . ')';
}

/** @var array<string, int> */
$counts = ['interrupted' => 0, 'over' => 0, 'lost' => 0, 'hit' => 0];

/** Takes the reply to what may have been killed; false: the connection is lost. */
function ends(callable $program): bool
{
	global $counts;
	try {
		$counts[$program()->fetch_row()[0] == 0 ? 'over' : 'interrupted']++;
	} catch (mysqli_sql_exception $e) {
		$counts[match ($e->getCode()) {
			1317 => 'interrupted',
			2006 => 'lost',
			default => throw $e
		}]++;
		return $e->getCode() !== 2006;
	}
	return true;
}

/** A cancel; sometimes another command is behind it already, and may be hit as well as the first. */
function cancelled(mysqli $m): bool
{
	$m->query(some_work(), MYSQLI_ASYNC);
	$behind = mt_rand(0, 3) === 0;
	$behind && $m->query(some_work(), MYSQLI_ASYNC);
	spin(mt_rand(0, 4000));
	Mynd\cancel($m);
	$alive = ends(fn() => $m->reap_async_query());
	return $behind ? ends(fn() => $m->reap_async_query()) && $alive : $alive;
}

/** A deadline of some milliseconds, of which half is left for the answer. */
function late(mysqli $m): bool
{
	Mynd\deadline($m, mt_rand(6000, 20000) / 1e6);
	$alive = ends(fn() => $m->query(some_work()));
	Mynd\deadline($m, null);
	return $alive;
}

$m = $shared = null;
for ($i = 0; $i < $races; $i++) {
	$persistent = mt_rand(0, 3) === 0;
	$m ??= connect(false);
	$shared ??= connect(true);
	$link = $persistent ? $shared : $m;
	$alive = mt_rand(0, 1) === 0 ? cancelled($link) : late($link);
	if ($persistent) { // the next user of its session, as a rule
		unset($link);
		$shared->close();
		$shared = $link = connect(true);
	} elseif (!$alive) {
		$m = $link = connect(false);
	}
	try {
		$sleep = mt_rand(0, 2) / 1000;
		$row = match (mt_rand(0, 2)) {
			0 => $link->query("SELECT $i, SLEEP($sleep)")->fetch_row(),
			1 => $link->execute_query('SELECT ?, SLEEP(?)', [(string) $i, $sleep])->fetch_row(),
			default => [$link->query("SELECT $i, SLEEP($sleep)", MYSQLI_ASYNC), $link->reap_async_query()->fetch_row()][1]
		};
		$is_hit = array_map(strval(...), $row) !== ["$i", '0'];
	} catch (mysqli_sql_exception $e) {
		$is_hit = $e->getCode() !== 2006; // lost, where nobody could know whether the kill is over
		$counts['lost'] += !$is_hit;
		echo $is_hit ? "race $i: {$e->getCode()} {$e->getMessage()}\n" : '';
		$persistent ? $shared = null : $m = null;
	}
	$counts['hit'] += $is_hit;
}
echo json_encode($counts), "\n";
if ($counts['interrupted'] < $races / 30 || $counts['over'] < $races / 30 || $counts['lost'] > $races / 2) {
	echo "these were no races\n";
	exit(1);
}
exit($counts['hit'] === 0 ? 0 : 1);
