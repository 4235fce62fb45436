<?php
/*
 * Programs that fight: random calls of mysqli, PDO and the namespace Mynd, with code of the program in the
 * middle of them. Runs them in worker processes, one after another; says which failed, and makes those
 * smaller. Run by ./dev fight, on stock's PHP, with a server of its own.
 *
 *     fight.php [--seconds N | --calls N | --programs N] [--seed S] [--step N] [--program FILE]
 *         [--shrink SECONDS]
 */
require __DIR__ . '/all.inc';
require __DIR__ . '/process.inc';
require __DIR__ . '/shrink.inc';

final class Fight
{
	/** Programs of one process: what the engine keeps of compiled code grows with them. */
	private const BATCH = 250;
	/**
	 * Seconds for a program; and for one that took longer, alone: a machine may be slow, a hang is for ever.
	 */
	private const LIMIT = 25.0, LAST_LIMIT = 120.0;

	/** @var array<string, array{failure: Failure, count: int, program: Statement[]}> by signature */
	private array $failures = [];
	private int $calls = 0, $cases = 0, $processes = 0, $slow = 0;
	private string $file;

	/** @param string[] $php the command that runs PHP */
	public function __construct(private array $php, private float $shrink)
	{
		mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
		$this->file = tempnam(sys_get_temp_dir(), 'fight');
		foreach (schema() as $sql) {
			$this->ask($sql);
		}
	}

	public function __destruct()
	{
		unlink($this->file);
	}

	/** A connection of its own each time: programs kill what they find. */
	private function ask(string $sql): mysqli_result|bool
	{
		return (new mysqli('localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), 0, getenv('MYND_TEST_SOCKET')))->query($sql);
	}

	/**
	 * Each `step`th seed from `seed` on, until the time is over or so many calls were made, or so many
	 * programs.
	 */
	public function through(int $seed, float $until, int $calls, int $programs, int $step): int
	{
		$first = $seed;
		while ($this->calls < $calls && microtime(true) < $until && ($left = $programs - intdiv($seed - $first, $step)) > 0) {
			$this->ask('TRUNCATE fight_sink');
			$this->ask('TRUNCATE fight_turns');
			$process = $this->process(["$seed", (string) min(self::BATCH, $left), "$step"], self::LIMIT);
			$failure = $process->run($until);
			$this->processes++;
			$this->calls += $process->calls;
			$this->cases += $process->cases;
			$next = ($process->seed ?? $seed) + $step;
			$failure ??= $this->left_connections($process->seed);
			if ($failure !== null) {
				$this->met($failure, $seed, $until);
			}
			$seed = $next;
		}
		return $this->tell($first, $seed - $step);
	}

	/** One seed alone, or a program in a file. */
	public function one(array $arguments): int
	{
		$process = $this->process($arguments, self::LAST_LIMIT);
		$failure = $process->run(INF) ?? $this->left_connections($process->seed);
		echo $failure === null ? "passed: {$process->calls} calls\n" : "FAILED: {$failure->kind}: {$failure->what}\n{$failure->report}\n";
		return $failure === null ? 0 : 1;
	}

	private function process(array $arguments, float $limit): Process
	{
		return new Process([...$this->php, '-d', 'mysqli.allow_local_infile=1', '-d', 'display_errors=0', '-d', 'log_errors=1', '-d', 'error_reporting=4437', '-d', 'max_execution_time=0', '-d', 'mynd.max_idle=3', __DIR__ . '/worker.php', ...$arguments], $limit);
	}

	/** When a process has ended the server has none of its connections. */
	private function left_connections(?int $seed): ?Failure
	{
		for ($tries = 0; $tries < 200; $tries++) {
			$left = (int) $this->ask('SELECT COUNT(*) FROM information_schema.processlist WHERE id <> CONNECTION_ID() AND user LIKE \'mynd%\'')->fetch_row()[0];
			if ($left === 0) {
				return null;
			}
			usleep(50000);
		}
		return new Failure('connections', "$left connections are left on the server", '', $seed);
	}

	/** A failure in a process that began with the seed `first`: is it one of a program alone? */
	private function met(Failure $failure, int $first, float $until): void
	{
		$seed = $failure->seed ?? $first;
		if (isset($this->failures[$failure->signature()])) {
			$this->failures[$failure->signature()]['count']++;
			return;
		}
		fwrite(STDERR, sprintf("%s seed %d: %s: %s\n", date('H:i:s'), $seed, $failure->kind, $failure->what));
		$program = (new Maker($seed))->program();
		$alone = $this->alone($program);
		if ($failure->kind === 'hang' && $alone === null) {
			$this->slow++;
			fwrite(STDERR, "seed $seed: it comes to its end, alone: slow, no hang\n");
			return;
		}
		if ($alone !== null && !isset($this->failures[$alone->signature()])) {
			$shrinker = new Shrinker($this->alone(...), $alone->signature(), $this->shrink);
			$program = $shrinker->shrink($program);
			$failure = $alone;
		}
		$note = $alone === null ? "alone it does not fail: the process began with seed $first" : '';
		$this->show($failure, $seed, $program, $note);
		$this->failures[$failure->signature()] = ['failure' => $failure, 'count' => 1, 'seed' => $seed];
	}

	/** @param Statement[] $program */
	private function alone(array $program): ?Failure
	{
		file_put_contents($this->file, runnable($program));
		$process = $this->process(['--program', $this->file], self::LAST_LIMIT);
		return $process->run(INF) ?? $this->left_connections(0);
	}

	private function show(Failure $failure, int $seed, array $program, string $note): void
	{
		echo "--- seed $seed: {$failure->kind}: {$failure->what}\n    ./dev fight --seed $seed\n", $note === '' ? '' : "    $note\n";
		echo runnable($program), "\n", substr($failure->report, 0, 6000), "\n\n";
	}

	private function tell(int $first, int $last): int
	{
		foreach ($this->failures as $one) {
			echo "seed {$one['seed']}: {$one['failure']->kind}: {$one['failure']->what}", $one['count'] > 1 ? " ({$one['count']} times)" : '', "\n";
		}
		$kinds = count($this->failures);
		echo "seeds $first to $last: $this->cases programs, $this->calls calls, $this->processes processes, $this->slow slow ones, $kinds kinds of failures\n";
		return $kinds === 0 && $this->calls > 0 ? 0 : 1;
	}
}

$options = getopt('', ['seconds:', 'calls:', 'programs:', 'seed:', 'program:', 'shrink:', 'step:', 'print']);
$seed = (int) ($options['seed'] ?? random_int(1, 1 << 40));
if (isset($options['print'])) {
	echo runnable((new Maker($seed))->program());
	exit;
}
$fight = new Fight(explode("\n", getenv('MYND_FIGHT_PHP')), (float) ($options['shrink'] ?? 90));
if (isset($options['program'])) {
	exit($fight->one(['--program', $options['program']]));
}
$bounded = isset($options['seconds']) || isset($options['calls']) || isset($options['programs']);
if (isset($options['seed']) && !$bounded) {
	exit($fight->one([(string) $seed, '1', '1']));
}
exit($fight->through($seed, microtime(true) + (float) ($options['seconds'] ?? ($bounded ? INF : 60)), (int) ($options['calls'] ?? PHP_INT_MAX), (int) ($options['programs'] ?? PHP_INT_MAX), max(1, (int) ($options['step'] ?? 1))));
