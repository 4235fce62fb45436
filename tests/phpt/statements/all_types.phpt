--TEST--
Statements: values of all types, the least and the most, as result objects and bound variables, against text
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/all_types.inc';
$rows = [
	'least' => "-128, 0, -32768, 0, -8388608, 0, -2147483648, 0, -9223372036854775808, 0, 0, 0, -3.4e38, -1.5, -1.7e308, -0.01, -99999.99999, b'0', b'0',
		1901, '0001-01-01', '-838:59:59', '-838:59:59.000000', '0001-01-01 00:00:00', '0001-01-01 00:00:00.000', '2000-01-01 00:00:00', '', '', '', '', '', '', 'one', '', 'null', ST_GeomFromText('POINT(0 0)')",
	'most' => "127, 255, 32767, 65535, 8388607, 16777215, 2147483647, 4294967295, 9223372036854775807, 18446744073709551615, 999999, 18446744073709551615, 3.4e38, 1234.5678, 1.7e308, 1234567.891, 99999.99999, b'1', 18446744073709551615,
		2155, '9999-12-31', '838:59:59', '838:59:58.999999', '9999-12-31 23:59:59', '9999-12-31 23:59:59.999', '2037-12-31 23:59:59', 'a\u{e4}\u{20ac}', REPEAT('v', 20), 'b\\0\\0b', '\\0\\1\\2',
		REPEAT('t', 300), REPEAT('\\0', 300), 'two', 'x,y,z', '{\"a\": [1, 2]}', ST_GeomFromText('LINESTRING(0 0, 1 1)')",
	'others' => "1, 1, 1, 1, 1, 1, 1, 1, 9223372036854775806, 9223372036854775808, 42, 7, 1.1, 0.1, 0.1, 100, 0, b'1', 9223372036854775808,
		2000, '2024-02-29', '00:00:00', '-00:00:00.5', '2024-02-29 12:00:00', '2024-02-29 00:00:00.5', '2024-02-29 00:00:01', 'x', 'y', 'z', 'w', 't', 'b', 'one', 'y', '[]', ST_GeomFromText('POINT(1 2)')",
	'nulls' => implode(', ', array_fill(0, 36, 'NULL')),
];
foreach ($rows as $name => $row) {
	$m->query('DELETE FROM all_types');
	$m->query("INSERT INTO all_types VALUES ($row)");
	$text = $m->query('SELECT * FROM all_types')->fetch_assoc();
	$s = $m->prepare('SELECT * FROM all_types');
	$s->execute();
	$objects = $s->get_result()->fetch_all(MYSQLI_ASSOC)[0];
	$bound = [];
	foreach ($objects as $column => $value) {
		$bound[$column] = null;
		$to[] = &$bound[$column];
	}
	$ways = [];
	foreach (['unbuffered', 'stored', 'cursor'] as $way) {
		$s->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, (int) ($way === 'cursor'));
		$s->bind_result(...$to);
		$s->execute();
		if ($way === 'stored') {
			$s->store_result();
		}
		$s->fetch();
		if (array_map(fn($x) => $x, $bound) !== $objects) {
			echo "$way is another\n";
		}
		$s->free_result();
	}
	$to = [];
	echo "--- $name\n";
	foreach ($objects as $column => $value) {
		$line = is_string($value) && !preg_match('//u', $value) || str_contains((string) $value, "\0") ? '0x' . bin2hex(substr($value, 0, 30)) : var_export($value, true);
		echo "$column: $line", $value === $text[$column] || (string) $value === $text[$column] ? '' : '  (text: ' . var_export($text[$column], true) . ')', "\n";
	}
}
$m->query("SET sql_mode = ''");
$m->query("INSERT INTO all_types (da, dt, ts, y) VALUES ('0000-00-00', '0000-00-00', 0, 0)");
attempt('zero dates', fn() => $m->execute_query('SELECT da, dt, ts, y FROM all_types WHERE da = 0')->fetch_row());
?>
--EXPECT--
--- least
t: -128
tu: 0
s: -32768
su: 0
me: -8388608
meu: 0
i: -2147483648
iu: 0
b: -9223372036854775807-1
bu: 0
z: '000000'
zb: '00000000000000000000'
f: -3.4E+38  (text: '-3.4e38')
f2: -1.5  (text: '-1.500')
d: -1.7E+308  (text: '-1.7e308')
d2: -0.010000000000000009
de: '-99999.99999'
bit1: 0
bit64: 0
y: '1901'
da: '0001-01-01'
ti: '-838:59:59'
ti6: '-838:59:59.000000'
dt: '0001-01-01 00:00:00'
dt3: '0001-01-01 00:00:00.000'
ts: '2000-01-01 00:00:00'
c: ''
vc: ''
bi: 0x00000000
vb: ''
tx: ''
bl: ''
e: 'one'
se: ''
j: 'null'
g: 0x00000000010100000000000000000000000000000000000000
--- most
t: 127
tu: 255
s: 32767
su: 65535
me: 8388607
meu: 16777215
i: 2147483647
iu: 4294967295
b: 9223372036854775807
bu: '18446744073709551615'
z: '999999'
zb: '18446744073709551615'
f: 3.4E+38  (text: '3.4e38')
f2: 1234.568
d: 1.7E+308  (text: '1.7e308')
d2: 1234567.89
de: '99999.99999'
bit1: 1
bit64: '18446744073709551615'
y: '2155'
da: '9999-12-31'
ti: '838:59:59'
ti6: '838:59:58.999999'
dt: '9999-12-31 23:59:59'
dt3: '9999-12-31 23:59:59.999'
ts: '2037-12-31 23:59:59'
c: 'aä€'
vc: 'vvvvvvvvvvvvvvvvvvvv'
bi: 0x62000062
vb: 0x003132
tx: 'tttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttttt'
bl: 0x000000000000000000000000000000000000000000000000000000000000
e: 'two'
se: 'x,y,z'
j: '{"a": [1, 2]}'
g: 0x000000000102000000020000000000000000000000000000000000000000
--- others
t: 1
tu: 1
s: 1
su: 1
me: 1
meu: 1
i: 1
iu: 1
b: 9223372036854775806
bu: '9223372036854775808'
z: '000042'
zb: '00000000000000000007'
f: 1.1
f2: 0.1  (text: '0.100')
d: 0.1
d2: 100.0  (text: '100.00')
de: '0.00000'
bit1: 1
bit64: '9223372036854775808'
y: '2000'
da: '2024-02-29'
ti: '00:00:00'
ti6: '-00:00:00.500000'
dt: '2024-02-29 12:00:00'
dt3: '2024-02-29 00:00:00.500'
ts: '2024-02-29 00:00:01'
c: 'x'
vc: 'y'
bi: 0x7a000000
vb: 'w'
tx: 't'
bl: 'b'
e: 'one'
se: 'y'
j: '[]'
g: 0x000000000101000000000000000000f03f0000000000000040
--- nulls
t: NULL
tu: NULL
s: NULL
su: NULL
me: NULL
meu: NULL
i: NULL
iu: NULL
b: NULL
bu: NULL
z: NULL
zb: NULL
f: NULL
f2: NULL
d: NULL
d2: NULL
de: NULL
bit1: NULL
bit64: NULL
y: NULL
da: NULL
ti: NULL
ti6: NULL
dt: NULL
dt3: NULL
ts: NULL
c: NULL
vc: NULL
bi: NULL
vb: NULL
tx: NULL
bl: NULL
e: NULL
se: NULL
j: NULL
g: NULL
zero dates: ["0000-00-00","0000-00-00 00:00:00","0000-00-00 00:00:00","0000"]
