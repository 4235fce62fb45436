--TEST--
Turns: a fatal error in the waiter of a fiber whose turn it is: the connection is free for all that comes after
--EXTENSIONS--
mynd
--INI--
mynd.fiber_turns=on
--FILE--
<?php
require __DIR__ . '/fibers.inc';
require __DIR__ . '/turns.inc';
// PHP does not tell AddressSanitizer of the stacks of its fibers, so that it may remark on the jump out of
// one.
ini_set('display_errors', '0');
ini_set('log_errors', '0');
$db = link_for_test();
register_shutdown_function(function () use ($db) {
	foreach (['one', 'two', 'three'] as $word) {
		try {
			echo all($db, "SELECT '$word'"), "\n";
		} catch (Exception $e) {
			echo number($e), "\n";
		}
	}
});
$in_line = $is_over = false;
Mynd\waiter(function ($stream, int $events, ?float $timeout) use (&$is_over) {
	$is_ready = Line::wait($stream, $events, $timeout);
	if ($is_over) {
		echo "fatal\n";
		eval('class Twice {} class Twice {}');
	}
	return $is_ready;
});
fibers([
	function () use ($db, &$in_line, &$is_over) {
		begin($db);
		while (!$in_line) {
			pause();
		}
		run($db, 'COMMIT');
		$is_over = true;
	},
	function () use ($db, &$in_line) {
		$in_line = true;
		run($db, 'SELECT 1');
	},
]);
?>
--EXPECTREGEX--
fatal
(?:.*AddressSanitizer.*|.*False positive.*|.*For details.*|==.*|\s)*one
two
three
