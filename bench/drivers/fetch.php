<?php
/*
 * The cost of fetching: two tables, every way of taking the rows, client CPU and memory, mynd beside stock.
 *
 * The server's bytes are recorded once and replayed from memory (replay.c), so that only the client's own
 * cost is seen. A sample is a process of its own that asks the query several times on one link and divides.
 * The limit of CPU is a PHP module that makes the same arrays of the same bytes of text rows and checks
 * nothing (bare.c), sampled in turn with the two sides; what receiving the bytes alone costs (drain.c) is
 * told in a line of progress. Where perf can count instructions they are a further metric, of one run: (a run
 * with n repetitions less a run with none) / n. Before anything is measured both sides hash every value that
 * every way yields, and the hashes must be equal.
 */

declare(strict_types=1);

namespace Mynd\Bench;

require __DIR__ . '/lib.php';
require __DIR__ . '/lib-replay.php';

/*
 * The ways of taking the rows, and the goal, mynd / stock. Text rows first: their bytes are what the bare
 * reader reads.
 */
const WAYS = ['store all assoc' => 0.60, 'store all num' => 0.60, 'use all assoc' => 0.60, 'use all num' => 0.60, 'store loop assoc' => 0.60,
    'store loop row' => 0.60, 'use loop assoc' => 0.60, 'use loop row' => 0.60];
/* Numbers as PHP has them, by conversion or as the server sends them; of the table with mixed columns. */
const NUMBERS = ['native all assoc' => 0.60, 'prepared all assoc' => 0.45, 'prepared all num' => 0.35, 'prepared bind' => 0.50];
/*
 * PDO, of both tables: numbers are PHP's whether the text or the binary protocol is spoken; "strings" has
 * them as text.
 */
const PDO_WAYS = ['pdo store all assoc' => 0.60, 'pdo store all num' => 0.60, 'pdo use all assoc' => 0.60, 'pdo use all num' => 0.60,
    'pdo strings all assoc' => 0.60, 'pdo prepared all assoc' => 0.60, 'pdo prepared all num' => 0.60,
    'pdo store loop assoc' => 1.0, 'pdo store loop row' => 1.0, 'pdo use loop assoc' => 1.0, 'pdo use loop row' => 1.0];
const MIB = 1048576;

/** [name => [query, rows, repetitions in a process, ways]] */
function tables(bool $quick): array
{
    return [
        'founding' => ['SELECT * FROM bench_founding', $quick ? 3000 : 30000, $quick ? 1 : 15, WAYS + PDO_WAYS],
        'wide' => ['SELECT * FROM bench_wide', $quick ? 2000 : 100000, $quick ? 1 : 5, WAYS + NUMBERS + PDO_WAYS],
    ];
}

/** The program that measures a way. */
function program(string $way): string
{
    return str_starts_with($way, 'pdo ') ? 'fetch_pdo.php' : 'fetch.php';
}

/**
 * Runs a program under perf; returns the instructions of user space, or null where they can not be counted.
 */
function instructions_by_perf(array $php, array $arguments, array $environment): ?float
{
    $file = scratch() . '/perf';
    try {
        run($php, program($arguments[1]), $arguments, [], $environment, ['perf', 'stat', '-x,', '-e', 'instructions:u', '-o', $file]);
    } catch (\Throwable) {
        return null;
    }
    preg_match('/^(\d+),/m', file_get_contents($file), $match);
    return isset($match[1]) && $match[1] > 0 ? (float) $match[1] : null;
}

/** Instructions a row of one way; perf may have to be asked again while somebody else counts. */
function instructions_a_row(array $php, string $query, string $way, int $rows, int $repetitions, array $environment): ?float
{
    for ($attempt = 0; $attempt < 3; $attempt++) {
        $with = instructions_by_perf($php, [$query, $way, $repetitions], $environment);
        $without = $with === null ? null : instructions_by_perf($php, [$query, $way, 0], $environment);
        if ($without !== null) {
            return ($with - $without) / $repetitions / $rows;
        }
    }
    return null;
}

function check(array $sides, string $name, string $query, array $environment): void
{
    progress("$name: do both sides read the same?");
    foreach (['fetch.php', 'fetch_pdo.php'] as $program) {
        $hashes = array_map(static fn ($php) => run($php, $program, [$query, 'check', 1], [], $environment)['hash'], $sides);
        if ($hashes['mynd'] !== $hashes['stock']) {
            throw new \RuntimeException("$name, $program: the sides read different values");
        }
    }
}

/** One sample; the third "side" is the bare reader. */
function take(array $php, string $query, string $way, int $repetitions, array $environment): array
{
    if (isset($php['bare'])) {
        $way = preg_replace('/^\w+/', 'bare', $way);
        return run($php['php'], 'fetch.php', [$query, $way, $repetitions], ['extension' => $php['bare']], $environment);
    }
    return run($php, program($way), [$query, $way, $repetitions], [], $environment);
}

