<?php
/*
 * What mynd writes while its disk is full, and has room again.
 *
 *     php -d mynd.slow_log=FOLDER/slow.log -d mynd.slow_seconds=0.000001 -d mynd.wire_log=FOLDER
 *         -d error_log=ELSEWHERE disk.php FOLDER     a small disk
 *
 * No query is lost or answered otherwise; each line of each log is whole; a log goes on when there is room,
 * and a wire log says how much of it is missing. The last line is "N passed, N failed".
 */
require __DIR__ . '/checks.inc';
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
[, $folder] = $argv;
[$socket, $user, $password, $database] = array_map(getenv(...), ['MYND_TEST_SOCKET', 'MYND_TEST_USER', 'MYND_TEST_PASSWORD', 'MYND_TEST_DB']);

function ballast(string $folder): string
{
	$file = "$folder/ballast";
	for ($handle = fopen($file, 'w'), $size = 4096; $size > 0; $size = @fwrite($handle, str_repeat('b', $size)) === $size ? $size : intdiv($size, 2));
	return $file;
}

/** Queries by both, each with its own answer. */
function ask(string $when, array $links, int $from, int $count): void
{
	$right = 0;
	for ($i = $from; $i < $from + $count; $i++) {
		foreach ($links as $link) {
			$result = $link->query("SELECT $i, '$when'");
			$row = $result instanceof PDOStatement ? $result->fetch(PDO::FETCH_NUM) : $result->fetch_row();
			$right += $row == [$i, $when];
		}
	}
	check_same("$when: each query has its answer", $count * count($links), $right);
}

function connect(): array
{
	global $socket, $user, $password, $database;
	return [new mysqli(null, $user, $password, $database, null, $socket), new PDO("mysql:unix_socket=$socket;dbname=$database", $user, $password)];
}

$links = connect();
Mynd\wire_log($links[0], "$folder/asked-for.log");
ask('room', $links, 0, 3);
$ballast = ballast($folder);
ask('full', $links, 100, 60); // the first pages of each file have some room left
$more = connect();
ask('full, new connections', $more, 200, 10);
check('the disk was full', disk_free_space($folder) < 4096);
unlink($ballast);
ask('room again', $links, 300, 5);
ask('room again, new connections', $more, 400, 5);
$links = $more = null;

$slow = file("$folder/slow.log");
$kinds = array_map(fn($line) => json_decode($line)?->kind, $slow);
check_same('each line of the slow log is whole', count($slow), count(array_filter($kinds)));
check('the slow log has a gap, and goes on', count($slow) > 15 && count($slow) < 3 + 60 + 10 + 20 && end($kinds) === 'slow', count($slow) . ' lines');
foreach (['the one that was asked for' => "$folder/asked-for.log"] + array_combine($logs = glob("$folder/*-*.log"), $logs) as $name => $file) {
	$log = file($file);
	$wrong = preg_grep('/^ *(\d+\.\d{6} [<>-] |- +\d+ lines are not here: No space left on device$)/', $log, PREG_GREP_INVERT);
	check_same(basename($name) . ': each line is whole', [], array_slice($wrong, 0, 2));
}
$asked = file_get_contents("$folder/asked-for.log");
check('the wire log says what is missing, once', preg_match_all('/ (\d+) lines are not here: No space left on device\n/', $asked, $m) === 1 && $m[1][0] > 100, json_encode($m));
check('and goes on', str_contains($asked, '"SELECT 0, ') && str_contains($asked, '"SELECT 304, ') && !str_contains($asked, '"SELECT 150, '));
finish();
