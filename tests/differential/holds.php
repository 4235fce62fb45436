<?php
// What the server holds for one side of the kind "ends": rows of all tables, sessions and what they run,
// transactions, locks, temporary tables. The side has a database and a user of its own; its sessions are
// known by the database.
// Always true: a side that is asked what it holds is at rest first: its sessions have gone, or wait for their
// next command.

final class Holds
{
	private const PATIENCE = 12.0; /* seconds until what still runs is told */
	private const PATIENCE_UNNAMED = 0.8; /* the same, where MySQL does not name what it waits for */
	private string $sessions;
	private string $left; /* those that are ended when a program is over */

	public function __construct(private mysqli $link, public readonly string $database, private bool $mariadb)
	{
		$list = $mariadb ? 'information_schema.PROCESSLIST' : 'performance_schema.processlist';
		// not by their user: in a routine it is its definer, and a spare connection of mynd has no database
		$this->sessions = "SELECT ID, COMMAND, STATE FROM $list WHERE DB = '$database' AND ID <> CONNECTION_ID()";
		// one that a pool resets at this moment has no database
		$this->left = "SELECT ID, COMMAND, STATE FROM $list WHERE (DB = '$database' OR USER = '$database' AND DB IS NULL) AND ID <> CONNECTION_ID()";
	}

	/** The side's user has the name of its database. */
	public function make(): void
	{
		$this->link->query("SET sql_mode = '', lock_wait_timeout = 30");
		$this->kill();
		$password = $this->link->real_escape_string(getenv('MYND_TEST_PASSWORD'));
		foreach (["DROP DATABASE IF EXISTS $this->database", "CREATE DATABASE $this->database CHARACTER SET utf8mb4", "DROP USER IF EXISTS $this->database", "CREATE USER $this->database IDENTIFIED BY '$password'",
			"GRANT ALL ON $this->database.* TO $this->database", "USE $this->database", ...EndsSchema::statements($this->mariadb)] as $sql) {
			$this->link->query($sql);
		}
		$patience = $this->mariadb ? 0 : 1; // MySQL knows no less
		$this->link->query("SET lock_wait_timeout = $patience, innodb_lock_wait_timeout = 1");
	}

	/**
	 * An idle connection of stock's pool may have a command that writes and has no reader: that is at rest,
	 * too. MySQL does not say of most such commands that they write: one that is in no other named state, and
	 * does not go on, counts as one.
	 *
	 * @return list<array{string, string}> the id and the command of each session, once they are at rest
	 */
	private function sessions(bool $isKept): array
	{
		$until = microtime(true) + ($isKept ? self::PATIENCE : 2);
		$calm = $since = 0;
		$before = null;
		for ($tries = 0; true; $tries++) {
			$sessions = $this->link->query($this->sessions)->fetch_all();
			$calm = array_filter($sessions, fn ($session) => $session[1] !== 'Sleep' && !in_array($session[2], ['Writing to net', 'Sending to client'], true)) === [] ? $calm + 1 : 0;
			// one that sleeps may have a command before it that it has not seen
			if ($sessions !== $before) {
				[$before, $since] = [$sessions, microtime(true)];
			}
			$unnamed = !$this->mariadb && array_diff(array_column($sessions, 2), ['', 'executing', 'Sending to client']) === [];
			if ($sessions === [] || $isKept && $unnamed && microtime(true) > $since + self::PATIENCE_UNNAMED || $isKept && $calm >= (in_array('Query', array_column($sessions, 1), true) || in_array('Execute', array_column($sessions, 1), true) ? 12 : 4) || microtime(true) > $until) {
				return $sessions;
			}
			$tries > 2 && usleep(min(5000, 300 * $tries));
		}
	}

	/**
	 * What is there when a request is over.
	 *
	 * @param bool $isKept whether a pool may keep its sessions; if not, they are waited for
	 * @return array{rows: array, sessions: array, held: array}
	 */
	public function now(bool $isLast, bool $isKept): array
	{
		$sessions = $this->sessions($isKept);
		$held = $sessions === [] ? [] : $this->held(array_column($sessions, 0));
		$running = count(array_filter($sessions, fn ($session) => $session[1] !== 'Sleep'));
		$running > 0 && $held['running commands'] = $running;
		if ($isLast && ($sessions !== [] || $isKept)) {
			$this->kill();
		}
		return ['rows' => !$isLast && isset($held['tables locked']) ? null : $this->rows(), 'sessions' => count($sessions), 'held' => $held];
	}

