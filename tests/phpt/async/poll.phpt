--TEST--
mysqli_poll() and reap_async_query() answer, warn and throw as stock does
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
print_warnings();

function poll(string $label, ?array $read, ?array $error, array $reject, int $seconds, int $microseconds = 0): void
{
	attempt($label, function () use (&$read, &$error, &$reject, $seconds, $microseconds) {
		return mysqli_poll($read, $error, $reject, $seconds, $microseconds);
	});
	$keys = fn (?array $a) => $a === null ? 'null' : '[' . implode(',', array_keys($a)) . ']';
	echo "  read {$keys($read)} error {$keys($error)} reject {$keys($reject)}\n";
}

echo "-- a query\n";
$a = link_for_test();
$b = link_for_test();
attempt('query', fn () => $a->query('SELECT 1 AS one', MYSQLI_ASYNC));
attempt('affected_rows', fn () => $a->affected_rows);
poll('poll', ['x' => $a], ['x' => $a], ['x' => $a], 5);
$r = attempt('reap', fn () => $a->reap_async_query());
attempt('row', fn () => $r->fetch_assoc());
attempt('num_rows', fn () => $r->num_rows);
attempt('nothing to reap', fn () => $a->reap_async_query());

echo "-- unbuffered\n";
attempt('query', fn () => mysqli_query($a, 'SELECT 1 UNION SELECT 2', MYSQLI_ASYNC | MYSQLI_USE_RESULT));
$r = attempt('reap', fn () => mysqli_reap_async_query($a));
attempt('num_rows', fn () => $r->num_rows);
attempt('query meanwhile', fn () => $a->query('SELECT 1'));
attempt('async query meanwhile', fn () => $a->query('SELECT 1', MYSQLI_ASYNC));
attempt('all', fn () => $r->fetch_all());
attempt('num_rows', fn () => $r->num_rows);
$r->free();

echo "-- without a result set, and errors\n";
attempt('query', fn () => $a->query('DO 1', MYSQLI_ASYNC));
attempt('reap', fn () => $a->reap_async_query());
attempt('query', fn () => $a->query('no such thing', MYSQLI_ASYNC));
attempt('reap', fn () => $a->reap_async_query());
attempt('errno', fn () => $a->errno);
mysqli_report(MYSQLI_REPORT_OFF);
attempt('query', fn () => $a->query('no such thing', MYSQLI_ASYNC));
attempt('reap', fn () => $a->reap_async_query());
attempt('errno', fn () => $a->errno);
mysqli_report(MYSQLI_REPORT_ERROR);
attempt('query', fn () => $a->query('DO no_such_function()', MYSQLI_ASYNC));
attempt('reap', fn () => $a->reap_async_query());
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);

echo "-- synchronous commands meanwhile\n";
attempt('query', fn () => $a->query('SELECT 1', MYSQLI_ASYNC));
attempt('query', fn () => $a->query('SELECT 1'));
attempt('ping', fn () => @$a->ping());
attempt('prepare', fn () => $a->prepare('SELECT 1'));
attempt('store_result', fn () => $a->store_result());
attempt('reap', fn () => $a->reap_async_query()->fetch_row());
attempt('query', fn () => $a->query('SELECT 1')->fetch_row());

echo "-- which array\n";
$a->query('SELECT SLEEP(0.05)', MYSQLI_ASYNC);
poll('too early', ['x' => $a], null, [], 0, 1000);
poll('idle beside', ['b' => $b, 'a' => $a], ['b' => $b], ['b' => $b], 5);
$a->reap_async_query();
$a->query('DO 1', MYSQLI_ASYNC);
poll('twice', [$a, $a], [$a, $a], [$a, $a], 5);
poll('no reads', null, [$a], [$a], 0, 1000);
$a->reap_async_query();
poll('idle', [$a], null, [], 0, 1000);
poll('idle, errors', [$a], [$a], [$a], 0, 1000);
poll('empty', [], [], [$a], 0, 1000);
poll('no errors', [], null, [], 0, 1000);

