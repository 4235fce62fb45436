<?php
/*
 * Workers of php-fpm that end in the middle of a call, each call of calls_page.php in each way, and the next
 * request, which must find nothing of it: calls.php FOLDER PAGE SEED NUMBER. NUMBER is how many cases of
 * a way the seed chooses, or "all".
 *
 * FOLDER/real has the sockets of pools whose workers are killed, told that their time is over, or limited in
 * memory; in "limited" php-fpm ends requests that take longer than five seconds. FOLDER/counted has the same
 * with bailout.so. The server is known by its environment.
 *
 *     killed        the worker gets SIGKILL while the call waits for a frozen server
 *     time          it gets the signal of max_execution_time then, and serves the next request itself
 *     terminated    php-fpm ends it (request_terminate_timeout)
 *     memory        the result does not fit memory_limit: a fatal error, or error 2008
 *     allocation    the n-th allocation of the driver ends the request
 *
 * Prints what was wrong, a line each, and "N passed, N failed".
 */
declare(strict_types=1);
require __DIR__ . '/../fastcgi.php';

const MYSQLI = ['connect', 'take', 'query', 'query large', 'write', 'fetch_all', 'fetch_row', 'prepare', 'execute', 'get_result', 'fetch', 'send_long_data', 'execute_query', 'pipeline', 'execute_many',
	'reap', 'stream', 'infile', 'begin', 'commit', 'rollback', 'autocommit', 'select_db', 'set_charset', 'change_user', 'multi_query', 'interceptor'];
const PDO_CALLS = ['connect', 'query', 'query large', 'exec', 'prepare', 'execute', 'fetchAll', 'fetch', 'pipeline', 'execute_many', 'infile', 'commit', 'rollBack', 'autocommit'];
/** What takes more memory than there is. */
const LARGE = ['query large', 'fetch_all', 'fetch_row', 'get_result', 'fetch', 'pipeline', 'reap', 'stream', 'fetchAll'];
/** After these the row may be there. */
const COMMITS = ['commit', 'begin', 'autocommit'];
const FOR_EVER = 20.0; // seconds

final class Calls
{
	public int $passed = 0, $failed = 0;
	private mysqli $watch;
	private int $number = 0;
	/** @var array<string, array> of each pool, what its last check has said */
	private array $last = [];

