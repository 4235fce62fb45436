--TEST--
Lifetime: requests that end in the middle of everything; the worker serves the next, closes what was left, and does not grow
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/lifetime.inc';
$worker = new Worker(__DIR__ . '/ends.inc', '-d display_errors=1 -d html_errors=0');
$watch = link_for_test();
const WAYS = ['well', 'memory, unbuffered', 'memory, between fetches', 'memory, in a large cell', 'exit', 'exit, many results', 'exit, not even taken',
	'exit in a loop', 'handler', 'uncaught', 'time', 'destructor', 'destructor that exits', 'shutdown function', 'after a fatal error'];
/* Without the engine's allocator there is no limit of memory. */
$skipped = getenv('USE_ZEND_ALLOC') === '0' ? ['memory, unbuffered', 'memory, between fetches', 'memory, in a large cell', 'after a fatal error'] : [];
$expected = [
	'well' => '1000',
	'memory, unbuffered' => 'Fatal error: Uncaught mysqli_sql_exception: Out of memory',
	'memory, between fetches' => 'Fatal error: Allowed memory',
	'memory, in a large cell' => '2008 Fatal error: Allowed memory',
	'exit' => '',
	'exit, many results' => '',
	'exit, not even taken' => '',
	'exit in a loop' => '',
	'handler' => 'Fatal error: Uncaught ErrorException: thrown by the handler',
	'uncaught' => 'Fatal error: Uncaught mysqli_sql_exception: Commands out of sync',
	'time' => 'Fatal error: Maximum execution time of 1 second exceeded',
	'destructor' => 'destructor says 7',
	'destructor that exits' => 'destructor says 7',
	'shutdown function' => '2 Fatal error: Uncaught Exception: thrown at shutdown',
	'after a fatal error' => 'Fatal error: Allowed memory',
];
function ask(string $way): void
{
	global $worker, $watch, $expected, $skipped;
	if (in_array($way, $skipped)) {
		return;
	}
	[$thread, $said] = explode(':', $worker->request(way: $way), 2);
	$said = trim(preg_replace('/\s+/', ' ', $said));
	if (!str_starts_with($said, $expected[$way]) || $way === 'after a fatal error' && !str_ends_with($said, ' then 2014, a new link says 8')) {
		echo "$way: $said\n";
	}
	if (!is_gone($watch, (int) $thread)) {
		echo "$way: its connection is still there\n";
	}
}
foreach (WAYS as $way) {
	ask($way);
	ask('well');
}
echo "each of the ways\n";
/* The engine keeps as much as requests have needed of late. */
function resident(): int
{
	global $worker;
	for ($i = 0; $i < 8; $i++) {
		ask('well');
	}
	return $worker->resident();
}
$descriptors = $worker->descriptors();
$resident = resident();
for ($round = 0; $round < (getenv('SKIP_ASAN') ? 3 : 8); $round++) {
	foreach (WAYS as $way) {
		if ($way !== 'time') {
			ask($way);
		}
	}
}
$grown = resident() - $resident;
/* sanitizers keep what is freed */
echo 'grown: ', $grown < 2048 || getenv('SKIP_ASAN') ? 'no' : "$grown KB", "\n";
echo 'descriptors: ', $worker->descriptors() - $descriptors, "\n";
?>
--EXPECT--
each of the ways
grown: no
descriptors: 0
