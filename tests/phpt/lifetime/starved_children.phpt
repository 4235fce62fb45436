--TEST--
Lifetime: memory_limit strikes anywhere, each time in a process of its own: a fatal error, never a signal
--EXTENSIONS--
mysqli
--SKIPIF--
<?php
if (getenv('SKIP_ASAN') || getenv('USE_ZEND_ALLOC') === '0') die('skip there is no limit without the engine\'s allocator');
?>
--FILE--
<?php
require __DIR__ . '/lifetime.inc';
$program = 'require ' . var_export(__DIR__ . '/starve.inc', true) . ';';
$points = [];
$through = 0;
for ($pages = 0; $pages < 240; $pages += 2) {
	[$output, $status] = run_child($program, '', [$pages]);
	$fatal = preg_match('/^Fatal error: Allowed memory size of .* in \S+\.inc on line (\d+)/m', $output, $line);
	if ($status !== ($fatal ? 255 : 0) || !str_contains($output, 'shutdown') || $fatal === (int) str_contains($output, 'through')) {
		echo "with $pages pages: status $status\n$output\n";
	}
	$fatal ? $points[] = (int) $line[1] : $through++;
}
echo 'places: ', count(array_unique($points)) >= 4 ? 'many' : json_encode(array_unique($points)), "\n";
echo 'enough memory: ', $through > 0 ? 'at times' : 'never', "\n";
?>
--EXPECT--
places: many
enough memory: at times
