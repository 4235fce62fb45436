<?php
/* The store: what went in comes out, in every order, small and large; what the program holds outlives it. */
require __DIR__ . '/check.inc';

function fill(array $rows, int $large = PHP_INT_MAX): bool
{
    store_new();
    foreach ($rows as $row) {
        if (store_add($row, 1, $large) !== 'ok') {
            return false;
        }
    }
    store_finish();
    return store_count() === count($rows);
}
function rows_of(int $n, int $longest): array
{
    $rows = [];
    for ($i = 0; $i < $n; $i++) {
        $rows[] = [(string) $i, mt_rand(0, 4) ? str_repeat(chr(97 + $i % 26), mt_rand(0, $longest)) : null, 'end'];
    }
    return $rows;
}

mt_srand(11);
columns('id', 'text', 'end');
same('empty', [fill([]), store_fetch(), store_position(), store_all()], [true, null, 0, []]);
store_seek(0);
same('empty, after seek', store_fetch(), null);

$sizes = QUICK ? [[1, 10], [63, 20], [64, 300], [200, 2000], [256, 2], [3, 300000]]
    : [[1, 10], [2, 1], [63, 20], [64, 20], [65, 20], [128, 0], [256, 2], [1000, 60], [20000, 30], [3000, 300], [3000, 2000], [300, 20000], [20, 400000], [3, 5000000]];
foreach ($sizes as [$n, $longest]) {
    $rows = rows_of($n, $longest);
    foreach ([PHP_INT_MAX, 1, 100, 4000] as $large) {
        $name = "$n rows to $longest bytes, large from $large";
        check("$name: filled", fill($rows, $large));
        same("$name: all", store_all(NUM) === $rows && store_position() === $n && store_fetch(NUM) === null, true);
        store_seek(0);
        $good = true;
        foreach ($rows as $row) {
            $good = $good && store_fetch(NUM) === $row;
        }
        check("$name: one by one", $good && store_fetch(NUM) === null);
        for ($i = 0; $i < 300; $i++) {
            $at = mt_rand(0, $n - 1);
            store_seek($at);
            $good = $good && store_position() === $at && store_fetch(NUM) === $rows[$at] && store_position() === $at + 1
                && store_column(1) === ($at + 1 < $n ? $rows[$at + 1][1] : false);
        }
        check("$name: any order", $good);
        store_seek($n);
        check("$name: behind the last", store_position() === $n && store_fetch() === null);
        store_seek($n + 5);
        check("$name: far behind the last", store_position() === $n && store_fetch() === null);
        store_seek(0);
        $held = store_all(ASSOC);
        store_free();
        check("$name: held after free", array_map('array_values', $held) === $rows);
        unset($held);
    }
}

/* Large values are shared, and what the program writes it writes into its own copy. */
$blob = str_repeat('0123456789abcdef', 65536 - 2);
fill([['1', $blob, 'x'], ['2', str_repeat('z', 300), 'y']]);
$before = memory_get_usage();
$first = store_fetch();
if (!QUICK) {
    check('a large value is not copied', memory_get_usage() - $before < 2000, (string) (memory_get_usage() - $before));
}
$first['text'][0] = 'W';
store_seek(0);
same('written to, shown again', [store_fetch()['text'] === $blob, $first['text'] === 'W' . substr($blob, 1)], [true, true]);
rows_counts();
store_seek(0);
$kept = store_all();
same('shared and copied', array_intersect_key(rows_counts(), ['saved' => 1, 'performed' => 1]), ['saved' => 5, 'performed' => 1]);
store_free();
same('kept after free', $kept[0]['text'] === $blob, true);
unset($kept, $first);

/* Everything that the store took it gives back. */
rows_counts();
$rows = rows_of(2000, 3000);
foreach ([PHP_INT_MAX, 1, 2000] as $large) {
    fill($rows, $large);
    store_all();
    store_free();
    $counts = rows_counts();
    check("all is given back, large from $large", $counts['allocations'] > 0 && $counts['allocations'] === $counts['frees'] && $counts['allocated_bytes'] === $counts['freed_bytes'],
        json_encode($counts));
}

/* Where rows repeat in one call: many rows of one kind, all through the chunks' sizes. */
store_new();
store_add(['a', 'bb', 'ccc'], QUICK ? 5000 : 1000000);
store_finish();
$n = store_count();
foreach ([0, 1, 63, 64, 4999, intdiv($n, 2), $n - 1] as $at) {
    store_seek($at);
    same("row $at of many", store_fetch(NUM), ['a', 'bb', 'ccc']);
}
store_free();

/*
 * Parts: only for a store that holds four times as much already, and of at most 63 pages; what is trimmed is
 * a chunk that is full, and never the one that is being filled.
 */
const PAGE = 4096;
columns('text');
store_new();
store_trim();
store_add(['a']);
store_trim();
same('a store of one chunk has nothing to trim', [store_part(16), store_count(), store_position()], [0, 1, 0]);
$row = [str_repeat('x', 1000)];
store_add($row, 600);
store_finish();
same('a part for a store of half a megabyte', [store_part(63 * PAGE / 2), store_part(63 * PAGE / 4) >= 63 * PAGE / 2], [0, true]);
store_part_over();
store_add($row, 1900);
store_finish();
same('the largest part', store_part(63 * PAGE / 2), 63 * PAGE);
store_part_over();
store_finish();
same('larger than any', store_part(63 * PAGE / 2 + 1), 0);
store_trim();
same('all rows are there', [store_count(), store_fetch(NUM), store_fetch(NUM)], [2501, ['a'], $row]);
store_seek(2500);
same('to the last', [store_fetch(NUM), store_fetch(NUM)], [$row, null]);
store_free();
