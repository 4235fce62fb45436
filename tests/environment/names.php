<?php
/*
 * Names that cannot be resolved, that hang, and that have twenty dead addresses (dns.php, preload.c).
 *
 *     php names.php unknown           what is said of names that cannot be resolved, on both drivers
 *     php names.php FACE WAY          FACE: mysqli, pdo; WAY: blocking, fibers. The last line is "N passed, N
 *                                     failed"
 *     php names.php leave             ends while a name hangs in a fiber
 *     php names.php calls FACE        with tests/torn/kernel.c loaded: each system call of c-ares fails in
 *                                     turn, alone and with all that come after it
 */
require __DIR__ . '/../torn/kernel.inc';
require __DIR__ . '/../torn/turns.inc';
require __DIR__ . '/checks.inc';
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$argv[1] === 'unknown' || set_error_handler(fn() => true, E_WARNING); // a name that cannot be resolved warns

/** A connection that may take so many seconds to be made. */
function connect(string $face, string $host, int $seconds): mysqli|PDO
{
	$port = (int) getenv('MYND_TEST_PORT');
	[$user, $password, $database] = [getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB')];
	if ($face === 'pdo') {
		return new PDO("mysql:host=$host;port=$port;dbname=$database", $user, $password, [PDO::ATTR_TIMEOUT => $seconds]);
	}
	$m = mysqli_init();
	$m->options(MYSQLI_OPT_CONNECT_TIMEOUT, $seconds);
	$m->real_connect($host, $user, $password, $database, $port);
	return $m;
}

function one(mysqli|PDO $link): string
{
	$result = $link->query('SELECT 1');
	return $result instanceof PDOStatement ? (string) $result->fetchColumn() : $result->fetch_column();
}

function unknown(): void
{
	set_error_handler(fn($level, $text) => print("  warning: $text\n"));
	foreach (['again', 'noname', 'fail', 'memory'] as $why) {
		foreach (['mysqli', 'pdo'] as $face) {
			try {
				connect($face, "$why.test", 5);
				echo "$why, $face: connected\n";
			} catch (PDOException $e) {
				echo "$why, $face: {$e->getCode()} {$e->getMessage()} ", json_encode($e->errorInfo), "\n";
			} catch (mysqli_sql_exception $e) {
				echo "$why, $face: {$e->getCode()} {$e->getSqlState()} {$e->getMessage()}\n";
			}
		}
		mysqli_report(MYSQLI_REPORT_OFF);
		$m = new mysqli("$why.test", 'nobody', '', '', 3306);
		echo "$why, without exceptions: $m->connect_errno $m->connect_error\n";
		mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
	}
}

/** @return array{string, float} what came of it, and how long it has taken */
function told(string $face, string $host, int $seconds): array
{
	$began = hrtime(true);
	try {
		$what = one(connect($face, $host, $seconds));
	} catch (PDOException | mysqli_sql_exception $e) {
		$what = ($e->errorInfo[1] ?? $e->getCode()) . ' ' . preg_replace('/^SQLSTATE\[.*?\] \[\d+\] /', '', $e->getMessage());
	}
	return [$what, (hrtime(true) - $began) / 1e9];
}

/** Descriptors and threads. */
function in_use(): array
{
	return [count(scandir('/proc/self/fd')), count(scandir('/proc/self/task'))];
}

/*
 * name => [seconds that a connect may take, what comes of it, the least that it takes]. Nineteen addresses
 * that hang cost a quarter of a second each.
 */
const CASES = [
	'live.test' => [20, '1', 0],
	'silent.test' => [1, '2002 Connection timed out', 0.9],
	'refuse.test' => [20, '2002 Connection refused', 0],
	'drop.test' => [2, '2002 Connection timed out', 1.9],
	'mixed.test' => [1, '2002 Connection timed out', 0.9],
	'last-refused.test' => [20, '1', 0],
	'last.test' => [30, '1', 4.7],
];
const MORE = 12; // seconds: what a busy machine may add; twenty addresses one after the other take more

function check_case(string $face, string $way, string $host, array $left): void
{
	[$limit, $expected, $least] = CASES[$host];
	[$what, $took] = told($face, $host, $limit);
	check_same("$face, $way: $host", $expected, $what);
	check("$face, $way: $host takes its time", $took >= $least && $took < ($expected === '1' ? $least : min($limit, $least + 1)) + MORE, sprintf('%.2f s', $took));
	$left === [] || check_same("$face, $way: $host leaves nothing open", $left, in_use());
}

function blocking(string $face): void
{
	told($face, 'live.test', 20); // what is opened once, and stays
	foreach (CASES as $host => $_) {
		check_case($face, 'blocking', $host, in_use());
	}
}

/** Each in a fiber, all at once; another one works on meanwhile. */
function fibers(string $face): void
{
	Mynd\waiter(Turns::wait(...));
	Turns::run([fn() => told($face, 'live.test', 20)]);
	$left = in_use();
	$hangs = count(CASES);
	$programs = array_map(fn($host) => function () use ($face, $host, &$hangs) {
		check_case($face, 'fibers', $host, []);
		$hangs--;
	}, array_keys(CASES));
	$programs[] = function () use ($face, &$hangs) {
		$link = connect($face, '127.0.0.1', 20);
		for ($i = 0; $i < 50; $i++) {
			one($link);
		}
		check("$face: other fibers go on", $hangs >= 4, "$hangs hang");
	};
	Turns::run($programs);
	gc_collect_cycles();
	check_same("$face, fibers: nothing is left open", $left, in_use());
}

/** What hangs is let go of in the middle, or the program ends. */
function leave(): void
{
	Mynd\waiter(Turns::wait(...));
	foreach (['mysqli', 'pdo'] as $face) {
		$fibers[] = $fiber = new Fiber(fn() => connect($face, 'silent.test', 60));
		$fiber->start();
		$fibers[] = $fiber = new Fiber(fn() => connect($face, 'drop.test', 60));
		$fiber->start();
	}
	echo count(array_filter($fibers, fn($fiber) => $fiber->isSuspended())), " hang\n";
	exit(7);
}

/** What comes of a name while calls fail: a connection, or the error of a name. Returns the call. */
function check_failing(Kernel $kernel, string $face, string $host, int $kind, bool $lasts, int $n, array &$seen): string
{
	$left = in_use();
	$kernel->order($kind, $n, $lasts);
	[$what, $took] = told($face, $host, 20);
	[, $call] = $kernel->ordered();
	if ($call === '') {
		check_same("$face, $host: no call fails", '1', $what);
		return '';
	}
	$seen[$call] = ($seen[$call] ?? 0) + ($what !== '1');
	$case = "$face, $host: call $n, $call, fails with " . Kernel::KINDS[$kind] . ($lasts ? ', and all after it' : '');
	check($case, $what === '1' || preg_match('/^2002 php_network_getaddresses: getaddrinfo for \S+ failed: ./', $what), $what);
	check("$case: in time", $took < 20, sprintf('%.2f s', $took));
	check_same("$case: nothing is left open", $left, in_use());
	check_same("$case: the next one", '1', told($face, $host, 20)[0]);
	return $call;
}

function calls(string $face): void
{
	$kernel = new Kernel;
	$seen = []; // how often a connect has failed of it, by call
	told($face, 'live.test', 20);
	foreach (['live.test', 'long.test'] as $host) {
		foreach (range(1, 6) as $kind) { // not the clock
			foreach ($kind < 4 ? [false] : [false, true] as $lasts) { // interruptions do not last
				for ($n = 1; check_failing($kernel, $face, $host, $kind, $lasts, $n, $seen) !== ''; $n++);
			}
		}
	}
	// others differ with the version of c-ares
	foreach (['connect', 'recvfrom', 'send', 'socket'] as $call) {
		check("$face: names that $call has failed", ($seen[$call] ?? 0) > 0, (string) ($seen[$call] ?? 'no call'));
	}
}

match ($argv[1]) {
	'calls' => calls($argv[2]),
	'unknown' => unknown(),
	'leave' => leave(),
	default => $argv[2] === 'fibers' ? fibers($argv[1]) : blocking($argv[1]),
};
$argv[1] === 'unknown' || finish();
