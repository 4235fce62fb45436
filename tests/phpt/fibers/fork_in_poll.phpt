--TEST--
mysqli::poll() in a fiber of a process that is forked meanwhile: the child's fails, whatever the child has closed, and the parent's goes on
--EXTENSIONS--
mynd
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/fibers.inc';

$link = link_for_test();
$other = link_for_test();
$link->query('SELECT SLEEP(0.3)', MYSQLI_ASYNC);
$other->query('SELECT SLEEP(0.3)', MYSQLI_ASYNC);
Loop::start(function () use (&$link, &$other) {
	$read = [$link, $other];
	$error = $reject = [];
	$ready = @mysqli::poll($read, $error, $reject, 5);
	echo 'ready: ', $ready > 0 ? 'some' : var_export($ready, true), "\n";
});
$child = pcntl_fork();
if ($child === 0) {
	echo 'child: ';
	$link->close();
	$other->close();
	Loop::run();
	posix_kill(getmypid(), SIGKILL);
}
pcntl_waitpid($child, $status);
Loop::run();
echo 'parent: ', $link->reap_async_query()->fetch_column(), $other->reap_async_query()->fetch_column(), "\n";
?>
--EXPECT--
child: ready: false
ready: some
parent: 00
