--TEST--
Persistent links: from request to request of one worker, whichever way a request ends; after a fatal error the link is closed
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/persistent.inc';
$worker = new Worker(__DIR__ . '/requests.inc', '-d display_errors=1 -d html_errors=0');
$watch = link_for_test();
/* Whether the link goes on after it, and what such a request prints. */
$expected = [
	'well' => [true, ''],
	'close' => [true, ''],
	'exit' => [true, ''],
	'static' => [true, ''],
	'cycle' => [true, ''],
	'destructor' => [true, 'last word'],
	'unread, small' => [true, ''],
	'statements' => [true, ''],
	'results' => [true, ''],
	'unread' => [true, ''],
	'uncaught' => [false, 'Fatal error: Uncaught Exception: nobody catches it'],
	'shutdown function' => [false, 'Fatal error: Uncaught Exception: at shutdown'],
	'fatal' => [false, 'Fatal error: Uncaught Error: Call to undefined function undefined_function_of_nobody()'],
	'memory' => [false, 'Fatal error: Allowed memory size of 16777216 bytes exhausted'],
	'memory, in a reply' => [false, 'Fatal error: Uncaught mysqli_sql_exception: Out of memory'],
	'time' => [false, 'Fatal error: Maximum execution time of 1 second exceeded'],
];
if (getenv('USE_ZEND_ALLOC') === '0') { /* without the engine's allocator there is no limit of memory */
	unset($expected['memory'], $expected['memory, in a reply']);
}
function ask(string $way): array
{
	global $worker;
	[$thread, $seen, $said] = explode(':', $worker->request(way: $way), 3);
	if ($seen !== '[null,"1","' . getenv('MYND_TEST_DB') . '"]') {
		echo "$way: sees $seen\n";
	}
	return [(int) $thread, trim(preg_replace(['/\s+/', '/ in \/.*/', '/ at [.\/].*/', '/ \(tried.*/'], [' ', '', '', ''], $said))];
}
foreach ($expected as $way => [$goes_on, $says]) {
	[$before] = ask('well');
	[$thread, $said] = ask($way);
	[$next] = ask('well');
	if ($thread !== $before || ($next === $thread) !== $goes_on || $said !== $says) {
		echo "$way: ", $thread === $before ? '' : 'not the one before, ', $next === $thread ? 'goes on' : 'closed', " ($said)\n";
	}
	if ($next !== $thread && !is_gone($watch, $thread)) {
		echo "$way: the connection is still there\n";
	}
}
echo "each of the ways\n";
$state = json_decode($worker->request(pools: 1), true);
echo json_encode($state['links']), ' ', json_encode(array_keys($state['closed'])), "\n";
/* Nothing grows. */
$descriptors = $worker->descriptors();
$resident = $worker->resident();
for ($round = 0; $round < 5; $round++) {
	foreach ($expected as $way => $_) {
		if ($way !== 'time') {
			ask($way);
		}
	}
}
ask('well');
echo 'descriptors: ', $worker->descriptors() - $descriptors, "\n";
$grown = $worker->resident() - $resident;
echo 'grown: ', $grown < 4096 || getenv('SKIP_ASAN') ? 'no' : "$grown KB", "\n";
?>
--EXPECT--
each of the ways
{"total":0,"active_plinks":0,"cached_plinks":1} ["fatal_error"]
descriptors: 0
grown: no
