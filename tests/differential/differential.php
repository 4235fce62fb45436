<?php
// Random programs on stock and on mynd, compared call by call: ./dev differential. Ends with 1 if a
// difference is not explained.
//   differential.php --stock COMMAND --mynd COMMAND --folder FOLDER [--seconds N | --calls N | --programs N]
//     [--seed S] [--face mysqli|pdo] [--keep-going] [--shrink SECONDS] [--database NAME]
//     [--with NAME=VALUE]...
// --with is a setting of mynd's side.
// The environment says which server (MYND_TEST_*). A program's seed is printed; --seed S --programs 1 repeats
// it.

foreach (['dice', 'values', 'server', 'schema', 'texts', 'mysqli_programs', 'pdo_programs', 'prologues', 'settings', 'sides', 'before', 'compare', 'shrink', 'print'] as $name) {
	require __DIR__ . "/$name.php";
}

final class Differential
{
	private const CHUNK = 12;
	private Sides $sides;
	private Server $server;
	private Settings $settings;
	private array $known;
	private float $started;
	public int $calls = 0;
	public int $programs = 0;
	public int $failures = 0;
	private int $races = 0;
	private array $met = [];
	private array $signs = [];

	public function __construct(private array $options)
	{
		$folder = $options['folder'];
		is_dir($folder) || mkdir($folder, 0777, true);
		file_put_contents("$folder/infile.txt", "301,a\n302,\\N\nx\n303,\"q\",more\n1\n");
		putenv("MYND_TEST_FILE=$folder/infile.txt");
		$this->settings = Settings::of($options);
		$this->sides = new Sides(explode(' ', $options['stock']), [...explode(' ', $options['mynd']), ...$this->settings->arguments()], $folder, $this->database());
		$this->known = $this->settings->known();
		$this->server = Server::ask(new mysqli('localhost', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), null, null, getenv('MYND_TEST_SOCKET')));
		$this->started = microtime(true);
	}

	/** Runs at the same time, on one server, need names of their own. */
	private function database(): string
	{
		return $this->options['database'] ?? 'mynd_diff';
	}

	private function program(int $seed): array
	{
		$dice = new Dice($seed);
		$face = $this->options['face'] ?? $dice->weighted(['mysqli' => 65, 'pdo' => 35]);
		$prologues = $this->settings->prologues($dice);
		$programs = $face === 'pdo' ? new PdoPrograms($dice, $this->server, $prologues) : new MysqliPrograms($dice, $this->server, $prologues);
		return $this->settings->adapted($programs->program());
	}

	private function is_over(): bool
	{
		return ($this->failures > 0 && !isset($this->options['keep-going']))
			|| isset($this->options['seconds']) && microtime(true) - $this->started >= $this->options['seconds']
			|| isset($this->options['calls']) && $this->calls >= $this->options['calls']
			|| isset($this->options['programs']) && $this->programs >= $this->options['programs'];
	}

	public function run(int $seed): void
	{
		$left = (int) ($this->options['programs'] ?? PHP_INT_MAX); /* to be made */
		$before = null;
		for ($turn = 0; $before !== null || !$this->is_over(); $turn++) {
			$chunk = null;
			$size = min(self::CHUNK, $left);
			if ($size > 0 && !$this->is_over()) {
				$left -= $size;
				$chunk = array_map(fn ($i) => $this->program($seed + $i), range(0, $size - 1));
				$seed += $size;
				$this->sides->stock->send($this->database() . '_' . $turn % 2, $chunk);
			}
			if ($before !== null) {
				$this->sides->mynd->send($this->database() . '_' . ($turn + 1) % 2, $before[0]);
			}
			$this->sides->wait();
			$answers = $this->sides->stock->answers();
			if ($before !== null) {
				$this->judge($before[0], $before[1], $this->sides->mynd->answers());
			}
			$before = $chunk === null ? null : [$chunk, $answers];
			$turn % 50 === 49 && $this->progress($seed);
			if ($turn % ($this->settings->learns() ? 8 : 500) === 0) { // each prologue has a pool
				$this->sides->stop();
			}
		}
		$this->sides->stop();
	}

	private function progress(int $seed): void
	{
		fprintf(STDERR, "%d programs, %d calls, %.0f s, next seed %d\n", $this->programs, $this->calls, microtime(true) - $this->started, $seed);
	}

	private function judge(array $programs, array $stock, array $mynd): void
	{
		foreach ($programs as $i => $program) {
			$comparison = Comparison::of($program, $stock[$i], $mynd[$i], $this->known);
			$this->programs++;
			$this->calls += $comparison->calls;
			foreach ($comparison->known as $name => $times) {
				$this->met[$name] = ($this->met[$name] ?? 0) + $times;
			}
			if ($comparison->unexplained !== null && ($this->failures === 0 || isset($this->options['keep-going']))) {
				$this->fail($program, $comparison->unexplained);
			}
		}
	}

	/**
	 * Whether a command that nobody has waited for may be before or behind one of another connection: the
	 * server runs a text's later statements while the program goes on.
	 */
	private function may_race(array $program): bool
	{
		$text = json_encode($program['calls']);
		return str_contains($text, '"to":"m1"') && preg_match('/multi_query|MYSQLI_ASYNC|,8\]/', $text);
	}

	private function fail(array $program, Difference $difference): void
	{
		$this->failures++;
		$sign = $difference->sign();
		$this->signs[$sign] = ($this->signs[$sign] ?? 0) + 1;
		if ($this->signs[$sign] > 1) {
			return;
		}
		printf("--- seed %d, call %d: %s\n", $program['seed'], $difference->number, $sign);
		$again = fn (array $program) => Comparison::of($program, ...[...$this->sides->both($program), $this->known])->unexplained;
		$first = $again($program) ?? $again($program) ?? $again($program);
		if ($first === null && $this->may_race($program)) {
			$this->failures--;
			$this->races++;
			unset($this->signs[$sign]);
			echo "not seen in three more runs; its two connections want the same table at one time\n";
			return;
		}
		if ($first === null) {
			echo "not seen in three more runs:\n";
		} else {
			$sign = $first->sign();
			$shrink = new Shrink(fn (array $program) => $again($program)?->sign() === $sign, (float) ($this->options['shrink'] ?? 90));
			$program = $shrink->smallest($program);
			$difference = $again($program) ?? $difference;
			printf("%d calls after %d tries:\n", count($program['calls']), $shrink->tries);
		}
		echo Printed::source($program, $difference), "\n";
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
		if ($this->races > 0) {
			printf("%d seen once, by the order in which two connections came\n", $this->races);
		}
		printf("%d programs, %d calls compared in %.0f s, %d with a difference that is not known\n", $this->programs, $this->calls, microtime(true) - $this->started, $this->failures);
	}
}

$options = getopt('', ['stock:', 'mynd:', 'folder:', 'seconds:', 'calls:', 'programs:', 'seed:', 'face:', 'keep-going', 'shrink:', 'database:', 'with:']);
$seed = (int) ($options['seed'] ?? random_int(1, 1 << 40));
$differential = new Differential($options);
echo "seed $seed\n";
$differential->run($seed);
$differential->report();
exit($differential->failures > 0 || $differential->calls === 0 ? 1 : 0);
