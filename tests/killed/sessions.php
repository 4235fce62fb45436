<?php
/*
 * Sessions without state survive (mynd.reconnect): a program works on connections that are killed at random
 * moments, and keeps a ledger of what it was told. Arguments: kills, seed.
 *
 * A child kills, again and again, the connections of the worker's user: while they are idle, while a command
 * runs, in the middle of transactions. The worker inserts numbered rows by every way that there is (texts,
 * prepared statements, execute_query(), PDO native and emulated, transactions, on ordinary and on persistent
 * connections), and writes down of each row: done, not run, or unknown (may_have_run).
 *
 * At the end the table must have each row that was done once, no row that was not run, and no row twice. Some
 * sessions get state (a user variable, a lock, a temporary table, an open transaction); whatever is sent to
 * them must fail after a kill, or find the state. The last line: "N lost, N doubled, N run that were told not
 * to, N without their state; N kills, N renewals".
 */
declare(strict_types=1);

mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$kills = (int) ($argv[1] ?? 200);
$seed = (int) ($argv[2] ?? random_int(1, PHP_INT_MAX >> 1));
mt_srand($seed);
const USER = 'mynd_sessions', PASSWORD = 'of their own, to be known by';

function admin(): mysqli
{
	return new mysqli('localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), 0, getenv('MYND_TEST_SOCKET'));
}

/** Kills connections of the worker until told to end; the number of kills stands in the table. */
function kill_at_random(int $seed, int $kills): never
{
	mt_srand($seed);
	$admin = admin();
	for ($done = 0; $done < $kills && posix_getppid() > 1;) {
		usleep(mt_rand(0, 3) === 0 ? mt_rand(0, 20) : mt_rand(0, 4000));
		$ids = $admin->query("SELECT id FROM information_schema.processlist WHERE user = '" . USER . "'")->fetch_all();
		foreach ($ids as [$id]) {
			try {
				mt_rand(0, 1) && $done += (int) $admin->query("KILL $id");
			} catch (mysqli_sql_exception) { /* it has gone already */
			}
		}
	}
	$admin->query("INSERT INTO sessions_kills VALUES ($done)");
	posix_kill(getmypid(), SIGKILL); /* no destructors of the parent's */
	exit;
}

final class Worker
{
	public int $next = 0;
	/** @var array<int, string> of each row: d(one), n(ot run), m(ay have run) */
	public array $told = [];
	public int $renewals = 0, $stateless = 0, $losses = 0;
	private ?object $link = null;
	private mixed $statement = null;
	private string $way = '';

	private function end(): void
	{
		if ($this->link !== null) {
			$this->renewals += Mynd\stats($this->link)['reconnects'];
			$this->statement = null;
			$this->link = null;
		}
	}

	/** A connection lives until its commands are lost, and a little longer at random. */
	private function link(): object
	{
		if ($this->link !== null && mt_rand(0, 60) > 0) {
			return $this->link;
		}
		$this->end();
		for (;;) {
			try {
				$this->way = ['mysqli', 'p:mysqli', 'native', 'emulated'][mt_rand(0, 3)];
				$this->link = str_contains($this->way, 'mysqli')
					? new mysqli($this->way === 'mysqli' ? 'localhost' : 'p:localhost', USER, PASSWORD, getenv('MYND_TEST_DB'), 0, getenv('MYND_TEST_SOCKET'))
					: new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), USER, PASSWORD, [PDO::ATTR_EMULATE_PREPARES => $this->way === 'emulated']);
				return $this->link;
			} catch (mysqli_sql_exception | PDOException) { /* killed in the login */
				$this->link = null;
			}
		}
	}

	/** Runs it; null: done. What has failed otherwise than by a loss is thrown. */
	private function lost(callable $run): ?string
	{
		try {
			$run();
			return null;
		} catch (mysqli_sql_exception | PDOException $e) {
			$code = $e instanceof PDOException ? $e->errorInfo[1] ?? 0 : $e->getCode();
			if (!in_array($code, [2006, 2013, 4031, 1317, 1927, 1053], true)) {
				throw $e;
			}
			$this->losses++;
			$may = in_array($code, [1317, 1927, 1053], true) || (Mynd\last_failure($this->link)['may_have_run'] ?? true);
			return $may ? 'm' : 'n';
		}
	}

	private function insert(int $id): callable
	{
		$link = $this->link;
		if (mt_rand(0, 2) === 0) {
			return fn () => $link instanceof PDO ? $link->exec("INSERT INTO sessions_rows (n) VALUES ($id)") : $link->query("INSERT INTO sessions_rows (n) VALUES ($id)");
		}
		if ($link instanceof mysqli && mt_rand(0, 1) === 0) {
			return fn () => $link->execute_query('INSERT INTO sessions_rows (n) VALUES (?)', [$id]);
		}
		return function () use ($link, $id) {
			$this->statement ??= $link->prepare('INSERT INTO sessions_rows (n) VALUES (?)');
			$this->statement->execute([$id]);
		};
	}

	private function query(string $sql): mixed
	{
		$result = $this->link->query($sql);
		return $result instanceof PDOStatement ? $result->fetchColumn() : ($result instanceof mysqli_result ? $result->fetch_column() : null);
	}

	/** The row's number; null: the connection was lost. */
	private function one_row(): ?int
	{
		$this->link();
		$id = $this->next++;
		$lost = $this->lost($this->insert($id));
		$this->told[$id] = $lost ?? 'd';
		if ($lost === null) {
			return $id;
		}
		$this->end();
		return null;
	}

	private function a_transaction(): void
	{
		$link = $this->link();
		$ids = [];
		$lost = $this->lost(fn () => $link instanceof PDO ? $link->beginTransaction() : $link->query('START TRANSACTION'));
		for ($i = mt_rand(1, 3); $i > 0 && $lost === null; $i--) {
			$ids[] = $id = $this->next++;
			$lost = $this->lost($this->insert($id));
		}
		if ($lost !== null) { /* it was rolled back, whatever has run */
			foreach ($ids as $id) {
				$this->told[$id] = 'n';
			}
			$this->end();
			return;
		}
		$lost = $this->lost(fn () => $link->commit());
		foreach ($ids as $id) {
			$this->told[$id] = $lost ?? 'd';
		}
		if ($lost !== null) {
			$this->end();
		}
	}

	/** What is sent after this must find the state, or fail. */
	private function with_state(): void
	{
		$this->end();
		$this->link();
		$number = mt_rand(1, 1000000);
		[$make, $look, $expected] = [
			["SET @state = $number", 'SELECT @state', $number],
			["SELECT @state := $number", 'SELECT IF(@state IS NULL, 0, @state)', $number],
			["SELECT $number INTO @state", 'SELECT @state', $number],
			["SELECT GET_LOCK('mynd_sessions_$number', 0)", "SELECT IS_USED_LOCK('mynd_sessions_$number') = CONNECTION_ID()", 1],
			["CREATE TEMPORARY TABLE sessions_state SELECT $number AS n", 'SELECT n FROM sessions_state', $number],
			["SET SESSION max_sort_length = " . ($number % 1000 + 64), 'SELECT sessions_length()', $number % 1000 + 64],
			["SELECT sessions_set($number)", 'SELECT sessions_get()', $number],
			["SELECT LAST_INSERT_ID($number)", "SELECT n FROM (SELECT LAST_INSERT_ID() AS n) AS a", $number],
		][mt_rand(0, 7)];
		$found = null;
		$lost = $this->lost(fn () => $this->query($make));
		for ($i = mt_rand(1, 4); $i > 0 && $lost === null; $i--) {
			$lost = $this->lost(function () use ($look, &$found) {
				$found = $this->query(mt_rand(0, 2) ? $look : "$look ");
			});
			if ($lost === null && $found != $expected) {
				$this->stateless++;
				echo "without its state: $make; $look: ", json_encode($found), "\n";
			}
		}
		$this->end();
	}

	/** The insert id is the program's, and the server's. */
	private function an_id(): void
	{
		$number = $this->one_row();
		if ($number === null) {
			return;
		}
		$mine = $this->link instanceof PDO ? $this->link->lastInsertId() : $this->link->insert_id;
		$row = null;
		$lost = $this->lost(fn () => $this->query('SELECT 1'));
		$lost ??= $this->lost(function () use (&$row) {
			$row = $this->query("SELECT CONCAT(id, ' ', n) FROM sessions_rows WHERE id = LAST_INSERT_ID()");
		});
		if ($lost === null && $row !== "$mine $number") {
			$this->stateless++;
			echo "another insert id: $row, not $mine $number\n";
		}
		if ($lost !== null) {
			$this->end();
		}
	}

	public function work(int $killer): void
	{
		while (pcntl_waitpid($killer, $status, WNOHANG) === 0) {
			mt_rand(0, 5) === 0 && usleep(mt_rand(0, 6000));
			match (mt_rand(0, 9)) {
				0, 1 => $this->a_transaction(),
				2 => $this->with_state(),
				3 => $this->an_id(),
				default => $this->one_row(),
			};
		}
		$this->end();
	}
}

