<?php
/*
 * What hooks cost, and what a cache behind one saves.
 *
 * Without an interceptor: instructions of a small query in this build and in one that was configured with
 * --disable-mynd-hooks, counted by callgrind. A figure is the difference of a longer and a shorter run, so
 * that the start does not count. With one that does nothing: CPU and instructions of a query more than
 * without it. A hit of the query cache (packages/cache): its time against that of the query itself, on the
 * loopback.
 *
 * Beside what lib.php needs: MYND_PHP_WITHOUT_HOOKS_CMD (that build), MYND_PHP_WITH_STORES_CMD (this one with
 * APCu and phpredis, as far as they are there), MYND_REDIS_SERVER (a command; may be missing).
 */

declare(strict_types=1);

namespace Mynd\Bench;

require __DIR__ . '/lib.php';

const WAYS = ['query' => 'query', 'execute' => 'execute', 'execute_query' => 'execute_query', 'pdo query' => 'PDO query', 'pdo execute' => 'PDO execute'];

/** Instructions of one query. */
function query_instructions(array $php, string $what, string $interceptor, Options $options): float
{
    $times = $options->quick ? [20, 40] : [100, 500];
    return instructions_each($php, 'hooks.php', $times, static fn (int $times) => [$what, $times, $interceptor, 'unix']);
}

/** Commands that are intercepted by nobody cost what they cost in a build that could not. */
function measure_gate(Report $report, Options $options, array $with, array $without): void
{
    foreach (WAYS as $what => $name) {
        $case = "no interceptor, $name";
        if (!$options->wants($case)) {
            continue;
        }
        progress($case);
        $samples = [];
        for ($i = 0; $i < min(3, $options->samples); $i++) { /* they differ by a wait here or there */
            $samples[] = ['with' => query_instructions($with, $what, 'none', $options), 'without' => query_instructions($without, $what, 'none', $options)];
        }
        ['with' => $most, 'without' => $least] = medians($samples);
        $report->add($case, 'instructions', '/query', $most, $least, new Goal('within 1%', static fn ($with, $without) => $with <= 1.01 * $without));
    }
}

/** An interceptor that does nothing. */
function measure_empty(Report $report, Options $options, array $php): void
{
    foreach (WAYS as $what => $name) {
        $case = "an empty interceptor, $name";
        if (!$options->wants($case)) {
            continue;
        }
        progress($case);
        $times = $options->quick ? 100 : 20000;
        $runs = ['with' => 'empty', 'without' => 'none'];
        $rounds = rounds($options, $runs, static fn ($interceptor) => run($php, 'hooks.php', [$what, $times, $interceptor, 'unix']), ['sum', 'asked']);
        $cpu = array_map(static fn ($samples) => array_column($samples, 'cpu'), $rounds);
        $added = array_map(static fn ($with, $without) => $with - $without, $cpu['with'], $cpu['without']);
        $report->add($case, 'cpu', 'us/query', median($cpu['with']), median($cpu['without']));
        $report->add($case, 'cpu, added', 'us/query', median($added), 0.0, Goal::most(1, 'us'));
        $report->add($case, 'instructions', '/query', query_instructions($php, $what, 'empty', $options), query_instructions($php, $what, 'none', $options));
    }
}

/** Answers that were kept, against queries. */
function measure_hits(Report $report, Options $options, array $php, string $store, string $name, ?Goal $goal): void
{
    foreach (['rows' => '40 rows', 'query' => 'SELECT 1'] as $what => $rows) {
        foreach (['unix' => 'unix socket', 'tcp' => 'TCP'] as $way => $by) {
            $case = "hit in $name, $rows, $by";
            if (!$options->wants($case)) {
                continue;
            }
            progress($case);
            $times = $options->quick ? 100 : 10000;
            $runs = ['with' => $store, 'without' => 'none'];
            $rounds = rounds($options, $runs, static fn ($interceptor) => hit_or_query($php, $what, $times, $interceptor, $way), ['sum', 'asked']);
            ['with' => $hit, 'without' => $query] = array_map(medians(...), $rounds);
            $report->add($case, 'time', 'us/query', $hit['time'], $query['time'], $what === 'rows' ? $goal : null);
            $report->add($case, 'cpu', 'us/query', $hit['cpu'], $query['cpu']);
        }
    }
}

function hit_or_query(array $php, string $what, int $times, string $interceptor, string $way): array
{
    $figures = run($php, 'hooks.php', [$what, $times, $interceptor, $way], ['apc.enable_cli' => 1]);
    if ($interceptor !== 'none' && $figures['hits'] < $figures['asked']) {
        throw new \RuntimeException("$figures[asked] queries, and $figures[hits] hits");
    }
    return $figures;
}

/** Null: there is none. */
function start_redis(): ?array
{
    $socket = scratch() . '/redis.sock';
    $command = preg_split('/ +/', trim((string) getenv('MYND_REDIS_SERVER')), -1, PREG_SPLIT_NO_EMPTY);
    if ($command === []) {
        return null;
    }
    $null = ['file', '/dev/null', 'w'];
    $process = @proc_open([...$command, '--port', '0', '--unixsocket', $socket, '--save', '', '--appendonly', 'no'], [['file', '/dev/null', 'r'], $null, $null], $pipes, scratch());
    for ($tries = 0; $process !== false && !file_exists($socket) && $tries < 100; $tries++) {
        usleep(50000);
    }
    return file_exists($socket) ? [$process, "unix:$socket"] : null;
}

$options = Options::parse('bench hooks: what hooks cost, and what a cache saves');
$php = sides($options)['mynd'];
$without = command_of('MYND_PHP_WITHOUT_HOOKS_CMD');
$with_stores = command_of('MYND_PHP_WITH_STORES_CMD');
$has = static fn (string $module) => execute([...$with_stores, '-r', 'exit(extension_loaded($argv[1]) ? 0 : 1);', $module])[0] === 0;
run($php, 'load_hooks.php', []);
$report = new Report('hooks', $options, 'without');
if (has_program('valgrind')) {
    measure_gate($report, $options, $php, $without);
    measure_empty($report, $options, $php);
} else {
    progress('no valgrind: nothing is said of instructions');
}
if ($has('apcu')) {
    measure_hits($report, $options, $with_stores, 'apcu', 'APCu', Goal::rate(5));
}
$redis = $has('redis') ? start_redis() : null;
if ($redis !== null) {
    measure_hits($report, $options, $with_stores, $redis[1], 'Redis', null);
    proc_terminate($redis[0]);
    proc_close($redis[0]);
}
$report->finish();
