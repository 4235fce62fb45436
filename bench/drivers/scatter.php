<?php
/*
 * A query on each of many links, and the answers taken as they come: client CPU of waiting and taking, and of
 * sending.
 *
 * The answers come all at once, or one after the other, from a server that keeps to a plan (planned.c), and
 * from the real one, whose links sleep. Stock has mysqli_poll() only, and no more than 1019 links: it waits
 * with select().
 */

declare(strict_types=1);

namespace Mynd\Bench;

use RuntimeException;

require __DIR__ . '/lib.php';
require __DIR__ . '/lib-replay.php';

const DESCRIPTORS = 8192;

/**
 * What stands before a command so that it may have as many descriptors; null: this machine does not allow
 * them.
 */
function with_descriptors(): ?array
{
    $prefix = ['sh', '-c', 'ulimit -S -n ' . DESCRIPTORS . ' && exec "$@"', 'sh'];
    return execute([...$prefix, 'true'])[0] === 0 ? $prefix : null;
}

/**
 * One sample. A machine that was so busy that answers came before everything was sent is given another try.
 */
function scatter(array $php, string $way, string $server, int $links, int $gap, array $environment, array $under): array
{
    for ($try = 0; $try < 5; $try++) {
        $figures = run($php, 'scatter.php', [$server, $way, $links, $gap], [], $environment, $under);
        if (!($figures['late'] ?? false)) {
            return $figures;
        }
    }
    throw new RuntimeException("sending $links queries takes too long");
}

/** All samples; stock's too, if it can do it: none where it says that it cannot. */
function measure_all(Options $options, array $sides, string $server, int $links, int $gap, array $environment, array $under): array
{
    $take = static fn (array $side) => scatter($side[0], $side[1], $server, $links, $gap, $environment, $under);
    $all = ['mysqli_poll' => [$sides['mynd'], 'poll'], 'as_completed' => [$sides['mynd'], 'as_completed']];
    $can = !isset($take([$sides['stock'], 'poll'])['cannot']);
    return rounds($options, $can ? $all + ['stock' => [$sides['stock'], 'poll']] : $all, $take, ['sum', 'answers']) + ['stock' => []];
}

/**
 * How the goals depend on the case: as_completed costs what has become ready, mysqli_poll() still goes
 * through the program's arrays.
 */
function goal_of(string $server, string $way, int $links, int $gap): ?Goal
{
    if ($server !== 'planned' || $links !== 1000 || $gap === 0) {
        return null;
    }
    return Goal::ratio($way === 'as_completed' ? 0.10 : 0.50);
}

function measure(Report $report, Options $options, array $sides, string $server, int $links, int $gap, array $environment, array $under): void
{
    $case = number_format($links) . ' links' . ($server === 'real' ? ' of a real server' : '') . ($gap === 0 ? ', at once' : ', staggered');
    if (!$options->wants($case)) {
        return;
    }
    progress($case);
    $rounds = measure_all($options, $sides, $server, $links, $gap, $environment, $under);
    $figures = array_map(medians(...), array_filter($rounds));
    $stock = $figures['stock'] ?? null;
    if ($links > 1000) {
        $report->add($case, 'answers', '', min($figures['mysqli_poll']['answers'], $figures['as_completed']['answers']), $stock['answers'] ?? null, Goal::least($links, '')->of_count());
    }
    foreach (['mysqli_poll', 'as_completed'] as $way) {
        $report->add($case, "cpu, $way", 'us/answer', $figures[$way]['waiting'] / $links,
            $stock === null ? null : $stock['waiting'] / $links, goal_of($server, $way, $links, $gap),
            spread: Spread::of_rounds(['mynd' => $rounds[$way], 'stock' => $rounds['stock']], 'waiting', $links));
    }
    $report->add($case, 'cpu, sending', 'us/query', $figures['mysqli_poll']['sending'] / $links, $stock === null ? null : $stock['sending'] / $links);
}

/** How long it takes to ask some shards, of the real server, each of which takes its time. */
function measure_shards(Report $report, Options $options, array $sides, int $shards, int $milliseconds): void
{
    $case = "$shards shards, $milliseconds ms each";
    /* with stock's */
    $ways = ['in turn' => 'in turn', 'mysqli_poll' => 'mysqli_poll', 'as_completed' => 'mysqli_poll'];
    $all = [];
    foreach (array_filter($ways, static fn (string $way) => $options->wants("$case: $way"), ARRAY_FILTER_USE_KEY) as $way => $of_stock) {
        $all += ["mynd $way" => [$sides['mynd'], $way], "stock $of_stock" => [$sides['stock'], $of_stock]];
    }
    if ($all === []) {
        return;
    }
    progress($case);
    $rounds = rounds($options, $all, static fn (array $side) => run($side[0], 'shards.php', [$side[1], $shards, $milliseconds]), ['sum']);
    foreach ($ways as $way => $of_stock) {
        if (isset($rounds["mynd $way"])) {
            [$mynd, $stock] = [$rounds["mynd $way"], $rounds["stock $of_stock"]];
            $report->add("$case: $way", 'time', 'ms', medians($mynd)['time'] / 1000, medians($stock)['time'] / 1000,
                spread: Spread::of_rounds(['mynd' => $mynd, 'stock' => $stock], 'time', 1000));
        }
    }
}

$options = Options::parse('bench scatter: a query on each of many links');
$sides = sides($options);
$under = with_descriptors();
$report = new Report('scatter', $options);
$server = new Helper('planned', scratch() . '/planned.sock', []);
$planned = ['MYND_TEST_SOCKET' => $server->socket];
foreach ($options->quick ? [8 => 1000, 1100 => 100] : [8 => 1000, 200 => 250, 1000 => 250, 4000 => 250] as $links => $gap) {
    if ($links > 1000 && $under === null) {
        progress('this machine allows no ' . DESCRIPTORS . " descriptors: no $links links");
        continue;
    }
    measure($report, $options, $sides, 'planned', $links, 0, $planned, $under ?? []);
    measure($report, $options, $sides, 'planned', $links, $gap, $planned, $under ?? []);
}
$links = $options->quick || $under === null ? 200 : 4000;
run($sides['stock'], 'many_connections.php', [$links]);
measure($report, $options, $sides, 'real', $links, 250, [], $under ?? []);
measure_shards($report, $options, $sides, 8, 20);
$server->stop();
$report->finish();
