<?php
// Expressions on stock and on mynd: ./dev differential --kind expressions. Each is asked for in every way
// (expressions_run.php), and compared. Ends with 1 if a difference is not explained.
//   expressions_machine.php --stock COMMAND --mynd COMMAND --folder FOLDER [--seconds N | --programs N]
//     [--seed S] [--keep-going] [--database NAME] [--with NAME=VALUE]...
// An expression's seed is printed; --seed S --programs 1 repeats it.

foreach (['dice', 'expressions', 'settings'] as $name) {
	require_once __DIR__ . "/$name.php";
}

final class ExpressionsMachine
{
	private const AT_ONCE = 40;
	public int $programs = 0;
	public int $failures = 0;
	/** @var array<string, int> what differs, without values */
	private array $signs = [];
	private array $met = [];
	private float $started;
	private bool $mariadb;
	/** @var list<array{resource, array}> stock, mynd */
	private array $sides = [];

	public function __construct(private array $options)
	{
		mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
		$link = new mysqli('localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), null, null, getenv('MYND_TEST_SOCKET'));
		$this->mariadb = str_contains($link->server_info, 'MariaDB');
		$database = $options['database'] ?? 'mynd_expressions';
		mysqli_report(MYSQLI_REPORT_OFF);
		foreach (["DROP DATABASE IF EXISTS $database", "CREATE DATABASE $database CHARACTER SET utf8mb4", "USE $database", ...Expressions::statements()] as $sql) {
			$link->query($sql) || throw new Error("$link->error: $sql");
		}
		putenv("MYND_TEST_DB=$database");
		is_dir($options['folder']) || mkdir($options['folder'], 0777, true);
		foreach (['stock' => [], 'mynd' => Settings::of($options)->arguments()] as $name => $arguments) {
			$process = proc_open([...explode(' ', $options[$name]), ...$arguments, '-d', 'display_errors=stderr', __DIR__ . '/expressions_run.php'], [['pipe', 'r'], ['pipe', 'w'], ['file', "$options[folder]/$name.log", 'a']], $pipes);
			$this->sides[] = [$process, $pipes];
		}
		$this->started = microtime(true);
	}

	private function is_over(): bool
	{
		return ($this->failures > 0 && !isset($this->options['keep-going']))
			|| isset($this->options['seconds']) && microtime(true) - $this->started >= $this->options['seconds']
			|| isset($this->options['programs']) && $this->programs >= $this->options['programs'];
	}

	public function run(int $seed): void
	{
		$known = require __DIR__ . '/known_expressions.php';
		while (!$this->is_over()) {
			$texts = [];
			for ($i = min(self::AT_ONCE, ($this->options['programs'] ?? PHP_INT_MAX) - $this->programs); $i > 0; $i--, $seed++) {
				$texts[$seed] = (new Expressions(new Dice($seed), $this->mariadb))->text();
			}
			$lines = implode('', array_map(fn ($text) => json_encode($text, JSON_THROW_ON_ERROR) . "\n", $texts));
			foreach ($this->sides as [, $pipes]) {
				fwrite($pipes[0], $lines);
			}
			foreach ($texts as $number => $text) {
				[$stock, $mynd] = array_map(fn ($side) => fgets($side[1][1]), $this->sides);
				$this->programs++;
				$stock === $mynd || $this->judge($number, $text, $stock, $mynd, $known);
			}
		}
		foreach ($this->sides as [$process, $pipes]) {
			array_map(fclose(...), $pipes);
			proc_close($process);
		}
	}

	private function judge(int $seed, string $text, string|false $stock, string|false $mynd, array $known): void
	{
		$sides = array_map(fn ($line) => $line === false ? ['ended' => 'no line'] : json_decode($line, true, 512, JSON_THROW_ON_ERROR), [$stock, $mynd]);
		$ways = array_keys(array_filter($sides[0] + $sides[1], fn ($way) => ($sides[0][$way] ?? null) !== ($sides[1][$way] ?? null), ARRAY_FILTER_USE_KEY));
		foreach ($known as $name => $entry) {
			$left = array_filter($ways, fn ($way) => !$entry['is']($text, $way, $sides[0][$way] ?? null, $sides[1][$way] ?? null, $this->mariadb));
			count($left) < count($ways) && $this->met[$name] = ($this->met[$name] ?? 0) + 1;
			$ways = $left;
		}
		if ($ways === []) {
			return;
		}
		$this->failures++;
		$sign = implode('; ', $ways) . ': ' . preg_replace('/\b(n_)?(' . implode('|', array_keys(Expressions::TYPES)) . ')\b/', 'x', preg_replace('/[0-9]+|\'[^\']*\'/', '', $text));
		$this->signs[$sign] = ($this->signs[$sign] ?? 0) + 1;
		if ($this->signs[$sign] === 1 && count($this->signs) < 60) {
			$way = reset($ways);
			printf("--- seed %d: %s\n  %s\n  stock: %s\n  mynd:  %s\n", $seed, $text, implode('; ', $ways), ...array_map(fn ($side) => self::around(json_encode($side[$way] ?? null), json_encode($sides[0][$way] ?? null), json_encode($sides[1][$way] ?? null)), $sides));
		}
		if (($sides[0]['ended'] ?? $sides[1]['ended'] ?? null) !== null) {
			exit(1);
		}
	}

	/** The part of a text in which two others differ. */
	private static function around(string $text, string $one, string $other): string
	{
		$at = strspn($one ^ $other, "\0");
		return '...' . substr($text, max(0, $at - 120), 300);
	}

	public function report(): void
	{
		foreach ($this->met as $name => $times) {
			printf("known %6d  %s\n", $times, $name);
		}
		arsort($this->signs);
		foreach (array_slice($this->signs, 0, 60) as $sign => $times) {
			printf("new   %6d  %s\n", $times, $sign);
		}
		printf("%d expressions in 12 ways compared in %.0f s, %d with a difference that is not known\n", $this->programs, microtime(true) - $this->started, $this->failures);
	}
}

$options = getopt('', ['stock:', 'mynd:', 'folder:', 'seconds:', 'programs:', 'seed:', 'keep-going', 'database:', 'with:']);
$seed = (int) ($options['seed'] ?? random_int(1, 1 << 40));
$machine = new ExpressionsMachine($options);
echo "seed $seed\n";
$machine->run($seed);
$machine->report();
exit($machine->failures > 0 || $machine->programs === 0 ? 1 : 0);
