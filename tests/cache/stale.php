<?php
/*
 * Random programs of two connections, through a cache whose answers are dropped by writes: after each write,
 * in any form and on any way to the server, both read, and what they are told is compared with what the
 * server says to a third connection. Prints the seed of each program that got an old answer, with its steps
 * (of the first ten), and who gave the answer. Where it was the server, the cache is right: that connection
 * has a transaction or locks of which these programs do not know.
 *
 *   stale.php [--seed=N] [--programs=N] [--steps]      one server, of MYND_TEST_SOCKET
 *
 * Program number i of seed S is program 0 of seed S + i.
 */
use Mynd\Cache\{Cache, MemoryStore, Rules};

require __DIR__ . '/checks.php';
require __DIR__ . '/stale_forms.php';
require __DIR__ . '/stale_side.php';
require __DIR__ . '/../../packages/cache/load.php';

final class Cut extends Exception
{
}

const DATABASES = ['mynd_stale', 'mynd_stale_other'];
const TABLES = ['one', 'two', 'three'];
const READS = ['SELECT v FROM one WHERE id = 1', 'SELECT COUNT(*), SUM(v) FROM two', 'SELECT one.id, two.v FROM one JOIN two USING (id) ORDER BY 1', 'SELECT * FROM (SELECT MAX(v) FROM `three`) d', 'SELECT SUM(v) FROM mynd_stale.one', 'SELECT COUNT(*) FROM `mynd_stale_other` . `two` x, one',
	'SELECT v FROM one WHERE id IN (SELECT id FROM three) UNION ALL SELECT v FROM two ORDER BY 1', 'WITH c AS (SELECT * FROM three) SELECT SUM(v) FROM c', "SELECT /* x */ SUM(v) -- y\n FROM (two)", 'SELECT (SELECT MIN(v) FROM three) FROM one ORDER BY id LIMIT 1'];

/** @return string the rows, or the error */
function attempt(callable $program): string
{
	try {
		return json_encode($program(), JSON_INVALID_UTF8_SUBSTITUTE);
	} catch (mysqli_sql_exception | PDOException $e) {
		return 'error ' . ($e instanceof PDOException ? $e->errorInfo[1] ?? $e->getMessage() : $e->getCode());
	}
}

/** A table's name as a text may have it. */
function written_as(string $table, string $database): string
{
	$home = DATABASES[0];
	return $database !== $home ? pick("$home.$table", "`$home`.`$table`", "$home . $table") : pick($table, $table, $table, "`$table`", "$home.$table", "`$home`.`$table`", "$home . `$table`");
}

function filled_in(string $form, Side $side): string
{
	$tables = TABLES;
	shuffle_seeded($tables);
	$sql = strtr($form, ['{t}' => written_as($tables[0], $side->database), '{u}' => written_as($tables[1], $side->database), '{w}' => written_as($tables[2], $side->database), '{plain}' => $tables[0],
		'{db}' => DATABASES[0], '{other}' => DATABASES[1], '{n}' => (string) mt_rand(3, 9), '{m}' => (string) mt_rand(100, 999999), '{file}' => FILE]);
	return pick($sql, $sql, $sql, "/* x */ $sql", "$sql;", "-- x ; y\n$sql", strtr($sql, [' FROM ' => "/**/ from\n", 'UPDATE ' => 'update	', ' SET ' => " # ;\n set "]));
}

function shuffle_seeded(array &$of): void
{
	for ($i = count($of) - 1; $i > 0; $i--) {
		$j = mt_rand(0, $i);
		[$of[$i], $of[$j]] = [$of[$j], $of[$i]];
	}
}

/** A program: what it does is told by its numbers alone. */
final class Program
{
	/** @var list<string> */
	public array $steps = [];
	private Side $one, $other;
	private bool $is_open = false; /* a transaction of `one` may be */
	/** @var list<string> */
	private array $reads;
	/** @var list<int> the server's numbers of connections that were left while they worked */
	private array $left = [];
	private Cache $cache;

	/** @param list<string> $forms */
	public function __construct(private readonly mysqli $truth, private readonly array $forms, private array &$done)
	{
	}

