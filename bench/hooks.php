<?php
/*
 * What interceptors cost, and what one can save.
 *
 * No interceptor: instructions of a command, under callgrind, against a build of mynd that has no room for interceptors (--disable-mynd-hooks). They hardly vary. An empty
 * interceptor: what it adds to a command's client CPU. The cache of examples/cache: a hit against the query through the loopback. Stock has none of this, so "without" is mynd
 * without it.
 */

declare(strict_types=1);

namespace Mynd\Bench;

require __DIR__ . '/lib.php';

const WAYS = ['query', 'execute', 'execute_query', 'pdo query', 'pdo execute'];

/** User-space instructions that so many commands take: those of a longer run less those of a shorter one. */
function instructions(array $php, string $what, int $times): float
{
    $counts = [];
    foreach ([100, 100 + $times] as $n) {
        $command = ['valgrind', '--trace-children=yes', '--tool=callgrind', '--callgrind-out-file=/dev/null', ...$php, __DIR__ . '/programs/hooks_loop.php', $what, (string) $n, '0'];
        [$code, $output, $errors] = execute($command);
        if ($code !== 0 || preg_match_all('/Collected : (\d+)/', $errors, $found) === 0) {
            throw new \RuntimeException('failed with code ' . $code . ': ' . implode(' ', $command) . "\n$output$errors");
        }
        $counts[] = (int) end($found[1]);
    }
    return ($counts[1] - $counts[0]) / $times;
}

function measure_no_interceptor(Report $report, Options $options, string $what): void
{
    $case = "no interceptor, $what";
    if (!$options->wants($case)) {
        return;
    }
    progress($case);
    $sides = ['mynd' => command_of('MYND_PHP_CMD'), 'without' => command_of('MYND_PHP_WITHOUT_HOOKS_CMD')];
    $times = $options->quick ? 100 : 2000;
    $one = new Options();
    $one->samples = 1; /* instructions hardly vary */
    ['mynd' => $mynd, 'without' => $without] = sample($one, $sides, static fn ($php) => ['instructions' => instructions($php, $what, $times)]);
    $goal = new Goal('mynd/without <= 1.01', static fn ($mynd, $without) => $mynd <= 1.01 * $without);
    $report->add($case, 'instructions', 'a command', $mynd['instructions'], $without['instructions'], $goal);
}

function measure_empty_interceptor(Report $report, Options $options, string $what): void
{
    $case = "an empty interceptor, $what";
    if (!$options->wants($case)) {
        return;
    }
    progress($case);
    $arguments = $options->quick ? [$what, 50, 2] : [$what, 500, 40];
    ['mynd' => $figures] = sample($options, ['mynd' => command_of('MYND_PHP_CMD')], static fn ($php) => run($php, 'hooks_loop.php', $arguments), ['sum']);
    $report->add($case, 'cpu', 'us/command', $figures['cpu with'] / 1000, $figures['cpu without'] / 1000);
    $report->add($case, 'cpu added', 'us/command', $figures['cpu added'] / 1000, 0.0, Goal::most(1.0, 'us'));
}

function measure_cache(Report $report, Options $options, string $store, string $which): void
{
    $case = "a hit in examples/cache ($store), $which";
    if (!$options->wants($case)) {
        return;
    }
    progress($case);
    $arguments = $options->quick ? [$which, $store, 50, 2] : [$which, $store, 500, 10];
    ['mynd' => $figures] = sample($options, ['mynd' => command_of('MYND_PHP_WITH_STORES_CMD')],
        static fn ($php) => run($php, 'hooks_cache.php', $arguments, ['apc.enable_cli' => '1']), ['hits']);
    $goal = new Goal('5 times as fast', static fn ($hit, $query) => 5 * $hit <= $query);
    $report->add($case, 'time', 'us/query', $figures['hit'] / 1000, $figures['query'] / 1000, $goal);
}

function has_apcu(): bool
{
    return execute([...command_of('MYND_PHP_WITH_STORES_CMD'), '-d', 'apc.enable_cli=1', '-r', 'exit(function_exists("apcu_enabled") && apcu_enabled() ? 0 : 1);'])[0] === 0;
}

$options = Options::parse('bench hooks: interceptors');
$report = new Report('hooks', $options, 'without');
foreach (has_program('valgrind') ? WAYS : [] as $what) {
    measure_no_interceptor($report, $options, $what);
}
foreach (WAYS as $what) {
    measure_empty_interceptor($report, $options, $what);
}
foreach (has_apcu() ? ['memory', 'apcu'] : ['memory'] as $store) {
    foreach (['key', 'ten', 'count'] as $which) {
        measure_cache($report, $options, $store, $which);
    }
}
$report->finish();