function measure_way(Report $report, Options $options, array $sides, Helper $server, string $name, array $table, string $way, float $most): array
{
    [$query, $rows, $repetitions] = $table;
    $environment = ['MYND_TEST_SOCKET' => $server->socket];
    progress("$name, $way");
    $bare = isset(WAYS[$way]) ? bare_module($sides['stock']) : null;
    $all = $bare === null ? $sides : $sides + ['bare' => ['php' => $sides['stock'], 'bare' => $bare]];
    $rounds = rounds($options, $all, static fn ($php) => take($php, $query, $way, $repetitions, $environment), ['rows']);
    $figures = array_map(medians(...), $rounds);
    ['mynd' => $mynd, 'stock' => $stock] = $figures;
    if ($mynd['rows'] != $rows * $repetitions) {
        throw new \RuntimeException("$name, $way: {$mynd['rows']} rows instead of " . $rows * $repetitions);
    }
    $case = "$name, $way";
    $limit = static fn (string $metric): ?float => isset($figures['bare']) ? $figures['bare'][$metric] / $rows : null;
    $report->add($case, 'cpu', 'us/row', $mynd['cpu'] / $rows, $stock['cpu'] / $rows, Goal::ratio($most), $limit('cpu'), null,
        Spread::of_rounds($rounds, 'cpu', $rows));
    if (str_contains($way, 'all')) {
        $report->add($case, 'cpu, array dropped', 'us/row', $mynd['cpu_dropped'] / $rows, $stock['cpu_dropped'] / $rows, null, $limit('cpu_dropped'));
    }
    $counts = array_map(static fn ($php) => instructions_a_row($php, $query, $way, $rows, $repetitions, $environment), $sides);
    if (!in_array(null, $counts, true)) {
        $report->add($case, 'instructions', '/row', $counts['mynd'], $counts['stock']);
    }
    $report->add($case, 'engine peak', 'MiB', $mynd['peak'] / MIB, $stock['peak'] / MIB);
    $report->add($case, 'resident growth', 'MiB', $mynd['resident'] / MIB, $stock['resident'] / MIB);
    return $figures;
}

/** The goal that unbuffered is never slower and never larger than buffered, each driver against itself. */
function compare_modes(Report $report, string $name, array $figures): void
{
    foreach (['all assoc', 'all num', 'loop assoc', 'loop row', 'pdo all assoc', 'pdo all num', 'pdo loop assoc', 'pdo loop row'] as $how) {
        [$store, $use] = array_map(static fn ($mode) => preg_replace('/^(pdo )?/', "$1$mode ", $how), ['store', 'use']);
        if (!isset($figures[$store], $figures[$use])) {
            continue;
        }
        ['mynd' => $mynd_store, 'stock' => $stock_store] = $figures[$store];
        ['mynd' => $mynd_use, 'stock' => $stock_use] = $figures[$use];
        foreach (['cpu', 'peak', 'resident'] as $metric) {
            if ($mynd_store[$metric] > 0 && $stock_store[$metric] > 0) {
                /* two medians of CPU time differ by some hundredths where nothing differs */
                $goal = Goal::most($metric === 'peak' ? 1.0 : 1.03, '');
                $report->add("$name, $how, use / store", $metric, '', $mynd_use[$metric] / $mynd_store[$metric], $stock_use[$metric] / $stock_store[$metric], $goal);
            }
        }
    }
}

$options = Options::parse('bench fetch: CPU and memory of fetching');
$sides = sides($options);
$tables = tables($options->quick);
progress('loading two tables and recording');
run($sides['stock'], 'load_fetch.php', [$tables['founding'][1], $tables['wide'][1]]);
$server = replay($sides, [...array_column($tables, 0), ...array_map(static fn ($table) => "prepared:$table[0]", array_values($tables))]);
$report = new Report('fetch', $options);
foreach ($tables as $name => $table) {
    check($sides, $name, $table[0], ['MYND_TEST_SOCKET' => $server->socket]);
    $bytes = drain($server, $table[0], 5);
    progress(sprintf("%s: a reply of %d bytes; receiving it costs %.3f us a row\n", $name, $bytes['bytes'], $bytes['cpu'] / $table[1]));
    $figures = [];
    foreach ($table[3] as $way => $most) {
        if ($options->wants("$name, $way")) {
            $figures[$way] = measure_way($report, $options, $sides, $server, $name, $table, $way, $most);
        }
    }
    compare_modes($report, $name, $figures);
}
$server->stop();
$report->finish();
