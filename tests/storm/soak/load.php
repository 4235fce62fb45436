<?php
/*
 * Asks the pools of a php-fpm for pages until FOLDER/stop is there, and keeps the ledger of what they were
 * told: load.php FOLDER PAGE WORKERS SEED POOL... (its socket is FOLDER/POOL.sock). While FOLDER/pause is
 * there it asks nothing; each worker was then asked to fill its pools.
 */
require __DIR__ . '/../requests.inc';
require __DIR__ . '/writer.inc';

[, $folder, $page, $workers, $seed] = $argv;
$pools = array_slice($argv, 5);
mt_srand((int) $seed);
$errors = [];

function take(string $folder, array $line): void
{
	$answer = $line['answer'];
	$wrong = $answer['wrong'] ?? [];
	if (!isset($answer['told']) || isset($answer['complaint']) || isset($answer['error'])) {
		$wrong[] = 'no answer: ' . json_encode($line);
	}
	write_down($folder, 'php-fpm', $answer['told'] ?? [], $wrong);
}

/** All workers of a pool at the same time; they tell who they are. */
function rest_pool(string $folder, string $page, string $pool, int $workers, int $round): string
{
	$out = $pids = $wrong = [];
	for ($i = 0; $i < $workers; $i++) {
		$out[] = new Request("$folder/$pool.sock", $page, ['rest' => "$pool$round", 'workers' => $workers]);
	}
	while ($out !== []) {
		foreach (answers($out) as $line) {
			isset($line['answer']['rests']) || $wrong[] = 'no rest: ' . json_encode($line);
			$pids[$line['answer']['pid'] ?? 0] = true;
		}
	}
	count($pids) === $workers || $wrong[] = "no rest: $pool: " . json_encode($pids);
	array_map('unlink', glob("$folder/rest/$pool$round.*"));
	return implode("\n", $wrong);
}

$out = [];
for ($number = 0, $round = 0; !is_there("$folder/stop");) {
	$pause = is_there("$folder/pause");
	while (!$pause && count($out) < count($pools) * $workers) {
		$what = ['token' => "f$number", 'seed' => mt_rand(), 'place' => PLACES[mt_rand(0, count(PLACES) - 1)]];
		$out[] = new Request("$folder/" . $pools[$number++ % count($pools)] . '.sock', $page, $what);
	}
	if ($out !== []) {
		foreach (answers($out) as $line) {
			take($folder, $line);
		}
		usleep(10000);
		continue;
	}
	if ($pause) {
		$wrong = array_filter(array_map(fn ($pool) => rest_pool($folder, $page, $pool, (int) $workers, $round), $pools));
		write_down($folder, 'php-fpm', [], $wrong);
		$round++;
		rest($folder, 'php-fpm');
	}
}
while ($out !== []) {
	foreach (answers($out) as $line) {
		take($folder, $line);
	}
}
