<?php
/*
 * Makes the page, and the picture for the README, of the figures of a run.
 *
 *   page.php --html FILE --svg FILE FIGURES...   writes one of them or both; each FIGURES has lines of JSON
 *   page.php --cases BENCH                       the names of the cases that the page shows, a line each
 *
 * Exit 1: nothing of what the page shows was measured.
 */

declare(strict_types=1);

namespace Mynd\Page;

require __DIR__ . '/parts.php';

function fail(string $message): never
{
	fwrite(STDERR, "page: $message\n");
	exit(1);
}

function write(string $file, string $text): void
{
	if (@file_put_contents($file, $text) !== strlen($text)) {
		fail("$file cannot be written");
	}
}

$options = getopt('', ['html:', 'svg:', 'cases:'], $rest);
if (isset($options['cases'])) {
	echo implode("\n", wanted($options['cases'])), "\n";
	exit;
}
$lines = array_map(static fn (string $file) => ($read = @file($file)) !== false ? $read : fail("there is no file of figures $file"), array_slice($argv, $rest));
$figures = new Figures(array_merge(...$lines ?: fail('there is no file of figures')));
$charts = charts($figures);
array_filter($charts) !== [] || fail('nothing was measured: ' . implode('; ', $figures->missing));
if (isset($options['html'])) {
	write($options['html'], page($figures, $charts));
}
if (isset($options['svg'])) {
	write($options['svg'], overview($figures, $charts));
}
