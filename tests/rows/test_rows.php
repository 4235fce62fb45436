<?php
/* Shapes, colliding names, NULLs, lengths of strings, and what the program may then do with a row. */
require __DIR__ . '/check.inc';

columns('a', 'b', 'c');
$row = ['one', null, 'three'];
same('assoc', rows_build($row, ASSOC), ['a' => 'one', 'b' => null, 'c' => 'three']);
same('num', rows_build($row, NUM), $row);
same('both', rows_build($row, BOTH), [0 => 'one', 'a' => 'one', 1 => null, 'b' => null, 2 => 'three', 'c' => 'three']);

/* Stock's own answers, taken from it on MariaDB 10.11. */
$collisions = [
    [['1', 'x', '0'], ASSOC, [1 => 'a', 'x' => 'b', 0 => 'c']],
    [['1', 'x', '0'], NUM, ['a', 'b', 'c']],
    [['1', 'x', '0'], BOTH, [0 => 'c', 1 => 'a', 'x' => 'b', 2 => 'c']],
    [['x', 'y', 'x'], ASSOC, ['x' => 'c', 'y' => 'b']],
    [['x', 'y', 'x'], BOTH, [0 => 'a', 'x' => 'c', 1 => 'b', 'y' => 'b', 2 => 'c']],
    [['1', '0'], ASSOC, [1 => 'a', 0 => 'b']],
    [['1', '0'], BOTH, [0 => 'b', 1 => 'a']],
    [['5', '-1', '05', ''], ASSOC, [5 => 'a', -1 => 'b', '05' => 'c', '' => 'd']],
    [['5', '-1', '05', ''], BOTH, [0 => 'a', 5 => 'a', 1 => 'b', -1 => 'b', 2 => 'c', '05' => 'c', 3 => 'd', '' => 'd']],
    [['9223372036854775807', '9223372036854775808', '-9223372036854775808', '-0'], ASSOC,
        [PHP_INT_MAX => 'a', '9223372036854775808' => 'b', PHP_INT_MIN => 'c', '-0' => 'd']],
    [['x', 'x', 'x'], ASSOC, ['x' => 'c']],
    [['0', '1', '2'], BOTH, ['a', 'b', 'c']],
];
foreach ($collisions as $i => [$names, $shape, $should]) {
    columns(...$names);
    same("collision $i", rows_build(array_slice(['a', 'b', 'c', 'd'], 0, count($names)), $shape), $should);
    same("collision $i, longer", rows_build(array_slice(['alpha', 'beta', 'gamma', 'delta'], 0, count($names)), $shape),
        array_map(fn ($v) => ['a' => 'alpha', 'b' => 'beta', 'c' => 'gamma', 'd' => 'delta'][$v], $should));
    same("collision $i, nulls", array_filter(rows_build(array_fill(0, count($names), null), $shape), fn ($v) => $v !== null), []);
}

/* A hidden large cell is released, not lost (valgrind), and one that stands in two places is one string. */
columns('x', 'x');
same('hidden large', rows_build([str_repeat('h', 3000), str_repeat('s', 3000)], ASSOC, 300), ['x' => str_repeat('s', 3000)]);
same('large twice', rows_build([str_repeat('h', 3000), null], BOTH, 300), [0 => str_repeat('h', 3000), 'x' => null, 1 => null]);

/* Every length of a cell, at the end of a row and before another cell. */
columns('a', 'b');
$lengths = [...range(0, 70), 247, 248, 249, 250, 251, 252, 253, 254, 255, 256, 65535, 65536, 70000, ...(QUICK ? [] : [16777215, 16777216])];
$good = true;
foreach ($lengths as $n) {
    $text = substr(str_repeat('abcdefghijklmnopqrstuvwxyz0123456789', intdiv($n, 36) + 1), 0, $n);
    $good = $good && rows_build([$text, 'z'], NUM) === [$text, 'z'] && rows_build(['z', $text], NUM) === ['z', $text]
        && rows_build([$text, $text], ASSOC) === ['a' => $text, 'b' => $text] && rows_build([$text, null], ASSOC, 10) === ['a' => $text, 'b' => null]
        && rows_lengths([$text, null]) === [$n, 0] && rows_lengths([$text, 'yy'], 1, 1) === [$n, 2];
}
check('every length', $good);
$bytes = implode('', array_map('chr', range(0, 255)));
same('all bytes', rows_build([$bytes, "\0"], NUM), [$bytes, "\0"]);
$single = true;
for ($i = 0; $i < 256; $i++) {
    $single = $single && rows_build([chr($i), ''], NUM) === [chr($i), ''];
}
check('one byte each', $single);

