<?php
/*
 * Random programs of fibers on one connection object, of a seed, and a ledger of what must have come of them:
 * transactions of random length, within each other, with asynchronous inserts, that are committed, rolled
 * back, thrown out of and left open by a fiber that ends. Nothing of one fiber's may be in another's.
 * MYND_TEST_SEED, or the third argument, repeats them.
 */
declare(strict_types=1);

require __DIR__ . '/common.php';

use Mynd\Doctrine\Connection;
use Mynd\Doctrine\Middleware;

final class Ledger
{
	/** @var array<string, true> what must be in the table: "fiber/transaction/number" */
	public array $rows = [];
	/** @var list<string> */
	public array $faults = [];
	/** @var array<string, int> how often each end came */
	public array $ends = [];

	public function __construct(private readonly Connection $db, private readonly Random\Randomizer $dice)
	{
	}

	private function dice(int $most): int
	{
		return $this->dice->getInt(0, $most);
	}

	private function insert(int $who, int $part, int $n): void
	{
		switch ($this->dice(3)) {
			case 0:
				$this->db->executeQueryAsync('INSERT INTO dbal_ledger (who, part, n) VALUES (?, ?, ?)', [$who, $part, $n])->result();
				break;
			case 1:
				$this->db->executeQueryAsync("INSERT INTO dbal_ledger (who, part, n) VALUES ($who, $part, $n)"); // the next command takes it
				break;
			case 2:
				$this->db->insert('dbal_ledger', ['who' => $who, 'part' => $part, 'n' => $n]);
				$id = $this->db->lastInsertId();
				$found = $this->db->fetchNumeric('SELECT who, part, n FROM dbal_ledger WHERE id = ?', [$id]);
				if ($found === false || array_map(intval(...), $found) !== [$who, $part, $n]) {
					$this->faults[] = "$who/$part/$n: its id $id is " . json_encode($found);
				}
				break;
			default:
				$this->db->executeStatement('INSERT INTO dbal_ledger (who, part, n) VALUES (?, ?, ?)', [$who, $part, $n]);
		}
	}

	/** Rows of this level and those within it. @return array<string, true> */
	private function level(int $who, int $part, int $level, int &$n): array
	{
		$rows = [];
		for ($steps = $this->dice(3); $steps >= 0; $steps--) {
			if ($this->db->getTransactionNestingLevel() !== $level) {
				$this->faults[] = "$who/$part: level {$this->db->getTransactionNestingLevel()} instead of $level";
			}
			if ($level < 3 && $this->dice(3) === 0) {
				$this->db->beginTransaction();
				$inner = $this->level($who, $part, $level + 1, $n);
				if ($this->dice(1) === 0) {
					$this->db->commit();
					$rows += $inner;
				} else {
					$this->db->rollBack();
				}
				continue;
			}
			$n++;
			$this->insert($who, $part, $n);
			$rows["$who/$part/$n"] = true;
			$this->dice(1) === 0 && $this->db->executeQuery('SELECT SLEEP(0.0001)');
		}
		return $rows;
	}

	private function transaction(int $who, int $part): bool
	{
		$end = ['commit', 'commit', 'roll back', 'throw', 'transactional', 'return'][$this->dice(5)];
		$this->ends[$end] = ($this->ends[$end] ?? 0) + 1;
		$n = 0;
		if ($end === 'throw' || $end === 'transactional') {
			try {
				$this->rows += $this->db->transactional(function () use ($who, $part, &$n, $end): array {
					$rows = $this->level($who, $part, 1, $n);
					return $end === 'throw' ? throw new DomainException() : $rows;
				});
			} catch (DomainException) {
			}
			return true;
		}
		$this->db->beginTransaction();
		$rows = $this->level($who, $part, 1, $n);
		if ($end === 'commit') {
			$this->db->commit();
			$this->rows += $rows;
		} elseif ($end === 'roll back') {
			$this->db->rollBack();
		}
		return $end !== 'return'; // what it leaves open is rolled back
	}

	public function live(int $who): void
	{
		$number = number($this->db);
		if ($this->db->fetchOne('SELECT @mine') !== null) {
			$this->faults[] = "$who: the session has been another fiber's";
		}
		$this->db->executeStatement("SET @mine = $who");
		for ($part = 1, $most = $this->dice(3); $part <= $most; $part++) {
			if (!$this->transaction($who, $part)) {
				return;
			}
			if ($this->db->isTransactionActive() || (int) $this->db->fetchOne('SELECT @mine') !== $who || number($this->db) !== $number) {
				$this->faults[] = "$who/$part: it is not its own session any more";
			}
		}
	}
}

$seed = (int) ($argv[3] ?? getenv('MYND_TEST_SEED') ?: 1);
$programs = isset($argv[3]) ? 1 : 25;
$other = connect();
$other->query('DROP TABLE IF EXISTS dbal_ledger');
$other->query('CREATE TABLE dbal_ledger (id INT AUTO_INCREMENT PRIMARY KEY, who INT, part INT, n INT) ENGINE=InnoDB');
$ends = [];
for ($i = 0; $i < $programs; $i++) {
	$dice = new Random\Randomizer(new Random\Engine\Mt19937($seed + $i));
	$db = dbal(new Middleware(maximum: $dice->getInt(1, 6), deadline: $dice->getInt(0, 1) === 0 ? null : 20.0));
	if (method_exists($db, 'getEventManager')) {
		$db->setNestTransactionsWithSavepoints(true);
	}
	$other->query('DELETE FROM dbal_ledger');
	$ledger = new Ledger($db, $dice);
	$ledger_of_main = array_map(static fn (int $who): Closure => static fn () => $ledger->live($who), range(1, $dice->getInt(2, 9)));
	Loop::all(...$ledger_of_main);
	unset($db, $ledger_of_main);
	gc_collect_cycles();
	$found = [];
	foreach ($other->query('SELECT who, part, n FROM dbal_ledger FOR UPDATE') as $row) {
		$found[implode('/', $row)] = true;
	}
	ksort($found);
	ksort($ledger->rows);
	check('seed ' . ($seed + $i) . ': what was committed, and nothing else', $ledger->rows, $found);
	check('seed ' . ($seed + $i) . ': nothing is mixed', [], $ledger->faults);
	foreach ($ledger->ends as $end => $count) {
		$ends[$end] = ($ends[$end] ?? 0) + $count;
	}
}
check('each end has come', true, $programs === 1 || (count($ends) === 5 && min($ends) > 2) ?: $ends);
$other->query('DROP TABLE dbal_ledger');
finish();
