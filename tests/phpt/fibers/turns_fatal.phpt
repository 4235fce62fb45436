--TEST--
Turns: a fatal error while fibers wait in line; shutdown functions; a connection that goes back into its pool
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
$db = link_for_test(host: 'p:' . 'localhost', socket: getenv('MYND_TEST_SOCKET'));
$pdo = handles()['PDO']();
register_shutdown_function(function () use ($db, $pdo) {
	foreach ([$db, $pdo] as $handle) {
		try {
			echo $handle::class, ': ', all($handle, "SELECT 'goes on'"), "\n";
		} catch (Exception $e) {
			echo $handle::class, ': ', number($e), "\n";
		}
	}
});
$in_line = 0;
fibers([
	function () use ($db, $pdo, &$in_line) {
		begin($db);
		begin($pdo);
		while ($in_line < 4) {
			pause();
		}
		echo "fatal\n";
		eval('class Twice {} class Twice {}');
	},
	function () use ($db, &$in_line) {
		$in_line++;
		run($db, 'SELECT 1');
	},
	function () use ($db, &$in_line) {
		$in_line++;
		run($db, 'SELECT ?', [1]);
	},
	function () use ($pdo, &$in_line) {
		$in_line++;
		$pdo->query('SELECT 1');
	},
	function () use ($pdo, &$in_line) {
		$in_line++;
		run($pdo, 'SELECT ?', [1]);
	},
]);
?>
--EXPECTREGEX--
fatal
(?:.*AddressSanitizer.*|.*False positive.*|.*For details.*|==.*|\s)*mysqli: goes on
PDO: goes on
