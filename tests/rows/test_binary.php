<?php
/*
 * Binary rows: every type, hostile ones, and where stock's way of printing can be computed here, random
 * values against it. What stock gives was tried on MariaDB 10.11.
 */
require __DIR__ . '/check.inc';
const TINY = 1, SHORT = 2, LONG = 3, FLOAT = 4, DOUBLE = 5, NULLTYPE = 6, TIMESTAMP = 7, LONGLONG = 8, INT24 = 9, DATE = 10, TIME = 11, DATETIME = 12, YEAR = 13, NEWDATE = 14,
    VARCHAR = 15, BIT = 16, VECTOR = 242, JSON = 245, NEWDECIMAL = 246, ENUM = 247, SET = 248, TINY_BLOB = 249, BLOB = 252, VARSTR = 253, CHARS = 254, GEOMETRY = 255;
const UNSIGNED = 32, ZEROFILL = 64, PADDED = UNSIGNED | ZEROFILL;

/** A row's bytes; cells of text are given with their length. */
function row(?string ...$cells): string
{
    $nulls = array_fill(0, intdiv(count($cells) + 9, 8), 0);
    foreach ($cells as $i => $cell) {
        $nulls[($i + 2) >> 3] |= ($cell === null) << (($i + 2) & 7);
    }
    return "\0" . implode(array_map(chr(...), $nulls)) . implode($cells);
}
function with_length(string $bytes): string
{
    return chr(strlen($bytes)) . $bytes;
}
function column(int $type, int $flags = 0, int $length = 0, int $decimals = 0): array
{
    return ['name' => 'n', 'type' => $type, 'flags' => $flags, 'length' => $length, 'decimals' => $decimals];
}
$date = static fn (int $y, int $m, int $d) => pack('vC2', $y, $m, $d);
$clock = static fn (int $h, int $m, int $s, ?int $micro = null) => pack('C3', $h, $m, $s) . ($micro === null ? '' : pack('V', $micro));
$time = static fn (int $negative, int $days, int $h, int $m, int $s, ?int $micro = null) => pack('CV', $negative, $days) . $clock($h, $m, $s, $micro);
$text = static fn (string $t) => [with_length($t), $t];

