<?php
/*
 * Small queries on the real server, over its unix socket and one of them over TCP: client CPU of each, and
 * how many go through in a second.
 *
 * execute_query() is measured in its three ways: with a text that mynd's cache of statements has, with a new
 * text each time in one round trip (mynd.pipelining=on), and with a new text each time in two. Stock
 * prepares, executes and closes each time.
 *
 * Left alone, client and server take turns on one core or wake each other on two, and the kernel changes its
 * mind within a run. So each case says which it is: what a query costs shows best on one core, where nobody
 * is woken; what a round trip costs with a core each, and through a way that makes it 1 ms longer.
 */

declare(strict_types=1);

namespace Mynd\Bench;

require __DIR__ . '/lib.php';
require __DIR__ . '/lib-replay.php';

function measure(Report $report, Options $options, array $sides, string $case, string $what, Cores $cores, array $ini, ?Goal $cpu, ?Goal $time, ?int $port = null): void
{
    if (!$options->wants($case)) {
        return;
    }
    progress($case);
    $cores->move_server();
    $times = intdiv($port === null ? 20000 : 1000, $options->quick ? 100 : 1);
    $environment = $port === null ? [] : ['MYND_TEST_PORT' => (string) $port];
    ['mynd' => $mynd, 'stock' => $stock] = sample($options, $sides, static fn ($php) => run($php, 'query_loop.php', [$what, $times], $ini, $environment, $cores->prefix()), ['sum', 'times']);
    $report->add($case, 'cpu', 'us/query', $mynd['cpu'] / $times, $stock['cpu'] / $times, $cpu);
    $report->add($case, 'time', 'us/query', $mynd['time'] / $times, $stock['time'] / $times, $time);
}

$options = Options::parse('bench query: small queries, one after the other');
$sides = sides($options);
$report = new Report('query', $options);
$small = Goal::ratio(0.80);
$fast = Goal::rate(1.7);
$pipelined = ['mynd.pipelining' => 'on'];
$in_turn = ['mynd.pipelining' => 'off'];
measure($report, $options, $sides, 'SELECT 1, one core', 'query', Cores::one(), [], $small, null);
measure($report, $options, $sides, 'SELECT 1, TCP, one core', 'query, TCP', Cores::one(), [], $small, null);
measure($report, $options, $sides, 'SELECT 1, a core each', 'query', Cores::apart(), [], null, null);
measure($report, $options, $sides, 'SELECT 1, TCP, a core each', 'query, TCP', Cores::apart(), [], null, null);
foreach (['a core each' => [Cores::apart(), $fast], 'one core' => [Cores::one(), null]] as $where => [$cores, $goal]) {
    measure($report, $options, $sides, "execute_query, cached, $where", 'same text', $cores, $in_turn, null, $goal);
    measure($report, $options, $sides, "execute_query, one round trip, $where", 'new text', $cores, $pipelined, null, $goal);
    measure($report, $options, $sides, "execute_query, two round trips, $where", 'new text', $cores, $in_turn, null, null);
}
$proxy = longer_way('127.0.0.1:' . setting('MYND_TEST_PORT'), 1000);
measure($report, $options, $sides, 'execute_query, cached, 1 ms', 'same text, TCP', Cores::any(), $in_turn, null, $fast, $proxy->port);
measure($report, $options, $sides, 'execute_query, one round trip, 1 ms', 'new text, TCP', Cores::any(), $pipelined, null, $fast, $proxy->port);
$proxy->stop();
Cores::any()->move_server(); /* if the last cases were not wanted */
$report->finish();
