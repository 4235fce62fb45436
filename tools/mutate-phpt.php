<?php
/*
 * Runs .phpt files for ./dev mutate: in the order given, some beside each other, and no more once one has
 * failed. (PHP's run-tests.php sorts them, and runs all.)
 *
 *     php mutate-phpt.php list PHP JOBS RECORD MOST FILE...
 *         the files that can judge, a line each: seconds, file (tab between); within a folder the fast ones
 *         first. Those that RECORD does not know as they are run before that. Left out, and named: what
 *         fails, or takes more than MOST seconds
 *     php mutate-phpt.php judge PHP JOBS FACTOR LIST
 *         the files of such lines; status 1: this one has failed, twice, or has taken so many times as long,
 *         and 20 seconds
 *
 * PHP is the command that loads the extension. The sections of a test that are known here are those that ours
 * have. What a test has printed stays beside it, as FILE.out.
 */
const INI = ['output_buffering=Off', 'error_reporting=32767', 'display_errors=1', 'display_startup_errors=1', 'log_errors=0', 'html_errors=0',
	'report_memleaks=1', 'docref_root=', 'docref_ext=.html', 'auto_prepend_file=', 'precision=14', 'serialize_precision=-1', 'memory_limit=128M',
	'zend.assertions=1', 'zend.exception_ignore_args=0', 'session.auto_start=0'];
const KNOWN = ['TEST', 'DESCRIPTION', 'EXTENSIONS', 'INI', 'ENV', 'SKIPIF', 'FILE', 'EXPECT', 'EXPECTF', 'EXPECTREGEX', 'CLEAN', 'CONFLICTS'];
const PLACES = ['%e' => '/', '%s' => '[^\r\n]+', '%S' => '[^\r\n]*', '%a' => '.+?', '%A' => '.*?', '%w' => '\s*', '%i' => '[+-]?\d+', '%d' => '\d+',
	'%x' => '[0-9a-fA-F]+', '%f' => '[+-]?(?:\d+|(?=\.\d))(?:\.\d+)?(?:[Ee][+-]?\d+)?', '%c' => '.', '%0' => '\x00'];

/** @return array<string, string> what the file has, by section */
function sections(string $file): array
{
	$parts = preg_split('~^--([A-Z_]+)--\r?\n~m', file_get_contents($file), -1, PREG_SPLIT_DELIM_CAPTURE);
	$sections = [];
	for ($i = 1; $i + 1 < count($parts); $i += 2) {
		$sections[$parts[$i]] = $parts[$i + 1];
	}
	if ($unknown = array_diff(array_keys($sections), KNOWN)) {
		fwrite(STDERR, "$file: what is " . implode(', ', $unknown) . "?\n");
		exit(2);
	}
	return $sections;
}

function is_expected(array $sections, string $output): bool
{
	$output = trim(str_replace("\r\n", "\n", $output));
	if (isset($sections['EXPECT'])) {
		return $output === trim($sections['EXPECT']);
	}
	if (isset($sections['EXPECTREGEX'])) {
		return preg_match('/^' . trim($sections['EXPECTREGEX']) . '$/s', $output) === 1;
	}
	$pattern = '';
	foreach (preg_split('~(%r.*?%r)~s', trim($sections['EXPECTF']), -1, PREG_SPLIT_DELIM_CAPTURE) as $i => $piece) {
		$pattern .= $i % 2 ? '(' . substr($piece, 2, -2) . ')' : strtr(preg_quote($piece, '/'), PLACES);
	}
	return preg_match("/^$pattern$/s", $output) === 1;
}

/** A program that runs: a section of a test, in a process group of its own. */
final class Running
{
	private $process;
	private float $began;
	private string $said;
	public ?int $status = null;

	public function __construct(string $php, public readonly string $file, public readonly array $sections, public readonly float $limit, string $section)
	{
		$base = substr($file, 0, -5) . ['FILE' => '', 'SKIPIF' => '.skip', 'CLEAN' => '.clean'][$section];
		file_put_contents("$base.php", $sections[$section]);
		$this->said = "$base.out";
		$settings = [];
		foreach ([...INI, ...array_filter(array_map('trim', explode("\n", $sections['INI'] ?? '')), fn($line) => $line !== '' && $line[0] !== ';')] as $setting) {
			array_push($settings, '-d', str_replace('{PWD}', dirname($file), preg_replace('~ *= *~', '=', $setting, 1)));
		}
		$words = ['setsid', $php, ...$settings];
		/* as run-tests.php, for those that a test begins */
		putenv('TEST_PHP_EXTRA_ARGS=' . implode(' ', array_map(escapeshellarg(...), $settings)));
		foreach (explode("\n", trim($sections['ENV'] ?? '')) as $line) {
			$line !== '' && array_unshift($words, 'env', $line);
		}
		$this->began = microtime(true);
		$this->process = proc_open([...$words, '-f', "$base.php"], [['file', '/dev/null', 'r'], ['file', $this->said, 'w'], ['redirect', 1]], $pipes, dirname(__DIR__));
	}

	public function seconds(): float
	{
		return microtime(true) - $this->began;
	}

	public function output(): string
	{
		return file_get_contents($this->said);
	}

	/** True: it is over, or was ended because it took too long (then its status is not 0). */
	public function is_over(): bool
	{
		$now = proc_get_status($this->process);
		if ($now['running'] && $this->seconds() < $this->limit) {
			return false;
		}
		$this->status = $now['running'] ? -1 : ($now['signaled'] ? -$now['termsig'] : $now['exitcode']);
		$this->end();
		return true;
	}

	/** With all that it has begun. */
	public function end(): void
	{
		$pid = proc_get_status($this->process)['pid'];
		@posix_kill(-$pid, SIGKILL);
		proc_close($this->process);
	}

