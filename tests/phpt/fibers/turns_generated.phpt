--TEST--
Turns: random programs of many fibers on one connection, and a ledger of what must have come of them
--DESCRIPTION--
MYND_TEST_SEED repeats one program, MYND_TEST_PROGRAMS says how many there are.
--EXTENSIONS--
mynd
--INI--
mynd.fiber_turns=on
--FILE--
<?php
require __DIR__ . '/fibers.inc';
require __DIR__ . '/turns.inc';

/** What the fibers do, and what must be in the table when they have done it. */
final class Ledger
{
	/** "fiber/part/number" => true: it must be there; null: it may. Everything else must not. */
	public array $rows = [];
	public array $faults = [];
	public int $done = 0;
	public bool $lost = false;

	public function __construct(private mysqli|PDO $db, private Dice $dice, private ?mysqli $killer)
	{
	}

	private function one_of(string ...$choices): string
	{
		return $choices[$this->dice->getInt(0, count($choices) - 1)];
	}

	private function pauses(): void
	{
		for ($n = $this->dice->getInt(0, 2); $n > 0; $n--) {
			pause();
		}
	}

	/** An insert, sent in one of the ways; then the fiber must see its own number, whatever others do. */
	private function insert(int $who, int $part, int $n): void
	{
		$db = $this->db;
		$values = [$who, $part, $n];
		$sql = 'INSERT INTO turns_ledger (who, part, n) VALUES (';
		switch ($this->one_of('text', 'prepared', $db instanceof mysqli ? 'asynchronous' : 'text', $db instanceof mysqli ? 'execute_query' : 'prepared')) {
			case 'text':
				run($db, $sql . implode(',', $values) . ')');
				break;
			case 'prepared':
				$statement = $db->prepare($sql . '?, ?, ?)');
				$this->pauses();
				$statement->execute($values);
				if ($statement instanceof mysqli_stmt && $statement->affected_rows !== 1) {
					$this->faults[] = "$who: $statement->affected_rows rows";
				}
				break;
			case 'asynchronous':
				$db->query($sql . implode(',', $values) . ')', MYSQLI_ASYNC);
				$this->pauses();
				$db->reap_async_query();
				break;
			case 'execute_query':
				$db->execute_query($sql . '?, ?, ?)', $values);
				break;
		}
		$this->done++;
		$id = $this->id();
		$this->pauses();
		if ($id !== $this->id() || $id === 0) {
			$this->faults[] = "$who: insert_id was $id and is {$this->id()}";
		}
		if (!$this->lost && $this->one_of('look', 'go on') === 'look' && ($found = all($db, "SELECT who, part, n FROM turns_ledger WHERE id = $id")) !== implode(',', $values)) {
			$this->faults[] = "$who: $id is $found, and not " . implode(',', $values);
		}
	}

	private function id(): int
	{
		return (int) ($this->db instanceof PDO ? $this->db->lastInsertId() : $this->db->insert_id);
	}

	private function transaction(int $who, int $part): void
	{
		$rows = [];
		$end = $this->one_of('commit', 'commit', 'commit', 'rollback', 'return', 'throw', 'drop', 'drop and roll back');
		match ($this->one_of('call', 'text', 'autocommit')) {
			'call' => begin($this->db),
			'text' => run($this->db, 'BEGIN'),
			'autocommit' => run($this->db, 'SET autocommit = 0'),
		};
		try {
			for ($n = 1, $most = $this->dice->getInt(0, 3); $n <= $most; $n++) {
				$this->pauses();
				$this->insert($who, $part, $n);
				$rows["$who/$part/$n"] = true;
			}
			$this->pauses();
			switch ($end) {
				case 'commit':
					$this->rows += array_map(fn() => null, $rows);
					run($this->db, 'COMMIT');
					$this->rows = $rows + $this->rows;
					break;
				case 'rollback':
					run($this->db, 'ROLLBACK');
					break;
				case 'return':
					throw new Over;
				case 'throw':
					throw new LogicException;
				default:
					Fiber::suspend();
			}
		} finally {
			if ($end === 'drop and roll back') {
				run($this->db, 'ROLLBACK');
			}
		}
		run($this->db, 'SET autocommit = 1'); /* this commits, too: nothing is open by now */
	}

