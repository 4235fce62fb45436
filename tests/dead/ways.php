<?php
/*
 * Kinds of calls, all at the same time, each in a process of its own: ways.php WHAT BEGIN END. When all are
 * ready, the command BEGIN freezes the server, or cuts the network; END undoes that. Then each must have
 * ended with 2006 after a second or two. WHAT = lives: nothing happens to the server, which takes longer than
 * that for each, and none may end. Prints what was wrong, and "N passed, N failed".
 */
declare(strict_types=1);
require __DIR__ . '/../phpt/fibers/loop.inc';

[, $what, $begin, $end] = $argv;
const LIMIT = 1.0; // mynd.dead_after
const LONG = 2.6;
mysqli_report(MYSQLI_REPORT_OFF);
$host = getenv('DEAD_HOST');

/** A connection over 'unix', 'tcp' or 'tls'. */
function connect(string $over, array $options = [], string $prefix = ''): mysqli
{
	$link = mysqli_init();
	$link->options(MYSQLI_OPT_LOCAL_INFILE, 1);
	foreach ($options as $option => $value) {
		$link->options($option, $value);
	}
	if ($over === 'tls') {
		$link->ssl_set(null, null, null, null, null);
	}
	$ok = @$link->real_connect($prefix . ($over === 'unix' ? 'localhost' : getenv('DEAD_HOST')), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'),
		(int) getenv('MYND_TEST_PORT'), getenv('MYND_TEST_SOCKET'), $over === 'tls' ? MYSQLI_CLIENT_SSL | MYSQLI_CLIENT_SSL_DONT_VERIFY_SERVER_CERT : 0);
	return $ok ? $link : throw new Exception("$over: connect: " . mysqli_connect_error());
}

/** Waits until the peers' kernels have acknowledged all that this process has sent over TCP. */
function await_acknowledgement(): void
{
	$own = array_map(fn($file) => (string) @readlink($file), glob('/proc/self/fd/*'));
	do {
		$rows = array_map(fn($line) => preg_split('/\s+/', trim($line)), file('/proc/self/net/tcp'));
		$unacknowledged = array_filter($rows, fn($row) => in_array("socket:[$row[9]]", $own, true) && !str_starts_with($row[4], '00000000:'));
	} while ($unacknowledged);
}

/** A file of 16 MB, more than the buffers between, and few rows, all of them with the id 1. */
final class Rows
{
	public static $go;
	public $context;
	private int $sent = 0;

	public function stream_open(): bool
	{
		return true;
	}

	public function stream_read(int $count): string
	{
		if ($this->sent === 0) {
			(self::$go)();
		}
		$this->sent++;
		return $this->sent > 2000 ? '' : str_pad("1\t", 8191, 'x') . "\n";
	}

	public function stream_eof(): bool
	{
		return $this->sent > 2000;
	}

	public function stream_stat(): array
	{
		return [];
	}
}
stream_wrapper_register('rows', Rows::class);

/** name => a program; it calls $go when it is ready for what happens, and returns what has failed. */
function calls(string $what): array
{
	$sleep = 'SELECT SLEEP(' . ($what === 'lives' ? LONG : 30) . ')';
	$query = fn(string $over, int $before = 0) => function (callable $go) use ($over, $before, $sleep) {
		$link = connect($over);
		for ($i = 0; $i < $before; $i++) {
			$link->query('SELECT 1');
		}
		$go();
		$link->query($sleep);
		return $link;
	};
	$calls = [];
	foreach ($what === 'lives' || $what === 'frozen' ? ['unix', 'tcp', 'tls'] : ['tcp', 'tls'] as $over) {
		$calls["a query over $over"] = $query($over);
		$calls["LOCAL INFILE over $over"] = function (callable $go) use ($over) {
			$link = connect($over);
			Rows::$go = $go;
			$link->query("LOAD DATA LOCAL INFILE 'rows://' REPLACE INTO TABLE dead (id)");
			return $link;
		};
	}
	$over = $what === 'frozen' ? 'unix' : 'tcp';
	$calls['a blocking recv'] = $query('tcp', 6);
	$calls['PDO'] = function (callable $go) use ($sleep) {
		$pdo = new PDO('mysql:host=' . getenv('DEAD_HOST') . ';port=' . getenv('MYND_TEST_PORT'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), [PDO::ATTR_ERRMODE => PDO::ERRMODE_SILENT]);
		$go();
		$pdo->query($sleep);
		return $pdo;
	};
	$calls['a fiber, beside another one that goes on'] = function (callable $go) use ($sleep) {
		$link = connect('tcp');
		Mynd\waiter(Loop::wait(...));
		$go();
		Loop::start(function () use ($link, $sleep) {
			$link->query($sleep);
			$link = null;
		});
		for ($turns = 0; Loop::$waiting !== []; $turns++) {
			Loop::turn(0.05);
		}
		return $turns < 10 ? "the other one had $turns turns" : $link;
	};
	$calls['as_completed(), four at a time'] = function (callable $go) use ($over, $sleep) {
		$links = array_map(connect(...), array_fill(0, 4, $over));
		$go();
		foreach ($links as $link) {
			$link->query($sleep, MYSQLI_ASYNC);
		}
		foreach (Mynd\as_completed($links) as $link) {
			$ended[] = $link->reap_async_query() instanceof mysqli_result;
		}
		return count(array_unique($ended)) === 1 ? $link : json_encode($ended);
	};
	if ($what === 'lives') {
		return $calls;
	}
	if ($what !== 'frozen') { // whose machine still acknowledges
		$calls['a loop that polls for moments, by TCP\'s keepalive'] = function (callable $go) use ($over, $sleep) {
			$link = connect($over);
			$link->query($sleep, MYSQLI_ASYNC);
			await_acknowledgement();
			$go();
			do {
				$read = $error = $rejected = [$link];
			} while (mysqli_poll($read, $error, $rejected, 0, 50000) === 0);
			$link->reap_async_query();
			return $link;
		};
	}
	$calls['rows that are fetched one by one'] = function (callable $go) use ($over) {
		$link = connect($over);
		$rows = $link->query("SELECT REPEAT('x', 1000) FROM seq_1_to_240000", MYSQLI_USE_RESULT);
		$rows->fetch_row();
		$go();
		while ($rows->fetch_row()) {
		}
		return $link;
	};
	$calls['a long query text'] = function (callable $go) use ($over) {
		$link = connect($over);
		$text = "SELECT '" . str_repeat('x', 32 << 20) . "'";
		$go();
		$link->query($text);
		return $link;
	};
	$calls['a close that reads replies first'] = function (callable $go) use ($over) {
		$link = connect($over);
		$go();
		$link->query('UPDATE dead SET id = id', MYSQLI_ASYNC);
		$link->query('UPDATE dead SET id = id', MYSQLI_ASYNC);
		$link->close();
		return null;
	};
	$calls['a persistent connection that was opened without the setting'] = function (callable $go) use ($over, $sleep) {
		ini_set('mynd.dead_after', '0');
		$link = connect($over, [], 'p:');
		$thread = $link->thread_id;
		$link->close();
		ini_set('mynd.dead_after', (string) LIMIT);
		$link = connect($over, [], 'p:');
		$go();
		$link->query($sleep);
		return $link->thread_id === $thread ? $link : 'another connection';
	};
	$calls['a persistent connection whose reset is not answered'] = function (callable $go) use ($over) {
		$options = [MYSQLI_OPT_CONNECT_TIMEOUT => 1];
		$link = connect($over, $options, 'p:');
		$link->query('SET @used = 1');
		$go();
		$link->close();
		try {
			connect($over, $options, 'p:');
		} catch (Exception) {
			return null;
		}
		return 'connected';
	};
	return $calls;
}