$table = [ /* column, cell as on the wire, value */
    [column(TINY), "\x80", -128], [column(TINY), "\x7F", 127], [column(TINY, UNSIGNED), "\xFF", 255], [column(SHORT), "\x00\x80", -32768], [column(SHORT, UNSIGNED), "\xFF\xFF", 65535],
    [column(INT24), pack('V', -8388608), -8388608], [column(INT24, UNSIGNED), pack('V', 16777215), 16777215], [column(LONG), pack('V', -5), -5], [column(LONG), pack('V', 0x80000000), -2147483648],
    [column(LONG, UNSIGNED), pack('V', 4294967295), 4294967295], [column(LONGLONG), pack('P', PHP_INT_MIN), PHP_INT_MIN], [column(LONGLONG), pack('P', PHP_INT_MAX), PHP_INT_MAX],
    [column(LONGLONG), pack('P', -1), -1], [column(LONGLONG, UNSIGNED), pack('P', PHP_INT_MAX), PHP_INT_MAX], [column(LONGLONG, UNSIGNED), pack('P', PHP_INT_MIN), '9223372036854775808'],
    [column(LONGLONG, UNSIGNED), pack('P', -1), '18446744073709551615'],
    [column(LONG, PADDED, 6), pack('V', 42), '000042'], [column(LONG, PADDED, 2), pack('V', 4242), '4242'], [column(TINY, PADDED, 3), "\0", '000'], [column(TINY, PADDED, 1), "\7", '7'], [column(SHORT, PADDED, 5), pack('v', 7), '00007'],
    [column(INT24, PADDED, 8), pack('V', 77), '00000077'], [column(LONGLONG, PADDED, 20), pack('P', -1), '18446744073709551615'], [column(LONGLONG, PADDED, 255), pack('P', 1), str_repeat('0', 254) . '1'],
    [column(LONG, PADDED, 4294967295), pack('V', 1), str_repeat('0', 254) . '1'], [column(LONG, PADDED, 0), pack('V', 0), '0'], [column(LONG, ZEROFILL, 6), pack('V', -42), -42],
    [column(YEAR, PADDED, 4), pack('v', 2024), '2024'], [column(YEAR, PADDED, 4), pack('v', 0), '0000'], [column(YEAR, PADDED, 2), pack('v', 4), '04'], [column(YEAR, UNSIGNED, 4), pack('v', 2024), 2024],
    [column(FLOAT, 0, 12, 31), pack('g', 1.1), 1.1], [column(FLOAT, 0, 12, 31), pack('g', 0), 0.0], [column(FLOAT, 0, 12, 31), pack('g', -0.0), -0.0], [column(FLOAT, 0, 12, 31), pack('g', 16777217), 16777200.0],
    [column(FLOAT, 0, 12, 31), pack('g', 3.402823466e38), 3.40282e38], [column(FLOAT, 0, 12, 31), pack('g', 1.17549e-38), 1.17549e-38], [column(FLOAT, 0, 7, 3), pack('g', 1234.5678), 1234.568],
    [column(FLOAT, 0, 7, 0), pack('g', 2.5), 2.0], [column(FLOAT, 0, 7, 3), pack('g', -0.0001), -0.0], [column(FLOAT, PADDED, 12, 31), pack('g', 1.5), 1.5],
    [column(DOUBLE, 0, 22, 31), pack('e', 1.1), 1.1], [column(DOUBLE, 0, 22, 31), pack('e', -1.7976931348623157e308), -1.7976931348623157e308], [column(DOUBLE, 0, 10, 2), pack('e', 1.239), 1.239],
    [column(NEWDECIMAL, 0, 12, 2), ...$text('12.30')], [column(0), ...$text('7')], [column(VARCHAR), ...$text('v')], [column(CHARS), ...$text('')], [column(CHARS), ...$text('a')], [column(VARSTR), ...$text("a\0b")],
    [column(JSON), ...$text('{"a": 1}')], [column(ENUM), ...$text('new')], [column(SET), ...$text('a,b')], [column(BLOB), ...$text("\xFB\xFF\xFE")], [column(TINY_BLOB), ...$text("\0")],
    [column(GEOMETRY), ...$text(str_repeat("\0", 25))], [column(VECTOR), ...$text(pack('g2', 1, 2))], [column(NEWDATE), ...$text('2024-01-02')], [column(200), ...$text('unknown')], [column(NULLTYPE), null, null],
    [column(BLOB), "\xFC" . pack('v', 300) . str_repeat('b', 300), str_repeat('b', 300)],
    [column(BIT, UNSIGNED), with_length("\1"), 1], [column(BIT, UNSIGNED), with_length("\1\0"), 256], [column(BIT, UNSIGNED), with_length("\x7F" . str_repeat("\xFF", 7)), PHP_INT_MAX],
    [column(BIT, UNSIGNED), with_length(str_repeat("\xFF", 8)), '18446744073709551615'], [column(BIT, UNSIGNED), with_length(''), ''], [column(BIT, UNSIGNED), with_length('123456789'), '123456789'],
    [column(DATE), "\0", '0000-00-00'], [column(DATE), with_length($date(2024, 1, 2)), '2024-01-02'], [column(DATE), with_length($date(9999, 12, 31)), '9999-12-31'], [column(DATE), with_length($date(7, 0, 0)), '0007-00-00'],
    [column(DATE), with_length($date(2024, 1, 2) . $clock(3, 4, 5)), '2024-01-02'],
    [column(DATE), "\xFC\x04\x00" . $date(2024, 1, 2), '2024-01-02'], [column(TIME), "\xFE\x08\0\0\0\0\0\0\0" . "\0\0\0\0\0\x01\x02\x03", '01:02:03'], /* lengths longer than needed */
    [column(DATETIME), "\0", '0000-00-00 00:00:00'], [column(DATETIME), with_length($date(2024, 1, 2)), '2024-01-02 00:00:00'], [column(DATETIME), with_length($date(2024, 1, 2) . $clock(23, 59, 58)), '2024-01-02 23:59:58'],
    [column(TIMESTAMP), with_length($date(2024, 1, 2) . $clock(3, 4, 5, 678901)), '2024-01-02 03:04:05'], [column(DATETIME, 0, 0, 3), with_length($date(2024, 1, 2) . $clock(3, 4, 5, 678901)), '2024-01-02 03:04:05.678'],
    [column(DATETIME, 0, 0, 6), with_length($date(2024, 1, 2) . $clock(3, 4, 5, 1)), '2024-01-02 03:04:05.000001'], [column(DATETIME, 0, 0, 6), with_length($date(2024, 1, 2)), '2024-01-02 00:00:00.000000'],
    [column(DATETIME, 0, 0, 6), with_length($date(2024, 1, 2) . $clock(3, 4, 5)), '2024-01-02 03:04:05.000000'], [column(DATETIME, 0, 0, 1), with_length($date(2024, 1, 2) . $clock(3, 4, 5)), '2024-01-02 03:04:05.0'],
    [column(DATETIME, 0, 0, 1), "\0", '0000-00-00 00:00:00.0'], [column(DATETIME, 0, 0, 7), with_length($date(2024, 1, 2) . $clock(3, 4, 5, 1)), '2024-01-02 03:04:05.000001'],
    [column(DATETIME, 0, 0, 31), with_length($date(2024, 1, 2) . $clock(3, 4, 5, 1)), '2024-01-02 03:04:05.000001'], [column(DATETIME, 0, 0, 39), with_length($date(2024, 1, 2) . $clock(3, 4, 5)), '2024-01-02 03:04:05'],
    [column(TIME), with_length($time(1, 0, 0, 0, 1)), '-00:00:01'], [column(TIME, 0, 0, 6), with_length($time(0, 0, 1, 2, 3)), '01:02:03.000000'], [column(TIME), "\0", '00:00:00'], [column(TIME), with_length($time(1, 34, 22, 59, 59)), '-838:59:59'], [column(TIME), with_length($time(0, 0, 9, 8, 7)), '09:08:07'], [column(TIME), with_length($time(0, 4, 3, 0, 0)), '99:00:00'],
    [column(TIME), with_length($time(0, 4, 4, 0, 0)), '100:00:00'], [column(TIME, 0, 0, 2), with_length($time(1, 34, 22, 59, 59, 990000)), '-838:59:59.99'], [column(TIME, 0, 0, 4), with_length($time(0, 0, 0, 0, 1)), '00:00:01.0000'],
    [column(TIME, 0, 0, 6), "\0", '00:00:00.000000'],
    /* No server sends these; their text is bounded. */
    [column(DATE), with_length($date(65535, 255, 255)), '65535-255-255'], [column(DATE), with_length($date(12345, 1, 1)), '12345-01-01'], [column(DATE), with_length($date(2024, 100, 1)), '2024-100-01'], [column(DATE), with_length($date(2024, 1, 100)), '2024-01-100'],
    [column(DATETIME), with_length($date(2024, 1, 2) . $clock(100, 1, 1)), '2024-01-02 100:01:01'], [column(DATETIME), with_length($date(2024, 1, 2) . $clock(1, 100, 1)), '2024-01-02 01:100:01'], [column(DATETIME), with_length($date(2024, 1, 2) . $clock(1, 1, 255)), '2024-01-02 01:01:255'],
    [column(TIME), with_length($time(0, 0, 255, 1, 1)), '255:01:01'], [column(TIME), with_length($time(0, 0, 1, 255, 1)), '01:255:01'], [column(DATETIME, 0, 0, 6), with_length($date(65535, 255, 255) . $clock(255, 255, 255, 4294967295)), '65535-255-255 255:255:255.4294967295'],
    [column(TIME, 0, 0, 6), with_length($time(255, 4294967295, 255, 255, 255, 4294967295)), '-103079215335:255:255.4294967295'], [column(TIME, 0, 0, 1), with_length($time(0, 0, 100, 100, 100, 1000000)), '100:100:100.10'],
];
foreach ($table as $i => [$definition, $cell, $value]) {
    $is = static fn ($a, $b) => serialize($a) === serialize($b);
    rows_columns([$definition, column(CHARS)], true);
    $whole = row($cell, "\1z");
    same("cell $i", rows_build($whole, NUM), [$value, 'z']);
    check("cell $i, to the sign", serialize(rows_build($whole, NUM)) === serialize([$value, 'z']));
    same("cell $i, values", rows_values($whole), [$value, 'z']);
    same("cell $i, length", rows_lengths($whole), [is_string($value) ? strlen($value) : 0, 1]);
    same("cell $i, column", [rows_column($whole, 0), rows_column($whole, 1)], [$value, 'z']);
    rows_native(true);
    $list = rows_list(array_fill(0, 40, $whole), NUM);
    check("cell $i, list", $list === array_fill(0, 40, [$value, 'z']));
    $good = rows_check($whole);
    for ($n = 0; $n < strlen($whole); $n++) {
        $cut = substr($whole, 0, $n);
        $good = $good && !rows_check($cut) && rows_build($cut, NUM) === false && rows_build($cut, BOTH) === false && rows_values($cut) === false && rows_column($cut, 0) === false
            && rows_column($cut, 1) === false && rows_lengths($cut) === [];
        store_new();
        $good = $good && store_add($cut) === 'bad';
    }
    check("cell $i, cut at every byte", $good);
    check("cell $i, too long", !rows_check($whole . 'x') && rows_build($whole . 'x', NUM) === false && rows_values($whole . 'x') === false && rows_column($whole . 'x', 0) === false);
    rows_columns([['name' => 'a'] + $definition, ['name' => 'b', 'type' => CHARS], ['name' => 'a'] + $definition], true);
    same("cell $i, twice, associative", rows_build(row($cell, "\1z", $cell), ASSOC), ['a' => $value, 'b' => 'z']);
    same("cell $i, twice, both", rows_build(row($cell, "\1z", $cell), BOTH), [0 => $value, 'a' => $value, 1 => 'z', 'b' => 'z', 2 => $value]);
    store_new();
    same("cell $i, stored", [store_add(row($cell, "\1z", $cell)), store_add(row(null, "\1z", $cell))], ['ok', 'ok']);
    store_finish();
    same("cell $i, fetched", [store_fetch(NUM), store_fetch(NUM)], [[$value, 'z', $value], [null, 'z', $value]]);
    store_seek(0);
    same("cell $i, fetched, associative", store_all(ASSOC), [['a' => $value, 'b' => 'z'], ['a' => $value, 'b' => 'z']]);
}