	/** @return ?string what was wrong */
	public function run(int $seed): ?string
	{
		mt_srand($seed);
		$this->prepare();
		$this->cache = new Cache(new MemoryStore(), new Rules(all: 600), grace: pick(0.0, 10.0), invalidates: true);
		$interception = Mynd\intercept($this->cache);
		try {
			$this->one = new Side(pick(true, false));
			$this->other = new Side(pick(true, false));
			$this->one->connect();
			$this->other->connect();
			$all = READS;
			shuffle_seeded($all);
			$this->reads = array_slice($all, 0, 4);
			$wrong = $this->compare();
			for ($steps = mt_rand(2, 6); $wrong === null && $steps > 0; $steps--) {
				$this->step();
				$wrong = $this->compare();
			}
			$this->end_transaction();
			return $wrong ?? $this->compare();
		} finally {
			$interception->remove();
			unset($this->one, $this->other);
			$this->wait_for_left();
		}
	}

	public function hits(): int
	{
		return $this->cache->stats()['hits'];
	}

	private function prepare(): void
	{
		foreach (DATABASES as $i => $database) {
			$this->truth->query("DROP TABLE IF EXISTS $database.gone, $database.swap");
			foreach (TABLES as $j => $table) {
				try { /* it is as it was made, or as forms of ALTER and CREATE have left it */
					$this->truth->query("DELETE FROM $database.$table");
					$this->truth->query("INSERT INTO $database.$table (id, v) VALUES (1, " . ($i * 100 + $j * 10 + 1) . '), (2, ' . ($i * 100 + $j * 10 + 2) . ')');
					$is_good = $this->truth->query("SHOW CREATE TABLE $database.$table")->fetch_row()[1];
					$is_good = substr_count($is_good, "\n  ") === 3 && !str_contains($is_good, 'MAXVALUE') === ($j !== 2);
				} catch (mysqli_sql_exception) {
					$is_good = false;
				}
				if (!$is_good) {
					$this->truth->query("DROP TABLE IF EXISTS $database.$table");
					$parts = $j === 2 ? ' PARTITION BY RANGE (id) (PARTITION p0 VALUES LESS THAN (2), PARTITION p1 VALUES LESS THAN MAXVALUE)' : '';
					$this->truth->query("CREATE TABLE $database.$table (id INT PRIMARY KEY DEFAULT 0, v INT)$parts");
					$this->truth->query("INSERT INTO $database.$table VALUES (1, " . ($i * 100 + $j * 10 + 1) . '), (2, ' . ($i * 100 + $j * 10 + 2) . ')');
				}
			}
		}
	}

	/* Reading */

	private function compare(): ?string
	{
		foreach ($this->is_open ? [$this->other] : [$this->one, $this->other] as $side) {
			foreach ($this->reads as $sql) {
				$before = $this->truth($side, $sql);
				for ($i = 0; $i < 2; $i++) {
					$hits = $this->hits();
					$said = attempt(fn () => $side->run($sql));
					if ($said !== $before && $said !== ($truth = $this->truth($side, $sql))) {
						$whose = $this->hits() > $hits ? 'out of the cache' : 'by the server';
						return "$sql\n    " . ($side === $this->one ? 'one' : 'other') . " was told $said $whose, and it is $truth";
					}
				}
			}
		}
		return null;
	}

	private function truth(Side $side, string $sql): string
	{
		return attempt(function () use ($side, $sql) {
			$this->truth->select_db($side->database);
			$rows = $this->truth->query("$sql /* mynd:ttl=0 */")->fetch_all();
			return $rows;
		});
	}

	/* Steps */

	private function step(): void
	{
		if (!$this->is_open && pick(true, false)) {
			[$this->one, $this->other] = [$this->other, $this->one];
		}
		match (mt_rand(0, 9)) {
			0 => $this->begin(),
			1, 2 => $this->is_open ? $this->end_transaction() : $this->begin(),
			3 => $this->move(),
			default => $this->write(filled_in(pick(...$this->forms), $this->one)),
		};
	}

	private function note(string $step): void
	{
		$this->steps[] = $step;
	}