$admin = admin();
$admin->query('DROP TABLE IF EXISTS sessions_rows, sessions_kills');
$admin->query('CREATE TABLE sessions_rows (id INT PRIMARY KEY AUTO_INCREMENT, n INT, KEY (n)) ENGINE=InnoDB');
$admin->query('CREATE TABLE sessions_kills (n INT)');
foreach (['set(a INT) RETURNS INT NOT DETERMINISTIC NO SQL BEGIN SET @of_function = a; RETURN a; END', 'get() RETURNS INT NOT DETERMINISTIC NO SQL RETURN @of_function', 'length() RETURNS INT NOT DETERMINISTIC NO SQL RETURN @@max_sort_length'] as $function) {
	$admin->query('DROP FUNCTION IF EXISTS sessions_' . strtok($function, '('));
	$admin->query("CREATE FUNCTION sessions_$function");
}
$admin->query("DROP USER IF EXISTS " . USER);
$admin->query('CREATE USER ' . USER . " IDENTIFIED BY '" . PASSWORD . "'");
$admin->query('GRANT ALL ON ' . getenv('MYND_TEST_DB') . '.* TO ' . USER);
$killer = pcntl_fork();
$killer !== 0 || kill_at_random($seed, $kills);
register_shutdown_function(fn () => posix_kill($killer, SIGKILL));
$worker = new Worker;
$worker->work($killer);