	public function __construct(private string $folder, private string $page)
	{
		$this->watch = new mysqli('localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), 'calls', null, getenv('MYND_TEST_SOCKET'));
	}

	private function server(): int
	{
		return (int) getenv('MYND_TEST_SERVER_PID');
	}

	/** @return resource */
	private function ask(string $pool, array $query): mixed
	{
		$socket = stream_socket_client("unix://$this->folder/$pool.sock", $no, $text, FOR_EVER);
		fwrite($socket, request(['REQUEST_METHOD' => 'GET', 'SCRIPT_FILENAME' => $this->page, 'QUERY_STRING' => http_build_query($query)]));
		return $socket;
	}

	/** The whole answer, without its head. */
	private function answer(mixed $socket): string
	{
		stream_set_timeout($socket, (int) FOR_EVER);
		$bytes = stream_get_contents($socket);
		$printed = printed($bytes);
		return $printed === null ? 'cut off' : (explode("\r\n\r\n", $printed[0], 2)[1] ?? '') . $printed[1];
	}

	private function until(callable $condition, int $pause = 1000): bool
	{
		for ($end = microtime(true) + FOR_EVER; !($is = $condition()) && microtime(true) < $end;) {
			usleep($pause);
			clearstatcache();
		}
		return $is;
	}

	private static function state(int $pid): string
	{
		return preg_match('/\) ([A-Za-z])/', (string) @file_get_contents("/proc/$pid/stat"), $match) === 1 ? $match[1] : '';
	}

	/** The worker that waits in its call; 0: none does. */
	private function waiting_worker(): int
	{
		$pid = 0;
		$slept = 0;
		$this->until(function () use (&$pid, &$slept) {
			$pid = (int) @file_get_contents("$this->folder/in");
			$slept = $pid > 0 && self::state($pid) === 'S' ? $slept + 1 : 0;
			return $slept >= 3 || is_file("$this->folder/out");
		});
		return is_file("$this->folder/out") ? 0 : $pid;
	}

	/** Ends it while it waits. Returns what was wrong. */
	private function in_the_wait(string $pool, array $query, string $way): string
	{
		$socket = $this->ask($pool, $query);
		$pid = $this->waiting_worker();
		if ($pid > 0 && $way !== 'terminated') {
			posix_kill($pid, $way === 'killed' ? SIGKILL : SIGPROF);
		}
		if ($way !== 'time' && $pid > 0 && !$this->until(fn () => in_array(self::state($pid), ['', 'Z'], true))) {
			$pid = -1;
		}
		posix_kill($this->server(), SIGCONT);
		$said = $this->answer($socket);
		if ($pid <= 0) {
			return $pid < 0 ? 'php-fpm did not end the worker' : "nothing waited: $said" . $this->log();
		}
		if ($way === 'time') {
			return str_contains($this->log(), 'Maximum execution time') ? '' : "no end of its time: $said";
		}
		return $said === 'cut off' || $said === '' ? '' : "it was not ended: $said";
	}

	/** What was logged since the last call. */
	private function log(): string
	{
		static $at = 0;
		$said = (string) file_get_contents("$this->folder/real/php.log", offset: $at);
		$at += strlen($said);
		return $said;
	}

	/** The next request finds nothing of the one before. Returns what was wrong. */
	private function check(string $pool, string $token, string $call, bool $survives): string
	{
		/* InnoDB makes this table anew only if nobody has read it for a tenth of a second */
		if (!$this->until(fn () => $this->watch->query('SELECT COUNT(*) FROM information_schema.innodb_trx')->fetch_column() == 0, 150000)) {
			return 'a transaction is left';
		}
		if (!$this->until(fn () => $this->watch->query("SELECT IS_FREE_LOCK('calls')")->fetch_column() == 1)) {
			return 'a lock is left';
		}
		$there = (int) $this->watch->query("SELECT COUNT(*) FROM ledger WHERE token = '$token'")->fetch_column();
		if ($there > (in_array($call, COMMITS, true) ? 1 : 0)) {
			return "the transaction's row is there $there times";
		}
		$said = $this->answer($this->ask($pool, ['check' => 1]));
		$answer = json_decode($said, true);
		if (!is_array($answer) || array_filter($answer['wrong']) !== [] || $answer['live'] !== 4 || $answer['left'] !== 0 || $answer['limit'] !== '128M') {
			return "the next request: $said";
		}
		$last = $this->last[$pool] ?? null;
		$this->last[$pool] = $answer;
		if ($last === null) {
			return '';
		}
		if (($answer['pid'] === $last['pid']) !== $survives) {
			return $survives ? 'the worker has ended' : 'the worker has not ended';
		}
		return !$survives || $answer['fds'] === $last['fds'] ? '' : "the worker had $last[fds] descriptors, and has $answer[fds]";
	}

	private function judge(string $name, string $wrong): bool
	{
		$wrong === '' ? $this->passed++ : $this->failed++;
		echo $wrong === '' ? '' : "--- $name\n    $wrong\n";
		return $wrong === '';
	}

	private function query(string $face, string $call, string $end, int $n = 0): array
	{
		foreach (['begins', 'in', 'out'] as $file) {
			@unlink("$this->folder/$file");
		}
		return ['face' => $face, 'call' => $call, 'end' => $end, 'n' => $n, 'token' => 't' . $this->number++, 'server' => $this->server(), 'stop' => SIGSTOP];
	}

	/** The first request of all has files open that opcache holds from then on. */
	private function begin(string $pool): void
	{
		if (!isset($this->last[$pool])) {
			$wrong = $this->check($pool, 'none', '', true);
			unset($this->last[$pool]);
			$this->judge("$pool, as new", $wrong . $this->check($pool, 'none', '', true));
		}
	}

	/** @param array{string, string, string, string} $case way, face, call, pool */
	public function run(array $case): void
	{
		[$way, $face, $call, $pool] = $case;
		if ($way === 'allocation') {
			$this->allocations($face, $call, "counted/$pool");
			return;
		}
		$pool = 'real/' . ($way === 'terminated' ? 'limited' : $pool);
		$this->begin($pool);
		if ($way === 'memory') {
			$query = $this->query($face, $call, 'memory');
			$said = $this->answer($this->ask($pool, $query));
			$log = $this->log() . $said;
			$wrong = str_contains($log, 'Allowed memory size') || str_contains($log, 'memory_limit') || stripos($log, 'out of memory') !== false ? '' : "the memory was enough: $said";
		} else {
			$query = $this->query($face, $call, 'frozen');
			$wrong = $this->in_the_wait($pool, $query, $way);
		}
		$checked = $this->check($pool, $query['token'], $call, $way === 'time' || $way === 'memory');
		$this->judge("$way: $face, $call, $pool", $wrong . ($wrong !== '' && $checked !== '' ? '; ' : '') . $checked);
	}

	/** The first allocations one by one, then in greater steps, until it comes through. */
	private function allocations(string $face, string $call, string $pool): void
	{
		$this->begin($pool);
		for ($n = 1, $through = false; !$through && $n < 5000; $n += 1 + intdiv($n, 6)) {
			$query = $this->query($face, $call, 'allocation', $n);
			$said = $this->answer($this->ask($pool, $query));
			$through = str_contains($said, 'allocations: ');
			if (!$this->judge("allocation $n: $face, $call, $pool", $this->check($pool, $query['token'], $call, true))) {
				return;
			}
		}
		$through || $this->judge("allocations: $face, $call, $pool", 'it never came through');
	}
}

/** @return list<array{string, string, string, string}> */
function cases(): array
{
	$cases = [];
	foreach (['mysqli' => MYSQLI, 'pdo' => PDO_CALLS] as $face => $calls) {
		foreach ($calls as $call) {
			foreach (['own', 'shared'] as $pool) {
				foreach (['killed', 'time', 'memory', 'allocation'] as $way) {
					$way === 'memory' && !in_array($call, LARGE, true) || $cases[] = [$way, $face, $call, $pool];
				}
			}
			$cases[] = ['terminated', $face, $call, 'limited'];
		}
	}
	return $cases;
}

/** So many of each way, but of those that take long one or two. */
function chosen(array $cases, int $number): array
{
	$chosen = [];
	$left = ['killed' => $number, 'time' => $number, 'memory' => intdiv($number, 2), 'allocation' => intdiv($number, 8), 'terminated' => 1];
	shuffle($cases);
	foreach ($cases as $case) {
		if ($left[$case[0]]-- > 0) {
			$chosen[] = $case;
		}
	}
	return $chosen;
}

[, $folder, $page, $seed, $number] = $argv;
mt_srand((int) $seed);
$cases = cases();
$cases = $number === 'all' ? $cases : chosen($cases, (int) $number);
$calls = new Calls($folder, $page);
register_shutdown_function(fn () => posix_kill((int) getenv('MYND_TEST_SERVER_PID'), SIGCONT));
array_map($calls->run(...), $cases);
echo "$calls->passed passed, $calls->failed failed\n";
exit($calls->failed === 0 ? 0 : 1);