	private function begin(): void
	{
		$how = pick('BEGIN', 'START TRANSACTION', 'START TRANSACTION WITH CONSISTENT SNAPSHOT', 'SET autocommit = 0', 'SET SESSION autocommit=OFF', 'method', "XA START 'x'");
		$this->note("one: $how");
		$this->is_open = true;
		if ($how !== 'method') {
			attempt(fn () => $this->one->run($how));
		} elseif ($this->one->link instanceof PDO) {
			attempt(fn () => $this->one->link->inTransaction() || $this->one->link->beginTransaction());
		} else {
			attempt(fn () => $this->one->link->autocommit(false));
		}
		$this->write(filled_in(pick(...$this->forms), $this->one));
	}

	private function end_transaction(): void
	{
		if (!$this->is_open) {
			return;
		}
		$how = pick('COMMIT', 'COMMIT WORK', 'COMMIT AND CHAIN', 'ROLLBACK', 'ROLLBACK AND CHAIN', 'BEGIN', 'method', 'connect', 'left', 'cut', 'CREATE TABLE IF NOT EXISTS gone_too (id INT)', 'SET autocommit = 1', 'LOCK TABLES one READ | UNLOCK TABLES', "XA END 'x' | XA COMMIT 'x' ONE PHASE",
			"XA END 'x' | XA PREPARE 'x' | XA COMMIT 'x'", "XA END 'x' | XA PREPARE 'x' | XA ROLLBACK 'x'", 'TRUNCATE three', 'pipeline', 'async', 'COMMIT RELEASE');
		$this->note("one: end by $how");
		attempt(fn () => $this->end_by($how));
		/* whatever has become of it */
		foreach (["XA END 'x'", "XA ROLLBACK 'x'", 'COMMIT', 'SET autocommit = 1'] as $sql) {
			attempt(fn () => $this->one->run($sql));
		}
		$this->is_open = false;
		if (attempt(fn () => $this->one->run('DO 1')) !== '[]') {
			attempt(fn () => $this->one->connect());
		}
	}

	private function end_by(string $how): void
	{
		match ($how) {
			'method' => $this->one->link->commit(),
			'connect' => $this->one->connect(),
			'left' => $this->leave('COMMIT'),
			'cut' => $this->cut('COMMIT'),
			'pipeline' => $this->pipeline('COMMIT'),
			'async' => $this->ask_and_reap('COMMIT'),
			default => array_map($this->one->run(...), explode(' | ', $how)),
		};
	}

	/** Another default database, by one of its ways; or another session. */
	private function move(): void
	{
		$to = pick(...DATABASES);
		$how = pick('USE', 'USE', 'method', 'connect');
		$this->note("one: $how $to");
		$held = $this->held_statement();
		if ($how === 'connect' && !$this->is_open) {
			$this->one->connect();
		} elseif ($how === 'method' && $this->one->link instanceof mysqli) {
			attempt(fn () => $this->one->link->select_db($to)) === 'true' && $this->one->database = $to;
		} else {
			attempt(fn () => $this->one->run("USE $to")) === '[]' && $this->one->database = $to;
		}
		$held();
	}

	/**
	 * A statement that is prepared now and run later, perhaps in another database; one of its kind is a
	 * write.
	 */
	private function held_statement(): Closure
	{
		if (pick(true, false)) {
			return static fn () => null;
		}
		$sql = pick('UPDATE one SET v = v + 1', 'DELETE FROM two WHERE id = 1', 'SELECT v FROM one WHERE id = 1');
		$this->note("one: prepares $sql");
		try {
			$statement = $this->one->link->prepare($sql);
		} catch (mysqli_sql_exception | PDOException) {
			return static fn () => null;
		}
		return function () use ($statement): void {
			attempt(function () use ($statement) {
				$statement->execute();
				$statement instanceof mysqli_stmt ? $statement->store_result() : $statement->fetchAll();
			});
		};
	}

