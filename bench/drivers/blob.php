<?php
/*
 * The founding experiment: what BLOBs cost in memory. Ten of them, 2^15 to 2^24-1 bytes, 32 MiB in all.
 *
 * Every figure is above that of the same program that asks SELECT 1: the engine's peak
 * (memory_get_peak_usage), the peak of resident memory, and the bytes ever asked from the heap (valgrind with
 * USE_ZEND_ALLOC=0, one run: a copy made and freed counts, even where it never shows in a peak). "Over time"
 * says what the engine holds after each step of one program, above what it held before the query. Each
 * sample's values are checked by length and CRC against the other side's.
 */

declare(strict_types=1);

namespace Mynd\Bench;

require __DIR__ . '/lib.php';

const MIB = 1048576;
const DATA = (1 << 25) - (1 << 15) - 1; /* bytes of all ten */

/** [way => the goal for the engine's peak, in MiB above SELECT 1] */
const WAYS = [
    'row by row, store, dropped' => 17.0, /* the largest row, 16 MiB, and 1 */
    'row by row, use, dropped' => 17.0,
    'in one, use, dropped' => 17.0,
    'row by row, store, held' => 25.0, /* the largest two, 24 MiB, and 1 */
    'row by row, use, held' => 25.0,
    'in one, use, held' => 25.0,
    'in one, store, dropped' => DATA / MIB + 1, /* the data and 1 */
    'in one, store, fetch_all' => DATA / MIB + 1,
    'in one, use, fetch_all' => DATA / MIB + 1,
    'kept and changed' => 2.1, /* the value, and the program's own changed copy */
    '1 MiB, then 2 MiB' => 2.1,
];
/** Ways whose heap is measured. Goal: the data and 5%. */
const HEAP_WAYS = ['row by row, store, dropped', 'row by row, use, dropped', 'row by row, store, held', 'in one, use, held', 'in one, store, dropped', 'in one, store, fetch_all'];

/** All bytes that a program ever asked from the heap. */
function heap(array $php, string $way): float
{
    $logs = scratch() . '/valgrind.';
    $valgrind = ['valgrind', '--trace-children=yes', "--log-file=$logs%p"];
    run($php, 'blob.php', [$way], [], ['USE_ZEND_ALLOC' => '0'], $valgrind);
    $most = 0.0;
    foreach (glob("$logs*") as $log) { /* a wrapper's shell has a small one of its own */
        if (preg_match('/total heap usage: .* ([\d,]+) bytes allocated/', file_get_contents($log), $match)) {
            $most = max($most, (float) str_replace(',', '', $match[1]));
        }
        unlink($log);
    }
    if ($most === 0.0) {
        throw new \RuntimeException("valgrind tells no heap usage of $way");
    }
    return $most;
}

function measure_peaks(Report $report, Options $options, array $sides): void
{
    $take = static fn (string $way): array => sample($options, $sides, static fn ($php) => run($php, 'blob.php', [$way]), ['crc', 'bytes']);
    progress('SELECT 1');
    $base = $take('select 1');
    foreach (WAYS as $way => $goal) {
        if (!$options->wants($way)) {
            continue;
        }
        progress($way);
        $figures = $take($way);
        $above = static fn (string $side, string $metric) => ($figures[$side][$metric] - $base[$side][$metric]) / MIB;
        $report->add($way, 'engine peak', 'MiB', $above('mynd', 'peak'), $above('stock', 'peak'), Goal::most($goal, 'MiB'));
        $report->add($way, 'resident peak', 'MiB', $above('mynd', 'resident'), $above('stock', 'resident'));
    }
}

function measure_growth(Report $report, Options $options, array $sides): void
{
    if ($options->wants('again and again')) {
        progress('again and again');
        ['mynd' => $mynd, 'stock' => $stock] = sample($options, $sides, static fn ($php) => run($php, 'blob.php', ['again and again']), ['crc', 'bytes']);
        $report->add('again and again', 'growth from the 1st to the 100th', 'bytes', $mynd['growth'], $stock['growth'], Goal::most(0, 'bytes'));
    }
}

/** What the engine holds after each step of a program that keeps all rows of a stored result. */
function measure_over_time(Report $report, Options $options, array $sides): void
{
    if (!$options->wants('over time')) {
        return;
    }
    progress('over time');
    $rounds = rounds($options, $sides, static fn ($php) => run($php, 'blob.php', ['over time']), ['crc', 'bytes']);
    ['mynd' => $mynd, 'stock' => $stock] = array_map(medians(...), $rounds);
    foreach (preg_grep('/^use /', array_keys($mynd)) as $figure) {
        $step = substr($figure, strlen('use '));
        $report->add("over time: $step", 'engine memory', 'MiB', $mynd[$figure] / MIB, $stock[$figure] / MIB, spread: Spread::of_rounds($rounds, $figure, MIB));
        $report->add("over time: $step", 'after', 'ms', $mynd["time $step"] / 1000, $stock["time $step"] / 1000, spread: Spread::of_rounds($rounds, "time $step", 1000));
    }
    $report->add('over time: highest', 'engine peak', 'MiB', $mynd['highest'] / MIB, $stock['highest'] / MIB, Goal::most(DATA / MIB + 1, 'MiB'),
        spread: Spread::of_rounds($rounds, 'highest', MIB));
}

function measure_heap(Report $report, Options $options, array $sides): void
{
    $ways = array_filter(HEAP_WAYS, $options->wants(...));
    if ($ways === [] || !has_program('valgrind')) {
        progress('valgrind is not there: no figures of the heap');
        return;
    }
    progress('heap: SELECT 1');
    $base = array_map(static fn ($php) => heap($php, 'select 1'), $sides);
    foreach ($options->quick ? array_slice($ways, 0, 1) : $ways as $way) {
        progress("heap: $way");
        $above = static fn (string $side) => (heap($sides[$side], $way) - $base[$side]) / MIB;
        $report->add($way, 'heap', 'MiB', $above('mynd'), $above('stock'), Goal::most(1.05 * DATA / MIB, 'MiB'));
    }
}

$options = Options::parse('bench blob: what BLOBs cost in memory');
$sides = sides($options);
allow_large_packets($sides);
progress('loading ten BLOBs');
if (run($sides['stock'], 'load_blob.php', [])['bytes'] !== DATA) {
    throw new \RuntimeException('the table does not hold the bytes it should');
}
$report = new Report('blob', $options);
measure_peaks($report, $options, $sides);
measure_growth($report, $options, $sides);
measure_over_time($report, $options, $sides);
measure_heap($report, $options, $sides);
$report->finish();
