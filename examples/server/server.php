<?php
/*
 * Starts the workers, starts those anew that end by themselves, and passes SIGTERM on to them.
 *
 *     php server.php
 *
 * "ready" is printed when all listen.
 */
declare(strict_types=1);

$settings = require __DIR__ . '/src/settings.php';
$is_ending = false;
pcntl_async_signals(true);
$end = static function () use (&$is_ending, &$workers): void {
	$is_ending = true;
	foreach ($workers as [$process]) {
		proc_terminate($process, SIGTERM);
	}
};
pcntl_signal(SIGTERM, $end);
pcntl_signal(SIGINT, $end);

/** @return array{resource, resource} the process, and its standard output */
$start = static function (): array {
	$process = proc_open([PHP_BINARY, __DIR__ . '/worker.php'], [['file', '/dev/null', 'r'], ['pipe', 'w'], STDERR], $pipes);
	return $process === false ? throw new RuntimeException('a worker cannot be started') : [$process, $pipes[1]];
};
$workers = [];
for ($i = 0; $i < $settings['workers']; $i++) {
	$workers[] = $start();
}
foreach ($workers as [, $output]) {
	if (fgets($output) !== "ready\n") {
		$end();
		fwrite(STDERR, "a worker does not start\n");
		exit(1);
	}
}
echo "ready\n";

/* A worker's standard output ends with the worker, so nothing has to be asked again and again. */
while ($workers !== []) {
	$read = array_column($workers, 1);
	$none = null;
	if (@stream_select($read, $none, $none, null) === false) {
		continue; /* a signal */
	}
	foreach ($workers as $i => [$process, $output]) {
		if (!in_array($output, $read, true) || fgets($output) !== false) {
			continue;
		}
		proc_close($process);
		unset($workers[$i]);
		if (!$is_ending) {
			sleep(1); /* one that cannot start is not started a thousand times a second */
		}
		if (!$is_ending) {
			$workers[$i] = $start();
		}
	}
}
