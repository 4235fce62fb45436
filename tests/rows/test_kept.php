<?php
/*
 * Rows as bytes, and a store of bytes: what was written reads as it was; cut, lengthened or changed anywhere
 * it is refused, or is rows all the same.
 */
require __DIR__ . '/check.inc';

columns('a', 'b', 'c');
$long = str_repeat('x', 700);
$rows = [['1', null, ''], [$long, 'y', str_repeat('z', 300)], [null, null, null], ['p', 'q', 'r']];

function fill(array $rows, int $large): void
{
    store_new();
    foreach ($rows as $row) {
        store_add($row, 1, $large);
    }
    store_finish();
}

foreach (['small cells' => PHP_INT_MAX, 'large cells' => 1] as $name => $large) {
    fill($rows, $large);
    $bytes = store_bytes();
    fill([['other', 'rows', 'here']], PHP_INT_MAX);
    same("$name: taken", store_take($bytes), 'ok');
    same("$name: the same rows", store_all(NUM), $rows);
    same("$name: the same bytes", store_bytes(), $bytes);
}

/*
 * Cut at the end of a row, there are fewer rows; cut anywhere else, the bytes are refused and the store is
 * unchanged.
 */
$ends = [0];
for ($at = 0; $at < strlen($bytes);) {
    $ends[] = $at += 4 + unpack('V', $bytes, $at)[1];
}
$wrong = [];
for ($cut = 0; $cut < strlen($bytes); $cut++) {
    $rest = array_search($cut, $ends, true);
    $is = store_take(substr($bytes, 0, $cut));
    if ($is !== ($rest === false ? 'bad' : 'ok') || ($rest !== false && store_all(NUM) !== array_slice($rows, 0, $rest))) {
        $wrong[] = $cut;
    }
}
same('cut', $wrong, []);
store_take($bytes);
same('a longer row than there can be', store_take(pack('V', 0xFFFFFFFF) . $bytes), 'bad');
same('bytes behind the rows', store_take("$bytes\0"), 'bad');
same('an empty row', store_take(pack('V', 0)), 'bad');
same('a marker that only the driver may write', store_take(pack('V', 19) . "\xFF" . pack('PP', 1, 1) . "\xFB\xFB"), 'bad');
same('refused bytes change nothing', store_bytes(), $bytes);

/* Any byte may be any other: rows or none, and never anything else. */
mt_srand(1);
$answers = [];
for ($i = 0; $i < (QUICK ? 300 : 5000); $i++) {
    $other = $bytes;
    for ($n = mt_rand(1, 3); $n > 0; $n--) {
        $other[mt_rand(0, strlen($other) - 1)] = chr(mt_rand(0, 255));
    }
    $answers[$answer = store_take($other)] = true;
    if ($answer === 'ok') {
        store_all(NUM);
    }
}
ksort($answers);
same('changed anywhere', array_keys($answers), ['bad', 'ok']);

/* No memory for the tables of many rows, once each. */
fill([], PHP_INT_MAX);
$many = str_repeat(pack('V', 3) . "\xFB\xFB\xFB", 20000);
for ($n = 0; ($is = store_take($many, $n)) === 'more'; $n++) {
    $before = store_count();
    if ($before !== 0) {
        break;
    }
}
same('in the end there is memory', $is, 'ok');
check('allocations that failed', $n > 0);
same('many rows', store_count(), 20000);

/* A store without rows. */
fill([], PHP_INT_MAX);
same('no rows', store_bytes(), '');
same('no bytes', store_take(''), 'ok');
store_free();
