<?php
/* Each allocation that adding a row makes fails in turn: the row is not in the store, its large cells are released, the store goes on. */
require __DIR__ . '/check.inc';

columns('one', 'two', 'three', 'four');
$small = ['e', null, 'g', 'h'];
/* Cells of 615 and 2023 bytes are worth a string of their own, those of 300 are not. */
foreach ([[615, PHP_INT_MAX], [615, 1], [300, 1], [2023, PHP_INT_MAX], [2023, 1000], [100, 50], [100, PHP_INT_MAX]] as [$cell, $large]) {
    $row = [str_repeat('1', $cell), 'inline', str_repeat('3', $cell), str_repeat('4', $cell)];
    $expected = [];
    store_new();
    foreach ([0, 1, 3, 60, 64, 100, 128] as $before) { /* the first row, at a mark or not, with room in the chunk or without */
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
        check("cells of $cell, large from $large, after $before: then it works", $rc === 'ok' && ($failed > 0 || $before > 0 || $cell < 300), "$rc $failed");
    }
    store_finish(0);
    $n = count($expected);
    same("cells of $cell, large from $large: read", [store_count(), store_all(NUM) === $expected], [$n, true]);
    store_seek(64);
    same("cells of $cell, large from $large: from a mark", store_fetch(NUM) === $expected[64], true);
    store_free();
}
/* Whatever was taken was given back. */
rows_counts();
store_new();
for ($i = 0; $i < 500; $i++) {
    store_add_failing([str_repeat('x', 10 * $i), str_repeat('y', 615), null, 'z'], [PHP_INT_MAX, 1, 500][$i % 3], $i % 5);
}
store_finish(0);
store_free();
$counts = rows_counts();
check('given back', $counts['allocations'] > 500 && $counts['allocated_bytes'] === $counts['freed_bytes'] && $counts['allocations'] === $counts['frees'], json_encode($counts));
