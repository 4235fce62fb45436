<?php
// Runs each request of a program of the kind "ends" in a process of its own, which ends as the program does:
// a line of standard input for each; on standard output its lines, then "." when the process is over, with
// the signal that has ended it.

require __DIR__ . '/ends_run.php';
while (($line = fgets(STDIN)) !== false) {
	$pid = pcntl_fork();
	if ($pid === 0) {
		$_SERVER['MYND_PROGRAM'] = $line;
		unset($pid, $line);
		require __DIR__ . '/ends_page.php';
		return;
	}
	pcntl_waitpid($pid, $status);
	echo '.', pcntl_wifsignaled($status) ? pcntl_wtermsig($status) : '', "\n";
}
