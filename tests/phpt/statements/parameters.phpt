--TEST--
Statements: what becomes of a variable of any type as a parameter of each type
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
print_warnings();
$m = link_for_test();
class Told
{
	public function __toString(): string
	{
		return 'told';
	}
}
$values = [
	'null' => null, 'true' => true, 'false' => false, '42' => 42, '-1' => -1, 'most' => PHP_INT_MAX, 'least' => PHP_INT_MIN,
	'1.9' => 1.9, '-1.9' => -1.9, '0.1 + 0.2' => 0.1 + 0.2, '1e30' => 1e30, '-1e30' => -1e30, '2^63' => 9223372036854775808.0,
	'1e-7' => 1e-7, '"7"' => '7', '"1.9"' => '1.9', '" 8"' => ' 8', '"9x"' => '9x', '"abc"' => 'abc', '""' => '',
	'"2^63"' => '9223372036854775808', '"2^64"' => '18446744073709551616', '"under the least"' => '-9223372036854775809', '"far under"' => '-1e30',
	'"1e3"' => '1e3', '"0x1A"' => '0x1A', 'with a NUL' => "a\0b", 'utf8' => "\u{e4}\u{20ac}", 'array' => [1, 2], 'no array' => [], 'Stringable' => new Told,
];
foreach (['i', 'd', 's', 'b'] as $type) {
	$s = $m->prepare('SELECT HEX(?), ? IS NULL, ? + 0');
	foreach ($values as $name => $value) {
		$copy = $value;
		attempt("$type $name", function () use ($s, $type, &$value) {
			$s->bind_param("$type$type$type", $value, $value, $value);
			$s->execute();
			return $s->get_result()->fetch_row();
		});
		if ($copy !== $value) {
			echo "  the variable is another now\n";
		}
	}
}
attempt('i, an object', function () use ($s, $m) {
	$s = $m->prepare('SELECT ?');
	$o = new stdClass;
	$s->bind_param('i', $o);
	$s->execute();
	return $s->get_result()->fetch_row();
});
attempt('s, an object', function () use ($s, $m) {
	$s = $m->prepare('SELECT ?');
	$o = new stdClass;
	$s->bind_param('s', $o);
	$s->execute();
});
attempt('s, a resource', function () use ($s, $m) {
	$s = $m->prepare('SELECT ? LIKE "Resource id #%"');
	$r = STDERR;
	$s->bind_param('s', $r);
	$s->execute();
	return $s->get_result()->fetch_row();
});
?>
--EXPECT--
i null: [null,1,null]
i true: ["1",0,1]
i false: ["0",0,0]
i 42: ["2A",0,42]
i -1: ["FFFFFFFFFFFFFFFF",0,-1]
i most: ["7FFFFFFFFFFFFFFF",0,9223372036854775807]
i least: ["8000000000000000",0,-9223372036854775808]
i 1.9: ["1",0,1]
i -1.9: ["FFFFFFFFFFFFFFFF",0,-1]
i 0.1 + 0.2: ["0",0,0]
i 1e30: ["312E30452B3330",0,1.0e+30]
i -1e30: ["2D312E30452B3330",0,-1.0e+30]
i 2^63: ["392E32323333373230333638353438452B3138",0,9.2233720368548e+18]
i 1e-7: ["0",0,0]
i "7": ["7",0,7]
i "1.9": ["1",0,1]
i " 8": ["8",0,8]
i "9x": ["9",0,9]
i "abc": ["0",0,0]
i "": ["0",0,0]
i "2^63": ["39323233333732303336383534373735383038",0,9.223372036854776e+18]
i "2^64": ["3138343436373434303733373039353531363136",0,1.8446744073709552e+19]
i "under the least": ["8000000000000000",0,-9223372036854775808]
i "far under": ["2D31653330",0,-1.0e+30]
i "1e3": ["3E8",0,1000]
i "0x1A": ["0",0,0]
i with a NUL: ["0",0,0]
i utf8: ["0",0,0]
i array: ["1",0,1]
i no array: ["0",0,0]
  Warning: Object of class Told could not be converted to float
  Warning: Object of class Told could not be converted to int
  Warning: Object of class Told could not be converted to float
  Warning: Object of class Told could not be converted to int
  Warning: Object of class Told could not be converted to float
  Warning: Object of class Told could not be converted to int
