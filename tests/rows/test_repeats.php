<?php
/*
 * Values that repeat in a list share a string: each column for itself, after a trial, as long as it brings
 * something.
 */
require __DIR__ . '/check.inc';
const VARSTR = 253;

/** How many values of the list shared a string, and how many were copied. */
function shared(array $rows, bool $binary): array
{
    rows_columns(array_map(static fn ($i) => ['name' => "c$i", 'type' => VARSTR], array_keys($rows[0])), $binary);
    rows_counts();
    check('the list is right', rows_list($rows, NUM) === $rows);
    $counts = rows_counts();
    return [$counts['saved'], $counts['performed']];
}

/* The trial begins with the 17th row; a column that brings nothing ends its own. */
$no = array_fill(0, 63, false);
foreach ([[true], [false], [true, false], [false, true], [true, ...$no], [...$no, true], [false, ...$no], [true, ...$no, true]] as $repeats) {
    $rows = array_map(static fn (int $n) => array_map(static fn (int $i) => $repeats[$i] ? 'the same' : sprintf('%05d', $n), array_keys($repeats)), range(1, 200));
    $saved = count(array_filter(array_slice($repeats, 0, 64))) * (200 - 17); /* no more columns are tried */
    $name = implode(array_map(intval(...), $repeats));
    foreach ([false, true] as $binary) {
        same("columns that repeat: $name, " . ($binary ? 'binary' : 'text'), shared($rows, $binary), [$saved, 200 * count($repeats) - $saved]);
    }
}

/*
 * However often a column has repeated, 64 values that do not end its trial, until the next, at row 1,040.
 * All of the others have another length.
 */
$same = ['the same'];
$others = static fn (int $n) => array_map(static fn (int $i) => [sprintf('x%05dx%05dx', $i, $i)], range(1, $n));
foreach ([62 => [100, 100], 63 => [100, 100], 64 => [100, 0]] as $n => [$first, $then]) {
    $rows = [...array_fill(0, 17 + $first, $same), ...$others($n), ...array_fill(0, 100, $same)];
    same("$n that do not repeat", shared($rows, false)[0], $first + $then);
}
$rows = [...array_fill(0, 17, $same), ...$others(1023), ...array_fill(0, 100, $same)];
same('the next trial, which still knows the value', shared($rows, false)[0], 100);