	private function write(string $sql): void
	{
		$texts = explode(' | ', $sql);
		$ways = ['run', 'run', 'prepared', 'exec', 'several', 'several_late', 'pipeline', 'reaped', 'left', 'cut', 'unbuffered', 'closed'];
		$way = count($texts) > 1 ? 'run' : pick(...$ways);
		$this->note("one ({$this->one->database}), $way: $sql");
		$said = attempt(fn () => match ($way) {
			'run' => array_map($this->one->run(...), $texts),
			'prepared' => $this->one->run_prepared($sql),
			'exec' => $this->one->link instanceof PDO ? $this->one->link->exec($sql) : $this->one->link->real_query($sql) && $this->one->link->store_result(),
			'several' => $this->several($sql),
			'several_late' => $this->several($sql, true),
			'pipeline' => $this->pipeline($sql),
			'reaped' => $this->ask_and_reap($sql),
			'left' => $this->leave($sql),
			'closed' => $this->leave($sql, false),
			'cut' => $this->cut($sql),
			'unbuffered' => $this->unbuffered($sql),
		});
		$this->done[$sql] = true;
		$this->note("    $said");
		/* MySQL's CREATE TABLE begins one */
		if (!$this->is_open && str_contains($sql, 'START TRANSACTION')) {
			attempt(fn () => $this->one->run('COMMIT'));
		}
		/* some of it may have failed */
		if (str_contains($sql, 'LOCK TABLES') || str_contains($sql, '_mode')) {
			attempt(fn () => $this->one->run('UNLOCK TABLES'));
			attempt(fn () => $this->one->run('SET sql_mode = DEFAULT'));
		}
		if (attempt(fn () => $this->one->run('DO 1')) !== '[]') {
			$this->end_connection();
			$this->one->connect();
		}
		if (str_contains($sql, 'USE ' . DATABASES[0]) && attempt(fn () => $this->one->run('USE ' . DATABASES[0])) === '[]') {
			$this->one->database = DATABASES[0];
		}
	}

	/** Several statements in one text. Late: what their results are is asked after others have read. */
	private function several(string $sql, bool $late = false): void
	{
		$sql = rtrim($sql, ';');
		$texts = pick("SELECT 1; $sql", "$sql\n; SELECT 1", "SELECT 1; SELECT 2 FROM DUAL; $sql", "$sql\n; DO 1");
		if ($this->one->link instanceof PDO) {
			$result = $this->one->link->query($texts);
			$late && $this->compare_now();
			while ($result->nextRowset());
			return;
		}
		$this->one->link->multi_query($texts);
		$late && $this->compare_now();
		do {
			$this->one->link->store_result();
		} while ($this->one->link->more_results() && $this->one->link->next_result());
	}

	/**
	 * The other reads, while the server has yet to tell of what `one` does; a wrong answer is found later.
	 */
	private function compare_now(): void
	{
		foreach ($this->reads as $sql) {
			attempt(fn () => $this->other->run($sql));
		}
	}

	private function pipeline(string $sql): void
	{
		foreach (Mynd\pipeline($this->one->link, pick([$sql], ['SELECT 1', $sql], [$sql, 'SELECT 1'])) as $result);
	}

	private function ask(string $sql): mixed
	{
		if ($this->one->link instanceof mysqli) {
			$this->one->link->query($sql, MYSQLI_ASYNC);
			return $this->one->link;
		}
		$statement = $this->one->link->prepare($sql, [PDO::MYND_ATTR_ASYNC => true, PDO::ATTR_EMULATE_PREPARES => false]);
		$statement->execute();
		return $statement;
	}

	private function ask_and_reap(string $sql): void
	{
		$pending = $this->ask($sql);
		pick(true, false) && $this->compare_now();
		Mynd\reap($pending);
	}

	/** Nobody takes the reply; the connection is closed when the server has done it, or at once. */
	private function leave(string $sql, bool $done = true): void
	{
		$number = $this->left[] = $this->one->number();
		try {
			$pending = $this->ask($sql);
		} catch (mysqli_sql_exception | PDOException) { /* it was refused when it was prepared */
			$pending = null;
		}
		if ($done) {
			until(fn () => (int) $this->truth->query("SELECT /* mynd:ttl=0 */ COUNT(*) FROM information_schema.processlist WHERE id = $number AND command <> 'Sleep'")->fetch_column() === 0);
			$this->compare_now();
		}
		unset($pending);
		$this->end_connection();
		$done || $this->compare_now();
		$this->wait_for_left();
		$this->one->connect();
	}