/* Lengths that dates and times never have, and such as run over the end. */
$lengths = [DATE => [0, 4, 7, 11], DATETIME => [0, 4, 7, 11], TIMESTAMP => [0, 4, 7, 11], TIME => [0, 8, 12]];
foreach ($lengths as $type => $allowed) {
    rows_columns([column($type, 0, 0, 6), column(CHARS)], true);
    $good = true;
    for ($n = 0; $n < 0xFB; $n++) {
        $cell = with_length(str_repeat("\1", $n));
        $built = rows_build(row($cell, "\1z"), NUM);
        $good = $good && ($built !== false) === in_array($n, $allowed, true) && rows_check(row($cell, "\1z")) === ($built !== false)
            && (rows_values(row($cell, "\1z")) !== false) === ($built !== false) && (rows_column(row($cell, "\1z"), 1) !== false) === ($built !== false)
            && (rows_list([row(null, null), row($cell, "\1z")], NUM) !== false) === ($built !== false);
    }
    check("lengths of type $type", $good);
    foreach (["\xFB", "\xFC", "\xFC\xFF\xFF", "\xFE\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF", "\xFF" . str_repeat("\0", 16)] as $i => $lie) {
        check("lie $i of type $type", !rows_check(row($lie, "\1z")) && rows_build(row($lie, "\1z"), ASSOC) === false && rows_values(row($lie, "\1z")) === false);
    }
}

