<?php
/*
 * Unmodified mysqli code on Revolt's event loop (composer require revolt/event-loop): ten queries of 0.2
 * seconds end together, while a timer of the same loop goes on.
 *
 *     php examples/revolt.php path/to/vendor/autoload.php
 *
 * The adapter is await(): it suspends whoever waits until the stream is ready or the time is over. Revolt
 * suspends {main}, too, so it is installed for all waits.
 */
use Revolt\EventLoop;

require $argv[1] ?? 'vendor/autoload.php';
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);

/** @param resource $stream */
function await($stream, int $events, ?float $timeout): bool
{
	$suspension = EventLoop::getSuspension();
	$over = false;
	$end = function (bool $ready) use ($suspension, &$over): void {
		if (!$over) {
			$over = true;
			$suspension->resume($ready);
		}
	};
	$callbacks = [];
	if ($events & Mynd\READ) {
		$callbacks[] = EventLoop::onReadable($stream, fn() => $end(true));
	}
	if ($events & Mynd\WRITE) {
		$callbacks[] = EventLoop::onWritable($stream, fn() => $end(true));
	}
	if ($timeout !== null) {
		$callbacks[] = EventLoop::delay($timeout, fn() => $end(false));
	}
	try {
		return (bool) $suspension->suspend();
	} finally {
		$over = true;
		array_map(EventLoop::cancel(...), $callbacks);
	}
}

Mynd\await_with(await(...), everywhere: true);
$ticks = 0;
$timer = EventLoop::repeat(0.02, function () use (&$ticks) {
	$ticks++;
});
$values = [];
$started = microtime(true);
foreach (range(1, 10) as $number) {
	EventLoop::queue(function () use ($number, &$values) {
		$db = new mysqli(null, getenv('MYND_TEST_USER') ?: null, getenv('MYND_TEST_PASSWORD') ?: null, null, null, getenv('MYND_TEST_SOCKET') ?: null);
		$values[$number] = $db->query("SELECT $number * 10, SLEEP(0.2)")->fetch_column();
	});
}
$db = new mysqli(null, getenv('MYND_TEST_USER') ?: null, getenv('MYND_TEST_PASSWORD') ?: null, null, null, getenv('MYND_TEST_SOCKET') ?: null);
$main = (string) $db->query("SELECT 'main', SLEEP(0.25)")->fetch_column();
ksort($values);
printf("%s %s\n%.3f seconds, the timer went on: %s\n", $main, implode(' ', $values), microtime(true) - $started, $ticks > 2 ? 'yes' : 'no');
EventLoop::cancel($timer);
