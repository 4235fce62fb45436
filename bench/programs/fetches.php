<?php
/* How fetch.php and fetch_pdo.php measure. */

declare(strict_types=1);

require __DIR__ . '/common.php';

/**
 * Fetches a number of times and reports; `once` returns the rows, or where they were not kept, their number.
 */
function measure_fetches(int $repetitions, callable $once): void
{
    $count = 0;
    $taken = $dropped = 0;
    $resident = resident_peak();
    memory_reset_peak_usage();
    for ($i = 0; $i < $repetitions; $i++) {
        $begin = cpu();
        $rows = $once();
        $end = cpu();
        $count += is_int($rows) ? $rows : count($rows);
        $rows = null;
        $taken += $end - $begin;
        $dropped += cpu() - $end;
    }
    $repetitions = max(1, $repetitions);
    report(['cpu' => $taken / $repetitions, 'cpu_dropped' => ($taken + $dropped) / $repetitions, 'peak' => memory_get_peak_usage(),
        'resident' => resident_peak() - $resident, 'rows' => $count]);
}