/* The first byte, the bitmap, NULLs. */
foreach ([1, 5, 6, 7, 30, 31, 32, 33, 62, 63, 64, 65, 70, 300, 20] as $n) {
    $numbers = range(0, $n - 1);
    rows_columns(array_map(static fn ($i) => ['name' => "c$i", 'type' => [CHARS, TINY, DATE][$i % 3]], $numbers), true);
    $cells = array_map(static fn ($i) => [with_length("s$i"), chr($i % 100), with_length($date(2000 + $i, 1, 2))][$i % 3], $numbers);
    $values = array_map(static fn ($i) => ["s$i", $i % 100, sprintf('%d-01-02', 2000 + $i)][$i % 3], $numbers);
    same("$n columns", rows_build(row(...$cells), NUM), $values);
    $good = true;
    foreach ($numbers as $i) {
        $row = row(...array_replace($cells, [$i => null]));
        $expected = array_replace($values, [$i => null]);
        $good = $good && rows_build($row, NUM) === $expected && rows_values($row) === $expected && rows_lengths($row)[$i] === 0 && array_values(rows_build($row, ASSOC)) === $expected
            && rows_check($row) && !rows_check($row . 'x') && !rows_check(substr($row, 0, -1));
    }
    check("$n columns, a NULL in each", $good);
    same("$n columns, all NULL", rows_build(row(...array_fill(0, $n, null)), NUM), array_fill(0, $n, null));
}
$whole = row(...$cells);
check('a first byte that is none', rows_build("\1" . substr($whole, 1), NUM) === false && !rows_check("\xFE" . substr($whole, 1)));
check('unused bits of the bitmap', rows_build("\0" . chr(ord($whole[1]) | 3) . substr($whole, 2), NUM) === $values);
check('0xFB is no NULL', rows_build(row("\xFB", ...array_slice($cells, 1)), NUM) === false && rows_values(row(...array_slice($cells, 0, 18), ...["\xFB", "\1"])) === false);

