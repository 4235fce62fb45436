<?php
/*
 * Lives of workers: random programs, as long-lived workers run them, with all that keeps connections alive
 * (mynd.preset=web, mynd.shared_pool, Mynd\request_begins()),
 * while connections are killed at random moments.
 *
 *     php-mynd lives.php --stock PHP [--seed S] [--seconds N | --requests N] [--workers N]
 *
 * Some workers share a mailbox, one after the other takes the place of one that has ended. Beside each stands
 * a witness on stock (witness.php), whose connections are new for each request and live. Whatever the
 * program sees must be what the witness sees, or error 2006 and its like. After a loss, and after each
 * request, the tables of both must be the same: what was committed is there once, what was told not to have
 * run is not, what may have run is there as a whole or not at all.
 *
 * In a calm request nobody else kills: then no command may be lost but where the worker has killed its own
 * connections before, and a session that certainly has no state must survive that. The last line: "N passed,
 * N failed", requests.
 */
declare(strict_types=1);

require __DIR__ . '/actor.inc';
require __DIR__ . '/program.inc';

final class Life
{
	/** @var array<string, int> */
	public array $counts = ['requests' => 0, 'steps' => 0, 'killed' => 0, 'lost' => 0, 'renewals' => 0, 'taken over' => 0, 'answered ahead' => 0];
	/** @var list<string> */
	public array $wrong = [];
	private Actor $actor;
	private Program $program;
	private array $pipes = [];
	private $process, $lock;
	private bool $calm, $alone;
	/** @var array<int, bool> of each slot: its connection was killed; has no state; was used; has failed */
	private array $killed = [], $clean = [], $used = [], $failed = [];
	/** @var array<int, bool> its connection is a new one, which has used no table yet */
	private array $is_new = [];
	/** @var list<string> */
	private array $log = [];

	public function __construct(private int $worker, string $stock, int $seed, string $isolation, string $lock)
	{
		$this->process = proc_open([$stock, __DIR__ . '/witness.php', (string) $worker, (string) $seed], [['pipe', 'r'], ['pipe', 'w'], STDERR], $this->pipes);
		$this->program = new Program($seed, $isolation);
		$this->lock = fopen($lock, 'c');
		$this->actor = new Actor('lives_m', $worker);
		$this->ask(['do' => 'make']);
	}

	private function ask(array $request): mixed
	{
		fwrite($this->pipes[0], json_encode($request, JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION) . "\n");
		$line = fgets($this->pipes[1]);
		return $line === false ? throw new Error('the witness has ended') : json_decode($line, true, 64, JSON_THROW_ON_ERROR);
	}

	private function wrong(string $what): void
	{
		$this->wrong[] = "--- worker $this->worker, request {$this->counts['requests']}: $what\n" . implode("\n", $this->log) . "\n";
	}

	private function note(array $step, mixed $seen): void
	{
		unset($step['clean']);
		$this->log[] = '  ' . json_encode($step, JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_UNICODE | JSON_UNESCAPED_SLASHES) . ' => ' . json_encode($seen, JSON_INVALID_UTF8_SUBSTITUTE | JSON_UNESCAPED_UNICODE);
	}

	/** Nobody kills but this worker, if it can be had. */
	private function be_calm(bool $calm): void
	{
		flock($this->lock, LOCK_UN);
		$this->calm = $calm && flock($this->lock, LOCK_SH);
		$this->alone = false;
	}

	public function request(): void
	{
		$request = $this->program->request();
		$this->counts['requests']++;
		$this->be_calm($request['calm']);
		$old = $this->actor;
		$this->count_pools();
		Mynd\request_begins();
		$this->ask(['do' => 'begin']);
		foreach ($old->links as $slot => $link) {
			$seen = $old->act(['do' => 'run', 'slot' => $slot, 'sql' => 'DO 0', 'values' => [], 'way' => 'query']);
			($seen['lost'][0] ?? 0) === 2006 || $this->wrong('a connection of the request before still works: ' . json_encode($seen));
		}
		$this->log = [];
		$this->judge();
		$this->actor = new Actor('lives_m', $this->worker);
		$this->killed = $this->clean = $this->used = $this->failed = $this->is_new = [];
		foreach ($request['steps'] as $step) {
			$failures = count($this->wrong);
			$this->step($step);
			if (count($this->wrong) > $failures) {
				break;
			}
		}
		$this->end($request['end']);
	}

	private function renewals(int $slot): int
	{
		return isset($this->actor->links[$slot]) ? Mynd\stats($this->actor->links[$slot])['reconnects'] : 0;
	}

	private function end(string $how): void
	{
		foreach ($this->actor->links as $slot => $link) {
			$this->counts['renewals'] += Mynd\stats($link)['reconnects'];
			$link = null;
			$how === 'close' && $this->actor->act(['do' => 'close', 'slot' => $slot, 'explicit' => true]);
			$how === 'forget' && $this->actor->drop($slot);
		}
	}

	private function judge(): void
	{
		foreach ([0, 1] as $slot) {
			$wrong = $this->ask(['do' => 'judge', 'slot' => $slot]);
			$wrong === null || $this->wrong($wrong);
		}
	}

