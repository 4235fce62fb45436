<?php
/*
 * Runs the scenes of programs on stock and on mynd, compares what they print, and ends with a headline and a
 * table.
 *
 *   scenes.php [--figures FILE] STOCK-PHP MYND-PHP FOLDER PROGRAM:SCENE... [-- SETTINGS FOR PHP...]
 *
 * Each scene is a process of its own. The first round is shown; with the rounds after it every figure is a
 * median. --figures writes them as lines of JSON, as a bench does (bench/README.md). Exit 0: all outputs are
 * equal.
 */
namespace Mynd\Measure;

require dirname(__DIR__) . '/measure/measure.php';

const ROUNDS = 3;

/** @return array{string, string, string, list<string>, list<string>, ?string} the last: where figures go */
function arguments(array $arguments): array
{
	$file = null;
	if (($arguments[1] ?? '') === '--figures') {
		[, , $file] = array_splice($arguments, 0, 3, [$arguments[0]]);
	}
	$end = array_search('--', $arguments, true);
	$end = $end === false ? count($arguments) : $end;
	return [$arguments[1], $arguments[2], $arguments[3], array_slice($arguments, 4, $end - 4), array_slice($arguments, $end + 1), $file];
}

/**
 * A scene's title and time, and on stock the first lines of what it prints, so that it is seen what is being
 * done.
 */
function show(string $driver, string $scene, Run $run): void
{
	$lines = explode("\n", rtrim($run->output, "\n"));
	printf("  %-52s %8.2f s\n", substr($lines[0] ?: "== $scene", 3), $run->wall);
	if ($driver !== 'stock') {
		return;
	}
	foreach (array_slice($lines, 1, 3) as $line) {
		echo '      ', shortened($line, 100), "\n";
	}
	if (count($lines) > 4) {
		printf("      ... %d more lines\n", count($lines) - 4);
	}
}

/** @return array<string, Run> by scene; ends the demo if one fails */
function play(string $driver, string $php, array $settings, string $folder, array $scenes, bool $show): array
{
	$runs = [];
	foreach ($scenes as $scene) {
		[$program, $name] = explode(':', $scene);
		$runs[$scene] = $run = run([$php, ...$settings], ["$folder/$program.php", $name]);
		if ($run->status !== 0 || $run->errors !== '' || $run->driver !== $driver) {
			printf("The scene %s failed (status %d, driver %s):\n", $scene, $run->status, $run->driver ?? 'unknown');
			echo $run->errors, substr($run->output, -2000), "\n";
			exit(1);
		}
		if ($show) {
			show($driver, $scene, $run);
		}
	}
	return $runs;
}

/** Ends the demo if a scene printed one thing on stock and another on mynd. */
function must_be_equal(array $stock, array $mynd): void
{
	$differs = false;
	foreach ($stock as $scene => $run) {
		if (!$run->sameAs($mynd[$scene])) {
			echo "The scene '$scene' differs:\n", difference($run->output, $mynd[$scene]->output);
			$differs = true;
		}
	}
	if ($differs) {
		exit(1);
	}
}

/**
 * The medians of a figure.
 *
 * @param list<array<string, Run>> $rounds
 * @return array<string, int|float> by scene
 */
function figures(array $rounds, string $property): array
{
	$figures = [];
	foreach (array_keys($rounds[0]) as $scene) {
		$figures[$scene] = median(array_map(static fn (array $round) => $round[$scene]->$property, $rounds));
	}
	return $figures;
}

function headline(array $stock, array $mynd): string
{
	$cpu = [array_sum(figures($stock, 'cpu')), array_sum(figures($mynd, 'cpu'))];
	return sprintf(
		'Same output, peak memory from %s to %s, client CPU times %.2f (%s instead of %s).',
		megabytes(max(figures($stock, 'peak'))),
		megabytes(max(figures($mynd, 'peak'))),
		$cpu[1] / $cpu[0],
		seconds($cpu[1]),
		seconds($cpu[0]),
	);
}

function result_table(array $stock, array $mynd): string
{
	$columns = ['peak' => megabytes(...), 'cpu' => seconds(...), 'wall' => seconds(...)];
	$rows = [['scene', 'peak: stock', 'mynd', 'CPU: stock', 'mynd', 'wall: stock', 'mynd']];
	foreach (array_keys($stock[0]) as $scene) {
		$row = [str_replace(':', ': ', $scene)];
		foreach ($columns as $property => $format) {
			$row[] = $format(figures($stock, $property)[$scene]);
			$row[] = $format(figures($mynd, $property)[$scene]);
		}
		$rows[] = $row;
	}
	return table($rows);
}

/** Between which the middle half of some values lies. */
function quartiles(array $values): array
{
	sort($values);
	$at = static function (float $place) use ($values): float {
		$below = (int) floor($place);
		return round($values[$below] + ($place - $below) * ($values[min($below + 1, count($values) - 1)] - $values[$below]), 4);
	};
	return [$at(0.25 * (count($values) - 1)), $at(0.75 * (count($values) - 1))];
}

/** What the page of charts shows of the scenes (tools/page), a line a figure. */
function write_figures(string $file, array $stock, array $mynd): void
{
	$lines = '';
	foreach (['peak' => ['MiB', 1048576], 'cpu' => ['s', 1], 'wall' => ['s', 1]] as $property => [$unit, $by]) {
		foreach (array_keys($stock[0]) as $scene) {
			$sides = array_map(static fn (array $rounds) => array_map(static fn (array $round) => round($round[$scene]->$property / $by, 4), $rounds), ['mynd' => $mynd, 'stock' => $stock]);
			$medians = array_map(median(...), $sides);
			$lines .= json_encode(['bench' => 'demo', 'case' => $scene, 'metric' => $property, 'unit' => $unit, ...$medians,
				'ratio' => $medians['stock'] > 0 ? round($medians['mynd'] / $medians['stock'], 4) : null, 'samples' => count($stock),
				'quartiles' => array_map(quartiles(...), $sides)], JSON_UNESCAPED_SLASHES) . "\n";
		}
	}
	file_put_contents($file, $lines);
}

[$stockPhp, $myndPhp, $folder, $scenes, $settings, $file] = arguments($argv);
$stock = $mynd = [];
for ($round = 0; $round < ROUNDS; $round++) {
	echo $round === 0 ? "on the stock driver:\n" : sprintf("once more on both, for medians: round %d of %d\n", $round + 1, ROUNDS);
	$stock[] = play('stock', $stockPhp, $settings, $folder, $scenes, $round === 0);
	echo $round === 0 ? "on mynd:\n" : '';
	$mynd[] = play('mynd', $myndPhp, $settings, $folder, $scenes, $round === 0);
	must_be_equal($stock[$round], $mynd[$round]);
}
echo "\n", headline($stock, $mynd), "\n\n", result_table($stock, $mynd),
	"\nMedians of ", ROUNDS, " rounds. Times are of whole processes, PHP's own start included.\n";
if ($file !== null) {
	write_figures($file, $stock, $mynd);
}
