<?php
/*
 * What a read buffer of 5 MB costs a program that connects and closes, against one of 32 KB: CPU, page faults, system calls a connect.
 *
 * The server is the replay server, so that a connect is the client's work alone. The four runs (each side with each buffer) take turns.
 * System calls are counted by strace, in one run: (n connects less none) / n.
 */

declare(strict_types=1);

namespace Mynd\Bench;

require __DIR__ . '/lib.php';
require __DIR__ . '/lib-replay.php';

const SIZES = ['32 KB' => 32768, '5 MB' => 5242880];

function connect_loop(array $run, string $what, int $times, string $socket, array $under = []): array
{
    [$php, $bytes] = $run;
    return run($php, 'connect_loop.php', [$times, $what], ['mysqlnd.net_read_buffer_size' => $bytes], ['MYND_TEST_SOCKET' => $socket], $under);
}

/** System calls of a loop, and of what is around it. */
function system_calls(array $run, string $what, int $times, string $socket): float
{
    $log = scratch() . '/strace';
    connect_loop($run, $what, $times, $socket, ['strace', '-f', '-c', '-o', $log]);
    if (!preg_match('/^100\.00\s+\S+\s+\S+\s+(\d+)\s.*total$/m', file_get_contents($log), $match)) {
        throw new \RuntimeException('strace tells no total');
    }
    return (float) $match[1];
}

/** [run => [metric => a connect]] */
function measure_runs(Options $options, array $runs, string $what, string $socket): array
{
    $times = $options->quick ? 50 : 5000;
    $figures = sample($options, $runs, static fn ($run) => connect_loop($run, $what, $times, $socket), ['answers', 'times']);
    foreach ($figures as $name => $figure) {
        $figures[$name] = ['cpu' => $figure['cpu'] / $times, 'page faults' => $figure['faults'] / $times];
        if (has_program('strace')) {
            $figures[$name]['system calls'] = (system_calls($runs[$name], $what, 101, $socket) - system_calls($runs[$name], $what, 1, $socket)) / 100;
        }
    }
    return $figures;
}

/** What can not be told from nothing: for CPU a fiftieth of what a connect costs, for counts one in a hundred connects. */
function nothing(string $metric, float $cpu): Goal
{
    $most = $metric === 'cpu' ? $cpu / 50 : 0.01;
    return new Goal('nothing measurable (<= ' . number($most) . ')', static fn ($mynd) => $mynd <= $most);
}

function measure(Report $report, Options $options, array $sides, string $what, string $socket): void
{
    $runs = [];
    foreach (SIZES as $size => $bytes) {
        foreach ($sides as $side => $php) {
            $runs["$side $size"] = [$php, $bytes];
        }
    }
    $case = $what === 'idle' ? 'connect, close' : 'connect, SELECT 1, close';
    progress($case);
    $figures = measure_runs($options, $runs, $what, $socket);
    foreach (array_keys($figures['mynd 5 MB']) as $metric) {
        $unit = $metric === 'cpu' ? 'us/connect' : '/connect';
        $of = static fn (string $run) => $figures[$run][$metric];
        foreach (array_keys(SIZES) as $size) {
            $report->add("$case, $size", $metric, $unit, $of("mynd $size"), $of("stock $size"));
        }
        $report->add("$case, 5 MB less 32 KB", $metric, $unit, $of('mynd 5 MB') - $of('mynd 32 KB'), $of('stock 5 MB') - $of('stock 32 KB'),
            nothing($metric, $figures['mynd 32 KB']['cpu']));
    }
}

$options = Options::parse('bench buffer: what a large read buffer costs a connect');
$sides = sides($options);
$server = replay($sides, ['SELECT 1']);
$report = new Report('buffer', $options);
foreach (['idle', 'query'] as $what) {
    measure($report, $options, $sides, $what, $server->socket);
}
$server->stop();
$report->finish();