	/** As run-tests.php: what is printed counts, whatever the status of a program that ends by itself. */
	public function has_passed(): bool
	{
		return $this->status >= 0 && is_expected($this->sections, $this->output());
	}
}

function run(string $php, string $file, array $sections, string $section, float $limit): Running
{
	for ($running = new Running($php, $file, $sections, $limit, $section); !$running->is_over(); usleep(5000));
	return $running;
}

function clean(string $php, Running $test): void
{
	isset($test->sections['CLEAN']) && run($php, $test->file, $test->sections, 'CLEAN', 60);
}

/** Why it is to be left out, or null. */
function skipped(string $php, string $file, array $sections): ?string
{
	$said = isset($sections['SKIPIF']) ? trim(run($php, $file, $sections, 'SKIPIF', 60)->output()) : '';
	return str_starts_with($said, 'skip') ? $said : null;
}

/**
 * Runs so many at a time; tests that say what they conflict with run alone. `$over` is told of each that is
 * over, and says whether to go on.
 *
 * @param array<string, float> $limits seconds by file
 */
function run_all(string $php, int $jobs, array $limits, callable $over): void
{
	$running = [];
	$files = array_keys($limits);
	$alone = false;
	while ($files || $running) {
		while ($files && !$alone && count($running) < $jobs) {
			$sections = sections($files[0]);
			if ($running && isset($sections['CONFLICTS'])) {
				break;
			}
			$alone = isset($sections['CONFLICTS']);
			$file = array_shift($files);
			$running[] = new Running($php, $file, $sections, $limits[$file], 'FILE');
		}
		usleep(5000);
		foreach ($running as $i => $test) {
			if (!$test->is_over()) {
				continue;
			}
			unset($running[$i]);
			$alone = false;
			clean($php, $test);
			if (!$over($test)) {
				array_map(fn($other) => $other->end(), $running);
				return;
			}
		}
	}
}

/** What is known of a file as it is now: "ok", "skipped" or "failed", and the seconds. */
function recorded(string $record, string $file): ?array
{
	static $lines = [];
	if (!$lines) {
		foreach (is_file($record) ? file($record, FILE_IGNORE_NEW_LINES) : [] as $line) {
			[$verdict, $seconds, $of, $sum] = explode("\t", $line);
			$lines["$of $sum"] = [$verdict, (float) $seconds];
		}
	}
	return $lines["$file " . sha1_file($file)] ?? null;
}

/** @return array<string, array{string, float}> verdict and seconds by file */
function measure(string $php, int $jobs, array $files): array
{
	$found = $limits = [];
	foreach ($files as $file) {
		$found[$file] = ['skipped', 0.0];
		if (skipped($php, $file, sections($file)) === null) {
			$limits[$file] = 60.0;
		}
	}
	run_all($php, $jobs, $limits, function (Running $test) use (&$found) {
		$found[$test->file] = [$test->has_passed() ? 'ok' : 'failed', $test->seconds()];
		return true;
	});
	return $found;
}

function list_tests(string $php, int $jobs, string $record, float $most, array $files): void
{
	$known = [];
	foreach ($files as $file) {
		$known[$file] = recorded($record, $file);
	}
	$new = measure($php, $jobs, array_keys($known, null, true));
	foreach ($new as $file => [$verdict, $seconds]) {
		file_put_contents($record, sprintf("%s\t%.2f\t%s\t%s\n", $verdict, $seconds, $file, sha1_file($file)), FILE_APPEND);
	}
	$list = [];
	foreach ($new + array_filter($known) as $file => [$verdict, $seconds]) {
		if ($verdict === 'ok' && $seconds <= $most) {
			$list[] = [$seconds, $file];
		} elseif ($verdict !== 'skipped') {
			fprintf(STDERR, "left out: %s, %s, %.1f s\n", substr($file, strpos($file, '/tests/') + 1), $verdict, $seconds);
		}
	}
	$first = []; /* of each folder */
	foreach ($files as $i => $file) {
		$first[dirname($file)] ??= $i;
	}
	usort($list, fn($a, $b) => [$first[dirname($a[1])], $a[0]] <=> [$first[dirname($b[1])], $b[0]]);
	foreach ($list as [$seconds, $file]) {
		printf("%.2f\t%s\n", $seconds, $file);
	}
}

function judge(string $php, int $jobs, float $factor, string $list): int
{
	$limits = [];
	foreach (file($list, FILE_IGNORE_NEW_LINES) as $line) {
		[$seconds, $file] = explode("\t", $line);
		$limits[$file] = $factor * $seconds + 20;
	}
	$failed = null;
	run_all($php, $jobs, $limits, function (Running $test) use (&$failed, $php) {
		if ($test->has_passed()) {
			return true;
		}
		if ($test->status !== -1) { /* it may have been late */
			$again = run($php, $test->file, $test->sections, 'FILE', $test->limit);
			clean($php, $again);
			if ($again->has_passed()) {
				return true;
			}
		}
		$failed = $test;
		return false;
	});
	if ($failed !== null) {
		echo basename(dirname($failed->file)), '/', basename($failed->file), match (true) { $failed->status === -1 => ' takes too long', $failed->status < -1 => ' crashes', default => '' }, "\n";
	}
	return $failed === null ? 0 : 1;
}

$php = $argv[2];
$jobs = (int) $argv[3];
exit(match ($argv[1]) {
	'list' => list_tests($php, $jobs, $argv[4], (float) $argv[5], array_slice($argv, 6)) ?? 0,
	'judge' => judge($php, $jobs, (float) $argv[4], $argv[5]),
});
