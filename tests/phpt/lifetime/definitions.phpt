--TEST--
Lifetime: memory_limit strikes among the definitions of a result's columns; what has come of them is no result
--EXTENSIONS--
mysqli
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') die('skip there is no limit without the engine\'s allocator');
?>
--FILE--
<?php
require __DIR__ . '/lifetime.inc';
/* A name of 60 bytes for each of 4000 columns: some hundred KB, and a limit that is nearer. */
$program = <<<'P'
	$m = link_for_test();
	$sql = 'SELECT ' . implode(', ', array_map(fn($i) => sprintf('1 AS `column_%050d`', $i), range(1, 4000)));
	register_shutdown_function(function () use ($m) {
		$GLOBALS['fill'] = null;
		attempt('store_result', fn() => $m->store_result());
		attempt('use_result', fn() => $m->use_result());
		attempt('more_results', fn() => $m->more_results());
		attempt('next_result', fn() => $m->next_result());
		attempt('query', fn() => $m->query('SELECT 1'));
		attempt('close', fn() => $m->close());
	});
	function fill(string $byte): array
	{
		$fill = [];
		$real = memory_get_usage(true);
		for ($i = 0; memory_get_usage(true) === $real; $i++) {
			$fill[] = str_repeat($byte, 4000);
		}
		for ($i = 0; $i < 510 - $_SERVER['argv'][1]; $i++) {
			$fill[] = str_repeat($byte, 4000);
		}
		ini_set('memory_limit', memory_get_usage(true));
		return $fill;
	}
	$fill = fill('f');
	$m->real_query($sql);
	echo "through\n";
	P;
/* An engine that leaves the call in the middle, and one that raises its error when the call is over. */
const LEFT = "store_result: false\nuse_result: false\nmore_results: false\nnext_result: false\nquery: ! 2014 HY000 Commands out of sync; you can't run this command now\nclose: true\n";
const FINISHED = "store_result: mysqli_result\nuse_result: false\nmore_results: false\nnext_result: false\nquery: mysqli_result\nclose: true\n";
$struck = 0;
for ($pages = 40; $pages < 400; $pages += 20) {
	[$output, $status] = run_child($program, '', [$pages]);
	$output = preg_replace('/^\n?Fatal error: Allowed memory size.*\n/m', '', $output, -1, $fatal);
	$struck += $fatal;
	if ($status !== ($fatal ? 255 : 0) || !in_array($output, $fatal ? [LEFT, FINISHED] : ["through\n" . FINISHED], true)) {
		echo "$pages pages: $status\n$output";
	}
}
echo $struck > 2 ? 'struck' : "struck $struck times only", "\n";
?>
--EXPECT--
struck
