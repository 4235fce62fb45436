<?php
/* For the programs of this suite: checks, processes, waits. */
declare(strict_types=1);

require __DIR__ . '/../checks.php';

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
