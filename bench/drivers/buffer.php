<?php
/*
 * What a read buffer of 5 MB costs a program that connects and closes, against one of 32 KB: CPU, page
 * faults, system calls a connect.
 *
 * The server is the replay server, so that a connect is the client's work alone. The four runs (each side
 * with each buffer) take turns. What 5 MB cost is the median of the differences within a round. System calls
 * are counted by strace, in one run: (n connects less one) / n. Waiting is not counted: how often a client
 * finds nothing there yet and polls is up to the server and the machine.
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

/**
 * System calls of a loop and of what is around it, less those that failed (nothing to read yet) or waited.
 */
function system_calls(array $run, string $what, int $times, string $socket): int
{
    $log = scratch() . '/strace';
    connect_loop($run, $what, $times, $socket, ['strace', '-f', '-c', '-o', $log]);
    preg_match_all('/^\s*[\d.]+\s+[\d.]+\s+\d+\s+(\d+)\s+(\d*)\s*(\w+)$/m', file_get_contents($log), $lines, PREG_SET_ORDER);
    $calls = 0;
    foreach ($lines as [, $count, $failed, $name]) {
        $calls += in_array($name, ['poll', 'ppoll', 'total'], true) ? 0 : $count - (int) $failed;
    }
    if ($calls === 0) {
        throw new \RuntimeException('strace tells no calls');
    }
    return $calls;
}

/** A figure of each round, a connect. */
function column(array $rounds, string $run, string $figure, int $times): array
{
    return array_map(static fn ($value) => $value / $times, array_column($rounds[$run], $figure));
}

/**
 * Adds a figure's lines: with either buffer, and the difference. `smallest` is what can be told from nothing
 * at all.
 */
function add_lines(Report $report, string $case, string $metric, string $unit, callable $of, callable $smallest): void
{
    $differences = [];
    foreach (array_keys(SIZES) as $size) {
        $report->add("$case, $size", $metric, $unit, median($of("mynd $size")), median($of("stock $size")));
    }
    foreach (['mynd', 'stock'] as $side) {
        $differences[$side] = array_map(static fn ($large, $small) => $large - $small, $of("$side 5 MB"), $of("$side 32 KB"));
    }
    $most = max($smallest($of('mynd 32 KB')), doubt($differences['mynd']));
    $goal = new Goal('nothing measurable (<= ' . number($most) . ')', static fn ($mynd) => $mynd <= $most);
    $report->add("$case, 5 MB less 32 KB", $metric, $unit, median($differences['mynd']), median($differences['stock']), $goal);
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
    $times = $options->quick ? 50 : 5000;
    $rounds = rounds($options, $runs, static fn ($run) => connect_loop($run, $what, $times, $socket), ['answers', 'times']);
    $one_in_a_hundred = static fn () => 0.01;
    $a_fiftieth = static fn (array $values) => median($values) / 50;
    add_lines($report, $case, 'cpu', 'us/connect', static fn ($run) => column($rounds, $run, 'cpu', $times), $a_fiftieth);
    add_lines($report, $case, 'page faults', '/connect', static fn ($run) => column($rounds, $run, 'faults', $times), $one_in_a_hundred);
    if (has_program('strace')) {
        $calls = array_map(static fn ($run) => [(system_calls($run, $what, 101, $socket) - system_calls($run, $what, 1, $socket)) / 100], $runs);
        add_lines($report, $case, 'system calls', '/connect', static fn ($run) => $calls[$run], $one_in_a_hundred);
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