$times = array_map('intval', array_column($admin->query('SELECT n, COUNT(*) FROM sessions_rows GROUP BY n')->fetch_all(), 1, 0));
$wrong = ['lost' => 0, 'doubled' => 0, 'run' => 0];
foreach ($worker->told as $id => $told) {
	$n = $times[$id] ?? 0;
	$wrong['lost'] += (int) ($told === 'd' && $n === 0);
	$wrong['doubled'] += (int) ($n > 1);
	$wrong['run'] += (int) ($told === 'n' && $n > 0);
}
$killed = (int) $admin->query('SELECT SUM(n) FROM sessions_kills')->fetch_column();
$admin->query('DROP TABLE sessions_rows, sessions_kills');
$admin->query('DROP USER ' . USER);
$counts = array_count_values($worker->told) + ['d' => 0, 'm' => 0, 'n' => 0];
echo "seed $seed: {$counts['d']} rows done, {$counts['n']} not run, {$counts['m']} unknown; $worker->losses losses told; $killed kills, $worker->renewals renewals\n";
echo "{$wrong['lost']} lost, {$wrong['doubled']} doubled, {$wrong['run']} run that were told not to, $worker->stateless without their state\n";
exit(array_sum($wrong) + $worker->stateless === 0 && $worker->renewals > 0 ? 0 : 1);