	private function count_pools(): void
	{
		static $before = [];
		$now = ['taken over' => array_sum(array_column(Mynd\pools(), 'taken_over')), 'answered ahead' => array_sum(array_column(Mynd\pools(), 'answered_ahead'))];
		foreach ($now as $what => $number) {
			$this->counts[$what] += max(0, $number - ($before[$what] ?? 0));
		}
		$before = $now;
	}

	private function step(array $step): void
	{
		$slot = $step['slot'];
		if ($step['do'] === 'kill') {
			$this->kill($step);
			return;
		}
		if ($step['do'] !== 'connect' && !isset($this->actor->links[$slot])) {
			return;
		}
		if (str_contains($step['sql'] ?? '', 'ROW_COUNT') && !$this->used[$slot]) {
			return; // a reset leaves it as it was
		}
		$this->counts['steps']++;
		$step['do'] === 'connect' || $step['do'] === 'close' and $this->counts['renewals'] += $this->renewals($slot);
		$renewals = $this->renewals($slot);
		$mine = $this->actor->act($step);
		$this->note($step, $mine);
		if (isset($mine['lost'])) {
			$this->lost($step, ...$mine['lost']);
			return;
		}
		$uses_table = preg_match('/\{[qt]\}|tmp_/', $step['sql'] ?? '') === 1;
		$this->is_new[$slot] = (($this->is_new[$slot] ?? false) || $this->renewals($slot) > $renewals) && $step['do'] !== 'connect' && !$uses_table;
		$theirs = $this->ask(['do' => 'act', 'step' => $step]);
		if ($mine != $theirs && !$this->is_known($step, $mine, $theirs) && !$this->is_of_dying($step, $mine, $theirs)) {
			$this->wrong('stock sees ' . json_encode($theirs, JSON_UNESCAPED_UNICODE));
		}
		$this->failed[$slot] = $step['do'] !== 'connect' && (($this->failed[$slot] ?? false) || isset($mine['error']));
		$this->killed[$slot] = ($this->killed[$slot] ?? false) && $step['do'] !== 'connect' && $this->renewals($slot) === $renewals;
		$this->clean[$slot] = $step['do'] === 'connect' || ($this->clean[$slot] && $step['clean'] && !isset($mine['error']));
		$this->used[$slot] = $step['do'] !== 'connect' && ($this->used[$slot] || $step['do'] === 'run');
	}

	/**
	 * After a prepare that was refused the server tells of its execute (docs/deferred-prepares.md). A new
	 * session has no warnings of the old one; MariaDB keeps them until a table is used, and counts them in
	 * the answer to a select_db() (docs/reconnect.md).
	 */
	private function is_known(array $step, mixed $mine, mixed $theirs): bool
	{
		$is_new = $this->is_new[$step['slot']] ?? false;
		if ($is_new && ($step['name'] ?? '') === 'select_db' && ($mine['of link'][2] ?? null) === 0 && isset($theirs['of link'][2])) {
			$theirs['of link'][2] = 0;
			return $mine == $theirs;
		}
		return ($is_new || ($this->failed[$step['slot']] ?? false)) && preg_match('/^SHOW .*WARNINGS/', $step['sql'] ?? '') === 1;
	}

	/**
	 * A connection that has ended may hold its lock for a moment more: one side is told that another one has
	 * it (0), and one that nobody has it (null). It is free soon, or a session in a pool has kept it.
	 */
	private function is_of_dying(array $step, mixed $mine, mixed $theirs): bool
	{
		$without = fn (mixed $seen): string => preg_replace('/\["?0"?\]/', '[null]', json_encode($seen, JSON_THROW_ON_ERROR));
		return str_contains($step['sql'] ?? '', '_LOCK(') && $without($mine) === $without($theirs) && $this->ask(['do' => 'await_lock', 'slot' => $step['slot']]);
	}

	/** Where others are calm nobody kills. */
	private function kill(array $step): void
	{
		if (!$this->alone && !flock($this->lock, LOCK_EX | LOCK_NB)) {
			$this->calm = false; // the lock was given up for a moment
			return;
		}
		$this->alone = $this->calm;
		$number = $this->ask($step);
		$this->counts['killed'] += $number;
		$this->note($step, $number);
		foreach ($this->actor->links as $slot => $link) {
			$this->killed[$slot] = true;
		}
		$this->calm || flock($this->lock, LOCK_UN);
	}

	private function lost(array $step, int $code, bool $may): void
	{
		$slot = $step['slot'];
		$this->counts['lost']++;
		if ($this->calm && !($this->killed[$slot] ?? false)) {
			$this->wrong("$code, and nobody has killed the connection");
		} elseif ($this->calm && $may) {
			$this->wrong("$code, it may have run; but the connection had been killed before");
		} elseif ($this->calm && $this->clean[$slot] && $this->used[$slot] && $step['clean'] && $step['do'] !== 'connect') {
			$this->wrong("$code, and the session has no state");
		}
		$this->actor->drop($slot);
		$wrong = $this->ask(['do' => 'lost', 'step' => $step, 'may' => $may]);
		$wrong === null || $this->wrong($wrong);
		$this->killed[$slot] = false;
	}