/* Counts of columns around the sizes of tables. */
foreach ([1, 2, 3, 7, 8, 9, 10, 11, 12, 15, 16, 17, 20, 21, 22, 24, 25, 31, 32, 33, 42, 43, 64, 65, 100, 1000] as $n) {
    $names = array_map(fn ($i) => "c$i", range(1, $n));
    columns(...$names);
    $cells = array_map(fn ($i) => $i % 5 ? "value $i" : null, range(1, $n));
    same("$n columns", [rows_build($cells, ASSOC), rows_build($cells, NUM), count(rows_build($cells, BOTH))], [array_combine($names, $cells), $cells, 2 * $n]);

    /* The rows are ordinary arrays: they grow, turn into hashes, sort, copy, lose elements. */
    $row = rows_build($cells, NUM);
    $copy = $row;
    for ($i = 0; $i < 3 * $n + 20; $i++) {
        $row[] = "more $i";
    }
    $grown = [...$cells, ...array_map(fn ($i) => "more $i", range(0, 3 * $n + 19))];
    $hash = rows_build($cells, NUM);
    $hash['name'] = 'hash';
    for ($i = 0; $i < 3 * $n + 20; $i++) {
        $hash["k$i"] = $i;
    }
    unset($hash['name']);
    $hash['again'] = 1;
    $sparse = rows_build($cells, NUM);
    $sparse[1000000] = 'far';
    unset($sparse[0]);
    $popped = rows_build($cells, NUM);
    array_pop($popped);
    array_unshift($popped, 'first');
    $reversed = array_reverse(rows_build($cells, NUM));
    $named = array_combine($names, $cells);
    $assoc = rows_build($cells, ASSOC);
    foreach (range(0, 2 * $n + 10) as $i) {
        $assoc["new $i"] = $i;
    }
    unset($assoc['c1']);
    ksort($assoc);
    /* Into the same table: keys go and come, so that it is cleared and filled again. */
    $churned = rows_build($cells, ASSOC);
    for ($i = 0; $i < 5 * $n + 50; $i++) {
        $churned["key $i"] = $i;
        unset($churned[array_key_first($churned)]);
    }
    $sorted = rows_build($cells, ASSOC);
    sort($sorted);
    $sorted['name'] = 'a hash again';
    $copied = rows_build($cells, ASSOC);
    $changed = $copied;
    $changed['c1'] = 'changed';
    unset($changed["c$n"]);
    $changed['more'] = 'added';
    $changed['still more'] = 'added';
    $spliced = rows_build($cells, BOTH);
    array_splice($spliced, 1, 1, ['x', 'y', 'z']);
    $referenced = rows_build($cells, ASSOC);
    foreach ($referenced as $key => &$value) {
        $referenced["$key again"] = 1;
        if (count($referenced) > 2 * $n) {
            break;
        }
    }
    unset($value);
    $through = unserialize(serialize(rows_build($cells, ASSOC)));
    check("$n columns, assoc, then changed", array_values($churned) === range(4 * $n + 50, 5 * $n + 49) && count($sorted) === $n + 1 && $sorted['name'] === 'a hash again'
        && $copied === $named && count($changed) === $n + 1 && $changed['more'] === 'added' && ($n === 1 || $changed['c1'] === 'changed')
        && count($spliced) === 2 * $n + 2 && count($referenced) >= 2 * $n && $referenced['c1 again'] === 1 && $through === $named);
    check("$n columns, then changed", $copy === $cells && $row === $grown && count($hash) === $n + 3 * $n + 21 && array_slice($hash, 0, $n) === $cells
        && $sparse[1000000] === 'far' && count($sparse) === $n && count($popped) === $n && $popped[0] === 'first'
        && $reversed === array_reverse($cells) && count($assoc) === $n - 1 + 2 * $n + 11 && ($n < 2 || $assoc['c2'] === 'value 2')
        && rows_build($cells, ASSOC) === array_combine($names, $cells));
}

/* A name cannot be changed through a row, nor a value through another row. */
columns('name', 'value');
$first = rows_build(['aaaa', 'bbbb'], ASSOC);
$first['name'][0] = 'X';
foreach ($first as $key => &$value) {
    $value .= $key;
}
unset($value);
same('rows are apart', [$first, rows_build(['aaaa', 'bbbb'], ASSOC)],
    [['name' => 'Xaaaname', 'value' => 'bbbbvalue'], ['name' => 'aaaa', 'value' => 'bbbb']]);

