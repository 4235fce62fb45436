--TEST--
Results: values of every type, as text and as numbers
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
$m->query("CREATE TEMPORARY TABLE t (ti TINYINT, tu TINYINT UNSIGNED, si SMALLINT, mi MEDIUMINT, i INT, iz INT(6) ZEROFILL, b BIGINT, bu BIGINT UNSIGNED,
	f FLOAT, fd FLOAT(7,3), d DOUBLE, n DECIMAL(10,3), y YEAR, da DATE, t TIME(2), dt DATETIME(3), ts TIMESTAMP NULL, b8 BIT(8), b64 BIT(64),
	c CHAR(4), v VARCHAR(9), tx TEXT, bl BLOB, e ENUM('p','q'), s SET('p','q'), j JSON)");
$m->query("INSERT INTO t VALUES (-128, 255, -32768, -8388608, -2147483648, 42, -9223372036854775808, 18446744073709551615,
	1.1, 1234.5678, 1e100, 12345.678, 2024, '2024-02-29', '-838:59:59', '2024-02-29 11:12:13.456', '2024-02-29 11:12:13', b'11111111', ~0,
	'ab', 'cd', 'text', 'blob', 'q', 'p,q', '{\"a\": 1}')");
$m->query('INSERT INTO t (ti, bu, b64, f, d, y) VALUES (0, 9223372036854775807, 1, -0.5, 0.1, 0)');
$columns = array_map(fn($field) => $field->name, $m->query('SELECT * FROM t LIMIT 0')->fetch_fields());
foreach ([0, 1] as $native) {
	attempt('INT_AND_FLOAT_NATIVE ' . ($native ? 'on' : 'off'), fn() => $m->options(MYSQLI_OPT_INT_AND_FLOAT_NATIVE, $native));
	foreach ([MYSQLI_STORE_RESULT, MYSQLI_USE_RESULT] as $mode) {
		foreach ($m->query('SELECT * FROM t', $mode)->fetch_all() as $row) {
			echo implode(' ', array_map(fn($name, $value) => "$name=" . show($value), $columns, $row)), "\n";
		}
	}
}
?>
--EXPECT--
INT_AND_FLOAT_NATIVE off: true
ti="-128" tu="255" si="-32768" mi="-8388608" i="-2147483648" iz="000042" b="-9223372036854775808" bu="18446744073709551615" f="1.1" fd="1234.568" d="1e100" n="12345.678" y="2024" da="2024-02-29" t="-838:59:59.00" dt="2024-02-29 11:12:13.456" ts="2024-02-29 11:12:13" b8="255" b64="18446744073709551615" c="ab" v="cd" tx="text" bl="blob" e="q" s="p,q" j="{\"a\": 1}"
ti="0" tu=null si=null mi=null i=null iz=null b=null bu="9223372036854775807" f="-0.5" fd=null d="0.1" n=null y="0000" da=null t=null dt=null ts=null b8=null b64="1" c=null v=null tx=null bl=null e=null s=null j=null
ti="-128" tu="255" si="-32768" mi="-8388608" i="-2147483648" iz="000042" b="-9223372036854775808" bu="18446744073709551615" f="1.1" fd="1234.568" d="1e100" n="12345.678" y="2024" da="2024-02-29" t="-838:59:59.00" dt="2024-02-29 11:12:13.456" ts="2024-02-29 11:12:13" b8="255" b64="18446744073709551615" c="ab" v="cd" tx="text" bl="blob" e="q" s="p,q" j="{\"a\": 1}"
ti="0" tu=null si=null mi=null i=null iz=null b=null bu="9223372036854775807" f="-0.5" fd=null d="0.1" n=null y="0000" da=null t=null dt=null ts=null b8=null b64="1" c=null v=null tx=null bl=null e=null s=null j=null
INT_AND_FLOAT_NATIVE on: true
ti=-128 tu=255 si=-32768 mi=-8388608 i=-2147483648 iz="000042" b=-9223372036854775808 bu="18446744073709551615" f=1.1 fd=1234.568 d=1.0E+100 n="12345.678" y="2024" da="2024-02-29" t="-838:59:59.00" dt="2024-02-29 11:12:13.456" ts="2024-02-29 11:12:13" b8=255 b64="18446744073709551615" c="ab" v="cd" tx="text" bl="blob" e="q" s="p,q" j="{\"a\": 1}"
ti=0 tu=null si=null mi=null i=null iz=null b=null bu=9223372036854775807 f=-0.5 fd=null d=0.1 n=null y="0000" da=null t=null dt=null ts=null b8=null b64=1 c=null v=null tx=null bl=null e=null s=null j=null
ti=-128 tu=255 si=-32768 mi=-8388608 i=-2147483648 iz="000042" b=-9223372036854775808 bu="18446744073709551615" f=1.1 fd=1234.568 d=1.0E+100 n="12345.678" y="2024" da="2024-02-29" t="-838:59:59.00" dt="2024-02-29 11:12:13.456" ts="2024-02-29 11:12:13" b8=255 b64="18446744073709551615" c="ab" v="cd" tx="text" bl="blob" e="q" s="p,q" j="{\"a\": 1}"
ti=0 tu=null si=null mi=null i=null iz=null b=null bu=9223372036854775807 f=-0.5 fd=null d=0.1 n=null y="0000" da=null t=null dt=null ts=null b8=null b64=1 c=null v=null tx=null bl=null e=null s=null j=null
