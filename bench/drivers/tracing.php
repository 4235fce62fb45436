<?php
/*
 * What tracing costs: client CPU that an interceptor that does nothing adds to SELECT 1 over the unix socket,
 * and that packages/opentelemetry adds, with OpenTelemetry's providers that do nothing, with its SDK where
 * nothing is sampled, and with spans that go to an exporter. Each is measured in turn with a bare query, in
 * one process.
 *
 * Beside what lib.php needs: MYND_BENCH_PACKAGES (Composer's loader of the packages).
 */

declare(strict_types=1);

namespace Mynd\Bench;

require __DIR__ . '/lib.php';

/* case => what the program calls it, and the goal */
const TRACED = [
    'an empty interceptor' => ['empty', 3],
    'providers that do nothing' => ['noop', 3],
    'not sampled, in a trace' => ['out', 8],
    'not sampled, a trace each' => ['out, a trace each', null],
    'not sampled, metrics' => ['out, metrics', null],
    'spans' => ['spans', null],
    'spans and metrics' => ['spans, metrics', null],
];

$options = Options::parse('bench tracing: what tracing costs');
$php = sides($options)['mynd'];
$packages = setting('MYND_BENCH_PACKAGES');
$times = $options->quick ? 50 : 1000;
progress('all ways in turn');
$samples = rounds($options, ['mynd' => $php], static fn (array $php) => run($php, 'tracing.php', [$packages, $times, $options->quick ? 3 : 9]), ['sum'])['mynd'];
$report = new Report('tracing', $options, 'bare');
$bare = array_column($samples, 'none');
foreach (TRACED as $case => [$way, $most]) {
    if (!$options->wants($case)) {
        continue;
    }
    $with = array_column($samples, $way);
    $added = array_map(static fn (float $with, float $bare): float => $with - $bare, $with, $bare);
    $report->add($case, 'cpu', 'us/query', median($with), median($bare));
    $report->add($case, 'cpu, added', 'us/query', median($added), 0.0, $most === null ? null : Goal::most($most, 'us'));
}
$report->finish();
