<?php
// Programs that end: on stock and on mynd at the same time, each in a database of its own; what they see is
// compared, and what the server holds when they are over. ./dev differential --kind ends. Ends with 1 if a
// difference is not explained.
//   ends.php --stock COMMAND --mynd COMMAND --folder FOLDER [--seconds N | --programs N] [--seed S]
//     [--face mysqli|pdo] [--keep-going] [--shrink SECONDS] [--database NAME] [--with NAME=VALUE]...
//     [--write FOLDER]
// A program's seed is printed; --seed S --programs 1 repeats it. --write: each new difference as a program
// that runs by itself.

foreach (['dice', 'values', 'server', 'schema', 'ends_schema', 'ends_texts', 'ends_programs', 'ends_workers', 'holds', 'prologues', 'settings', 'before', 'compare', 'shrink', 'print', 'ends_compare', 'ends_print'] as $name) {
	require_once __DIR__ . "/$name.php";
}

/** One of the two drivers: its workers, and what the server holds for it. */
final class EndsSide
{
	/** @var array<string, FpmWorker|ForkWorker> by a program's "way" */
	private array $workers;
	private array $program;
	private array $lines;

	/** @param list<string> $settings NAME=VALUE */
	public function __construct(private Holds $holds, array $command, array $settings, string $folder)
	{
		is_dir($folder) || mkdir($folder, 0777, true);
		$settings = ['memory_limit=256M', 'mysqlnd.net_read_timeout=10', 'display_errors=0', 'log_errors=0', 'zend.exception_ignore_args=1', 'html_errors=0', 'max_execution_time=30', ...$settings];
		$forks = new ForkWorker([...$command, ...array_merge(...array_map(fn ($setting) => ['-d', $setting], $settings))], "$folder/forks.log");
		$fpm = trim((string) shell_exec('command -v php-fpm' . PHP_MAJOR_VERSION . '.' . PHP_MINOR_VERSION . ' || command -v php-fpm'));
		$ini = trim((string) shell_exec(implode(' ', array_map(escapeshellarg(...), $command)) . " -r 'echo getenv(\"PHP_INI_SCAN_DIR\");'"));
		$this->workers = ['process' => $forks, 'request' => $fpm === '' ? $forks : new FpmWorker($fpm, $ini, $settings, $folder)];
		$holds->make();
	}

	public function begin(array $program): void
	{
		$this->program = $program;
		$this->lines = [];
		$this->send();
	}

	private function send(): void
	{
		$done = count($this->lines);
		$calls = array_slice($this->program['calls'], $done, null, true);
		$ends = array_keys(array_filter($calls, fn ($call) => $call['do'] === 'end'));
		$calls = array_filter($calls, fn ($number) => $number <= ($ends[0] ?? PHP_INT_MAX), ARRAY_FILTER_USE_KEY);
		$environment = ['MYND_TEST_DB' => $this->holds->database, 'MYND_TEST_USER' => $this->holds->database, 'MYND_TEST_OWN_NAME' => $this->holds->database];
		$this->worker()->send(['calls' => $calls ?: [['do' => 'end', 'how' => 'fall']], 'environment' => $environment] + array_intersect_key($this->program, ['holder' => 1, 'report' => 1]));
	}

	private function worker(): FpmWorker|ForkWorker
	{
		return $this->workers[$this->program['way']];
	}

	/**
	 * Reads the answer to a request, and what is held when it is over; then the next request goes.
	 *
	 * @return ?list<string> all lines of the program, when it is over
	 */
	public function step(): ?array
	{
		$lines = $this->worker()->lines();
		foreach ($lines as $line) {
			$this->lines[] = str_replace($this->holds->database, 'DB', $line);
		}
		$is_last = !array_filter(array_slice($this->program['calls'], count($this->lines) + 1), fn ($call) => $call['do'] !== 'end');
		$now = $this->holds->now($is_last || isset(json_decode(end($lines) ?: '{}', true)['ended']), EndsComparison::is_persistent($this->program));
		$this->lines[] = json_encode(['n' => count($this->lines), 'holds' => $now, 'said' => [], 'seen' => []]);
		if (!$is_last && !isset(json_decode(end($lines) ?: '{}', true)['ended'])) {
			$this->send();
			return null;
		}
		$this->holds->reset($now['rows']);
		return $this->lines;
	}

	public function stop(): void
	{
		array_map(fn ($worker) => $worker->stop(), $this->workers);
		$this->holds->kill();
	}
}

final class Ends
{
	/** @var array{EndsSide, EndsSide} */
	private array $sides;
	private Server $server;
	private Settings $settings;
	private array $known;
	private float $started;
	public int $programs = 0;
	public int $failures = 0;
	private int $told = 0;
	private int $ofStock = 0;
	private int $running = 0;
	private int $whole = 0;
	private array $met = [];
	private array $signs = [];

	public function __construct(private array $options)
	{
		$this->settings = Settings::of($options);
		$this->server = Server::ask(self::link());
		$database = $options['database'] ?? 'mynd_ends';
		foreach (['stock' => [], 'mynd' => (array) ($options['with'] ?? [])] as $name => $settings) {
			$this->sides[] = new EndsSide(new Holds(self::link(), $database . '_' . $name[0], $this->server->mariadb), explode(' ', $options[$name]), $settings, "$options[folder]/$name");
		}
		$this->known = $this->settings->known();
		$this->started = microtime(true);
	}

