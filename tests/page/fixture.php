<?php
/*
 * Figures of a run that never was, as lines of JSON: the cases that the page shows, with numbers of a seed:
 * tiny and huge ones, equal ones, with and without a spread, a limit, or a figure of stock's.
 *
 *   fixture.php SEED [BENCH...]   without these benches, as if they could not be had
 */

declare(strict_types=1);

final class Fixture
{
	public function __construct(private readonly array $without)
	{
	}

	/** Of any size that a bench may print: 0.0001 to some 400,000. */
	private function number(): float
	{
		return mt_rand(0, 20) === 0 ? (float) mt_rand(0, 40) : round(10 ** (mt_rand(-20, 56) / 10), 4);
	}

	private function line(string $bench, string $case, string $metric, string $unit, ?float $stock, float $mynd, bool $may_have_limit = false): void
	{
		if (in_array($bench, $this->without, true)) {
			return;
		}
		$line = ['bench' => $bench, 'case' => $case, 'metric' => $metric, 'unit' => $unit, 'mynd' => $mynd, 'stock' => $stock,
			'ratio' => (float) $stock === 0.0 ? null : round($mynd / $stock, 4)];
		$line += $may_have_limit && mt_rand(0, 1) === 1 ? ['limit' => round($mynd * mt_rand(20, 99) / 100, 4)] : [];
		if (mt_rand(0, 4) > 0) {
			$around = static fn (float $value) => [round($value * mt_rand(50, 100) / 100, 4), round($value * mt_rand(100, 200) / 100, 4)];
			$line += ['samples' => mt_rand(1, 9), 'quartiles' => array_map($around, array_filter(['mynd' => $mynd, 'stock' => $stock], is_float(...)))];
		}
		echo json_encode($line, JSON_UNESCAPED_SLASHES), "\n";
	}

	private function any(string $bench, string $case, string $metric, string $unit, bool $may_have_limit = false): void
	{
		$this->line($bench, $case, $metric, $unit, $this->number(), $this->number(), $may_have_limit);
	}

	public function memory(): void
	{
		$steps = ['connected', 'query() has returned', ...array_map(static fn (int $row) => "row $row", range(1, mt_rand(2, 12))), 'free()', 'the rows are dropped'];
		[$stock, $mynd] = [0.0, 0.0];
		foreach ($steps as $step) {
			$this->line('blob', "over time: $step", 'engine memory', 'MiB', (float) mt_rand(0, 900) / 10, (float) mt_rand(0, 900) / 10);
			$this->line('blob', "over time: $step", 'after', 'ms', $stock, $mynd);
			[$stock, $mynd] = [round($stock + mt_rand(0, 9000) / 100, 4), round($mynd + mt_rand(0, 9000) / 100, 4)];
		}
		$this->any('blob', 'over time: highest', 'engine peak', 'MiB');
	}

	/** `sizes`: names that only a run of some size has. */
	public function cases(callable $wanted): void
	{
		foreach ($wanted('fetch') as $case) {
			$this->any('fetch', $case, 'cpu', 'us/row', true);
			$this->any('fetch', $case, 'engine peak', 'MiB'); /* the page shows nothing of it */
		}
		foreach ($wanted('connect') as $case) {
			$this->any('connect', $case, 'rate', '/s', true);
		}
		foreach (array_filter($wanted('insert'), static fn (string $case) => str_starts_with($case, '20,000')) as $case) {
			$this->any('insert', preg_replace('/1 link, /', '1 link: ', $case), 'total', 'us/row');
		}
		foreach ($wanted('scatter') as $case) {
			$this->scatter($case);
		}
		foreach ($wanted('far') as $case) {
			foreach (['fresh', 'p:', 'all', 'fewer'] as $way) {
				$name = preg_replace('/, 1 ms$/', ", $way", $case);
				$this->line('far', $name, 'round trips', 'a page', (float) mt_rand(2, 400), (float) mt_rand(2, 400) / mt_rand(1, 2));
				$this->any('far', $name, 'time, 1 ms', 'ms/page');
			}
		}
	}

	private function scatter(string $case): void
	{
		if (str_contains($case, 'shards')) {
			$this->any('scatter', $case, 'time', 'ms');
			return;
		}
		$stock = (int) strtr($case, [',' => '']) > 1019 ? null : $this->number();
		foreach (['cpu, mysqli_poll', 'cpu, as_completed'] as $metric) {
			$this->line('scatter', $case, $metric, 'us/answer', $stock, $this->number());
		}
	}

	public function demo(): void
	{
		foreach (['peak' => 'MiB', 'cpu' => 's', 'wall' => 's'] as $metric => $unit) {
			foreach (['catalogue:all', 'catalogue:by-section', 'far_away:lookups', 'page_loads:a-rather-long-name'] as $scene) {
				$this->line('demo', $scene, $metric, $unit, $this->number(), $this->number());
			}
		}
	}
}

$without = array_slice($argv, 2);
mt_srand((int) $argv[1]);
echo json_encode(['about' => ['Date' => '1 January 2026, 00:00 UTC', 'Command' => './dev bench --html ' . str_repeat('long', 30), 'Size' => 'A <small> run & "no" other.',
	'mynd' => '0.0.0', 'Stock' => 'mysqlnd 0', 'PHP' => '8.2', 'Server' => 'MariaDB 10', 'Processor' => 'A "processor" <of> R&D', 'Cores' => '2']]), "\n";
$wanted = static function (string $bench): array {
	exec(escapeshellarg(PHP_BINARY) . ' -n ' . escapeshellarg(dirname(__DIR__, 2) . '/tools/page/page.php') . " --cases $bench", $cases);
	return $cases;
};
$fixture = new Fixture($without);
$fixture->memory();
$fixture->cases($wanted);
$fixture->demo();
foreach ($without as $bench) {
	echo json_encode(['missing' => $bench, 'reason' => "there is no <$bench> & no network"]), "\n";
}
