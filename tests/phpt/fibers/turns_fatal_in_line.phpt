--TEST--
Turns: a fatal error in the waiter of a fiber, or of the main program, that is in line or has just got its turn
--EXTENSIONS--
mynd
--FILE--
<?php
foreach ([['fiber', 'in line'], ['main', 'in line'], ['fiber', 'granted'], ['main', 'granted']] as [$who, $when]) {
	$process = proc_open([getenv('TEST_PHP_EXECUTABLE'), '-d', 'mynd.fiber_turns=on', '-d', 'display_errors=0', '-d', 'log_errors=0', __DIR__ . '/turns_fatal_in_line.inc', $who, $when],
		[1 => ['pipe', 'w'], 2 => ['pipe', 'w']], $pipes);
	$said = stream_get_contents($pipes[1]);
	/* AddressSanitizer may remark on a jump out of a fiber, of whose stack it was not told */
	$said .= implode("\n", preg_grep('/ERROR: |runtime error|Assertion/', explode("\n", stream_get_contents($pipes[2]))));
	echo "$who, $when: ", proc_close($process), "\n$said";
}
?>
--EXPECT--
fiber, in line: 255
fatal
committed
a fiber, one
main, one
a fiber, two
main, two
main, in line: 255
fatal
committed
a fiber, one
main, one
a fiber, two
main, two
fiber, granted: 255
committed
fatal
a fiber, one
main, one
a fiber, two
main, two
main, granted: 255
committed
fatal
a fiber, one
main, one
a fiber, two
main, two
