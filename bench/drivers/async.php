<?php
/*
 * Queries in fibers on Revolt's loop: mysqli with mynd/revolt, and amphp/mysql, which speaks the protocol in
 * PHP. Both on mynd's PHP, so that loop and engine are the same. Client CPU of a query, and how many go
 * through in a second.
 *
 * Ten fibers with a connection each ask one query after the other. Twenty share a pool of ten connections,
 * and a thousand one of fifty, beside connections that their fibers keep. 10,000 fibers ask one query each
 * through the driver's pool of 100 connections, where they wait, or behind a semaphore. Beside them, an
 * exchange without a driver: as many bytes go to a process and back, in the same fibers on the same loop.
 */

declare(strict_types=1);

namespace Mynd\Bench;

use RuntimeException;

require __DIR__ . '/lib.php';

const FIBERS = 10;
const WITH_DESCRIPTORS = ['sh', '-c', 'ulimit -S -n "$(ulimit -H -n)" && exec "$@"', 'sh'];

/** @param array<string, array> $sides */
function measure(Report $report, Options $options, array $sides, string $what, string $place, int $times, ?Goal $goal): void
{
    $case = "$what, $place";
    if (!$options->wants($case)) {
        return;
    }
    progress($case);
    $times = max(FIBERS, intdiv($times, $options->quick ? 100 : 1));
    $rounds = rounds($options, $sides, static fn ($side) => run($side[0], 'async.php', [...$side[1], $what, $times, FIBERS, FIBERS, $place]), ['answered', 'sum', 'failure']);
    $figures = array_map(medians(...), $rounds);
    [$mynd, $other] = [$figures['mynd'], $figures['stock'] ?? null];
    $report->add($case, 'cpu', 'us/query', $mynd['cpu'] / $times, $other === null ? null : $other['cpu'] / $times, $other === null ? null : $goal,
        spread: Spread::of_rounds($rounds + ['stock' => []], 'cpu', $times));
    $report->add($case, 'rate', '1/s', 1e6 * $times / $mynd['time'], $other === null ? null : 1e6 * $times / $other['time']);
}

/**
 * Point queries of more fibers than connections, each out of Mynd\Pool. In the other place stand connections
 * that their fibers keep, as many as the pool has, or the same fibers with a list of free connections in PHP.
 */
function measure_pool(Report $report, Options $options, array $side, string $place, int $times, int $fibers, int $connections, bool $has_list = false): void
{
    $case = 'point query, ' . number_format($fibers) . " fibers, a pool of $connections, $place";
    if (!$options->wants($case)) {
        return;
    }
    progress($case);
    $times = max($fibers, intdiv($times, $options->quick ? 100 : 1));
    $sides = ['mynd' => [$fibers, 'pool'], 'stock' => $has_list ? [$fibers, 'list'] : [$connections, 'kept']];
    $rounds = rounds($options, $sides, static fn ($of) => run($side[0], 'async.php', [...$side[1], 'point query', $times, $of[0], $connections, $place, $of[1]]), ['answered', 'sum', 'failure']);
    [$pool, $kept] = array_values(array_map(medians(...), $rounds));
    $most_p99 = $has_list ? 1.2 : null;
    foreach (['cpu' => ['us/query', $times, 1.15], 'server' => ['us/query', $times, 1.1], 'p99' => ['ms', 1000, $most_p99]] as $figure => [$unit, $by, $most]) {
        $goal = $most === null ? null : new Goal(($has_list ? 'pool/list' : 'pool/kept') . " <= $most", static fn ($mynd, $other) => $mynd <= $most * $other);
        $report->add($case, $figure, $unit, $pool[$figure] / $by, $kept[$figure] / $by, $goal, spread: Spread::of_rounds($rounds, $figure, $by));
    }
}

/**
 * How many fibers are answered, in which time, with how much memory. They take turns in mynd's pool
 * or at a semaphore, beside amphp/mysql.
 */
function measure_many(Report $report, Options $options, array $sides, int $fibers, int $connections, string $turns): void
{
    $case = number_format($fibers) . " fibers, $connections connections, $turns";
    if (!$options->wants($case)) {
        return;
    }
    progress($case);
    $rounds = rounds($options, $sides, static fn ($side) => run($side[0], 'async.php', [...$side[1], 'point query', $fibers, $fibers, $connections, 'unix socket', $turns], under: WITH_DESCRIPTORS), ['answered', 'sum', 'failure']);
    $figures = array_map(medians(...), $rounds);
    [$mynd, $other] = [$figures['mynd'], $figures['stock'] ?? null];
    $report->add($case, 'answers', '', $mynd['answered'], $other['answered'] ?? null, Goal::least($fibers, '')->of_count());
    foreach (['cpu' => ['us/query', $fibers], 'time' => ['ms', 1000], 'resident' => ['MB', 1e6]] as $figure => [$unit, $by]) {
        $report->add($case, $figure, $unit, $mynd[$figure] / $by, $other === null ? null : $other[$figure] / $by);
    }
}

$options = Options::parse('bench async: queries of fibers, beside amphp/mysql');
$php = sides($options)['mynd'];
$sides = ['mynd' => [$php, ['mynd', setting('MYND_BENCH_PACKAGES')]]];
$missing = (string) getenv('MYND_BENCH_WITHOUT_AMPHP');
if ($missing === '') {
    $sides['stock'] = [$php, ['amphp', setting('MYND_BENCH_PACKAGES')]];
} else {
    progress("async: amphp/mysql is left out, $missing");
}
$report = new Report('async', $options, 'amphp');
run($php, 'load_async.php', [100]);
$seventh = new Goal('mynd/amphp <= 1/7', static fn ($mynd, $other) => 7 * $mynd <= $other);
$twentieth = new Goal('mynd/amphp <= 1/20', static fn ($mynd, $other) => 20 * $mynd <= $other);
measure($report, $options, ['mynd' => [$php, ['none', setting('MYND_BENCH_PACKAGES')]]], 'exchange without a driver', 'socket pair', 10000, null);
foreach (['unix socket', 'TCP'] as $place) {
    measure($report, $options, $sides, 'point query', $place, 10000, $seventh);
    measure($report, $options, $sides, 'prepared point query', $place, 10000, $seventh);
    measure($report, $options, $sides, '100 rows', $place, 2000, $twentieth);
    measure($report, $options, $sides, '5,000 rows', $place, 100, $twentieth);
    measure($report, $options, $sides, 'insert', $place, 10000, null);
}
foreach (['unix socket', 'TCP'] as $place) {
    measure_pool($report, $options, $sides['mynd'], $place, 10000, 20, 10);
}
measure_pool($report, $options, $sides['mynd'], 'unix socket', 10000, 1000, 50, has_list: true);
/* The semaphore is amphp/sync's, which comes with amphp/mysql. */
foreach (['pool' => array_intersect_key($sides, ['mynd' => true])] + ($missing === '' ? ['semaphore' => $sides] : []) as $turns => $of) {
    measure_many($report, $options, $of, $options->quick ? 500 : 10000, $options->quick ? 20 : 100, $turns);
}
$report->finish();
