<?php
/* BIT, and native numbers; what stock gives, tried on MariaDB 10.11. */
require __DIR__ . '/check.inc';
const TINY = 1, SHORT = 2, LONG = 3, FLOAT = 4, DOUBLE = 5, TIMESTAMP = 7, LONGLONG = 8, INT24 = 9, YEAR = 13, BIT = 16, NEWDECIMAL = 246;
const UNSIGNED = 32, ZEROFILL = 64;
$table = [ /* type, flags, cell, text value, native value */
    [TINY, 0, '-128', '-128', -128], [TINY, UNSIGNED, '255', '255', 255], [SHORT, 0, '-32768', '-32768', -32768], [INT24, 0, '8388607', '8388607', 8388607],
    [LONG, 0, '-5', '-5', -5], [LONG, UNSIGNED, '4000000000', '4000000000', 4000000000], [LONG, ZEROFILL | UNSIGNED, '000042', '000042', '000042'],
    [LONG, 0, '0', '0', 0], [LONGLONG, 0, '9223372036854775807', '9223372036854775807', PHP_INT_MAX],
    [LONGLONG, 0, '-9223372036854775808', '-9223372036854775808', PHP_INT_MIN], [LONGLONG, UNSIGNED, '9223372036854775807', '9223372036854775807', PHP_INT_MAX],
    [LONGLONG, UNSIGNED, '9223372036854775808', '9223372036854775808', '9223372036854775808'],
    [LONGLONG, UNSIGNED, '18446744073709551615', '18446744073709551615', '18446744073709551615'],
    [FLOAT, 0, '1.1', '1.1', 1.1], [FLOAT, ZEROFILL | UNSIGNED, '0000000001.5', '0000000001.5', 1.5], [DOUBLE, 0, '2.5e100', '2.5e100', 2.5e100],
    [DOUBLE, 0, '-1.7976931348623157e308', '-1.7976931348623157e308', -1.7976931348623157e308], [DOUBLE, 0, '0', '0', 0.0],
    [DOUBLE, 0, '1' . str_repeat('0', 200) . '.' . str_repeat('0', 29) . '1', '1' . str_repeat('0', 200) . '.' . str_repeat('0', 29) . '1', 1e200],
    [YEAR, ZEROFILL | UNSIGNED, '2024', '2024', '2024'], [NEWDECIMAL, 0, '12.30', '12.30', '12.30'], [TIMESTAMP, 0, '2024-01-01 00:00:00', '2024-01-01 00:00:00', '2024-01-01 00:00:00'],
    [BIT, UNSIGNED, "\1", '1', 1], [BIT, UNSIGNED, "\0", '0', 0], [BIT, UNSIGNED, "\xFF", '255', 255], [BIT, UNSIGNED, "\1\0", '256', 256],
    [BIT, UNSIGNED, "\x7F" . str_repeat("\xFF", 7), '9223372036854775807', PHP_INT_MAX],
    [BIT, UNSIGNED, "\x80" . str_repeat("\0", 7), '9223372036854775808', '9223372036854775808'],
    [BIT, UNSIGNED, str_repeat("\xFF", 8), '18446744073709551615', '18446744073709551615'],
    /* No server sends these. They stay the text that they are. */
    [LONG, 0, '', '', ''], [LONG, 0, '-', '-', '-'], [LONG, 0, '12x', '12x', '12x'], [LONG, 0, ' 12', ' 12', ' 12'], [LONG, 0, '1.5', '1.5', '1.5'],
    [LONGLONG, 0, '9223372036854775808', '9223372036854775808', '9223372036854775808'], [LONGLONG, 0, '-9223372036854775809', '-9223372036854775809', '-9223372036854775809'],
    [LONGLONG, 0, '99999999999999999999', '99999999999999999999', '99999999999999999999'], [LONG, 0, str_repeat('1', 300), str_repeat('1', 300), str_repeat('1', 300)],
    [LONGLONG, 0, '123456789012345678x', '123456789012345678x', '123456789012345678x'], [DOUBLE, 0, '1.5.5', '1.5.5', '1.5.5'], [DOUBLE, 0, '12.', '12.', 12.0],
    [DOUBLE, 0, '', '', ''], [DOUBLE, 0, 'nan', 'nan', 'nan'], [DOUBLE, 0, '1.5x', '1.5x', '1.5x'], [DOUBLE, 0, "1.5\0", "1.5\0", "1.5\0"],
    [DOUBLE, 0, str_repeat('1', 600), str_repeat('1', 600), str_repeat('1', 600)],
    [BIT, UNSIGNED, '', '', ''], [BIT, UNSIGNED, '123456789', '123456789', '123456789'],
];
foreach ($table as $i => [$type, $flags, $cell, $text, $native]) {
    rows_columns([['name' => 'n', 'type' => $type, 'flags' => $flags], ['name' => 'z']]);
    same("cell $i, text", rows_build([$cell, 'z']), ['n' => $text, 'z' => 'z']);
    same("cell $i, length", rows_lengths([$cell, 'z']), [strlen($text), 1]);
    same("cell $i, text, as column", rows_column([$cell, 'z'], 0), $text);
    rows_native(true);
    same("cell $i, native", rows_build([$cell, 'z']), ['n' => $native, 'z' => 'z']);
    same("cell $i, native, at the end", rows_list([['z', 'z'], [$cell, null]], BOTH)[1], [0 => $native, 'n' => $native, 1 => null, 'z' => null]);
    same("cell $i, native length", rows_lengths([$cell, 'z']), [is_string($native) ? strlen($native) : 0, 1]);
    same("cell $i, native column", rows_column([$cell, 'z'], 0), $native);
    same("cell $i, null", rows_build([null, null]), ['n' => null, 'z' => null]);
    rows_native(false);
    same("cell $i, text again", rows_build([$cell, 'z'], NUM), [$text, 'z']);
}
rows_counts();
rows_columns([['name' => 'n', 'type' => LONG], ['name' => 'b', 'type' => BIT]]);
rows_native(true);
rows_list([['12', "\2"], ['13', "\3"], [null, "\4"]], NUM);
same('numbers are neither shared nor copied', array_intersect_key(rows_counts(), array_flip(['text_3', 'text_16', 'null', 'saved', 'performed'])),
    ['text_3' => 2, 'text_16' => 3, 'null' => 1, 'saved' => 0, 'performed' => 0]);

/* Decimals of any length, against PHP's own reading. */
mt_srand(4);
rows_columns([['name' => 'f', 'type' => DOUBLE], ['name' => 'i', 'type' => LONGLONG]]);
rows_native(true);
$good = true;
for ($n = 0; $n < (QUICK ? 2000 : 300000); $n++) {
    $digits = '';
    for ($i = mt_rand(1, 20); $i > 0; $i--) {
        $digits .= mt_rand(0, 9);
    }
    $point = mt_rand(0, strlen($digits));
    $float = (mt_rand(0, 1) ? '-' : '') . match (mt_rand(0, 3)) {
        0 => $digits, 1 => $digits . 'e' . mt_rand(-30, 30), default => substr($digits, 0, $point) . '.' . substr($digits, $point) . ($point === strlen($digits) ? '0' : ''),
    };
    $int = (mt_rand(0, 1) ? '-' : '') . (ltrim($digits, '0') ?: '0');
    [$as_float, $as_int] = rows_build([$float, $int], NUM);
    if ($as_float !== (float) $float || ($as_int !== (int) $int && !($as_int === $int && is_float(+$int)))) {
        $good = false;
        echo "$float $int\n";
    }
}
check('random numbers', $good);