echo "-- misuse\n";
poll('negative seconds', [$a], null, [], -1);
poll('negative microseconds', [$a], null, [], 0, -1);
poll('no link', [$a, 'string'], null, [], 0);
poll('no link', [], [new stdClass], [], 0);
$b->close();
poll('closed', [$b], null, [], 0);
poll('closed', [], [$b], [], 0);
attempt('closed, reap', fn () => $b->reap_async_query());
poll('initialised', [mysqli_init()], null, [], 0);
attempt('mode', fn () => $a->query('SELECT 1', MYSQLI_ASYNC | MYSQLI_USE_RESULT | 16));
attempt('mode', fn () => $a->query('SELECT 1', MYSQLI_ASYNC | 2));
attempt('static', function () use ($a) {
	$read = [$a];
	$error = $reject = [];
	return mysqli::poll($read, $error, $reject, 0, 1);
});
?>
--EXPECTF--
-- a query
query: true
affected_rows: -1
poll: 1
  read [0] error [] reject []
reap: mysqli_result
row: {"one":"1"}
num_rows: 1
  Warning: mysqli::reap_async_query(): Connection not opened, clear or has been closed
nothing to reap: false
-- unbuffered
query: true
reap: mysqli_result
num_rows: 0
query meanwhile: ! 2014 HY000 Commands out of sync; you can't run this command now
async query meanwhile: ! 2014 HY000 Commands out of sync; you can't run this command now
all: [["1"],["2"]]
num_rows: 2
-- without a result set, and errors
query: true
reap: true
query: true
reap: ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'no such thing' at line 1
errno: 1064
query: true
reap: false
errno: 1064
query: true
  Warning: mysqli::reap_async_query(): (42000/1305): FUNCTION mynd_test.no_such_function does not exist
reap: false
-- synchronous commands meanwhile
query: true
query: ! 2014 HY000 Commands out of sync; you can't run this command now
ping: ! 2014 HY000 Commands out of sync; you can't run this command now
prepare: ! 2014 HY000 Commands out of sync; you can't run this command now
store_result: ! 2014 HY000 Commands out of sync; you can't run this command now
reap: ["1"]
query: ["1"]
-- which array
too early: 0
  read [] error null reject []
idle beside: 1
  read [0] error [] reject [0]
twice: 1
  read [0,1] error [] reject []
no reads: 0
  read null error [] reject []
  Warning: mysqli_poll(): All arrays passed are clear
idle: false
  read [] error null reject [0]
idle, errors: 0
  read [] error [] reject [0]
  Warning: mysqli_poll(): No stream arrays were passed
empty: false
  read [] error [] reject []
  Warning: mysqli_poll(): No stream arrays were passed
no errors: false
  read [] error null reject []
-- misuse
negative seconds: ! ValueError mysqli_poll(): Argument #4 ($seconds) must be greater than or equal to 0
  read [0] error null reject []
negative microseconds: ! ValueError mysqli_poll(): Argument #5 ($microseconds) must be greater than or equal to 0
  read [0] error null reject []
no link: ! TypeError mysqli_poll(): Argument #2 ($error) must be an instance of mysqli, string given
  read [0,1] error null reject []
no link: ! TypeError mysqli_poll(): Argument #1 ($read) must be an instance of mysqli, stdClass given
  read [] error [0] reject []
closed: ! Error mysqli object is already closed
  read [0] error null reject []
closed: ! Error mysqli object is already closed
  read [] error [0] reject []
closed, reap: ! Error mysqli object is already closed
initialised: ! Error mysqli object is not fully initialized
  read [0] error null reject []
mode: ! ValueError mysqli::query(): Argument #2 ($result_mode) must be either MYSQLI_USE_RESULT or MYSQLI_STORE_RESULT with MYSQLI_ASYNC as an optional bitmask flag
mode: ! ValueError mysqli::query(): Argument #2 ($result_mode) must be either MYSQLI_USE_RESULT or MYSQLI_STORE_RESULT with MYSQLI_ASYNC as an optional bitmask flag
  Warning: mysqli::poll(): All arrays passed are clear
static: false
