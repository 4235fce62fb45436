<?php
/*
 * What ./dev conformance found: each test that stock passes and mynd does not, and what there is to know
 * beside it. The last line is "N missing of M". Exit 0: none is missing; 1: some are, or stock passes nothing
 * at all, which judges nobody.
 *
 *   report.php RUN LISTS [--verbose] [--count] [--implied='NAME=VALUE ...']
 *
 * RUN has a folder for each driver with run-tests.php's verdicts and log; LISTS the lists of tests that need
 * not pass. --verbose shows also what stock fails and skips; --count makes the last line one of a test suite.
 * Stock need not have run what mynd passes. --implied: settings that the run's mynd.preset stands for.
 */
namespace Mynd\Conformance;

const LISTS = ['waiting', 'counters', 'differences'];

function fail(string $message): never
{
	fwrite(STDERR, "conformance: $message\n");
	exit(1);
}

/** @return array<string, string> the verdict of each test, by its name */
function verdicts(string $folder): array
{
	$verdicts = [];
	$lines = @file("$folder/verdicts", FILE_IGNORE_NEW_LINES);
	foreach ($lines === false ? fail("there are no verdicts in $folder") : $lines as $line) {
		[$verdict, $file] = explode("\t", $line);
		$verdicts[basename($file)] = $verdict;
	}
	ksort($verdicts);
	return $verdicts;
}

/** @return array<string, string> why run-tests.php skipped tests or expects them to fail, by name */
function reasons(string $folder): array
{
	preg_match_all('~\[\S*/([^]/]+\.phpt)\]\s+(?:reason|XFAIL REASON): ([^\r\n]*)~', file_get_contents("$folder/log"), $found);
	return array_combine($found[1], $found[2]);
}

/**
 * A list: names and why they are on it; lines that begin with # are comments. "[8.2 mysql]" after a name
 * restricts it to runs of PHP 8.2 on MySQL, "[mynd.persistent=all]" to those with that setting.
 *
 * @param list<string> $implied settings beside those in the run's name
 * @return array<string, string>
 */
function listed(string $file, string $run, array $implied): array
{
	$about = [...explode('-', basename($run)), ...$implied];
	$listed = [];
	foreach (file($file, FILE_IGNORE_NEW_LINES | FILE_SKIP_EMPTY_LINES) as $line) {
		if ($line[0] === '#') {
			continue;
		}
		preg_match('/^(\S+\.phpt)\s+(?:\[(.+?)\]\s+)?([^\s[].*)$/', $line, $parts) || fail("$file: not a test and a reason: $line");
		if (!array_diff(array_filter(explode(' ', $parts[2])), $about)) {
			$listed[$parts[1]] = $parts[3];
		}
	}
	return $listed;
}

/**
 * A line that the test printed and did not expect; if there is none, one that it expects and did not print.
 */
function first_difference(string $folder, string $test): string
{
	$diff = implode(array_map(file_get_contents(...), glob("$folder/ext/*/tests/" . basename($test, '.phpt') . '.diff')));
	foreach (['+', '-'] as $side) {
		if (preg_match("~^\d+\\$side .*\S.*~m", (string) $diff, $line)) {
			$line = preg_replace('~(\S*/)?' . preg_quote("$folder/ext/", '~') . '\w+/tests/~', '', $line[0]);
			return strlen($line) > 150 ? substr($line, 0, 150) . '...' : $line;
		}
	}
	return '';
}

/** @param array<string, string> $verdicts */
function totals(array $verdicts): string
{
	$counts = array_count_values($verdicts);
	ksort($counts);
	return implode(', ', array_map(fn ($verdict, $count) => $count . ' ' . strtolower($verdict), array_keys($counts), $counts));
}

function say(string $kind, string $test, string $text): void
{
	printf("%-11s %s%s\n", $kind, $test, $text === '' ? '' : ": $text");
}

$options = preg_grep('/^--/', $argv);
[, $run, $lists] = array_values(array_diff($argv, $options));
$mynd = verdicts("$run/mynd");
$judged = verdicts("$run/stock");
$unjudged = array_diff_key(array_filter($mynd, fn ($verdict) => $verdict === 'PASSED'), $judged);
$stock = $judged + $unjudged;
$implied = explode(' ', substr(current(preg_grep('/^--implied=/', $options)) ?: '--implied=', strlen('--implied=')));
$lists = array_combine(LISTS, array_map(fn ($name) => listed("$lists/$name.list", $run, $implied), LISTS));

$passed = array_keys($stock, 'PASSED', true);
$missing = array_filter($passed, fn ($test) => ($mynd[$test] ?? '') !== 'PASSED');
$counts = array_fill_keys(LISTS, 0);

if (in_array('--verbose', $options, true)) {
	$reasons = reasons("$run/stock");
	foreach (array_diff_key($stock, array_flip($passed)) as $test => $verdict) {
		say('stock', $test, "$verdict, mynd {$mynd[$test]}; " . ($reasons[$test] ?? first_difference("$run/stock", $test)));
	}
}
foreach ($lists as $name => $listed) {
	foreach (array_intersect_key($listed, $stock) as $test => $reason) {
		if (in_array($test, $missing, true)) {
			$counts[$name]++;
			say($name, $test, $reason);
		} elseif ($mynd[$test] === 'PASSED') {
			say('passes', $test, "the test is on the list \"$name\" and passes on mynd");
		}
	}
	$missing = array_diff($missing, array_keys($listed));
}
foreach ($missing as $test) {
	say('MISSING', $test, trim("{$mynd[$test]} " . first_difference("$run/mynd", $test)));
}
echo 'stock', $unjudged ? ', of what mynd does not pass: ' : ': ', totals($judged), "\n", 'mynd: ', totals($mynd), "\n";
echo implode(', ', array_map(fn ($name, $count) => "$name: $count", LISTS, $counts)), "; what the tests printed is in $run\n";
if (!$passed) {
	fail('stock passes none of them: that is no judge');
}
if (in_array('--count', $options, true)) {
	printf("%d passed, %d failed, %d skipped\n", count($passed) - count($missing) - array_sum($counts), count($missing), array_sum($counts));
} else {
	printf("%d missing of %d\n", count($missing), count($passed));
}
exit($missing ? 1 : 0);
