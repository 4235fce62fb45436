<?php
/*
 * Compressed links on the real server: client CPU of results and of a long command, mynd beside stock, and
 * what a large cell costs in memory.
 *
 * Most of the CPU is zlib's own, which both sides use with this server (where it has zstd, mynd uses that).
 */

declare(strict_types=1);

namespace Mynd\Bench;

require __DIR__ . '/lib.php';

/* [case => what is asked, how often, goal of CPU] */
const CASES = [
    '100,000 rows, buffered' => ['rows buffered', 5, 0.90],
    '100,000 rows, unbuffered' => ['rows unbuffered', 5, 0.90],
    'a cell of 16 MB' => ['cell', 10, 0.80],
    'a command of 3 MB' => ['command', 10, 1.05], /* deflate alone */
    'SELECT 1' => ['small', 20000, 0.90],
];

$options = Options::parse('bench compress: results and commands on compressed links');
$sides = sides($options);
$report = new Report('compress', $options);
foreach (CASES as $case => [$what, $times, $most]) {
    if (!$options->wants($case)) {
        continue;
    }
    progress($case);
    $times = $options->quick ? 1 : $times;
    ['mynd' => $mynd, 'stock' => $stock] = sample($options, $sides, static fn ($php) => run($php, 'compress.php', [$what, $times]), ['bytes', 'on']);
    $report->add($case, 'cpu', 'us/query', $mynd['cpu'] / $times, $stock['cpu'] / $times, Goal::ratio($most));
    $report->add($case, 'engine peak', 'MiB', $mynd['peak'] / 1048576, $stock['peak'] / 1048576);
    $report->add($case, 'resident growth', 'MiB', $mynd['resident'] / 1048576, $stock['resident'] / 1048576);
}
$report->finish();
