<?php
/*
 * Runs the scenes of a program on stock and on mynd, compares what they print, and ends with a headline and a table.
 *
 *   scenes.php STOCK-PHP MYND-PHP SCRIPT SCENE... [-- SETTINGS FOR PHP...]
 *
 * Exit 0: all outputs are equal.
 */
namespace Mynd\Measure;

require dirname(__DIR__) . '/measure/measure.php';

/** @return array{string, string, string, list<string>, list<string>} */
function arguments(array $arguments): array
{
	$end = array_search('--', $arguments, true);
	$end = $end === false ? count($arguments) : $end;
	return [$arguments[1], $arguments[2], $arguments[3], array_slice($arguments, 4, $end - 4), array_slice($arguments, $end + 1)];
}

/** The first lines of a scene, so that it is seen what is being done. */
function show(string $output): void
{
	$lines = explode("\n", rtrim($output, "\n"));
	foreach (array_slice($lines, 1, 3) as $line) {
		echo '      ', shortened($line), "\n";
	}
	if (count($lines) > 4) {
		printf("      ... %d more lines\n", count($lines) - 4);
	}
}

/** @return array<string, Run> by scene; ends the demo if one fails */
function play(string $driver, string $php, array $settings, string $script, array $scenes): array
{
	$runs = [];
	foreach ($scenes as $scene) {
		$run = run([$php, ...$settings], [$script, $scene]);
		$title = substr(strtok($run->output, "\n") ?: "== $scene", 3);
		printf("  %-48s %8.2f s\n", $title, $run->wall);
		if ($run->status !== 0 || $run->errors !== '' || $run->driver !== $driver) {
			printf("The scene failed (status %d, driver %s):\n", $run->status, $run->driver ?? 'unknown');
			echo $run->errors, substr($run->output, -2000), "\n";
			exit(1);
		}
		if ($driver === 'stock') {
			show($run->output);
		}
		$runs[$scene] = $run;
	}
	return $runs;
}

function differs(array $stock, array $mynd): bool
{
	$differs = false;
	foreach ($stock as $scene => $run) {
		if (!$run->sameAs($mynd[$scene])) {
			echo "The scene '$scene' differs:\n", difference($run->output, $mynd[$scene]->output);
			$differs = true;
		}
	}
	return $differs;
}

function headline(array $stock, array $mynd): string
{
	$peak = static fn (array $runs): int => max(array_map(static fn (Run $run): int => $run->peak, $runs));
	$cpu = static fn (array $runs): float => array_sum(array_map(static fn (Run $run): float => $run->cpu, $runs));
	return sprintf(
		'Same output, peak memory from %s to %s, client CPU %.2f times stock\'s (%s instead of %s).',
		megabytes($peak($stock)),
		megabytes($peak($mynd)),
		$cpu($mynd) / $cpu($stock),
		seconds($cpu($mynd)),
		seconds($cpu($stock)),
	);
}

function result_table(array $stock, array $mynd): string
{
	$rows = [['scene', 'peak: stock', 'mynd', 'CPU: stock', 'mynd', 'wall: stock', 'mynd']];
	foreach ($stock as $scene => $a) {
		$b = $mynd[$scene];
		$rows[] = [
			$scene,
			megabytes($a->peak), megabytes($b->peak),
			seconds($a->cpu), seconds($b->cpu),
			seconds($a->wall), seconds($b->wall),
		];
	}
	return table($rows);
}

[$stockPhp, $myndPhp, $script, $scenes, $settings] = arguments($argv);
echo "on the stock driver:\n";
$stock = play('stock', $stockPhp, $settings, $script, $scenes);
echo "on mynd:\n";
$mynd = play('mynd', $myndPhp, $settings, $script, $scenes);
if (differs($stock, $mynd)) {
	exit(1);
}
echo "\n", headline($stock, $mynd), "\n\n", result_table($stock, $mynd);
