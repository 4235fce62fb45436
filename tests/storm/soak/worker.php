<?php
/*
 * A command-line worker that lives as long as the test and writes on connections of its own: worker.php
 * FOLDER NAME SEED PLACE... Each lives for some actions, or until it is lost.
 */
require __DIR__ . '/writer.inc';

[, $folder, $name, $seed] = $argv;
$places = array_slice($argv, 4);
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
mt_srand((int) $seed);

/** One of each place, so that each has as many idle ones as at the last rest. */
function fill(array $places): void
{
	$links = array_map(fn ($place) => patiently(fn () => connect($place)), $places);
	unset($links);
}

$writer = new Writer($name, $folder);
$link = null;
while (!is_there("$folder/stop")) {
	if (is_there("$folder/pause")) {
		$link = null;
		try {
			fill($places);
		} catch (mysqli_sql_exception | PDOException $e) {
			$writer->wrong[] = "$name: no rest: {$e->getMessage()}";
		}
		write_down($folder, $name, $writer->told, $writer->wrong);
		$writer->told = $writer->wrong = [];
		rest($folder, $name);
	}
	if ($writer->lost || mt_rand(0, 40) === 0) {
		$link = null;
		$writer->lost = false;
	}
	if ($link === null) {
		$writer->outcome_of(null, function () use (&$link, $places) {
			$link = connect($places[mt_rand(0, count($places) - 1)]);
		});
		$link === null || $writer->as_new($link);
	}
	if ($link !== null && !$writer->lost) {
		$writer->act($link);
		$writer->lost || mt_rand(0, 60) > 0 || $writer->leave($link);
	}
	write_down($folder, $name, $writer->told, $writer->wrong);
	$writer->told = $writer->wrong = [];
	usleep(mt_rand(0, 30000));
}
