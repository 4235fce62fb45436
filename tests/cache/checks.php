<?php
/*
 * For the programs of this suite: each check is one test with a name; finish() prints the counts, as
 * tests/lib.sh does.
 */

$passed = $failed = 0;

function check(string $name, mixed $expected, mixed $actual): void
{
	global $passed, $failed;
	if ($expected === $actual) {
		$passed++;
		return;
	}
	$failed++;
	echo "--- $name\n    expected ", json_encode($expected, JSON_INVALID_UTF8_SUBSTITUTE), "\n    actual   ", json_encode($actual, JSON_INVALID_UTF8_SUBSTITUTE), "\n";
}

function finish(): never
{
	global $passed, $failed;
	echo "$passed passed, $failed failed\n";
	exit($failed === 0 ? 0 : 1);
}

/** Runs a program in so many processes at a time; what each returned. */
function in_processes(int $number, callable $program): array
{
	$pipes = [];
	for ($i = 0; $i < $number; $i++) {
		$pair = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
		if (pcntl_fork() === 0) {
			fwrite($pair[1], serialize($program($i)));
			fclose($pair[1]);
			posix_kill(getmypid(), SIGKILL); /* nothing of the parent's is ended here */
		}
		fclose($pair[1]);
		$pipes[] = $pair[0];
	}
	$said = array_map(static fn ($pipe) => unserialize(stream_get_contents($pipe)), $pipes);
	while (pcntl_wait($status) > 0);
	return $said;
}

/** Waits until it is true; ten seconds at most. */
function until(callable $holds): bool
{
	for ($end = microtime(true) + 10; microtime(true) < $end; usleep(2000)) {
		if ($holds()) {
			return true;
		}
	}
	return false;
}
