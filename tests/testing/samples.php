<?php
/*
 * Tests of an application on a library that people use: recorded once, each by itself, with the schema apart
 * from them, then answered many times, each time in another order of the tests. Ends with "N passed, N
 * failed".
 *
 *   samples.php LOADER SAMPLE FOLDER SEED TIMES: SAMPLE is a file of the folder samples, without its ending
 */
declare(strict_types=1);

require __DIR__ . '/../packages.php';
require __DIR__ . '/../../packages/testing/load.php';

use Mynd\Testing\{Mode, Recording};

[, , $sample, $folder, $seed, $times] = $argv;

/**
 * connect: a new application, whose connection is open; migrate: makes its schema; tests: what each sees.
 *
 * @var array<string, mixed> $of
 */
$of = require __DIR__ . "/samples/$sample.php";
$socket = (string) getenv('MYND_TEST_SOCKET');

/**
 * Runs the tests in this order, the first one makes the schema.
 *
 * @param list<string> $order
 * @return array<string, mixed> what they have seen, or what they threw
 */
function run(array $of, array $order, Mode $mode, string $file): array
{
	$seen = [];
	$hasMigrated = false;
	foreach ($order as $name) {
		$recording = Recording::open("$file.$name.json", $mode);
		try {
			$app = $of['connect']();
			if (!$hasMigrated) {
				Recording::apart("$file.state.json", static fn () => $of['migrate']($app), $mode);
				$hasMigrated = true;
			}
			$seen[$name] = $of['tests'][$name]($app);
			$app = null;
			$recording->close();
		} catch (Throwable $e) {
			$recording->abandon();
			$seen[$name] = $e::class . ': ' . $e->getMessage() . ' in ' . $e->getFile() . ':' . $e->getLine();
		}
	}
	ksort($seen);
	return $seen;
}

$names = array_keys($of['tests']);
$file = "$folder/$sample";
$plain = run($of, $names, Mode::Record, "$file.first");
$expected = run($of, $names, Mode::Record, $file);
check('recorded twice, the same', $plain, $expected);
check('each has seen something', [], array_filter($expected, static fn (mixed $seen): bool => !is_array($seen) || $seen === []));
putenv('MYND_TEST_SOCKET=/nowhere');
check('in their order', $expected, run($of, $names, Mode::Replay, $file));
$tried = Mynd\stats()['connects']; /* those of the recordings have ended by now, and count */
$dice = new Random\Randomizer(new Random\Engine\Mt19937((int) $seed));
for ($i = 0; $i < (int) $times; $i++) {
	$order = $dice->shuffleArray($names);
	check('in the order ' . implode(' ', $order), $expected, run($of, $order, Mode::Replay, $file));
}
foreach ($names as $name) {
	check("$name alone", [$name => $expected[$name]], run($of, [$name], Mode::Replay, $file));
}
check('no socket was tried', $tried, Mynd\stats()['connects']);
finish();
