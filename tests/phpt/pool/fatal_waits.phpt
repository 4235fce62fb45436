--TEST--
Places: a fiber that waits for one when a fatal error comes does not get the place that a shutdown function gives up
--EXTENSIONS--
mynd
--INI--
mysqli.max_links=1
mynd.acquire_timeout=20
--FILE--
<?php
require __DIR__ . '/pool.inc';

$first = link_for_test();
Loop::start(fn() => link_for_test());
register_shutdown_function(function () use ($first) {
	$first->close();
	echo outcome(fn() => link_for_test()->query("SELECT 'its place'")->fetch_column()), "\n";
	$second = link_for_test();
	Loop::start(function () {
		echo outcome(fn() => link_for_test()->query("SELECT 'and who waits since then'")->fetch_column()), "\n";
	});
	$second->close();
	Loop::run();
	echo links(), "\n";
});
trigger_error('the end', E_USER_ERROR);
?>
--EXPECTF--
%A the end in %s
its place
and who waits since then
0 in use, 0 idle
