<?php
/*
 * php bench.php [format ...] [mode ...]: nanoseconds of CPU a row, best of some rounds. Formats: text,
 * native, binary; the wide table is like that of bench/.
 */
mt_srand(1);
const TYPES = [3, 1, 2, 9, 8, 246, 246, 4, 5, 254, 253, 253, 253, 10, 12, 7, 11, 254, 1, 252];

function word(int $least, int $most): string
{
    return substr(str_shuffle(str_repeat('abcdefghijklmnopqrstuvwxyz', 8)), 0, mt_rand($least, $most));
}

function wide(int $n): array
{
    $rows = [];
    for ($i = 1; $i <= $n; $i++) {
        $maybe = static fn ($value) => mt_rand(0, 9) === 0 ? null : $value;
        $date = sprintf('%d-%02d-%02d', mt_rand(1970, 2035), mt_rand(1, 12), mt_rand(1, 28));
        $time = sprintf('%02d:%02d:%02d', mt_rand(4, 23), mt_rand(0, 59), mt_rand(0, 59));
        $rows[] = [
            (string) $i, (string) mt_rand(-128, 127), $maybe((string) mt_rand(-32768, 32767)), (string) mt_rand(0, 8388607), (string) mt_rand(0, 1 << 40),
            sprintf('%.2f', mt_rand(0, 99999999) / 100), $maybe(sprintf('%.6f', mt_rand() / 7)), sprintf('%.6g', mt_rand(0, 999999) / 100), (string) (mt_rand() / 1e9),
            sprintf('%010d', mt_rand()), word(5, 40), $maybe(word(8, 20) . '@example.com'), word(20, 120),
            $maybe($date), "$date $time", $maybe("$date $time"), $time, ['new', 'active', 'blocked', 'gone'][mt_rand(0, 3)], (string) mt_rand(0, 1), $maybe(word(0, 200)),
        ];
    }
    return $rows;
}

/** The cell of a binary row. */
function binary(?string $text, int $type): ?string
{
    $digits = static fn () => array_map(intval(...), preg_split('/\D+/', $text));
    return $text === null ? null : match ($type) {
        1 => pack('c', $text), 2 => pack('v', $text), 3, 9 => pack('V', $text), 8 => pack('P', $text), 4 => pack('g', $text), 5 => pack('e', $text),
        10 => pack('vC2', ...$digits()), 7, 12 => pack('vC5', ...$digits()), 11 => pack('CVC3', 0, 0, ...$digits()),
        default => $text,
    };
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
$arguments = array_slice($argv, 1);
$formats = array_intersect(['text', 'native', 'binary'], $arguments) ?: ['text', 'native', 'binary'];
$modes = array_diff($arguments, $formats) ?: ['check', 'list', 'build', 'loop', 'values', 'store', 'store_list', 'store_loop'];
foreach ($formats as $format) {
    $as_binary = static fn ($row) => array_map(binary(...), $row, TYPES);
    $tables = ['wide' => [$format === 'binary' ? array_map($as_binary, $wide) : $wide, TYPES, 50000], 'narrow' => [narrow(5000), [253], 100000]];
    foreach ($tables as $name => [$rows, $types, $count]) {
        foreach ($modes as $mode) {
            foreach (['ASSOC' => 1, 'NUM' => 2] as $shape => $number) {
                $best = rows_bench($mode, $number, $count, 7, $rows, $types, ['text' => 0, 'native' => 1, 'binary' => 2][$format]);
                printf("%-7s %-7s %-11s %-6s %7.1f ns\n", $format, $name, $mode, $shape, $best);
            }
        }
    }
}
