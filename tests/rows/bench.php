<?php
/* php bench.php [mode ...]: nanoseconds of CPU a row, best of some rounds. */
mt_srand(1);
function wide(int $n): array
{
    $rows = [];
    $word = fn ($a, $b) => substr(str_shuffle(str_repeat('abcdefghijklmnopqrstuvwxyz', 3)), 0, mt_rand($a, $b));
    for ($i = 1; $i <= $n; $i++) {
        $rows[] = array_map(fn ($v) => $v === null ? null : (string) $v, [
            $i, mt_rand(), $i % 7, mt_rand(0, 1), $word(3, 12), $word(5, 20), $word(8, 30) . '@example.com', mt_rand(0, 100000) / 100,
            date('Y-m-d', 1000000000 + $i * 10000), date('Y-m-d H:i:s', 1000000000 + $i * 1000), ['new', 'open', 'closed'][mt_rand(0, 2)],
            mt_rand(0, 3) ? null : $word(10, 40), $word(20, 60), mt_rand(0, 255), mt_rand(1, 9999999), ['DE', 'FR', 'US', 'GB'][mt_rand(0, 3)],
            mt_rand() / 7, '', 2000 + $i % 30, 'constant',
        ]);
    }
    return $rows;
}
function narrow(int $n): array
{
    $rows = [];
    for ($i = 0; $i < $n; $i++) {
        $rows[] = [str_repeat('x', mt_rand(10, 255))];
    }
    return $rows;
}
$wide = wide(5000);
$narrow = narrow(5000);
$modes = array_slice($argv, 1) ?: ['check', 'list', 'build', 'loop', 'store', 'store_list', 'store_loop'];
foreach (['wide' => [$wide, 50000], 'narrow' => [$narrow, 100000]] as $name => [$rows, $count]) {
    foreach ($modes as $mode) {
        foreach (['ASSOC' => 1, 'NUM' => 2] as $shape => $number) {
            printf("%-7s %-11s %-6s %7.1f ns\n", $name, $mode, $shape, rows_bench($mode, $number, $count, 7, $rows));
        }
    }
}