	private static function link(): mysqli
	{
		mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
		return new mysqli('localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), null, null, getenv('MYND_TEST_SOCKET'));
	}

	private function program(int $seed): array
	{
		$dice = new Dice($seed);
		return (new EndsPrograms($dice, $this->server, $this->options['face'] ?? $dice->pick(['mysqli', 'pdo'])))->program();
	}

	/** @return array{list<string>, list<string>} */
	private function both(array $program): array
	{
		$answers = [null, null];
		foreach ($this->sides as $side) {
			$side->begin($program);
		}
		while ($answers[0] === null || $answers[1] === null) {
			foreach ($this->sides as $i => $side) {
				$answers[$i] ??= $side->step();
			}
		}
		return $answers;
	}

	private function is_over(): bool
	{
		return ($this->failures > 0 && !isset($this->options['keep-going']))
			|| isset($this->options['seconds']) && microtime(true) - $this->started >= $this->options['seconds']
			|| isset($this->options['programs']) && $this->programs >= $this->options['programs'];
	}

	public function run(int $seed): void
	{
		for (; !$this->is_over(); $seed++) {
			$program = $this->program($seed);
			[$stock, $mynd] = $this->both($program);
			$this->programs++;
			$comparison = $this->compared($program, $stock, $mynd);
			$this->whole += $comparison->isWhole ? 1 : 0;
			foreach ($comparison->known as $name => $times) {
				$this->met[$name] = ($this->met[$name] ?? 0) + $times;
			}
			$this->told += $comparison->isTold ? 1 : 0;
			$this->running += $comparison->isLeftRunning ? 1 : 0;
			$comparison->difference !== null && $this->fail($program, $comparison->difference, $mynd);
			$this->programs % 1000 === 0 && fprintf(STDERR, "%d programs, %.0f s, next seed %d, %d differ\n", $this->programs, microtime(true) - $this->started, $seed + 1, $this->failures);
		}
		array_map(fn ($side) => $side->stop(), $this->sides);
	}

	/**
	 * Rows may also be those that stock leaves where the program waits for all that it has sent. So may what
	 * is read on another connection, where stock's pool was given one whose command goes on, or waits for a
	 * reader.
	 */
	private function compared(array $program, array $stock, array $mynd): EndsComparison
	{
		$comparison = new EndsComparison($program, $stock, $mynd, $this->known);
		$ofRows = str_contains($comparison->difference?->what ?? '', 'rows of');
		if (!$ofRows && !$comparison->is_of_later_connection()) {
			return $comparison;
		}
		$waiting = EndsPrograms::waiting($program);
		for ($this->sides[0]->begin($waiting); ($lines = $this->sides[0]->step()) === null;);
		foreach ([EndsComparison::with_rows($stock, $lines), EndsComparison::without_waits($waiting, $lines)] as $other) {
			$whole = new EndsComparison($program, $other, $mynd, $this->known);
			$whole->isWhole = $whole->difference === null;
			if ($whole->isWhole) {
				return $whole;
			}
		}
		return $comparison;
	}

	private function again(array $program): ?Difference
	{
		return $this->compared($program, ...$this->both($program))->difference;
	}

	/** Whether stock has done what mynd did in one of some more runs: then it depends on the moment. */
	private function is_of_stock(array $program, array $mynd): bool
	{
		for ($tries = 0; $tries < 5; $tries++) {
			[$stock, $again] = $this->both($program);
			if ($this->compared($program, $stock, $mynd)->difference === null) {
				return true;
			}
		}
		return false;
	}

	private function fail(array $program, Difference $difference, array $mynd): void
	{
		$sign = $difference->sign();
		if (!isset($this->signs[$sign]) && $this->is_of_stock($program, $mynd)) {
			$this->ofStock++;
			return;
		}
		$this->failures++;
		$this->signs[$sign] = ($this->signs[$sign] ?? 0) + 1;
		if ($this->signs[$sign] > 1) {
			return;
		}
		printf("--- seed %d, call %d: %s\n", $program['seed'], $difference->number, $sign);
		$first = $this->again($program) ?? $this->again($program) ?? $this->again($program);
		if ($first === null) {
			echo "not seen in three more runs:\n";
		} else {
			$sign = $first->sign();
			$shrink = new Shrink(fn (array $program) => $this->again($program)?->sign() === $sign, (float) ($this->options['shrink'] ?? 60));
			$program = $shrink->smallest($program);
			$difference = $this->again($program) ?? $difference;
			printf("%d calls after %d tries:\n", count($program['calls']), $shrink->tries);
		}
		$source = EndsPrinted::source($program, $difference);
		echo $source, "\n";
		isset($this->options['write']) && file_put_contents("{$this->options['write']}/ends_$program[seed].php", $source);
	}

	public function report(): void
	{
		arsort($this->met);
		foreach ($this->met as $name => $times) {
			printf("known %6d  %s\n", $times, $name);
		}
		arsort($this->signs);
		foreach ($this->signs as $sign => $times) {
			printf("new   %6d  %s\n", $times, $sign);
		}
		printf("%d programs ended in %.0f s, %d with a difference that is not known; %d ended otherwise because of a difference that the program was told and that is known; stock itself did both in %d; a command was left running in %d; mynd did all that was sent, and stock did not, in %d\n",
			$this->programs, microtime(true) - $this->started, $this->failures, $this->told, $this->ofStock, $this->running, $this->whole);
	}
}

$options = getopt('', ['stock:', 'mynd:', 'folder:', 'seconds:', 'programs:', 'seed:', 'face:', 'keep-going', 'shrink:', 'database:', 'with:', 'write:']);
$seed = (int) ($options['seed'] ?? random_int(1, 1 << 40));
$ends = new Ends($options);
echo "seed $seed\n";
$ends->run($seed);
$ends->report();
exit($ends->failures > 0 || $ends->programs === 0 ? 1 : 0);
