--TEST--
mynd.scoreboard and mynd.kill_abandoned: a wait at the end of a command-line process tells of no script, whose name is freed by then
--EXTENSIONS--
mysqli
mynd
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--INI--
mynd.pipelining=on
--FILE--
<?php
require __DIR__ . '/peer.inc';

/*
 * What the program leaves is killed at the end of its request; the spare connection is lost before it
 * answers, so the KILL is kept for later, and the end of the process opens another spare connection: that
 * waits here.
 */
$board = __DIR__ . '/after_the_end.board';
[$here, $there] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$peer = Peer::start(function (Peer $p) use ($there) {
	if (pcntl_fork() !== 0) {
		return;
	}
	pcntl_alarm(20);
	try {
		if ($p->nth >= 2) { /* the third connection: never greets */
			fwrite($there, '.');
			$p->stall();
		}
		$p->login();
		if ($p->nth === 0) { /* the program's: never answers */
			$p->command();
			$p->stall();
		}
		while ($p->command()) {
			if (str_contains($p->heard, 'KILL')) { /* the spare one: lost, unanswered */
				$p->close();
				break;
			}
			$p->packet(Peer::ok());
		}
	} catch (PeerGone) {
	}
	posix_kill(getmypid(), SIGKILL);
}, 5);
$file = __DIR__ . '/after_the_end.program.php';
file_put_contents($file, "<?php
mysqli_report(MYSQLI_REPORT_OFF);
\$link = mysqli_init();
\$link->options(MYSQLI_OPT_CONNECT_TIMEOUT, 2);
\$link->real_connect('127.0.0.1', 'tester', 'secret', '', $peer->port);
\$link->query('SELECT SLEEP(9)', MYSQLI_ASYNC);
unset(\$link);
");
$process = proc_open([PHP_BINARY, '-d', "mynd.scoreboard=$board", '-d', 'mynd.kill_abandoned=1', $file], [2 => ['pipe', 'w']], $pipes);
$pid = proc_get_status($process)['pid'];
fread($here, 1);
for ($end = microtime(true) + 5, $running = null; $running === null && microtime(true) < $end; usleep(1000)) {
	foreach (Mynd\scoreboard($board)['workers'] as $worker) {
		$running = $worker['running'];
	}
}
echo $running === null ? 'nothing waits' : "$running[waits_for], script: " . json_encode($running['script'], JSON_INVALID_UTF8_SUBSTITUTE), "\n";
echo stream_get_contents($pipes[2]);
while (proc_get_status($process)['running']) {
	usleep(1000);
}
$peer->end();
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/after_the_end.board');
@unlink(__DIR__ . '/after_the_end.program.php');
?>
--EXPECT--
connection, script: ""