/* Large cells, wherever they are. */
$large = str_repeat('L', 500);
rows_columns([column(BLOB), column(LONG), ['name' => 'b', 'type' => BLOB], column(DATE)], true);
$five = pack('V', 5);
$row = [$large, $five, $large, ''];
rows_counts();
same('large', rows_build($row, NUM, 300), [$large, 5, $large, '0000-00-00']);
same('large, associative, one hidden', rows_build($row, ASSOC, 300), ['n' => '0000-00-00', 'b' => $large]);
same('large, both', rows_build($row, BOTH, 300), [0 => $large, 'n' => '0000-00-00', 1 => 5, 2 => $large, 'b' => $large, 3 => '0000-00-00']);
same('large, values', rows_values($row, 0, 300), [$large, 5, $large, '0000-00-00']);
same('large, column', [rows_column($row, 2, 300), rows_column($row, 1, 300), rows_column($row, 3, 300)], [$large, 5, '0000-00-00']);
same('large, lengths', rows_lengths($row, 0, 300), [500, 0, 500, 10]);
check('large, list', rows_list(array_fill(0, 40, $row), NUM, 300) === array_fill(0, 40, [$large, 5, $large, '0000-00-00']));
foreach (["\5ab", 'x'] as $tail) {
    check('large, then garbage', rows_build($row, NUM, 300, $tail) === false && rows_build($row, BOTH, 300, $tail) === false && rows_values($row, 0, 300, $tail) === false
        && rows_column($row, 0, 300, $tail) === false && rows_lengths($row, 0, 300, $tail) === [] && !rows_check($row, 0, 300, $tail));
}
$bad = [$large, $five, $large, 'abc'];
check('large, then a date that is none', rows_build($bad, NUM, 300) === false && rows_build($bad, BOTH, 300) === false && rows_values($bad, 0, 300) === false && rows_column($bad, 3, 300) === false);
check('a large date', rows_build([$large, $five, $large, $large], NUM, 300) === false && rows_values([$large, $five, $large, $large], 0, 300) === false && !rows_check([$large, null, null, $large], 0, 300));
store_new();
foreach ([PHP_INT_MAX, 300] as $from) {
    same("stored, large from $from", [store_add($row, 3, $from === 300 ? PHP_INT_MAX : $from), store_add([null, $five, str_repeat('M', 10000), null], 1, $from), store_add([$large, null, '', ''], 1, $from)], ['ok', 'ok', 'ok']);
    same('stored, bad', [store_add($bad, 1, $from), store_add($row, 1, $from, 'x'), store_add([$large, $five, $large, $large], 1, $from)], ['bad', 'bad', 'bad']);
}
store_finish();
$stored = [...array_fill(0, 3, [$large, 5, $large, '0000-00-00']), [null, 5, str_repeat('M', 10000), null], [$large, null, '', '0000-00-00']];
check('stored rows', store_all(NUM) === [...$stored, ...$stored]);
store_seek(3);
same('one of them', store_fetch(NUM), $stored[3]);
for ($n = 0; $n < 6; $n++) {
    store_new();
    $rows = [store_add_failing([$large, $five, str_repeat('M', 10000), ''], 300, $n), store_add_failing([str_repeat('M', 10000), null, str_repeat('N', 20000), null], PHP_INT_MAX, $n)];
    check("allocation $n fails", array_diff($rows, ['ok', 'more']) === []);
    store_finish();
    check("allocation $n fails: what is stored", store_count() === count(array_keys($rows, 'ok')) && count(store_all(NUM)) === store_count());
}
store_free();

