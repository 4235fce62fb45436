<?php
/*
 * Stands beside a worker of lives.php, on stock: does the same steps on connections that nobody kills, looks
 * whether both databases say the same, and kills. Or argument "killer": kills at random moments, as long as
 * its parent lives. Requests and answers are lines of JSON.
 */
declare(strict_types=1);

require __DIR__ . '/actor.inc';

final class Witness
{
	/** It may have ended the transaction, and no more. */
	private const COMMITS_FIRST = '/^(CREATE TABLE|DROP TABLE|ALTER|TRUNCATE|LOCK|BEGIN|START)/';

	private mysqli $admin;
	private Actor $actor;
	/** The list of connections; MySQL's older one may stop while connections end. */
	private string $list;

	public function __construct(private int $worker)
	{
		mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
		$this->admin = new mysqli('localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), null, 0, getenv('MYND_TEST_SOCKET'));
		$this->list = str_contains($this->admin->server_info, 'MariaDB') ? 'information_schema.processlist' : 'performance_schema.processlist';
		$this->actor = new Actor('lives_s', $worker);
	}

	public function begin(array $request): bool
	{
		$this->actor = new Actor('lives_s', $this->worker);
		return true;
	}

	public function act(array $request): array
	{
		return $this->actor->act($request['step']);
	}

	/** How many were killed; they are gone. */
	public function kill(array $request): int
	{
		$ids = array_map('intval', array_column($this->admin->query("SELECT id FROM $this->list WHERE user = 'lives_m'")->fetch_all(), 0));
		$killed = [];
		foreach ($ids as $id) {
			if (mt_rand(1, 100) <= $request['share'] && $this->kill_one($id)) {
				$killed[] = $id;
			}
		}
		$this->await('WHERE id IN (' . implode(', ', [0, ...$killed]) . ')', $killed);
		return count($killed);
	}

	private function kill_one(int $id): bool
	{
		try {
			return $this->admin->query("KILL $id");
		} catch (mysqli_sql_exception) { // it has gone already
			return false;
		}
	}

	/** @param list<int> $killed asked for again each half second: MySQL has let one live for more than ten */
	private function await(string $which, array $killed = []): void
	{
		$again = hrtime(true) + 500_000_000;
		for ($end = hrtime(true) + 20_000_000_000; $this->admin->query("SELECT COUNT(*) FROM $this->list $which")->fetch_column() > 0; usleep(300)) {
			hrtime(true) < $end || throw new Error("still there: $which");
			if (hrtime(true) > $again) {
				array_map($this->kill_one(...), $killed);
				$again += 500_000_000;
			}
		}
	}

	/** Both sides' lock of this slot is free by itself. */
	public function await_lock(array $request): bool
	{
		foreach (['lives_m', 'lives_s'] as $side) {
			for ($end = hrtime(true) + 10_000_000_000; $this->admin->query("SELECT IS_FREE_LOCK('$side.$this->worker.{$request['slot']}')")->fetch_column() != 1; usleep(300)) {
				if (hrtime(true) > $end) {
					return false;
				}
			}
		}
		return true;
	}

	private function rows(string $side, int $slot): array
	{
		return $this->admin->query("SELECT id, n, HEX(v) FROM $side.t_{$this->worker}_$slot ORDER BY id")->fetch_all();
	}

	/** What is wrong with the tables of this slot; null: nothing. */
	public function judge(array $request): ?string
	{
		$slot = $request['slot'];
		[$mine, $theirs] = [$this->rows('lives_m', $slot), $this->rows('lives_s', $slot)];
		return $mine === $theirs ? null : 'tables differ: mynd ' . json_encode(array_values(array_diff(array_map('json_encode', $mine), array_map('json_encode', $theirs)))) .
			', stock ' . json_encode(array_values(array_diff(array_map('json_encode', $theirs), array_map('json_encode', $mine))));
	}

	/**
	 * The worker has lost its connection in this step, which may have run, or not. The tables must say either
	 * that it has not, or, if it may have, that it has. Afterwards they are empty.
	 */
	public function lost(array $request): ?string
	{
		$slot = $request['step']['slot'];
		$this->await("WHERE user = 'lives_m' AND command = 'Killed'");
		$wrong = $this->judge(['slot' => $slot]);
		if ($wrong !== null && $request['may']) {
			if (preg_match(self::COMMITS_FIRST, $request['step']['sql'] ?? '')) {
				$this->actor->links[$slot]->query('COMMIT');
				$wrong = $this->judge(['slot' => $slot]);
			}
			$this->actor->act($request['step']);
		}
		$this->actor->drop($slot);
		$this->admin->query("LOCK TABLES lives_s.t_{$this->worker}_$slot WRITE, lives_m.t_{$this->worker}_$slot WRITE"); // what was open is rolled back
		$this->admin->query('UNLOCK TABLES');
		$wrong = $wrong === null ? null : $this->judge(['slot' => $slot]);
		foreach (['lives_m', 'lives_s'] as $side) {
			$this->admin->query("TRUNCATE $side.t_{$this->worker}_$slot");
			$this->admin->query("DROP TABLE IF EXISTS $side.t_{$this->worker}_{$slot}_b");
		}
		return $wrong;
	}

	public function make(array $request): bool
	{
		foreach (['lives_m', 'lives_s'] as $side) {
			foreach ([0, 1] as $slot) {
				$this->admin->query("DROP TABLE IF EXISTS $side.t_{$this->worker}_$slot, $side.t_{$this->worker}_{$slot}_b");
				$this->admin->query("CREATE TABLE $side.t_{$this->worker}_$slot (id INT PRIMARY KEY AUTO_INCREMENT, n BIGINT UNIQUE, v VARCHAR(99)) ENGINE=InnoDB CHARACTER SET utf8mb4");
			}
		}
		return true;
	}
}

/** Another program may wish that nobody is killed now: it holds the file's lock. */
function kill_at_random(Witness $witness, string $lock): void
{
	$file = fopen($lock, 'c');
	for ($parent = posix_getppid(); posix_getppid() === $parent; usleep(mt_rand(0, 3) ? mt_rand(0, 12000) : mt_rand(0, 500))) {
		if (flock($file, LOCK_EX | LOCK_NB)) {
			$witness->kill(['share' => [10, 30, 50, 100][mt_rand(0, 3)]]);
			flock($file, LOCK_UN);
		}
	}
}

mt_srand((int) $argv[2]);
$witness = new Witness((int) $argv[1]);
if (isset($argv[3])) {
	kill_at_random($witness, $argv[3]);
	exit;
}
while (($line = fgets(STDIN)) !== false) {
	$request = json_decode($line, true, 64, JSON_THROW_ON_ERROR);
	fwrite(STDOUT, json_encode($witness->{$request['do']}($request), JSON_THROW_ON_ERROR | JSON_PRESERVE_ZERO_FRACTION) . "\n");
}
