<?php
/*
 * Each allocation that adding a row makes fails in turn: the row is not in the store, its large cells are
 * released, the store goes on.
 */
require __DIR__ . '/check.inc';

columns('one', 'two', 'three', 'four');
$small = ['e', null, 'g', 'h'];
/* Cells of 615 and 2023 bytes are worth a string of their own, those of 300 are not. */
foreach ([[615, PHP_INT_MAX], [615, 1], [300, 1], [2023, PHP_INT_MAX], [2023, 1000], [100, 50], [100, PHP_INT_MAX]] as [$cell, $large]) {
    $row = [str_repeat('1', $cell), 'inline', str_repeat('3', $cell), str_repeat('4', $cell)];
    $expected = [];
    store_new();
    /* the first row, at a mark or not, with room in the chunk or without */
    foreach ([0, 1, 3, 60, 64, 100, 128] as $before) {
        while (store_count() < $before) {
            store_add($small);
            $expected[] = $small;
        }
        $failed = 0;
        for ($n = 0; $n < 20; $n++) {
            rows_counts();
            $rc = store_add_failing($row, $large, $n);
            $counts = rows_counts();
            if ($rc === 'ok') {
                $expected[] = $row;
                break;
            }
            $failed++;
            check("cells of $cell, large from $large, after $before, allocation $n", $rc === 'more' && store_count() === count($expected), $rc);
        }
        check("cells of $cell, large from $large, after $before: then it works", $rc === 'ok' && ($failed > 0 || $before > 0 || $cell < 300 || $large <= $cell), "$rc $failed");
    }
    store_finish(0);
    $n = count($expected);
    same("cells of $cell, large from $large: read", [store_count(), store_all(NUM) === $expected], [$n, true]);
    store_seek(64);
    same("cells of $cell, large from $large: from a mark", store_fetch(NUM) === $expected[64], true);
    store_free();
}
/*
 * The row has a cell that is to become a string, and after it cells that are large already: they, too, are
 * released.
 */
columns('one', 'two', 'three');
store_new();
$row = [str_repeat('1', 615), str_repeat('2', 2023), str_repeat('3', 1000)];
rows_counts();
for ($n = 0, $rc = 'more'; $n < 20 && $rc === 'more'; $n++) {
    $rc = store_add_failing($row, 1000, $n);
    $counts = rows_counts();
    check("mixed row, allocation $n", $rc === 'ok' || ($rc === 'more' && $counts['frees'] >= 2), json_encode($counts));
}
same('mixed row, failed more than once', $n > 2, true);
store_finish();
same('mixed row, read', store_fetch(NUM), $row);
store_free();

/* A chunk was made for a row that then failed, and the next row needs a larger one. */
columns('one');
for ($n = 0; $n < 5; $n++) {
    store_new();
    $first = store_add_failing([str_repeat('1', 615)], PHP_INT_MAX, $n);
    store_add([str_repeat('2', 2600)]);
    store_add([str_repeat('3', 5000)]);
    store_finish();
    same("after a failure at allocation $n", [$first === 'ok' ? strlen(store_column(0)) : 615, store_column(0) === str_repeat('2', 2600), store_column(0) === str_repeat('3', 5000), store_column(0)],
        [615, true, true, false]);
    store_free();
}

/* A store that is given up half-way, with large cells in several chunks. */
columns('one');
rows_counts();
foreach ([1, 2, 63, 64, 65, 500] as $n) {
    foreach ([615, 100] as $cell) {
        store_new();
        for ($i = 0; $i < $n; $i++) {
            store_add([str_repeat('x', $i % 3 ? $cell : 20)]);
        }
        store_free();
        $counts = rows_counts();
        check("given up after $n rows of $cell", $counts['allocations'] === $counts['frees'] && $counts['allocated_bytes'] === $counts['freed_bytes'], json_encode($counts));
    }
}

/* Whatever was taken was given back. */
columns('one', 'two', 'three', 'four');
rows_counts();
store_new();
for ($i = 0; $i < 500; $i++) {
    store_add_failing([str_repeat('x', 10 * $i), str_repeat('y', 615), null, 'z'], [PHP_INT_MAX, 1, 500][$i % 3], $i % 5);
}
store_finish(0);
store_free();
$counts = rows_counts();
check('given back', $counts['allocations'] > 500 && $counts['allocated_bytes'] === $counts['freed_bytes'] && $counts['allocations'] === $counts['frees'], json_encode($counts));