/* Counts. */
rows_columns([['name' => 'i', 'type' => LONG], ['name' => 's', 'type' => CHARS], ['name' => 'd', 'type' => DATE], ['name' => 'e', 'type' => CHARS, 'flags' => 256], ['name' => 'b', 'type' => BIT], ['name' => 'l', 'type' => BLOB]], true);
rows_counts();
$row = [$five, 'text', $date(2024, 1, 2), 'e', "\1\2", $large];
$counted = ['binary_3', 'binary_10', 'binary_16', 'binary_252', 'binary_254', 'binary_247', 'binary_null', 'binary_bytes', 'null', 'bytes', 'saved', 'performed', 'text_3'];
$one = ['binary_3' => 1, 'binary_10' => 1, 'binary_16' => 1, 'binary_247' => 1, 'binary_252' => 1, 'binary_254' => 1, 'binary_null' => 0, 'binary_bytes' => 4 + 4 + 10 + 1 + 2 + 500, 'null' => 0, 'bytes' => 0, 'saved' => 2, 'performed' => 1];
$counts = static function () use ($counted) {
    return array_intersect_key(rows_counts(), array_flip($counted));
};
$builds = ['build' => static fn () => rows_build($row, NUM, 300), 'build both' => static fn () => rows_build($row, BOTH, 300), 'values' => static fn () => rows_values($row, 0, 300),
    'columns' => static fn () => array_map(static fn ($i) => rows_column($row, $i, 300), range(0, 5))];
foreach ($builds as $name => $build) {
    $build();
    check("counts of $name", ($is = $counts()) == $one, var_export($is, true));
}
/* In a list of 40, a text that repeats is shared from the 18th row on. */
$times_40 = array_map(static fn ($n) => $n * 40, $one);
foreach ([NUM, ASSOC] as $shape) {
    rows_list(array_fill(0, 40, $row), $shape, 300);
    check("counts of a list, shape $shape", ($is = $counts()) == ['saved' => 40 + 40 + 23 + 23, 'performed' => 40 - 23] + $times_40, var_export($is, true));
}
rows_build([null, null, $date(2024, 1, 2), null, null, null], NUM);
rows_build([null, null, 'abc', null, null, null], NUM);
rows_values([null, null, 'abc', null, null, null]);
rows_build($row, NUM, 300);
rows_build($row, NUM, 300);
$after = $counts();
same('counts of NULLs, and of rows that were none', [$after['binary_null'], $after['binary_10'], $after['binary_bytes'], $after['binary_3']], [5, 3, 10 + 2 * $one['binary_bytes'], 2]);

/* FLOAT as the engine prints it with six digits, or with the column's decimals, and reads it. */
$step = QUICK ? 40009 : 401;
foreach ([31, 255, 0, 1, 2, 3, 6, 10, 12, 13, 30] as $decimals) {
    $steps = $decimals === 31 ? $step : $step * 5;
    same("floats with $decimals decimals", rows_singles(mt_rand(0, $steps - 1), $steps, intdiv(1 << 32, $steps), $decimals), null);
}
/* Next to powers of ten, and both zeros. */
$good = true;
for ($power = -45; $power <= 38; $power++) {
    $bits = unpack('V', pack('g', 10 ** $power))[1];
    foreach ([31, 0, 2, 6, 12] as $decimals) {
        $good = $good && rows_singles(max(0, $bits - 100), 1, 200, $decimals) === null;
    }
}
foreach (range(0, 31) as $decimals) {
    $good = $good && rows_singles(0, 0x80000000, 2, $decimals) === null;
}
check('floats next to powers of ten, zeros', $good);
/* Where rounding to six digits is a tie, or next to one. */
$good = true;
for ($digits = 100000; $digits < 1000000; $digits += QUICK ? 997 : 7) {
    for ($power = -8; $power <= 8; $power++) {
        $bits = unpack('V', pack('g', ($digits + 0.5) * 10 ** $power))[1];
        $good = $good && rows_singles($bits - 1, 1, 3, 31) === null;
    }
}
check('floats next to ties', $good);

