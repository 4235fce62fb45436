--TEST--
Statements: values of every column type, as stock has them; fetched as rows, into variables, buffered and not
--EXTENSIONS--
mysqli
ctype
--INI--
precision=17
serialize_precision=-1
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
/* MariaDB cuts a fraction off without being told. */
$m->query("SET sql_mode = 'ALLOW_INVALID_DATES" . (is_mariadb($m) ? '' : ',TIME_TRUNCATE_FRACTIONAL') . "'");
$types = [
	'TINYINT' => [-128, 127], 'TINYINT UNSIGNED' => [0, 255], 'TINYINT(3) ZEROFILL' => [7, 255], 'SMALLINT' => [-32768, 32767], 'SMALLINT UNSIGNED' => [65535],
	'MEDIUMINT' => [-8388608, 8388607], 'MEDIUMINT UNSIGNED' => [16777215], 'INT' => [-2147483648, 2147483647], 'INT UNSIGNED' => [4294967295],
	'INT(6) ZEROFILL' => [42, 4242424], 'BIGINT' => ['-9223372036854775808', '9223372036854775807'],
	'BIGINT UNSIGNED' => ['9223372036854775807', '9223372036854775808', '18446744073709551615'], 'BIGINT(22) ZEROFILL' => ['18446744073709551615'],
	'FLOAT' => [1.1, -0.3, 1234567, 16777217, 3.402823e38, 1.17549e-38, 0], 'FLOAT(7,3)' => [1234.5678, 0.0005], 'FLOAT(10,0)' => [2.5, 3.5], 'FLOAT ZEROFILL' => [1.5],
	'DOUBLE' => [1.1, 1.7976931348623157e308, 5e-324, 0.1 + 0.2], 'DOUBLE(10,2)' => [1.239], 'DECIMAL(10,2)' => [12.3, -0.01], 'DECIMAL(65,30)' => [0.5], 'DECIMAL(8,2) ZEROFILL' => [1.5],
	'BIT(1)' => ["b'1'"], 'BIT(10)' => ["b'1000000001'"], 'BIT(63)' => ["b'" . str_repeat('1', 63) . "'"], 'BIT(64)' => ["b'" . str_repeat('1', 64) . "'"],
	'YEAR' => [2024, 0], 'DATE' => ["'2024-02-29'", "'0000-00-00'", "'0001-02-31'", "'9999-12-31'"],
	'DATETIME' => ["'2024-02-29 01:02:03'", "'2024-02-29'", "'0000-00-00'", "'2024-02-29 01:02:03.999999'"], 'DATETIME(3)' => ["'2024-02-29 01:02:03.004'", "'2024-02-29'", "'0000-00-00'"],
	'DATETIME(6)' => ["'2024-02-29 01:02:03.000001'"], 'TIMESTAMP NULL' => ["'2024-02-29 01:02:03'"], 'TIMESTAMP(2) NULL' => ["'2024-02-29 01:02:03.99'"],
	'TIME' => ["'-838:59:59'", "'838:59:59'", "'00:00:00'", "'99:00:00'", "'100:00:00'"], 'TIME(1)' => ["'-00:00:00.5'", "'12:34:56'", "'00:00:00'"], 'TIME(6)' => ["'-838:59:58.999999'", "'00:00:00.000001'"],
	'CHAR(5)' => ["'a'", "''", "'abc'"], 'VARCHAR(300)' => ["'a\\0b'", "repeat('x', 3)"], 'BINARY(3)' => ["'a'"], 'TEXT' => ["'text'"], 'BLOB' => ["x'00ff'"], 'JSON' => ["'{\"a\": 1}'"],
	"ENUM('new','old')" => ["'old'"], "SET('a','b','c')" => ["'a,c'"], 'POINT' => ['POINT(1, 2)'],
];
/* All the ways of taking the values; they must agree. */
$ways = [
	'rows' => static fn ($s) => array_column($s->get_result()->fetch_all(MYSQLI_NUM), 0),
	'rows by name' => static fn ($s) => array_column($s->get_result()->fetch_all(MYSQLI_ASSOC), 'v'),
	'both' => static fn ($s) => array_column(iterator_to_array((static function () use ($s) { $r = $s->get_result(); while ($row = $r->fetch_array()) { yield $row; } })()), 'v'),
	'a column' => static fn ($s) => iterator_to_array((static function () use ($s) { $r = $s->get_result(); while (($v = $r->fetch_column()) !== false) { yield $v; } })()),
	'bound' => static fn ($s) => bound($s),
	'bound, stored' => static fn ($s) => bound($s, true),
];
function bound(mysqli_stmt $s, bool $store = false): array
{
	if ($store) {
		$s->store_result();
	}
	$s->bind_result($v);
	for ($all = []; $s->fetch();) {
		$all[] = $v;
	}
	return $all;
}
foreach ($types as $type => $values) {
	create_anew($m, 'TEMPORARY TABLE', 't', "(i INT AUTO_INCREMENT PRIMARY KEY, v $type)");
	$m->query('INSERT INTO t (v) VALUES (' . implode('), (', [...$values, 'NULL']) . ')');
	$first = null;
	foreach ($ways as $way => $take) {
		$s = $m->prepare('SELECT v FROM t ORDER BY i');
		$s->execute();
		$got = serialize($take($s));
		$first ??= $got;
		if ($got !== $first) {
			echo "$type: $way: ", $got, "\n";
		}
		$s->close();
	}
	echo str_pad($type, 20), ' ', implode(' ', array_map(static fn ($v) => str_replace("\n", ' ', var_export(is_string($v) && !ctype_print($v) ? 'hex ' . bin2hex($v) : $v, true)), unserialize($first))), "\n";
}
?>
--EXPECT--
TINYINT              -128 127 NULL
TINYINT UNSIGNED     0 255 NULL
TINYINT(3) ZEROFILL  '007' '255' NULL
SMALLINT             -32768 32767 NULL
SMALLINT UNSIGNED    65535 NULL
MEDIUMINT            -8388608 8388607 NULL
MEDIUMINT UNSIGNED   16777215 NULL
INT                  -2147483648 2147483647 NULL
INT UNSIGNED         4294967295 NULL
INT(6) ZEROFILL      '000042' '4242424' NULL
BIGINT               -9223372036854775807-1 9223372036854775807 NULL
BIGINT UNSIGNED      9223372036854775807 '9223372036854775808' '18446744073709551615' NULL
BIGINT(22) ZEROFILL  '0018446744073709551615' NULL
FLOAT                1.1 -0.3 1234570.0 16777200.0 3.40282E+38 1.17549E-38 0.0 NULL
FLOAT(7,3)           1234.568 0.0 NULL
FLOAT(10,0)          2.0 3.0 NULL
FLOAT ZEROFILL       1.5 NULL
DOUBLE               1.1 1.7976931348623157E+308 5.0E-324 0.30000000000000004 NULL
DOUBLE(10,2)         1.24 NULL
DECIMAL(10,2)        '12.30' '-0.01' NULL
DECIMAL(65,30)       '0.500000000000000000000000000000' NULL
DECIMAL(8,2) ZEROFILL '000001.50' NULL
BIT(1)               1 NULL
BIT(10)              513 NULL
BIT(63)              9223372036854775807 NULL
BIT(64)              '18446744073709551615' NULL
YEAR                 '2024' '0000' NULL
DATE                 '2024-02-29' '0000-00-00' '0001-02-31' '9999-12-31' NULL
DATETIME             '2024-02-29 01:02:03' '2024-02-29 00:00:00' '0000-00-00 00:00:00' '2024-02-29 01:02:03' NULL
DATETIME(3)          '2024-02-29 01:02:03.004' '2024-02-29 00:00:00.000' '0000-00-00 00:00:00.000' NULL
DATETIME(6)          '2024-02-29 01:02:03.000001' NULL
TIMESTAMP NULL       '2024-02-29 01:02:03' NULL
TIMESTAMP(2) NULL    '2024-02-29 01:02:03.99' NULL
TIME                 '-838:59:59' '838:59:59' '00:00:00' '99:00:00' '100:00:00' NULL
TIME(1)              '-00:00:00.5' '12:34:56.0' '00:00:00.0' NULL
TIME(6)              '-838:59:58.999999' '00:00:00.000001' NULL
CHAR(5)              'a' 'hex ' 'abc' NULL
VARCHAR(300)         'hex 610062' 'xxx' NULL
BINARY(3)            'hex 610000' NULL
TEXT                 'text' NULL
BLOB                 'hex 00ff' NULL
JSON                 '{"a": 1}' NULL
ENUM('new','old')    'old' NULL
SET('a','b','c')     'a,c' NULL
POINT                'hex 000000000101000000000000000000f03f0000000000000040' NULL
