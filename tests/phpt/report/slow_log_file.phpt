--TEST--
mynd.slow_log: only a file of the process' user is written to, under one name, that others can neither write to nor read
--EXTENSIONS--
mysqli
mynd
posix
--FILE--
<?php
require __DIR__ . '/../connect.inc';

$log = __DIR__ . '/slow_log_file.jsonl';
$program = __DIR__ . '/slow_log_file.program.php';
file_put_contents($program, '<?php require ' . var_export(dirname(__DIR__) . '/connect.inc', true) . '; $db = link_for_test(); $db->query("SELECT SLEEP(0.3)");');

/** Runs a program whose query is slow: what the error log has, and what was written. */
function run(string $label, ?string $read = null): void
{
	global $log, $program;
	$process = proc_open([PHP_BINARY, '-d', "mynd.slow_log=$log", '-d', 'mynd.slow_seconds=0.2', '-d', 'error_log=', $program], [1 => ['pipe', 'w'], 2 => ['pipe', 'w']], $pipes);
	$said = stream_get_contents($pipes[1]) . preg_replace('/^\[.*?\] /m', '', stream_get_contents($pipes[2]));
	proc_close($process);
	$text = is_file($read ?? $log) ? file_get_contents($read ?? $log) : '';
	echo "$label: ", preg_replace('/.* cannot be written: /', '', trim($said)) ?: 'no error', ', ', $text === '' ? 'nothing' : 'written', "\n";
	$log !== '/dev/null' && @unlink($log);
}

run('a new one');
touch($log);
chmod($log, 0640);
run('one that exists');
foreach ([0600, 0644, 0660, 0602] as $mode) {
	touch($log);
	chmod($log, $mode);
	run(sprintf('mode %o', $mode));
}
touch("$log.other");
chmod("$log.other", 0600);
link("$log.other", $log);
run('a hard link', "$log.other");
symlink("$log.other", $log);
run('a symbolic link', "$log.other");
unlink("$log.other");
posix_mkfifo($log, 0600);
$reader = fopen($log, 'r+');
stream_set_blocking($reader, false);
run('a FIFO');
echo json_encode(fread($reader, 100)), "\n";
touch($log);
chmod($log, 0600);
if (posix_geteuid() === 0) {
	chown($log, 65534);
	run("another user's");
} else {
	echo "another user's: Operation not permitted, nothing\n";
}
$log = '/dev/null';
run('a device');
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/slow_log_file.jsonl');
@unlink(__DIR__ . '/slow_log_file.jsonl.other');
@unlink(__DIR__ . '/slow_log_file.program.php');
?>
--EXPECT--
a new one: no error, written
one that exists: no error, written
mode 600: no error, written
mode 644: Operation not permitted, nothing
mode 660: Operation not permitted, nothing
mode 602: Operation not permitted, nothing
a hard link: Too many links, nothing
a symbolic link: Too many levels of symbolic links, nothing
a FIFO: Invalid argument, nothing
""
another user's: Operation not permitted, nothing
a device: no error, nothing
