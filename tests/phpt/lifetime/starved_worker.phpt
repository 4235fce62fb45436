--TEST--
Lifetime: memory_limit strikes anywhere, all in one process, which goes on serving and does not grow
--EXTENSIONS--
mysqli
--SKIPIF--
<?php
if (getenv('SKIP_ASAN') || getenv('USE_ZEND_ALLOC') === '0') die('skip there is no limit without the engine\'s allocator');
?>
--FILE--
<?php
require __DIR__ . '/lifetime.inc';
$worker = new Worker(__DIR__ . '/starve.inc');
$points = [];
$through = 0;
function starved(int $pages): void
{
	global $worker, $points, $through;
	$output = $worker->request(pages: $pages);
	$fatal = preg_match('/Fatal error: Allowed memory size of .* in \S+\.inc on line (\d+)/', $output, $line);
	if (!str_contains($output, 'shutdown') || $fatal === (int) str_contains($output, 'through')) {
		echo "with $pages pages:\n$output\n";
	}
	$fatal ? $points[] = (int) $line[1] : $through++;
}
for ($pages = 0; $pages < 240; $pages += 5) {
	starved($pages);
}
$resident = $worker->resident();
$descriptors = $worker->descriptors();
for ($pages = 0; $pages < 240; $pages++) {
	starved($pages);
}
starved(400);
echo 'places: ', count(array_unique($points)) >= 4 ? 'many' : json_encode(array_unique($points)), "\n";
echo 'enough memory: ', $through > 2 ? 'at times' : 'never', "\n";
echo 'grown: ', $worker->resident() - $resident < 1024 ? 'no' : $worker->resident() - $resident . ' KB', "\n";
echo 'descriptors: ', $worker->descriptors() - $descriptors, "\n";
?>
--EXPECT--
places: many
enough memory: at times
grown: no
descriptors: 0