/* Random rows of dates and times against sprintf. */
mt_srand(5);
rows_columns([column(DATETIME, 0, 0, 6), column(TIME, 0, 0, 3), column(DATE)], true);
$good = true;
for ($i = 0; $i < (QUICK ? 1000 : 50000); $i++) {
    [$y, $mo, $d, $h, $mi, $s, $u, $days, $n] = [mt_rand(0, 9999), mt_rand(0, 12), mt_rand(0, 31), mt_rand(0, 23), mt_rand(0, 59), mt_rand(0, 59), mt_rand(0, 999999), mt_rand(0, 34), mt_rand(0, 1)];
    $is = rows_build(row(with_length($date($y, $mo, $d) . $clock($h, $mi, $s, $u)), with_length($time($n, $days, $h, $mi, $s, $u)), with_length($date($y, $mo, $d))), NUM);
    $good = $good && $is === [sprintf('%04d-%02d-%02d %02d:%02d:%02d.%06d', $y, $mo, $d, $h, $mi, $s, $u), sprintf('%s%02d:%02d:%02d.%03d', $n ? '-' : '', $days * 24 + $h, $mi, $s, intdiv($u, 1000)), sprintf('%04d-%02d-%02d', $y, $mo, $d)];
}
check('random dates and times', $good);

/* Why a row is none: nothing is left for a cell, or a cell goes on after the end. */
rows_columns([['name' => 'a', 'type' => LONG], ['name' => 'b', 'type' => LONG], ['name' => 'c', 'type' => CHARS], ['name' => 'd', 'type' => CHARS]], true);
$none = 'Malformed server packet. No packet space left for the field';
$behind = 'Malformed server packet. Field length pointing after the end of packet';
$number = pack('V', 5);
foreach (['' => $none, 'x' => $behind, $number => $none, "{$number}xyz" => $behind, $number . $number => $none, "$number$number\x05ab" => $behind, "$number$number\x02ab" => $none,
    "$number$number\x02ab\xFB" => $behind, "$number$number\x02ab\x01x!" => $behind] as $cells => $why) {
    same('fault of ' . bin2hex((string) $cells), [rows_check("\0\0$cells"), rows_fault("\0\0$cells")], [false, $why]);
}
same('fault behind NULLs', [rows_fault("\0\x0C"), rows_fault("\0\x3C"), rows_fault("\0\x04"), rows_fault("\0\x1C\x01"), rows_fault("\0")], [$none, $behind, $none, $behind, $behind]);
rows_columns([['name' => 'a']]);
same('fault of a text row', rows_fault("\x05ab"), 'Malformed server packet. Field length pointing after end of packet');

/* Any bytes at all: no crash, and only rows that are rows. */
$types = [TINY, SHORT, LONG, LONGLONG, FLOAT, DOUBLE, DATE, DATETIME, TIME, BIT, CHARS, BLOB, YEAR];
$good = true;
for ($i = 0; $i < (QUICK ? 3000 : 200000); $i++) {
    if ($i % 50 === 0) {
        rows_columns(array_map(static fn ($n) => ['name' => "c$n"] + column($types[array_rand($types)], mt_rand(0, 3) * UNSIGNED, mt_rand(0, 10), mt_rand(0, 7)), range(0, mt_rand(0, 3))), true);
    }
    $bytes = chr(mt_rand(0, 30) ? 0 : 1);
    for ($n = mt_rand(0, 24); $n > 0; $n--) {
        $bytes .= chr(mt_rand(0, 3) ? [0, 1, 2, 4, 7, 8, 11, 12][mt_rand(0, 7)] : mt_rand(0xF0, 0xFF));
    }
    $row = rows_build($bytes, [ASSOC, NUM, BOTH][$i % 3]);
    $good = $good && ($row !== false) === rows_check($bytes) && ($row !== false) === (rows_values($bytes) !== false) && ($row !== false) === (rows_lengths($bytes) !== []);
}
check('random bytes', $good);
