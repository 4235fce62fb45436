--TEST--
Mynd\Reply::capture() while the interceptor runs: other fibers get nothing, its wait refuses $next()
--EXTENSIONS--
mysqli
mynd
--FILE--
<?php
require __DIR__ . '/../fibers/fibers.inc';

/* the definitions come with a part of the first row, and each row some time after the one before */
const LATE = "SELECT REPEAT('x', 40000), SLEEP(0.05)
	FROM (SELECT 1 AS n UNION ALL SELECT 2 UNION ALL SELECT 3) AS three";

function pause(): void
{
	static $sockets;
	$sockets ??= stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
	Loop::wait($sockets[0], Mynd\WRITE, null);
}

function rows(mysqli_result $r): string
{
	return implode(' ', array_map(fn($row) => strlen($row[0]), $r->fetch_all()));
}

function captured(?string $bytes): string
{
	return $bytes === null ? 'null' : rows(Mynd\replay($bytes));
}

function another(mysqli $m): string
{
	return $m->query("SELECT 'another'")->fetch_row()[0];
}

echo "--- another fiber\n";
$m = link_for_test();
$reply = null;
$interceptor = Mynd\intercept(function (Mynd\Command $c, callable $next) use (&$reply) {
	$reply = $next($c);
	pause();
	return $reply;
});
Loop::start(function () use ($m) {
	attempt('rows', fn() => rows($m->query(LATE, MYSQLI_USE_RESULT)));
});
Loop::start(function () use (&$reply) {
	while ($reply === null) {
		pause();
	}
	attempt('captured', fn() => captured($reply->capture()));
});
Loop::run();
$interceptor->remove();
attempt('query', fn() => another($m));

echo "--- a fiber that the interceptor has begun\n";
$m = link_for_test();
$interceptor = Mynd\intercept(function (Mynd\Command $c, callable $next) {
	$reply = $next($c);
	Loop::start(fn() => attempt('captured', fn() => captured($reply->capture())));
	return $reply;
});
Loop::start(function () use ($m) {
	attempt('rows', fn() => rows($m->query(LATE, MYSQLI_USE_RESULT)));
});
Loop::run();
$interceptor->remove();
attempt('query', fn() => another($m));

echo "--- the fiber of the interceptor, while another one asks, too\n";
$m = link_for_test();
$reply = null;
$interceptor = Mynd\intercept(function (Mynd\Command $c, callable $next) use (&$reply) {
	$reply = $next($c);
	attempt('captured', fn() => captured($reply->capture()));
	return $reply;
});
Loop::start(function () use ($m) {
	attempt('rows', fn() => rows($m->query(LATE, MYSQLI_USE_RESULT)));
});
Loop::start(function () use (&$reply) {
	while ($reply === null) {
		pause();
	}
	attempt('captured', fn() => captured($reply->capture()));
});
Loop::run();
$interceptor->remove();
attempt('query', fn() => another($m));

echo "--- \$next() in the wait of capture()\n";
$held = null;
$refused = [];
Mynd\waiter(function () use (&$held, &$refused) {
	if ($held) {
		[$next, $command, $reply] = $held;
		$held = null;
		attempt('captured', fn() => captured($reply->capture()));
		attempt('$next()', fn() => $next($command));
	}
	return null; /* the driver waits itself */
}, everywhere: true);
$m = link_for_test();
$interceptor = Mynd\intercept(function (Mynd\Command $c, callable $next) use (&$held) {
	$reply = $next($c);
	$held = [$next, $c, $reply];
	attempt('captured', fn() => captured($reply->capture()));
	echo 'it has waited: ', show($held === null), "\n";
	return $reply;
});
attempt('rows', fn() => rows($m->query(LATE, MYSQLI_USE_RESULT)));
$interceptor->remove();
attempt('query', fn() => another($m));
?>
--EXPECT--
--- another fiber
captured: "null"
rows: "40000 40000 40000"
query: "another"
--- a fiber that the interceptor has begun
captured: "null"
rows: "40000 40000 40000"
query: "another"
--- the fiber of the interceptor, while another one asks, too
captured: "null"
captured: "40000 40000 40000"
rows: "40000 40000 40000"
query: "another"
--- $next() in the wait of capture()
captured: "null"
$next(): ! Error $next() cannot be called while its command runs
captured: "40000 40000 40000"
it has waited: true
rows: "40000 40000 40000"
query: "another"
