<?php
/*
 * Instructions of the driver's four basic steps: a small query, an execute, a connect, a row; counted by
 * callgrind, from the difference of a longer and a shorter run, so that the start does not count.
 *
 * Beside stock; or, where MYND_PHP_BEFORE_CMD names a PHP with another build of mynd (./dev bench
 * instructions --before=COMMIT), beside that build, which this one may exceed by 1%.
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
];

$options = Options::parse('bench instructions: of a small query, an execute, a connect, a row', samples: 3);
$sides = sides($options);
$before = getenv('MYND_PHP_BEFORE_CMD') ? 'before' : 'stock';
if ($before === 'before') {
    $sides = ['mynd' => $sides['mynd'], 'before' => command_of('MYND_PHP_BEFORE_CMD')];
}
if (!has_program('valgrind')) {
    throw new \RuntimeException('there is no valgrind');
}
run($sides['mynd'], 'load_hooks.php', []);
$report = new Report('instructions', $options, $before);
$goal = $before === 'before' ? new Goal('within 1%', static fn ($mynd, $before) => $mynd <= 1.01 * $before) : null;
foreach (STEPS as $what => [$case, $times]) {
    if (!$options->wants($case)) {
        continue;
    }
    progress($case);
    $times = $options->quick ? [10, 20] : $times;
    $take = static fn ($php) => ['instructions' => instructions_each($php, 'instructions.php', $times, static fn (int $times) => [$what, $times])];
    ['mynd' => $mynd, $before => $other] = sample($options, $sides, $take);
    $report->add($case, 'instructions', "/$what", $mynd['instructions'], $other['instructions'], $goal);
}
$report->finish();