	public function finish(): void
	{
		$this->actor = new Actor('lives_m', $this->worker);
		$this->count_pools();
		Mynd\request_begins();
		$this->ask(['do' => 'begin']);
		$this->judge();
		flock($this->lock, LOCK_UN);
		fclose($this->pipes[0]);
		proc_close($this->process);
	}
}

/** Runs requests in a process of its own; its counts and what was wrong go to the file. */
function live(int $worker, int $seed, int $requests, float $until, array $about, string $told): int
{
	$pid = pcntl_fork();
	if ($pid !== 0) {
		return $pid;
	}
	$life = new Life($worker, $about['stock'], $seed, $about['isolation'], $about['lock']);
	while ($requests-- > 0 && $life->wrong === [] && microtime(true) < $until) {
		$life->request();
	}
	$life->finish();
	file_put_contents($told, json_encode(['counts' => $life->counts, 'wrong' => $life->wrong], JSON_THROW_ON_ERROR | JSON_INVALID_UTF8_SUBSTITUTE));
	exit(0);
}

function prepare_server(mysqli $admin): string
{
	$admin->query('SET GLOBAL innodb_lock_wait_timeout = 5, GLOBAL lock_wait_timeout = 10');
	foreach (['lives_m', 'lives_s'] as $side) {
		foreach (["DROP DATABASE IF EXISTS $side", "CREATE DATABASE $side CHARACTER SET utf8mb4", "DROP USER IF EXISTS $side", "CREATE USER $side IDENTIFIED BY 'lives'", "GRANT ALL ON $side.* TO $side",
			"CREATE FUNCTION $side.put_state(a INT) RETURNS INT NOT DETERMINISTIC NO SQL BEGIN SET @of_function = a; RETURN a; END", "CREATE FUNCTION $side.get_state() RETURNS INT NOT DETERMINISTIC NO SQL RETURN @of_function"] as $sql) {
			$admin->query($sql);
		}
	}
	return $admin->query("SHOW SESSION VARIABLES LIKE 't%_isolation'")->fetch_row()[0];
}

mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$options = getopt('', ['stock:', 'seed:', 'seconds:', 'requests:', 'workers:']);
$seed = (int) ($options['seed'] ?? random_int(1, PHP_INT_MAX >> 20));
$workers = (int) ($options['workers'] ?? 3);
$left = (int) ($options['requests'] ?? (isset($options['seconds']) ? PHP_INT_MAX : 600));
$until = microtime(true) + (float) ($options['seconds'] ?? 1e9);
$temp = sys_get_temp_dir() . '/mynd-lives.' . getmypid();
mkdir($temp);
$admin = new mysqli('localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), null, 0, getenv('MYND_TEST_SOCKET'));
$about = ['stock' => $options['stock'], 'isolation' => prepare_server($admin), 'lock' => "$temp/lock"];
$admin->close();
$pipes = [];
$killer = proc_open([$options['stock'], __DIR__ . '/witness.php', '99', (string) $seed, "$temp/lock"], [['pipe', 'r'], STDOUT, STDERR], $pipes);
$running = $sums = $wrong = [];
for ($born = 0; $running !== [] || ($left > 0 && $wrong === []);) {
	while (count($running) < $workers && $left > 0 && $wrong === [] && microtime(true) < $until) {
		$worker = array_values(array_diff(range(0, $workers - 1), $running))[0];
		$requests = min($left, 40);
		$left -= $requests;
		$running[live($worker, $seed + $born, $requests, $until, $about, "$temp/told.$worker")] = $worker;
		$born++;
	}
	if ($running === []) {
		break;
	}
	$pid = pcntl_wait($status);
	if (!isset($running[$pid])) {
		continue;
	}
	$worker = $running[$pid];
	unset($running[$pid]);
	$told = $status === 0 && is_file("$temp/told.$worker") ? json_decode(file_get_contents("$temp/told.$worker"), true, 64, JSON_THROW_ON_ERROR) : ['counts' => [], 'wrong' => ["worker $worker has ended with status $status"]];
	@unlink("$temp/told.$worker");
	array_push($wrong, ...$told['wrong']);
	foreach ($told['counts'] as $what => $number) {
		$sums[$what] = ($sums[$what] ?? 0) + $number;
	}
}
proc_terminate($killer);
proc_close($killer);
array_map(unlink(...), glob("$temp/*"));
rmdir($temp);
$idle = array_keys(array_filter($sums, fn ($number) => $number === 0));
$idle === [] || $wrong !== [] || ($sums['requests'] ?? 0) < 400 || $wrong[] = 'none: ' . implode(', ', $idle) . "\n";
echo implode("\n", $wrong);
echo "seed $seed: ", implode(', ', array_map(fn ($what, $number) => "$number $what", array_keys($sums), $sums)), "\n";
echo max(0, ($sums['requests'] ?? 0) - count($wrong)), ' passed, ', count($wrong), " failed\n";
exit($wrong === [] ? 0 : 1);
