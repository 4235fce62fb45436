<?php
/*
 * Memory over the size of the result: 1 KB to 64 MB, as one cell, as many small cells, as many rows; the
 * engine's whole peak of mynd beside stock's, each in a process of its own. Draws how far below mynd is.
 *
 * No two rows are alike, so that nothing can be shared between them.
 */

declare(strict_types=1);

namespace Mynd\Bench;

require __DIR__ . '/lib.php';

const MIB = 1048576;
const MOST = 1.05; /* the goal: never more than this above stock */
const WAYS = ['store loop', 'store all', 'use loop', 'use all'];
const ROW_BYTES = 128;   /* of "many rows": one cell */
const CELL_BYTES = 16;   /* of "many small cells" */
const CELLS_A_ROW = 64;
const SIZES = [1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18, 1 << 20, 1 << 22, 1 << 24, 1 << 26];

/** [shape => the query that yields a result of so many bytes] */
function shapes(): array
{
    return [
        'one cell' => static fn (int $bytes): string => "SELECT LEFT(REPEAT(SHA2('mynd', 256), CEIL($bytes / 64)), $bytes)",
        'small cells' => static fn (int $bytes): string => 'SELECT ' . implode(', ', array_map(
            static fn (int $i) => "LPAD(n * 64 + $i, " . CELL_BYTES . ", 'x') AS c$i", range(1, CELLS_A_ROW)))
            . ' FROM bench_numbers WHERE n <= ' . intdiv($bytes, CELLS_A_ROW * CELL_BYTES),
        'rows' => static fn (int $bytes): string => "SELECT LPAD(n, " . ROW_BYTES . ", 'abcdefghijklmnopqrstuvwxyz') AS c FROM bench_numbers WHERE n <= "
            . intdiv($bytes, ROW_BYTES),
    ];
}

function size(int $bytes): string
{
    return $bytes < MIB ? ($bytes >> 10) . ' KB' : ($bytes >> 20) . ' MB';
}

/** One line of the chart: the bar is mynd's part of stock's peak, the dots what is saved. */
function chart_line(int $bytes, float $mynd, float $stock): string
{
    $width = 40;
    $ratio = $mynd / $stock;
    $bar = min($width, (int) round($ratio * $width));
    return sprintf("  %6s  %s%s  %.2f   %8s of %8s MiB%s\n", size($bytes), str_repeat('#', $bar), str_repeat('.', $width - $bar),
        $ratio, number($mynd), number($stock), $ratio > MOST ? '   MISSED' : '');
}

function measure(Report $report, Options $options, array $sides, string $shape, callable $query, string $way): string
{
    $chart = "\n$shape, $way: mynd's peak as a part of stock's\n";
    foreach ($options->quick ? array_slice(SIZES, 0, 6) : SIZES as $bytes) {
        progress("$shape, $way, " . size($bytes));
        $take = static fn ($php) => run($php, 'sweep.php', [$query($bytes), $way]);
        ['mynd' => $mynd, 'stock' => $stock] = sample($options, $sides, $take, ['rows', 'bytes']);
        if ((int) $mynd['bytes'] !== $bytes) {
            throw new \RuntimeException("$shape: {$mynd['bytes']} bytes instead of $bytes");
        }
        $report->add("$shape, $way, " . size($bytes), 'engine peak', 'MiB', $mynd['peak'] / MIB, $stock['peak'] / MIB, Goal::ratio(MOST));
        $chart .= chart_line($bytes, $mynd['peak'] / MIB, $stock['peak'] / MIB);
    }
    return $chart;
}

$options = Options::parse('bench sweep: memory over the size of the result');
$sides = sides($options);
allow_large_packets($sides);
run($sides['stock'], 'load_sweep.php', [max(SIZES) / ROW_BYTES]);
$report = new Report('sweep', $options);
$chart = '';
foreach (shapes() as $shape => $query) {
    foreach (WAYS as $way) {
        if ($options->wants("$shape, $way")) {
            $chart .= measure($report, $options, $sides, $shape, $query, $way);
        }
    }
}
$report->finish("$chart\n");
