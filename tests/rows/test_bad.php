<?php
/*
 * Rows that are none: too few cells, too many, cut at every byte, markers that only mynd may write. Under
 * valgrind nothing leaks.
 */
require __DIR__ . '/check.inc';

columns('a', 'b', 'c');
$shapes = [ASSOC, NUM, BOTH];
$bad = [
    'too few' => ['x', 'y'],
    'too many' => ['x', 'y', 'z', 'w'],
    'none' => [],
    'too few, long' => [str_repeat('x', 100), str_repeat('y', 100)],
    'too many, nulls' => [null, null, null, null],
];
foreach ($bad as $name => $cells) {
    foreach ($shapes as $shape) {
        foreach ([PHP_INT_MAX, 1] as $large) {
            check("$name, shape $shape, large from $large", rows_build($cells, $shape, $large) === false && rows_list([['p', 'q', 'r'], $cells], $shape, $large) === false);
        }
    }
    check("$name, one column", rows_column($cells, 1) === false && rows_column($cells, 0, 1) === false && rows_column($cells, 2, 1) === false);
    check("$name, check and lengths", !rows_check($cells) && !rows_check($cells, 1, 1) && rows_lengths($cells) === []);
}
check('a row', rows_check(['x', null, 'z']) && rows_check(['x', null, 'z'], 1, 1));

$pack = function (array $cells): string {
    $bytes = '';
    foreach ($cells as $cell) {
        $n = $cell === null ? 0 : strlen($cell);
        $bytes .= match (true) {
            $cell === null => "\xFB",
            $n < 0xFB => chr($n) . $cell,
            $n <= 0xFFFF => "\xFC" . pack('v', $n) . $cell,
            default => "\xFD" . substr(pack('V', $n), 0, 3) . $cell,
        };
    }
    return $bytes;
};
foreach (['short' => ['abc', null, 'defgh'], 'long' => [str_repeat('p', 255), str_repeat('q', 300), 'r'], 'end' => ['a', 'b', str_repeat('z', 260)]] as $name => $cells) {
    $whole = $pack($cells);
    $good = rows_build($whole, NUM) === $cells;
    for ($n = 0; $n < strlen($whole); $n++) {
        foreach ($shapes as $shape) {
            $good = $good && rows_build(substr($whole, 0, $n), $shape) === false;
        }
        $good = $good && rows_column(substr($whole, 0, $n), 0) === false && !rows_check(substr($whole, 0, $n)) && rows_lengths(substr($whole, 0, $n)) === [];
    }
    check("$name row cut at every byte", $good);
}
$lies = ["\xFE\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF" . 'abc', "\xFD\xFF\xFF\xFFabc", "\xFC\x00", "\xFE", "\xFF" . str_repeat("\0", 16), "\xFF" . str_repeat('A', 16) . "\xFB\xFB", "\xFA" . 'short'];
foreach ($lies as $i => $lie) {
    $good = true;
    foreach ($shapes as $shape) {
        $good = $good && rows_build($lie, $shape) === false && rows_build("\x01a" . $lie, $shape) === false && rows_build("\x01a\x01b" . $lie, $shape) === false;
    }
    check("lie $i", $good && rows_column($lie, 0) === false);
}

/* Large cells in front of a broken end, and after the last column, are released. */
$large = str_repeat('L', 400);
rows_counts();
foreach ($shapes as $shape) {
    check("large, then garbage, shape $shape", rows_build([$large, $large], $shape, 300, "\x05ab") === false
        && rows_build([$large, $large, $large], $shape, 300, "\x01z") === false && rows_build([$large, $large, $large, $large], $shape, 300) === false);
}
check('large with NULLs', rows_build([null, $large], ASSOC, 300) === false && rows_build([null, null, null, $large], NUM, 300) === false);
check('large and one column', rows_column([$large, $large], 0, 300, "\x05ab") === false && rows_column([$large, $large, $large, $large], 2, 300) === false);
same('nothing was handed out', array_intersect_key(rows_counts(), array_flip(['bytes', 'null', 'saved', 'performed'])), ['null' => 0, 'bytes' => 0, 'saved' => 0, 'performed' => 0]);

/* NULLs of rows that were none are not counted with the rows that follow. */
foreach ($shapes as $shape) {
    rows_build([null, null], $shape);
    rows_build([null, 'x', null, null], $shape);
    rows_build(["\xFB" . "\xFB" . "\xFB" . "\x05ab"][0], $shape);
    rows_build([null, $large], $shape, 300);
}
rows_build(['x', null, 'z']);
same('counts after bad rows', array_intersect_key(rows_counts(), array_flip(['text_253', 'null', 'performed', 'saved'])), ['text_253' => 2, 'null' => 1, 'saved' => 2, 'performed' => 0]);

/* A store refuses the same rows and goes on. */
store_new();
foreach ($bad as $name => $cells) {
    check("store: $name", store_add($cells) === 'bad' && store_add($cells, 1, 1) === 'bad');
}
foreach ($lies as $i => $lie) {
    check("store: lie $i", store_add($lie) === 'bad' && store_add("\x01a\x01b" . $lie) === 'bad');
}
check('store: large', store_add([$large, $large], 1, 300, "\x05ab") === 'bad' && store_add([$large, $large, $large], 1, 300, "\x01z") === 'bad');
check('store: still good', store_add(['x', null, 'z']) === 'ok' && store_count() === 1);
store_finish();
same('store: the good row', [store_fetch(NUM), store_fetch(NUM)], [['x', null, 'z'], null]);
store_free();

/* Any bytes at all: no crash, and only rows that are rows. */
mt_srand(3);
$good = true;
for ($i = 0; $i < (QUICK ? 3000 : 100000); $i++) {
    $bytes = '';
    for ($n = mt_rand(0, 12); $n > 0; $n--) {
        $bytes .= chr(mt_rand(0, 3) ? mt_rand(0, 3) : mt_rand(0xF8, 0xFF));
    }
    $row = rows_build($bytes, $shapes[$i % 3]);
    $good = $good && ($row !== false) === rows_check($bytes) && ($row === false || count($row) === ($i % 3 == 2 ? 6 : 3));
}
check('random bytes', $good);
