--TEST--
Pool: how long a fiber waits, where none waits, and what is said when a limit refuses
--EXTENSIONS--
mysqli
pdo_mysql
--INI--
mynd.shared_pool=0
mynd.persistent=asked
mynd.acquire_timeout=0.05
mysqli.max_links=2
mysqli.max_persistent=1
--FILE--
<?php
require __DIR__ . '/pool.inc';
set_error_handler(function (int $number, string $message) {
	echo '  Warning: ', preg_replace('~\d+\.\d{3} seconds~', 'N seconds', $message), "\n";
	return true;
});

/** Runs a connect in a fiber, and prints what it says and how long it took at least. */
function in_fiber(string $label, callable $connect): void
{
	Loop::start(function () use ($label, $connect) {
		$start = hrtime(true);
		$said = outcome(fn() => $connect() ? 'connected' : 'not connected');
		$seconds = (hrtime(true) - $start) / 1e9;
		echo "$label: $said, ", $seconds >= 0.05 ? 'after a wait' : 'at once', "\n";
	});
	Loop::run();
}

$plink = fn() => link_for_test(host: 'p:localhost');
$persistent = $plink();
in_fiber('max_persistent, mysqli', $plink);
in_fiber('max_persistent, PDO', fn() => pdo_for_test([PDO::ATTR_PERSISTENT => true]));
$second = link_for_test();
in_fiber('max_links, mysqli', fn() => link_for_test());
in_fiber('max_links, mysqli_connect()', fn() => mysqli_connect(...where()));
in_fiber('max_links, PDO', pdo_for_test(...));
echo "outside of a fiber: ", outcome(pdo_for_test(...)), "\n";

echo "-- no waiting\n";
ini_set('mynd.acquire_timeout', '0');
ini_set('mynd.async', '1');
in_fiber('acquire_timeout 0', pdo_for_test(...));
ini_set('mynd.acquire_timeout', 'auto');
ini_set('mynd.async', '0');
in_fiber('auto, without async', pdo_for_test(...));
var_dump(ini_set('mynd.acquire_timeout', 'long'), ini_set('mynd.acquire_timeout', '-1'), ini_set('mynd.max_per_key', 'all'), ini_get('mynd.acquire_timeout'));
ini_set('mynd.acquire_timeout', '0.05');
$before = Mynd\waiter(null);
Mynd\waiter(fn() => null); /* a waiter that suspends nothing */
in_fiber('a waiter that does not wait', pdo_for_test(...));
Mynd\waiter(null);
in_fiber('no waiter', pdo_for_test(...));
Mynd\waiter(function ($stream, int $events, ?float $timeout) {
	$none = [];
	$read = [$stream];
	return stream_select($read, $none, $none, 0, (int) ($timeout * 1e6) + 1000) > 0;
}, true);
echo 'a waiter for all waits, outside of fibers: ', outcome(pdo_for_test(...)), "\n";
Mynd\waiter($before);

echo "-- a deadline of the connection's own\n";
ini_set('mynd.acquire_timeout', '30');
in_fiber('in 0.06 seconds', function () {
	$db = mysqli_init();
	Mynd\deadline($db, 0.06);
	return $db->real_connect(...where());
});

echo "-- the main program holds all, and a fiber within a fiber waits\n";
ini_set('mynd.acquire_timeout', '0.05');
Loop::start(function () {
	$inner = new Fiber(fn() => print(outcome(pdo_for_test(...)) . "\n"));
	$inner->start();
	note('outer goes on');
});
Loop::run();
print_log();

echo "-- with interceptors\n";
$interception = Mynd\intercept(function (Mynd\Command $c, callable $next) {
	$reply = $next($c);
	echo '  the interceptor hears: ', $reply->error, "\n";
	return $reply;
});
in_fiber('intercepted', fn() => mysqli_connect(...where()));
$interception->remove();

echo "-- a longer wait, and one gives back\n";
ini_set('mynd.acquire_timeout', '30');
Loop::start(function () {
	note('waits');
	$db = pdo_for_test();
	note($db->query("SELECT 'has it'")->fetchColumn());
});
note('closes');
$second->close();
Loop::run();
print_log();
echo links(), "\n";
?>
--EXPECT--
Warning: mysqli::__construct(): Too many open persistent links (1): none was given back in N seconds, 0 others wait
max_persistent, mysqli: connected, after a wait
max_persistent, PDO: PDOException: PDO::__construct(): Too many open persistent links (1): none was given back in N seconds, 0 others wait, after a wait
  Warning: mysqli::__construct(): Too many open links (2): none was given back in N seconds, 0 others wait
max_links, mysqli: connected, after a wait
  Warning: mysqli_connect(): Too many open links (2): none was given back in N seconds, 0 others wait
max_links, mysqli_connect(): not connected, after a wait
max_links, PDO: PDOException: PDO::__construct(): Too many open links (2): none was given back in N seconds, 0 others wait, after a wait
outside of a fiber: PDOException: PDO::__construct(): Too many open links (2)
-- no waiting
acquire_timeout 0: PDOException: PDO::__construct(): Too many open links (2), at once
auto, without async: PDOException: PDO::__construct(): Too many open links (2), at once
bool(false)
bool(false)
bool(false)
string(4) "auto"
a waiter that does not wait: PDOException: PDO::__construct(): Too many open links (2), at once
no waiter: PDOException: PDO::__construct(): Too many open links (2), at once
a waiter for all waits, outside of fibers: PDOException: PDO::__construct(): Too many open links (2): none was given back in N seconds, 0 others wait
-- a deadline of the connection's own
  Warning: mysqli::real_connect(): Too many open links (2): none was given back in N seconds, 0 others wait
in 0.06 seconds: not connected, after a wait
-- the main program holds all, and a fiber within a fiber waits
PDOException: PDO::__construct(): Too many open links (2): none was given back in N seconds, 0 others wait
outer goes on
-- with interceptors
  the interceptor hears: Too many open links
  Warning: mysqli_connect(): Too many open links (2): none was given back in N seconds, 0 others wait
intercepted: not connected, after a wait
-- a longer wait, and one gives back
waits closes has it
1 in use, 0 idle
