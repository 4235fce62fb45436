--TEST--
Persistent links: from request to request of one worker, whichever way a request ends; after a fatal error the link is closed
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/persistent.inc';
$worker = new Worker(__DIR__ . '/requests.inc', '-d display_errors=1 -d html_errors=0');
$watch = link_for_test();
$no_limit = getenv('USE_ZEND_ALLOC') === '0';
$ways = ['well', 'close', 'exit', 'static', 'cycle', 'destructor', 'uncaught', 'unread, small', 'statements', 'results', 'shutdown function', 'unread', 'fatal', 'memory', 'memory, in a reply', 'time'];
function ask(string $way): array
{
	global $worker;
	[$thread, $seen, $said] = explode(':', $worker->request(way: $way), 3);
	if ($seen !== '[null,"1","' . getenv('MYND_TEST_DB') . '"]') {
		echo "$way: sees $seen\n";
	}
	return [(int) $thread, trim(preg_replace(['/\s+/', '/ in \/.*/', '/ \(tried.*/'], [' ', '', ''], $said))];
}
foreach ($ways as $way) {
	if ($no_limit && str_contains($way, 'memory')) {
		continue;
	}
	[$before] = ask('well');
	[$thread, $said] = ask($way);
	[$next] = ask('well');
	echo "$way: ", $thread === $before ? '' : 'not the one before, ', $next === $thread ? 'goes on' : 'closed', $said === '' ? '' : " ($said)", "\n";
	if ($next !== $thread && !is_gone($watch, $thread)) {
		echo "  is still there\n";
	}
}
$state = json_decode($worker->request(pools: 1), true);
echo json_encode($state['links']), ' ', json_encode(array_keys($state['closed'])), "\n";
/* Nothing grows. */
$descriptors = $worker->descriptors();
$resident = $worker->resident();
for ($round = 0; $round < 5; $round++) {
	foreach ($ways as $way) {
		if ($way !== 'time' && !($no_limit && str_contains($way, 'memory'))) {
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
well: goes on
close: goes on
exit: goes on
static: goes on
cycle: goes on
destructor: goes on (last word)
uncaught: closed (Fatal error: Uncaught Exception: nobody catches it)
unread, small: goes on
statements: goes on
results: goes on
shutdown function: closed (Fatal error: Uncaught Exception: at shutdown)
unread: closed
fatal: closed (Fatal error: Uncaught Error: Call to undefined function undefined_function_of_nobody())
memory: closed (Fatal error: Allowed memory size of 16777216 bytes exhausted)
memory, in a reply: closed (Fatal error: Uncaught mysqli_sql_exception: Out of memory)
time: closed (Fatal error: Maximum execution time of 1 second exceeded)
{"total":0,"active_plinks":0,"cached_plinks":1} ["unread_result","fatal_error"]
descriptors: 0
grown: no