	private function step(int $who, int $part): void
	{
		switch ($this->one_of('transaction', 'transaction', 'insert', 'insert', 'rows', 'error', $this->killer ? 'kill' : 'insert')) {
			case 'transaction':
				$this->transaction($who, $part);
				break;
			case 'insert':
				$this->rows["$who/$part/0"] = null;
				$this->insert($who, $part, 0);
				$this->rows["$who/$part/0"] = true;
				break;
			case 'rows':
				$expected = 0;
				$most = $this->dice->getInt(1, 50);
				$stop = $this->dice->getInt(1, 60);
				foreach (unread($this->db, "SELECT seq + $who * 1000 FROM seq_1_to_$most") as $row) {
					if ((int) current($row) !== ++$expected + $who * 1000) {
						$this->faults[] = "$who: row " . current($row);
					}
					$expected % 7 === 0 && pause();
					if ($expected === $stop) {
						break;
					}
				}
				$row = null;
				if ($expected !== min($most, $stop)) {
					$this->faults[] = "$who: $expected rows of $most";
				}
				break;
			case 'error':
				try {
					run($this->db, "SELECT no_such_column_$who");
				} catch (mysqli_sql_exception | PDOException $e) {
					$this->check($e);
					$number = failure($this->db);
					$this->pauses();
					if (failure($this->db) !== $number || ($number !== '42S22 1054' && !$this->lost)) {
						$this->faults[] = "$who: the error was $number and is " . failure($this->db);
					}
				}
				break;
			case 'kill':
				if (!$this->lost) {
					$this->lost = true;
					$this->killer->query('KILL ' . $GLOBALS['thread']);
				}
				break;
		}
	}

	/** A loss is allowed where a fiber has killed the connection. */
	private function check(Exception $e): void
	{
		$number = number($e);
		if ($number === 1054) {
			return;
		}
		if (!$this->lost || !in_array($number, [2006, 2013, 1927, 1317])) {
			$this->faults[] = "$number {$e->getMessage()} " . $e->getLine();
		}
		throw new Over;
	}

	public function fiber(int $who): Closure
	{
		return function () use ($who) {
			try {
				for ($part = 1, $most = $this->dice->getInt(1, 4); $part <= $most; $part++) {
					$this->step($who, $part);
					$this->pauses();
				}
			} catch (mysqli_sql_exception | PDOException $e) {
				try {
					$this->check($e);
				} catch (Over) {
				}
			} catch (Over) {
			}
		};
	}

	public function audit(mysqli $other): void
	{
		$found = [];
		foreach ($other->query('SELECT who, part, n FROM turns_ledger') as $row) {
			$found[implode('/', $row)] = true;
		}
		foreach (array_diff_key($found, $this->rows) as $row => $_) {
			$this->faults[] = "$row is there";
		}
		foreach (array_diff_key(array_filter($this->rows), $found) as $row => $_) {
			$this->faults[] = "$row is not there";
		}
	}
}

final class Over extends Exception
{
}

/** The same numbers for the same seed, in every version of PHP. */
final class Dice
{
	public function __construct(private int $state)
	{
	}

	public function getInt(int $least, int $most): int
	{
		$this->state = ($this->state * 1103515245 + 12345) & 0x7fffffff;
		return $least + ($this->state >> 8) % ($most - $least + 1);
	}
}

$other = link_for_test();
create_anew($other, 'TABLE', 'turns_ledger', '(id INT AUTO_INCREMENT PRIMARY KEY, who INT, part INT, n INT) ENGINE=InnoDB');
$first = (int) getenv('MYND_TEST_SEED') ?: 1;
$last = $first - 1 + ((int) getenv('MYND_TEST_PROGRAMS') ?: (getenv('MYND_TEST_SEED') ? 1 : 60));
$faces = array_values(handles());
$done = $losses = 0;
for ($seed = $first; $seed <= $last; $seed++) {
	$dice = new Dice($seed % 1000003 * 7919);
	for ($i = 0; $i < 5; $i++) {
		$dice->getInt(0, 1);
	}
	$other->query('DELETE FROM turns_ledger');
	$db = $faces[$seed % count($faces)]();
	$thread = all($db, 'SELECT CONNECTION_ID()');
	$ledger = new Ledger($db, $dice, $seed % 4 === 0 ? $other : null);
	fibers(array_map($ledger->fiber(...), range(1, $dice->getInt(2, 9))));
	if (!$ledger->lost) {
		try {
			if (($state = all($db, 'SELECT @@autocommit') . ',' . in_transaction($db)) !== '1,0') {
				$ledger->faults[] = "the session is not as before: $state";
			}
		} catch (Exception $e) {
			$ledger->faults[] = 'at the end: ' . $e->getMessage();
		}
	}
	$done += $ledger->done;
	$losses += $ledger->lost;
	$db = null;
	$ledger->audit($other);
	foreach ($ledger->faults as $fault) {
		echo "seed $seed: $fault\n";
	}
	$ledger = null;
}
$other->query('DROP TABLE turns_ledger');
echo getenv('MYND_TEST_SEED') || ($done > 200 && $losses > 5) ? "well\n" : "$done inserts, $losses losses\n";
?>
--EXPECT--
well