/** What is wrong with how the call has ended; '' if nothing is. */
function judge(mixed $link, string $what, float $took): string
{
	if (is_string($link)) {
		return $link;
	}
	$failure = $link === null ? ['code' => 2006, 'cause' => 'timed out'] : Mynd\last_failure($link);
	if ($what === 'lives') {
		return ($failure !== null ? json_encode($failure) : '') . ($took < 2 * LIMIT ? "after $took s" : '');
	}
	$right = $failure !== null && $failure['code'] === 2006 && in_array($failure['cause'], ['timed out', 'lost'], true);
	return ($right ? '' : json_encode($failure)) . ($took > 0.9 * LIMIT && $took < 5 * LIMIT ? '' : " after $took s");
}

$admin = connect('unix');
$admin->query('CREATE TABLE IF NOT EXISTS dead (id INT PRIMARY KEY) ENGINE=InnoDB');
$admin->query('REPLACE INTO dead VALUES (1)');
if ($what === 'lives') { // a LOAD DATA that waits for this row reads nothing: what is sent fills the buffers
	$admin->query('BEGIN');
	$admin->query('SELECT id FROM dead WHERE id = 1 FOR UPDATE');
}
$children = [];
foreach (calls($what) as $name => $call) {
	[$ours, $theirs] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
	if (pcntl_fork() === 0) {
		pcntl_alarm(20);
		$started = 0.0;
		$wrong = 'no answer';
		try {
			$link = $call(function () use ($theirs, &$started) {
				fwrite($theirs, "ready\n");
				fgets($theirs);
				$started = microtime(true);
			});
			$took = microtime(true) - $started;
			$wrong = judge($link, $what, $took) ?: sprintf('right %.2f', $took);
		} catch (Throwable $e) {
			$wrong = $e->getMessage();
		}
		fwrite($theirs, "$wrong\n");
		posix_kill(getmypid(), SIGKILL);
	}
	fclose($theirs);
	$children[$name] = $ours;
}
foreach ($children as $child) {
	fgets($child);
}
if ($begin !== '') {
	passthru($begin);
	$pid = getenv('MYND_TEST_SERVER_PID');
	if ($what === 'frozen') { // a stop takes a moment
		while (array_filter(glob("/proc/$pid/task/*/stat"), fn($file) => !preg_match('/\) [TZ] /', file_get_contents($file)))) {
			usleep(1000);
		}
	}
}
foreach ($children as $child) {
	fwrite($child, "go\n");
}
if ($what === 'lives') {
	$read = $none = [];
	usleep((int) (LONG * 1e6));
	$admin->query('COMMIT');
}
$passed = $failed = 0;
foreach ($children as $name => $child) {
	$wrong = rtrim((string) fgets($child));
	$right = str_starts_with($wrong, 'right');
	$passed += $right;
	$failed += !$right;
	echo $right && !getenv('MYND_DEAD_SHOW') ? '' : "--- $what: $name: $wrong\n";
}
if ($end !== '') {
	passthru($end);
}
/* The server refuses nobody afterwards: those that asked are not counted as broken logins. */
$refused = '';
try {
	connect('tcp', [MYSQLI_OPT_CONNECT_TIMEOUT => 10]);
} catch (Exception $e) {
	$refused = $e->getMessage();
	echo "--- $what: afterwards: $refused\n";
}
$passed += $refused === '';
$failed += $refused !== '';
echo "$passed passed, $failed failed\n";
