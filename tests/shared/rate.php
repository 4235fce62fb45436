<?php
/*
 * Compares two php-fpm that run at the same time, on the same server, with the same requests: rate.php PAGE
 * CONCURRENCY REQUESTS SLICES SERVER-PID NAME SOCKET PARENT NAME SOCKET PARENT. They take turns, a slice of
 * the requests each; who is first alternates, so that what else the machine does meets both alike.
 *
 * Prints for each: the median rate, and per request the median processor time of its workers, of the server,
 * and of this program (microseconds), and how often its workers slept; then the medians of the ratios of the
 * slices.
 */
require __DIR__ . '/requests.php';

function median(array $values): float
{
	sort($values);
	$n = count($values);
	return ($values[intdiv($n - 1, 2)] + $values[intdiv($n, 2)]) / 2;
}

/** Microseconds of processor time that these processes have had. */
function processor_time(array $pids): float
{
	$files = array_merge(...array_map(fn($pid) => glob("/proc/$pid/task/*/schedstat"), $pids));
	return array_sum(array_map(fn($file) => (int) @file_get_contents($file), $files)) / 1e3;
}

function own_time(): float
{
	$usage = getrusage();
	return ($usage['ru_utime.tv_sec'] + $usage['ru_stime.tv_sec']) * 1e6 + $usage['ru_utime.tv_usec'] + $usage['ru_stime.tv_usec'];
}

function sleeps(array $pids): int
{
	return array_sum(array_map(fn($pid) => (int) preg_replace('/.*\nvoluntary_ctxt_switches:\s*(\d+).*/s', '$1', file_get_contents("/proc/$pid/status")), $pids));
}

[, $page, $concurrency, $number, $slices, $server] = $argv;
$sides = [];
foreach (array_chunk(array_slice($argv, 6), 3) as [$name, $socket, $parent]) {
	$requests = new Requests($socket, $page, (int) $concurrency);
	$requests->run(1000); /* by then all workers are there */
	$sides[$name] = [$requests, children($parent), []];
}
$names = array_keys($sides);
for ($slice = 0; $slice < $slices; $slice++) {
	foreach ($slice % 2 === 0 ? $names : array_reverse($names) as $name) {
		[$requests, $workers] = $sides[$name];
		$before = [processor_time($workers), processor_time([$server]), own_time(), sleeps($workers)];
		$seconds = $requests->run((int) $number);
		$after = [processor_time($workers), processor_time([$server]), own_time(), sleeps($workers)];
		$used = array_map(fn($a, $b) => ($a - $b) / $number, $after, $before);
		$sides[$name][2][] = ['rate' => $number / $seconds, 'workers' => $used[0], 'server' => $used[1], 'client' => $used[2], 'all' => $used[0] + $used[1] + $used[2], 'sleeps' => $used[3]];
	}
}
foreach ($sides as $name => [$requests, , $measured]) {
	printf('%s:', $name);
	foreach (array_keys($measured[0]) as $what) {
		printf(' %s %.1f', $what, median(array_column($measured, $what)));
	}
	echo "\n", implode("\n", array_slice($requests->wrong, 0, 20)), $requests->wrong === [] ? '' : "\n";
}
echo "$names[0] / $names[1]:";
foreach (array_keys($sides[$names[0]][2][0]) as $what) {
	printf(' %s %.3f', $what, median(array_map(fn($a, $b) => $a[$what] / $b[$what], $sides[$names[0]][2], $sides[$names[1]][2])));
}
echo "\n";