	/** @param list<string> $ids of sessions */
	private function held(array $ids): array
	{
		$held = [];
		// in the names of temporary tables
		$threads = implode('|', array_map(fn ($id) => dechex((int) $id), $ids));
		$ids = implode(',', $ids);
		$count = fn (string $sql) => (int) $this->link->query($sql)->fetch_row()[0];
		$transactions = "SELECT COUNT(*) FROM information_schema.INNODB_TRX WHERE trx_mysql_thread_id IN ($ids)";
		$held['transactions'] = $count($transactions);
		if ($held['transactions'] > 0) { // the server's answer may be 0.1 seconds old
			usleep(120000);
			$held['transactions'] = $count($transactions);
		}
		foreach (['a', 'b', 'f'] as $name) {
			$held["lock $name"] = $count("SELECT IS_USED_LOCK('{$this->database}_$name') IS NOT NULL");
		}
		foreach (['t', 'tt', 'l', 'lm'] as $table) {
			$held['tables locked'] = ($held['tables locked'] ?? 0) + $this->fails("SELECT 1 FROM $table LIMIT 1") + $this->fails("LOCK TABLES $table WRITE", 'UNLOCK TABLES');
		}
		$held['rows locked'] = $this->fails('SELECT id FROM t FOR UPDATE NOWAIT') + $this->fails('SELECT id FROM tt FOR UPDATE NOWAIT');
		$held['temporary tables'] = $this->mariadb ? 0 : $count("SELECT COUNT(*) FROM information_schema.INNODB_TEMP_TABLE_INFO WHERE NAME REGEXP '^#sql[0-9a-f]+_($threads)_'");
		return array_filter($held);
	}

	private function fails(string $sql, string $then = 'DO 0'): int
	{
		try {
			$this->link->query($sql);
			$this->link->query($then);
			return 0;
		} catch (mysqli_sql_exception) {
			return 1;
		}
	}

	/** Ends the side's sessions, and waits until they have gone. */
	public function kill(): void
	{
		$until = microtime(true) + self::PATIENCE;
		for ($tries = 0; ($sessions = $this->link->query($this->left)->fetch_all()) !== [] && microtime(true) < $until; $tries++) {
			foreach ($tries === 0 ? $sessions : [] as [$id]) {
				$this->fails("KILL $id");
			}
			usleep(200);
		}
	}

	/** @return array<string, string> what each table has, by table and by who has written it */
	private function rows(): array
	{
		$of = fn (string $table, string $name, string $value, string $group = '') => "SELECT $name, $value FROM $table $group";
		$texts = [$of('t', "'t'", "CONCAT(COUNT(*), ' ', COALESCE(GROUP_CONCAT(id, '=', v ORDER BY id SEPARATOR ' '), ''))"), $of('tt', "'tt'", "CONCAT(COUNT(*), ' ', COALESCE(SUM(id * 7 + v), 0))"),
			$of('l', "CONCAT('l ', w)", "CONCAT(COUNT(*), ' ', SUM(n), ' ', SUM(n * n))", 'GROUP BY w'), $of('lm', "CONCAT('lm ', w)", "CONCAT(COUNT(*), ' ', SUM(n), ' ', SUM(n * n))", 'GROUP BY w')];
		$this->mariadb && $texts[] = 'SELECT "s", next_not_cached_value FROM s';
		// a session that has just gone may have its locks
		for ($tries = 0, $found = null; $found === null; $tries++) {
			try {
				$found = $this->link->query(implode(' UNION ALL ', $texts))->fetch_all();
			} catch (mysqli_sql_exception $error) {
				$tries < 10 || throw $error;
			}
		}
		$rows = array_column($found, 1, 0);
		ksort($rows);
		return $rows;
	}

	/** Puts back what differs from the beginning. */
	public function reset(?array $rows): void
	{
		$is_new = fn (string $table) => $rows === null || array_filter(array_keys($rows), fn ($name) => str_starts_with("$name ", "$table ")) !== [];
		($rows['t'] ?? '') === '6 1=one 2=two 3=three 4=four 5=five 6=six' || $this->run('DELETE FROM t', 'INSERT INTO t SELECT * FROM base');
		($rows['tt'] ?? '') === '0 0' || $this->run('DELETE FROM tt');
		$is_new('l') && $this->run('DELETE FROM l');
		$is_new('lm') && $this->run('TRUNCATE lm');
		$this->mariadb && ($rows['s'] ?? '') !== '1' && $this->run('ALTER SEQUENCE s RESTART 1');
	}

	/** A session that has just gone may have its locks for a moment more. */
	private function run(string ...$texts): void
	{
		foreach ($texts as $text) {
			for ($tries = 0; $this->fails($text) && $tries < 20; $tries++) {
				usleep(10000);
			}
		}
	}
}