	/** The wait for the reply ends by an exception, at once or when the server may have done it. */
	private function cut(string $sql): void
	{
		$this->left[] = $this->one->number();
		$after = pick(0, 1000, 5000);
		$waiter = static function () use ($after): never {
			usleep($after);
			throw new Cut();
		};
		Mynd\waiter($waiter, true);
		try {
			$this->one->run($sql);
		} catch (Cut | mysqli_sql_exception | PDOException) { /* or the server was faster with an error */
		} finally {
			Mynd\waiter(null);
		}
		$this->compare_now();
		$this->end_connection();
		$this->wait_for_left();
		$this->one->connect();
	}

	/** The connection ends, and with it its transaction: never before, whatever has failed. */
	private function end_connection(): void
	{
		$this->one->link = null;
		$this->is_open = false;
	}

	/** Rows of a write are taken after others have read. */
	private function unbuffered(string $sql): void
	{
		if ($this->one->link instanceof PDO) {
			$this->one->link->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, false);
			try {
				$result = $this->one->link->query($sql);
				$this->compare_now();
				$result->columnCount() > 0 && $result->fetchAll();
			} finally {
				$this->one->link->setAttribute(PDO::MYSQL_ATTR_USE_BUFFERED_QUERY, true);
			}
			return;
		}
		$result = $this->one->link->query($sql, MYSQLI_USE_RESULT);
		$this->compare_now();
		$result instanceof mysqli_result && $result->fetch_all();
	}

	/** What was left has an end on the server, too. A persistent connection that was handed back sleeps. */
	private function wait_for_left(): void
	{
		$numbers = implode(', ', $this->left);
		$this->left = [];
		$numbers === '' || until(fn () => (int) $this->truth->query("SELECT /* mynd:ttl=0 */ COUNT(*) FROM information_schema.processlist WHERE id IN ($numbers) AND command <> 'Sleep'")->fetch_column() === 0);
	}
}

/* --- the run --- */

$options = getopt('', ['seed:', 'programs:', 'steps']);
$seed = (int) ($options['seed'] ?? 1);
$programs = (int) ($options['programs'] ?? 300);
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
error_reporting(E_ALL & ~E_WARNING); /* of connections that are lost */
define('FILE', tempnam(sys_get_temp_dir(), 'mynd-stale'));
file_put_contents(FILE, "1\t77\n4\t78\n");
register_shutdown_function(static fn () => @unlink(FILE));
$truth = new mysqli('localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), '', null, getenv('MYND_TEST_SOCKET'));
$is_mariadb = str_contains($truth->server_info, 'MariaDB');
define('WAITS', $is_mariadb ? 'innodb_lock_wait_timeout = 0, lock_wait_timeout = 1' : 'innodb_lock_wait_timeout = 1, lock_wait_timeout = 1');
$truth->query('SET lock_wait_timeout = 20');
foreach (DATABASES as $database) {
	$truth->query("DROP DATABASE IF EXISTS $database");
	$truth->query("CREATE DATABASE $database");
	$truth->query("CREATE PROCEDURE $database.mynd_write(said TEXT) BEGIN SET @said = said; PREPARE q FROM @said; EXECUTE q; DEALLOCATE PREPARE q; END");
	$truth->query("CREATE PROCEDURE $database.mynd_read_and_write(said TEXT) BEGIN SELECT 1; SET @said = said; PREPARE q FROM @said; EXECUTE q; DEALLOCATE PREPARE q; SELECT 2; END");
}
$forms = [...FORMS, ...$is_mariadb ? FORMS_OF_MARIADB : FORMS_OF_MYSQL];
$done = [];
$hits = $wrong = 0;
for ($i = 0; $i < $programs; $i++) {
	$done = [];
	$program = new Program($truth, $forms, $done);
	$said = $program->run($seed + $i);
	$hits += $program->hits();
	if ($said !== null) {
		echo '--- seed ', $seed + $i, "\n    ", ++$wrong > 10 ? '' : implode("\n    ", $program->steps) . "\n    ", "$said\n";
	} elseif (isset($options['steps'])) {
		echo '--- seed ', $seed + $i, "\n    ", implode("\n    ", $program->steps), "\n";
	}
}
foreach (DATABASES as $database) {
	$truth->query("DROP DATABASE IF EXISTS $database");
}
check("programs with an old answer", 0, $wrong);
check("answers were given out of the cache", true, $hits > $programs);
echo "$programs programs, $hits hits\n";
finish();