/* One column. */
columns('a', 'b', 'c');
same('column', [rows_column(['one', null, 'three'], 0), rows_column(['one', null, 'three'], 1), rows_column(['one', null, 'three'], 2)], ['one', null, 'three']);
same('column, large', rows_column([str_repeat('l', 500), str_repeat('m', 500), str_repeat('n', 500)], 1, 300), str_repeat('m', 500));

/* The list of all rows: the same values as row by row, whatever repeats. */
$rows = [];
mt_srand(7);
for ($i = 0; $i < 3000; $i++) {
    $rows[] = [$i % 100 < 50 ? 'same' : "other $i", mt_rand(0, 2) ? null : str_repeat('x', mt_rand(0, 40)), ['', 'y', 'yes', 'no'][mt_rand(0, 3)]];
}
same('list, num', rows_list($rows, NUM), $rows);
$named = fn ($row) => array_combine(['a', 'b', 'c'], $row);
same('list, assoc', rows_list($rows, ASSOC), array_map($named, $rows));
same('list, both', rows_list($rows, BOTH), array_map(fn ($r) => [0 => $r[0], 'a' => $r[0], 1 => $r[1], 'b' => $r[1], 2 => $r[2], 'c' => $r[2]], $rows));
same('list, large', rows_list($rows, ASSOC, 10), array_map($named, $rows));
$list = rows_list([['same', 'x1', 'y1'], ['same', 'x2', 'y2'], ['same', 'x3', 'y3']], ASSOC);
$list[1]['a'] .= '!';
$list[0]['a'][0] = 'S';
same('shared text is copied on write', array_column($list, 'a'), ['Same', 'same!', 'same']);
/* Strings of a row that came to nothing, or of a list that is gone, are not shared (valgrind). */
$rows = [];
$good = [];
for ($i = 0; $i < 60; $i++) {
    $good[] = $rows[] = ["run " . intdiv($i, 3), 'constant', "v$i"];
    if ($i % 3 === 1) {
        $rows[] = ['run ' . intdiv($i + 1, 3), 'only in a bad row ' . intdiv($i, 6)];
        $rows[] = ['run', 'only in a bad row ' . intdiv($i, 6), 'x', 'y'];
    }
    if ($i % 6 === 5) {
        $good[] = $rows[] = ['run', 'only in a bad row ' . intdiv($i, 6), 'x'];
    }
}
foreach ([NUM, ASSOC] as $shape) {
    $list = rows_list($rows, $shape, PHP_INT_MAX, true);
    same("list with bad rows, shape $shape", array_map('array_values', $list), $good);
    unset($list);
    same("the next list, shape $shape", array_map('array_values', rows_list($good, $shape)), $good);
}
rows_counts();
$list = rows_list(array_fill(0, 1000, ['constant', null, 'other constant']), NUM);
$counts = rows_counts();
check('repeated text is shared', $counts['performed'] < 50 && $counts['saved'] + $counts['performed'] === 2000, json_encode($counts));
unset($list);
same('list of nothing', rows_list([], NUM), []);

/* What was handed out is counted. */
rows_counts();
rows_columns([['name' => 'i', 'type' => 3], ['name' => 't', 'type' => 253], ['name' => 'u', 'type' => 253]]);
rows_build(['12', 'text', null]);
rows_build(['34', '', null]);
rows_build([null, str_repeat('l', 400), 'abc'], NUM, 300);
rows_column(['56', 'text', 'text'], 1);
rows_column(['56', 'text', null], 2);
$counts = rows_counts();
same('counts', array_intersect_key($counts, array_flip(['text_3', 'text_253', 'null', 'bytes', 'saved', 'performed'])),
    ['text_3' => 2, 'text_253' => 5, 'null' => 4, 'bytes' => 2 + 4 + 2 + 0 + 400 + 3 + 4, 'saved' => 2, 'performed' => 5]);
same('counts of large cells', [$counts['allocations'], $counts['frees']], [1, 0]);

/* By names first, then by numbers: PDO's order. A name that is the number stays. */
columns('a', '1', 'b');
same('names, then numbers', rows_build(['x', 'y', 'z'], 4), ['a' => 'x', 0 => 'x', 1 => 'y', 'b' => 'z', 2 => 'z']);