i Stringable: ["1",0,1]
d null: [null,1,null]
d true: ["1",0,1]
d false: ["0",0,0]
d 42: ["2A",0,42]
d -1: ["FFFFFFFFFFFFFFFF",0,-1]
d most: ["8000000000000000",0,9.223372036854776e+18]
d least: ["FFFFFFFFFFFFFFFF",0,-9.223372036854776e+18]
d 1.9: ["2",0,1.9]
d -1.9: ["FFFFFFFFFFFFFFFE",0,-1.9]
d 0.1 + 0.2: ["0",0,0.30000000000000004]
d 1e30: ["FFFFFFFFFFFFFFFF",0,1.0e+30]
d -1e30: ["FFFFFFFFFFFFFFFF",0,-1.0e+30]
d 2^63: ["8000000000000000",0,9.223372036854776e+18]
d 1e-7: ["0",0,1.0e-7]
d "7": ["7",0,7]
d "1.9": ["2",0,1.9]
d " 8": ["8",0,8]
d "9x": ["9",0,9]
d "abc": ["0",0,0]
d "": ["0",0,0]
d "2^63": ["8000000000000000",0,9.223372036854776e+18]
d "2^64": ["FFFFFFFFFFFFFFFF",0,1.8446744073709552e+19]
d "under the least": ["FFFFFFFFFFFFFFFF",0,-9.223372036854776e+18]
d "far under": ["FFFFFFFFFFFFFFFF",0,-1.0e+30]
d "1e3": ["3E8",0,1000]
d "0x1A": ["0",0,0]
d with a NUL: ["0",0,0]
d utf8: ["0",0,0]
d array: ["1",0,1]
d no array: ["0",0,0]
  Warning: Object of class Told could not be converted to float
  Warning: Object of class Told could not be converted to float
  Warning: Object of class Told could not be converted to float
d Stringable: ["1",0,1]
s null: [null,1,null]
s true: ["31",0,1]
s false: ["",0,0]
s 42: ["3432",0,42]
s -1: ["2D31",0,-1]
s most: ["39323233333732303336383534373735383037",0,9.223372036854776e+18]
s least: ["2D39323233333732303336383534373735383038",0,-9.223372036854776e+18]
s 1.9: ["312E39",0,1.9]
s -1.9: ["2D312E39",0,-1.9]
s 0.1 + 0.2: ["302E33",0,0.3]
s 1e30: ["312E30452B3330",0,1.0e+30]
s -1e30: ["2D312E30452B3330",0,-1.0e+30]
s 2^63: ["392E32323333373230333638353438452B3138",0,9.2233720368548e+18]
s 1e-7: ["312E30452D37",0,1.0e-7]
s "7": ["37",0,7]
s "1.9": ["312E39",0,1.9]
s " 8": ["2038",0,8]
s "9x": ["3978",0,9]
s "abc": ["616263",0,0]
s "": ["",0,0]
s "2^63": ["39323233333732303336383534373735383038",0,9.223372036854776e+18]
s "2^64": ["3138343436373434303733373039353531363136",0,1.8446744073709552e+19]
s "under the least": ["2D39323233333732303336383534373735383039",0,-9.223372036854776e+18]
s "far under": ["2D31653330",0,-1.0e+30]
s "1e3": ["316533",0,1000]
s "0x1A": ["30783141",0,0]
s with a NUL: ["610062",0,0]
s utf8: ["C3A4E282AC",0,0]
  Warning: Array to string conversion
  Warning: Array to string conversion
  Warning: Array to string conversion
s array: ["4172726179",0,0]
  Warning: Array to string conversion
  Warning: Array to string conversion
  Warning: Array to string conversion
s no array: ["4172726179",0,0]
s Stringable: ["746F6C64",0,0]
b null: [null,1,null]
b true: ["",0,0]
b false: ["",0,0]
b 42: ["",0,0]
b -1: ["",0,0]
b most: ["",0,0]
b least: ["",0,0]
b 1.9: ["",0,0]
b -1.9: ["",0,0]
b 0.1 + 0.2: ["",0,0]
b 1e30: ["",0,0]
b -1e30: ["",0,0]
b 2^63: ["",0,0]
b 1e-7: ["",0,0]
b "7": ["",0,0]
b "1.9": ["",0,0]
b " 8": ["",0,0]
b "9x": ["",0,0]
b "abc": ["",0,0]
b "": ["",0,0]
b "2^63": ["",0,0]
b "2^64": ["",0,0]
b "under the least": ["",0,0]
b "far under": ["",0,0]
b "1e3": ["",0,0]
b "0x1A": ["",0,0]
b with a NUL: ["",0,0]
b utf8: ["",0,0]
b array: ["",0,0]
b no array: ["",0,0]
b Stringable: ["",0,0]
  Warning: Object of class stdClass could not be converted to float
  Warning: Object of class stdClass could not be converted to int
i, an object: [1]
s, an object: ! Error Object of class stdClass could not be converted to string
s, a resource: [1]
