--TEST--
mynd.source_fibers: a fatal error in a source that has a fiber of its own, and exit() in it
--EXTENSIONS--
mynd
--FILE--
<?php
require __DIR__ . '/../lifetime/lifetime.inc';
foreach (['exit("exit\n");', 'trigger_error("over", E_USER_ERROR);', 'eval("final class A {} class B extends A {}");'] as $end) {
	foreach (['', 'Loop::wait($ends[0], Mynd\READ, null);'] as $wait) {
		$program = 'error_reporting(E_ALL & ~E_DEPRECATED); require ' . var_export(__DIR__ . '/loop.inc', true) . '; Mynd\waiter(Loop::wait(...));
			$ends = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
			fwrite($ends[1], "x");
			register_shutdown_function(fn() => print(link_for_test()->query("SELECT \'well\'")->fetch_column() . "\n"));
			Loop::start(function () use ($ends) {
				$source = (function () use ($ends) {
					yield "DO SLEEP(0.05)";
					' . $wait . $end . '
					yield "DO 1";
				})();
				foreach (Mynd\pipeline(link_for_test(), $source) as $outcome) {
				}
			});
			Loop::run();
			echo "not reached\n";';
		/*
		 * PHP does not tell AddressSanitizer of the stacks of its fibers: it may remark on the jump out of
		 * one
		 */
		$remark = '~^==\d+==WARNING: ASan is ignoring requested __asan_handle_no_return.*\n.*\n.*\n~m';
		echo preg_replace([$remark, '~^.*(Fatal error: .*) in .*$~m'], ['', '$1'], trim(run_child($program, '-d mynd.source_fibers=1 -d html_errors=0 -d log_errors=0 -d display_errors=1')[0])), "\n";
	}
}
?>
--EXPECT--
exit
well
exit
well
Fatal error: over
well
Fatal error: over
well
Fatal error: Class B cannot extend final class A
well
Fatal error: Class B cannot extend final class A
well
