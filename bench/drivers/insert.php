<?php
/*
 * The founding experiment: rows inserted one by one, and what becomes of that when commands need not wait for
 * one another.
 *
 * On the loopback, over the unix socket, whose kernel's buffer takes fewer commands ahead, and through a way
 * that makes each round trip 1 ms longer. Where every row costs a round
 * trip there are fewer rows on the long way: all figures are times of one row. What only mynd has is compared
 * with stock's synchronous inserts in the same place.
 *
 * Client and server have a core each. Left alone, a busy machine runs both on one by turns, where nobody has
 * to be woken, and an idle one on two: the times of synchronous commands then differ by four. What it is like
 * on one core is measured apart, once.
 */

declare(strict_types=1);

namespace Mynd\Bench;

require __DIR__ . '/lib.php';
require __DIR__ . '/lib-replay.php';

/** The ways that both sides have, then mynd's own. */
const COMMON = ['sync' => 'sync, VALUES of 1 row', 'async' => 'async, one by one', 'values 10' => 'VALUES of 10 rows', 'values 100' => 'VALUES of 100 rows', 'values 1000' => 'VALUES of 1,000 rows'];
const OWN = ['queued' => 'async, all at once', 'pipeline' => 'pipeline', 'prepared pipeline' => 'prepared pipeline', 'execute_many' => 'execute_many'];

/** How many times stock's synchronous rate; execute_many() on MariaDB, which has bulk executes. */
const GOALS = [
    'pipeline' => ['loopback' => 2.2, '1 ms' => 50],
    'prepared pipeline' => ['loopback' => 2.8, '1 ms' => 50],
    'execute_many' => ['loopback' => 10, '1 ms' => 200],
];

/** Microseconds a row. */
function insert(array $php, string $way, int $rows, int $links, int $port, array $under): array
{
    $figures = run($php, 'insert.php', [$way, $rows, $links, $port], [], [], $under);
    return array_map(static fn ($figure) => $figure / $rows, array_diff_key($figures, ['is_mariadb' => 0])) + ['is_mariadb' => $figures['is_mariadb']];
}

/** All ways in one place, in turn. `few`: rows where each costs a round trip. */
function measure(Report $report, Options $options, array $sides, string $place, Cores $cores, int $rows, int $few, int $links, int $port): void
{
    $case = number_format($rows) . " rows, $place, " . ($links === 1 ? '1 link' : "$links links");
    $ways = [];
    foreach (COMMON + OWN as $way => $title) {
        if (!$options->wants("$case, $title") || ($way === 'execute_many' && $links > 1)) {
            continue;
        }
        $count = match ($way) {
            'sync', 'async' => $few,
            'values 10' => min(10 * $few, $rows),
            default => $rows,
        };
        $ways["mynd $way"] = [$sides['mynd'], $way, $count];
        if (isset(COMMON[$way])) {
            $ways["stock $way"] = [$sides['stock'], $way, $count];
        }
    }
    if ($ways === []) {
        return;
    }
    $ways['stock sync'] = [$sides['stock'], 'sync', $few];
    progress($case);
    $cores->move_server();
    $rounds = rounds($options, $ways, static fn (array $way) => insert($way[0], $way[1], $way[2], $links, $port, $cores->prefix()));
    $figures = array_map(medians(...), $rounds);
    foreach (COMMON + OWN as $way => $title) {
        if (isset($figures["mynd $way"])) {
            $mynd = $figures["mynd $way"];
            $other = isset($figures["stock $way"]) ? "stock $way" : 'stock sync';
            $stock = $figures[$other];
            $has_goal = $links === 1 && isset(GOALS[$way][$place]) && ($way !== 'execute_many' || $mynd['is_mariadb'] == 1);
            $goal = $has_goal ? Goal::rate(GOALS[$way][$place]) : null;
            $report->add("$case: $title", 'total', 'us/row', $mynd['total'], $stock['total'], $goal,
                spread: Spread::of_rounds(['mynd' => $rounds["mynd $way"], 'stock' => $rounds[$other]], 'total'));
            if ($mynd['issued'] !== $mynd['total']) {
                $report->add("$case: $title", 'issued', 'us/row', $mynd['issued'], $stock['issued']);
            }
            $report->add("$case: $title", 'cpu', 'us/row', $mynd['cpu'], $stock['cpu']);
        }
    }
}

$options = Options::parse('bench insert: rows inserted one by one, and in pipelines', 3);
$sides = sides($options);
$report = new Report('insert', $options);
$port = (int) setting('MYND_TEST_PORT');
$proxy = longer_way("127.0.0.1:$port", 1000);
$few = $options->quick ? 50 : 500;
foreach ($options->quick ? [[1000, 1], [1000, 2]] : [[20000, 1], [40000, 1], [20000, 2], [20000, 3]] as [$rows, $links]) {
    measure($report, $options, $sides, 'loopback', Cores::apart(), $rows, $rows, $links, $port);
    measure($report, $options, $sides, '1 ms', Cores::any(), $rows, $few * $links, $links, $proxy->port);
}
$rows = $options->quick ? 1000 : 20000;
measure($report, $options, $sides, 'unix socket', Cores::apart(), $rows, $rows, 1, 0);
measure($report, $options, $sides, 'loopback on one core', Cores::one(), $rows, $rows, 1, $port);
Cores::any()->move_server();
$proxy->stop();
$report->finish();
