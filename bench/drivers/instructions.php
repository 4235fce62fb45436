<?php
/*
 * Instructions of the driver's four basic steps: a small query, an execute, a connect, a row; of a query with
 * everything switched on that reads its text; and what single settings add to a small query. Counted by
 * callgrind, from the difference of a longer and a shorter run, so that the start does not count.
 *
 * Beside stock; or beside another mynd, which this one may exceed by 1%: the build that MYND_PHP_BEFORE_CMD
 * names (./dev bench instructions --before=COMMIT), or the same one without a setting (--with=NAME=VALUE).
 */

declare(strict_types=1);

namespace Mynd\Bench;

require __DIR__ . '/lib.php';

/* [what the program does => [the case, two numbers of times]] */
const STEPS = [
    'query' => ['SELECT 1', [200, 1200]],
    'execute' => ['execute', [200, 1200]],
    'connect' => ['connect', [50, 250]],
    'row' => ['row', [500, 4500]],
    'everything' => ['everything on', [100, 600]],
];

/** What each adds to a small query; the value is left to board() where there is none. */
const SETTINGS = ['mynd.scoreboard' => null, 'mynd.request_report' => 1];

function board(): string
{
    return scratch() . '/board';
}

/** Of the last of the steps. */
function everything_on(): array
{
    return ['mynd.persistent' => 'all', 'mynd.round_trips' => 'fewer', 'mynd.reconnect' => 1, 'mynd.request_report' => 1,
        'mynd.scoreboard' => board()];
}

/** Mynd with a setting and without, in turn. */
function measure_settings(Report $report, Options $options, array $php): void
{
    foreach (SETTINGS as $name => $value) {
        $case = "SELECT 1, $name";
        if (!$options->wants($case)) {
            continue;
        }
        progress($case);
        $times = $options->quick ? [10, 20] : STEPS['query'][1];
        $runs = ['with' => [$name => $value ?? board()], 'without' => []];
        $take = static fn (array $ini) => ['instructions' => instructions_each($php, 'instructions.php', $times, static fn (int $times) => ['query', $times], $ini)];
        ['with' => $with, 'without' => $without] = array_map(static fn ($figures) => $figures['instructions'], sample($options, $runs, $take));
        $report->add($case, 'instructions, added', '/query', $with - $without, null);
        $report->add($case, 'instructions, added of a query', '%', 100 * ($with - $without) / $without, null);
    }
}

$options = Options::parse('bench instructions: of a small query, an execute, a connect, a row, a query with everything on, and of settings', samples: 3);
$sides = sides($options);
$other = 'stock';
if (getenv('MYND_PHP_BEFORE_CMD')) {
    $other = 'before';
    $sides = ['mynd' => $sides['mynd'], $other => command_of('MYND_PHP_BEFORE_CMD')];
} elseif (getenv('MYND_BENCH_WITH')) {
    $other = 'without';
    $sides = ['mynd' => [...$sides['mynd'], '-d', getenv('MYND_BENCH_WITH')], $other => $sides['mynd']];
}
if (!has_program('valgrind')) {
    throw new \RuntimeException('there is no valgrind');
}
run($sides['mynd'], 'load_hooks.php', []);
$report = new Report('instructions', $options, $other);
$goal = $other !== 'stock' ? new Goal('within 1%', static fn ($mynd, $other) => $mynd <= 1.01 * $other) : null;
foreach (STEPS as $what => [$case, $times]) {
    if (!$options->wants($case)) {
        continue;
    }
    progress($case);
    $times = $options->quick ? [10, 20] : $times;
    $ini = $what === 'everything' ? everything_on() : [];
    $take = static fn ($php) => ['instructions' => instructions_each($php, 'instructions.php', $times, static fn (int $times) => [$what, $times], $ini)];
    $figures = sample($options, $sides, $take);
    $report->add($case, 'instructions', "/$what", $figures['mynd']['instructions'], $figures[$other]['instructions'], $goal);
}
if ($other === 'stock') {
    measure_settings($report, $options, $sides['mynd']);
}
$report->finish();
