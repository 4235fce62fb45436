<?php
/*
 * Small queries on the real server, over its unix socket and one of them over TCP: client CPU of each, and how many go through in a second.
 *
 * execute_query() is measured in its three ways: with a text that mynd's cache of statements has, with a new text each time in one round
 * trip (mynd.pipelining=on), and with a new text each time in two. Stock prepares, executes and closes each time.
 */

declare(strict_types=1);

namespace Mynd\Bench;

require __DIR__ . '/lib.php';

function measure(Report $report, Options $options, array $sides, string $case, string $what, array $ini, ?Goal $cpu, ?Goal $time): void
{
    if (!$options->wants($case)) {
        return;
    }
    progress($case);
    $times = $options->quick ? 200 : 20000;
    ['mynd' => $mynd, 'stock' => $stock] = sample($options, $sides, static fn ($php) => run($php, 'query_loop.php', [$what, $times], $ini), ['sum', 'times']);
    $report->add($case, 'cpu', 'us/query', $mynd['cpu'] / $times, $stock['cpu'] / $times, $cpu);
    $report->add($case, 'time', 'us/query', $mynd['time'] / $times, $stock['time'] / $times, $time);
}

$options = Options::parse('bench query: small queries, one after the other');
$sides = sides($options);
$report = new Report('query', $options);
measure($report, $options, $sides, 'SELECT 1', 'query', [], Goal::ratio(0.80), null);
measure($report, $options, $sides, 'SELECT 1, TCP', 'query, TCP', [], Goal::ratio(0.80), null);
measure($report, $options, $sides, 'execute_query, cached', 'same text', ['mynd.pipelining' => 'off'], null, Goal::rate(1.7));
measure($report, $options, $sides, 'execute_query, one round trip', 'new text', ['mynd.pipelining' => 'on'], null, Goal::rate(1.7));
measure($report, $options, $sides, 'execute_query, two round trips', 'new text', ['mynd.pipelining' => 'off'], null, null);
$report->finish();
