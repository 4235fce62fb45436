--TEST--
Pool: a request ends, or dies, while fibers wait for places: nothing is left, and nothing leaks
--EXTENSIONS--
mysqli
pdo_mysql
--INI--
mynd.shared_pool=0
mynd.persistent=asked
--FILE--
<?php
require __DIR__ . '/pool.inc';

/** Runs a program of this test in a process of its own, and prints what it says. */
function run(string $name): void
{
	$command = [getenv('TEST_PHP_EXECUTABLE'), '-d', 'mysqli.max_links=2', '-d', 'mynd.async=1', '-d', 'display_errors=1', '-d', 'html_errors=0', __DIR__ . '/end.inc', $name];
	$process = proc_open($command, [1 => ['pipe', 'w'], 2 => ['pipe', 'w']], $pipes);
	$said = stream_get_contents($pipes[1]);
	/* AddressSanitizer may remark on a jump out of a fiber, of whose stack it was not told */
	$said .= implode("\n", preg_grep('/ERROR: |runtime error|Assertion/', explode("\n", stream_get_contents($pipes[2]))));
	$status = proc_close($process);
	echo "-- $name: $status\n", preg_replace(['~ \(previously.*| in /\S*|(?<=redeclare )function ~', '~\d{6,}~', '~^#.*\n|^Stack trace:\n|^  thrown.*\n|^PHP .*\n|^\n~m'], ['', 'N', ''], $said);
}

foreach (['end', 'exit', 'exception', 'fatal', 'given', 'destroyed', 'shutdown', 'pool', 'pool_fatal', 'fork'] as $name) {
	run($name);
}
?>
--EXPECT--
-- end: 0
the end
2 in use, 0 idle at shutdown
0 ends
1 ends
2 ends
-- exit: 0
exit in a fiber
2 in use, 0 idle at shutdown
0 ends
1 ends
-- exception: 255
Fatal error: Uncaught Exception: uncaught
2 in use, 0 idle at shutdown
0 ends
1 ends
-- fatal: 255
Fatal error: Cannot redeclare twice()
2 in use, 0 idle at shutdown
-- given: 0
the end
2 in use, 0 idle at shutdown
0 ends
1 ends
2 ends
-- destroyed: 0
0 ends
1 ends
2 ends
3 ends
the end
1 in use, 0 idle at shutdown
-- shutdown: 0
the end
2 in use, 0 idle at shutdown
0 has one
0 ends
-- pool: 0
the end
1 in use, 0 idle at shutdown
0 ends
1 ends
-- pool_fatal: 255
Fatal error: Cannot redeclare twice()
1 in use, 0 idle at shutdown
a connection, persistent: 0
-- fork: 0
child: 0 in use, 0 idle
0 ends
1 ends
child: 0 in use, 0 idle
parent: 2 in use, 0 idle
0 has one
parent: 2 in use, 0 idle, alive
the end
2 in use, 0 idle at shutdown
0 ends
1 ends
