<?php
/*
 * The private dirty memory of a worker that has run queries: what each worker takes from the machine, beside
 * what it shares with the others. All results are freed by then, so it is the driver's own: tables that the
 * linker had to relocate, buffers, what libraries allocate.
 */

declare(strict_types=1);

namespace Mynd\Bench;

require __DIR__ . '/lib.php';

$options = Options::parse('bench memory: private dirty memory of a worker that has run queries');
$sides = sides($options);
$report = new Report('memory', $options);
if (!is_readable('/proc/self/smaps_rollup')) {
    throw new \RuntimeException('this system does not say which memory is private');
}
$goal = new Goal("no more than stock's", static fn ($mynd, $stock) => $mynd <= $stock);
foreach (['nothing' => 'a connect', 'mysqli' => 'mysqli', 'PDO' => 'PDO'] as $what => $name) {
    foreach (['unix socket', 'TCP'] as $way) {
        $case = "$name, $way";
        if (!$options->wants($case)) {
            continue;
        }
        progress($case);
        ['mynd' => $mynd, 'stock' => $stock] = sample($options, $sides, static fn ($php) => run($php, 'memory.php', [$what, $way]), ['sum']);
        $report->add($case, 'private dirty', 'KB', $mynd['private'], $stock['private'], $what === 'nothing' ? null : $goal);
    }
}
$report->finish();
