<?php
/*
 * What judge.php must find: ledgers and samples that are right, and such as have one thing wrong. Ends with
 * "N passed, N failed".
 */
$folder = sys_get_temp_dir() . '/mynd-judged.' . getmypid();
mkdir("$folder/ledger", recursive: true);
register_shutdown_function(function () use ($folder) {
	array_map('unlink', [...glob("$folder/ledger/*"), ...glob("$folder/[rs]*s")]);
	rmdir("$folder/ledger");
	rmdir($folder);
});
$passed = $failed = 0;

/** `$expected`: a part of the line that begins with WRONG; null: there is none. */
function judge(string $name, ?string $expected, string ...$arguments): void
{
	global $passed, $failed;
	exec(implode(' ', array_map('escapeshellarg', [PHP_BINARY, '-n', __DIR__ . '/judge.php', ...$arguments])), $lines, $status);
	$wrong = implode('; ', preg_grep('/^WRONG/', $lines));
	if ($expected === null ? $wrong === '' && $status === 0 : str_contains($wrong, $expected) && !str_contains($wrong, ';') && $status === 1) {
		$passed++;
	} else {
		$failed++;
		echo "--- $name\n    ", implode("\n    ", $lines), "\n";
	}
}

/** @param array<string, int> $rows that differ: how often each is there */
function judge_ledger(string $name, ?string $expected, array $rows): void
{
	global $folder;
	$told = [...array_map(fn ($n) => "d$n d", range(0, 599)), ...array_map(fn ($n) => "m$n m", range(0, 9)), ...array_map(fn ($n) => "n$n n", range(0, 9))];
	file_put_contents("$folder/ledger/one", implode("\n", array_slice($told, 0, 300)) . "\n");
	file_put_contents("$folder/ledger/two", implode("\n", array_slice($told, 300)) . "\n");
	$rows = array_filter($rows + array_fill_keys(array_map(fn ($n) => "d$n", range(0, 599)), 1) + ['m3' => 1]);
	file_put_contents("$folder/rows", implode('', array_map(fn ($token, $times) => "$token\t$times\n", array_keys($rows), $rows)));
	judge($name, $expected, 'ledger', $folder, "$folder/rows");
}

/** @param callable(int): array<string, int> $at what differs at a minute */
function judge_samples(string $name, ?string $expected, int $minutes, callable $at): void
{
	global $folder;
	$lines = '';
	for ($minute = 0; $minute <= $minutes; $minute++) {
		foreach ($at($minute) + ['one rss' => 50000 + $minute % 3 * 100, 'one fds' => $minute < 5 ? 3 : 7, 'server threads' => 12] as $what => $value) {
			$lines .= "$minute\t$what\t$value\n";
		}
	}
	file_put_contents("$folder/samples", $lines);
	judge($name, $expected, 'samples', "$folder/samples");
}

judge_ledger('all is as it was told', null, []);
judge_ledger('a row is lost', 'lost: d17', ['d17' => 0]);
judge_ledger('a row is doubled', '2 times there: d17', ['d17' => 2]);
judge_ledger('an unknown row is doubled', '2 times there: m3', ['m3' => 2]);
judge_ledger('a row has run that had not', 'told not to: n4', ['n4' => 1]);
judge_ledger('a row of nobody', '1 rows that nobody knows of', ['x1' => 1]);
judge_samples('all stays', null, 60, fn () => []);
judge_samples('memory grows', 'one rss has grown', 60, fn ($minute) => ['one rss' => 50000 + $minute * 30]);
judge_samples('memory has grown in the beginning', null, 60, fn ($minute) => ['one rss' => 50000 + min($minute, 9) * 1000]);
judge_samples('memory, in a short run', null, 12, fn ($minute) => ['one rss' => 50000 + $minute * 1000, 'one fds' => 3]);
judge_samples('a descriptor is left', 'one fds: 7, and 8 at the end', 60, fn ($minute) => $minute > 40 ? ['one fds' => 8] : []);
judge_samples('a connection is left', 'server threads: 12, and 13 at the end', 60, fn ($minute) => $minute > 40 ? ['server threads' => 13] : []);
judge_samples('a connection is left, in a short run', 'server threads: 12, and 13 at the end', 3, fn ($minute) => $minute > 1 ? ['server threads' => 13] : []);
echo "$passed passed, $failed failed\n";
exit($failed > 0 ? 1 : 0);
