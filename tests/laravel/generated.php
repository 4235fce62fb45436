<?php
/*
 * Random programs of fibers on one connection object of Laravel's, of a seed, and a ledger of what must have
 * come of them: transactions of random length, within each other, that are committed, rolled back, thrown out
 * of, tried again and left open by a fiber that ends, and what is to happen after a commit. MYND_TEST_SEED,
 * or the second argument, repeats them.
 */
declare(strict_types=1);

require __DIR__ . '/common.php';

use Illuminate\Database\Capsule\Manager as DB;

final class Ledger
{
	/** @var array<string, true> what must be in the table: "fiber/transaction/number" */
	public array $rows = [];
	/** @var array<string, true> of what was said that a commit has happened */
	public array $said = [];
	/** @var list<string> */
	public array $faults = [];
	/** @var array<string, int> how often each end came */
	public array $ends = [];

	public function __construct(private readonly Random\Randomizer $dice)
	{
	}

	private function dice(int $most): int
	{
		return $this->dice->getInt(0, $most);
	}

	private function insert(int $who, int $part, int $n): void
	{
		$row = ['who' => $who, 'part' => $part, 'n' => $n];
		switch ($this->dice(2)) {
			case 0:
				$id = DB::table('laravel_ledger')->insertGetId($row);
				$found = DB::table('laravel_ledger')->where('id', $id)->first(['who', 'part', 'n']);
				if ((array) $found !== $row) {
					$this->faults[] = "$who/$part/$n: its id $id is " . json_encode($found);
				}
				break;
			case 1:
				DB::table('laravel_ledger')->insert($row);
				break;
			default:
				DB::connection()->unprepared("INSERT INTO laravel_ledger (who, part, n) VALUES ($who, $part, $n)");
		}
		DB::connection()->afterCommit(function () use ($who, $part, $n): void {
			$this->said["$who/$part/$n"] = true;
		});
	}

	/** @return array<string, true> rows of this level and those within it */
	private function level(int $who, int $part, int $level, int &$n): array
	{
		$rows = [];
		for ($steps = $this->dice(3); $steps >= 0; $steps--) {
			if (DB::connection()->transactionLevel() !== $level) {
				$this->faults[] = "$who/$part: level " . DB::connection()->transactionLevel() . " instead of $level";
			}
			if ($level < 3 && $this->dice(3) === 0) {
				DB::beginTransaction();
				$inner = $this->level($who, $part, $level + 1, $n);
				if ($this->dice(1) === 0) {
					DB::commit();
					$rows += $inner;
				} else {
					DB::rollBack();
				}
				continue;
			}
			$n++;
			$this->insert($who, $part, $n);
			$rows["$who/$part/$n"] = true;
			$this->dice(1) === 0 && DB::select('SELECT SLEEP(0.0001)');
		}
		return $rows;
	}

	private function transaction(int $who, int $part): bool
	{
		$end = ['commit', 'commit', 'roll back', 'throw', 'transaction', 'return'][$this->dice(5)];
		$this->ends[$end] = ($this->ends[$end] ?? 0) + 1;
		$n = 0;
		if ($end === 'throw' || $end === 'transaction') {
			try {
				$this->rows += DB::transaction(function () use ($who, $part, &$n, $end): array {
					$rows = $this->level($who, $part, 1, $n);
					return $end === 'throw' ? throw new DomainException() : $rows;
				});
			} catch (DomainException) {
			}
			return true;
		}
		DB::beginTransaction();
		$rows = $this->level($who, $part, 1, $n);
		if ($end === 'commit') {
			DB::commit();
			$this->rows += $rows;
		} elseif ($end === 'roll back') {
			DB::rollBack();
		}
		return $end !== 'return'; // what it leaves open is rolled back
	}

	public function live(int $who): void
	{
		$number = number();
		if (DB::scalar('SELECT @mine') !== null || DB::connection()->transactionLevel() !== 0) {
			$this->faults[] = "$who: the session has been another fiber's";
		}
		DB::statement("SET @mine = $who");
		for ($part = 1, $most = $this->dice(3); $part <= $most; $part++) {
			if (!$this->transaction($who, $part)) {
				return;
			}
			if (DB::connection()->transactionLevel() !== 0 || (int) DB::scalar('SELECT @mine') !== $who || number() !== $number) {
				$this->faults[] = "$who/$part: it is not its own session any more";
			}
		}
	}
}

$seed = (int) ($argv[2] ?? getenv('MYND_TEST_SEED') ?: 1);
$programs = isset($argv[2]) ? 1 : 25;
$other = connect();
$other->query('DROP TABLE IF EXISTS laravel_ledger');
$other->query('CREATE TABLE laravel_ledger (id INT AUTO_INCREMENT PRIMARY KEY, who INT, part INT, n INT) ENGINE=InnoDB');
$ends = [];
for ($i = 0; $i < $programs; $i++) {
	$dice = new Random\Randomizer(new Random\Engine\Mt19937($seed + $i));
	capsule(['maximum' => $dice->getInt(1, 6), 'deadline' => $dice->getInt(0, 1) === 0 ? null : 20.0]);
	$other->query('DELETE FROM laravel_ledger');
	$ledger = new Ledger($dice);
	DB::concurrently(array_map(static fn (int $who): Closure => static fn () => $ledger->live($who), range(1, $dice->getInt(2, 9))));
	$found = [];
	foreach ($other->query('SELECT who, part, n FROM laravel_ledger FOR UPDATE') as $row) {
		$found[implode('/', $row)] = true;
	}
	ksort($found);
	ksort($ledger->rows);
	ksort($ledger->said);
	check('seed ' . ($seed + $i) . ': what was committed, and nothing else', $ledger->rows, $found);
	check('seed ' . ($seed + $i) . ': what was said to be committed was', $ledger->rows, $ledger->said);
	check('seed ' . ($seed + $i) . ': nothing is mixed', [], $ledger->faults);
	foreach ($ledger->ends as $end => $count) {
		$ends[$end] = ($ends[$end] ?? 0) + $count;
	}
}
check('each end has come', true, $programs === 1 || (count($ends) === 5 && min($ends) > 2) ?: $ends);
$other->query('DROP TABLE laravel_ledger');
finish();
