<?php
/*
 * ./dev compare: a program on stock and on mynd, side by side. Exit 0: same output; 1: not; 2: could not be
 * run.
 *
 *   compare.php STOCK-PHP MYND-PHP [--ini NAME=VALUE]... [--runs N] SCRIPT [ARGS...]
 */
namespace Mynd\Measure;

require __DIR__ . '/measure.php';

function fail(string $message): never
{
	fwrite(STDERR, "compare: $message\n");
	exit(2);
}

/** @return array{list<string>, int, list<string>} settings for PHP, runs, the program */
function arguments(array $arguments): array
{
	$settings = [];
	$runs = 1;
	while ($arguments && str_starts_with($arguments[0], '--')) {
		$option = array_shift($arguments);
		$value = array_shift($arguments) ?? fail("$option needs a value");
		match ($option) {
			'--ini' => array_push($settings, '-d', $value),
			'--runs' => $runs = max(1, (int) $value),
			default => fail("unknown option $option"),
		};
	}
	$arguments || fail('which program? ./dev compare [--ini K=V]... [--runs N] SCRIPT [ARGS...]');
	is_readable($arguments[0]) || fail("there is no file $arguments[0]");
	return [$settings, $runs, $arguments];
}

/** The program's own auto_prepend_file, which ours has taken the place of. */
function own_prepend(array $php): string
{
	$process = proc_open([...$php, '-r', 'echo ini_get("auto_prepend_file");'], [1 => ['pipe', 'w']], $pipes);
	$file = stream_get_contents($pipes[1]);
	proc_close($process);
	return (string) $file;
}

/**
 * Runs the program on both, in turns.
 *
 * @return array{list<Run>, list<Run>} stock's and mynd's
 */
function run_both(array $stock, array $mynd, array $program, int $runs): array
{
	$prepend = own_prepend($stock);
	$results = [[], []];
	for ($i = 0; $i < $runs; $i++) {
		foreach ([$stock, $mynd] as $which => $php) {
			fwrite(STDERR, sprintf("running on %s ...\n", ['stock', 'mynd'][$which]));
			$results[$which][] = $run = run($php, $program, $prepend);
			if ($which === 1 && $run->driver === 'stock') {
				fail('PHP did not load mynd: ' . $run->errors);
			}
		}
	}
	return $results;
}

/** Prints how the first pair that differs does so. */
function same(array $stock, array $mynd): bool
{
	foreach ($stock as $i => $run) {
		if ($run->sameAs($mynd[$i])) {
			continue;
		}
		echo "The outputs differ.\n";
		echo difference($run->output, $mynd[$i]->output);
		if ($run->errors !== $mynd[$i]->errors) {
			echo "Standard error:\n", difference($run->errors, $mynd[$i]->errors);
		}
		if ($run->status !== $mynd[$i]->status) {
			printf("Exit status: stock %d, mynd %d\n", $run->status, $mynd[$i]->status);
		}
		return false;
	}
	printf("Same output (%d bytes, exit status %d).\n", strlen($stock[0]->output), $stock[0]->status);
	if ($stock[0]->status !== 0 && $stock[0]->errors !== '') {
		echo "The program has failed on both. Standard error:\n", $stock[0]->errors;
	}
	return true;
}

function report(array $stock, array $mynd): void
{
	$figures = [
		'peak memory (engine)' => ['peak', megabytes(...)],
		'resident memory, highest' => ['resident', megabytes(...)],
		'client CPU' => ['cpu', seconds(...)],
		'wall time' => ['wall', seconds(...)],
		'round trips' => ['roundTrips', static fn (?int $n): string => (string) ($n ?? '?')],
	];
	$rows = [['', 'stock', 'mynd', 'mynd / stock']];
	foreach ($figures as $title => [$property, $format]) {
		$a = median(array_map(static fn (Run $run) => $run->$property, $stock));
		$b = median(array_map(static fn (Run $run) => $run->$property, $mynd));
		$rows[] = [$title, $format($a), $format($b), ratio($a, $b)];
	}
	echo "\n", table($rows);
}

[$settings, $runs, $program] = arguments(array_slice($argv, 3));
[$stock, $mynd] = run_both([$argv[1], ...$settings], [$argv[2], ...$settings], $program, $runs);
$same = same($stock, $mynd);
report($stock, $mynd);
exit($same ? 0 : 1);
