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
	$s = $m->prepare('SELECT CAST(? AS BINARY)');
	foreach ($values as $name => $value) {
		$copy = $value;
		attempt("$type $name", function () use ($m, $s, $type, &$value) {
			$s->bind_param($type, $value);
			$s->execute();
			$text = $s->get_result()->fetch_column();
			/* on MySQL, only a new statement's answer has the type that was sent */
			$new = $m->prepare('SELECT ? IS NULL, ?');
			$new->bind_param("$type$type", $value, $value);
			$new->execute();
			[$null, $same] = $new->get_result()->fetch_row();
			return [$text, $null, get_debug_type($same), $same];
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
i null: [null,1,"null",null]
i true: ["1",0,"int",1]
i false: ["0",0,"int",0]
i 42: ["42",0,"int",42]
i -1: ["-1",0,"int",-1]
i most: ["9223372036854775807",0,"int",9223372036854775807]
i least: ["-9223372036854775808",0,"int",-9223372036854775808]
i 1.9: ["1",0,"int",1]
i -1.9: ["-1",0,"int",-1]
i 0.1 + 0.2: ["0",0,"int",0]
i 1e30: ["1.0E+30",0,"string","1.0E+30"]
i -1e30: ["-1.0E+30",0,"string","-1.0E+30"]
i 2^63: ["9.2233720368548E+18",0,"string","9.2233720368548E+18"]
i 1e-7: ["0",0,"int",0]
i "7": ["7",0,"int",7]
i "1.9": ["1",0,"int",1]
i " 8": ["8",0,"int",8]
i "9x": ["9",0,"int",9]
i "abc": ["0",0,"int",0]
i "": ["0",0,"int",0]
i "2^63": ["9223372036854775808",0,"string","9223372036854775808"]
i "2^64": ["18446744073709551616",0,"string","18446744073709551616"]
i "under the least": ["-9223372036854775808",0,"int",-9223372036854775808]
i "far under": ["-1e30",0,"string","-1e30"]
i "1e3": ["1000",0,"int",1000]
i "0x1A": ["0",0,"int",0]
i with a NUL: ["0",0,"int",0]
i utf8: ["0",0,"int",0]
i array: ["1",0,"int",1]
i no array: ["0",0,"int",0]
  Warning: Object of class Told could not be converted to float
  Warning: Object of class Told could not be converted to int
  Warning: Object of class Told could not be converted to float
  Warning: Object of class Told could not be converted to int
  Warning: Object of class Told could not be converted to float
  Warning: Object of class Told could not be converted to int
i Stringable: ["1",0,"int",1]
d null: [null,1,"null",null]
d true: ["1",0,"float",1]
d false: ["0",0,"float",0]
d 42: ["42",0,"float",42]
d -1: ["-1",0,"float",-1]
d most: ["9.223372036854776e18",0,"float",9.223372036854776e+18]
d least: ["-9.223372036854776e18",0,"float",-9.223372036854776e+18]
d 1.9: ["1.9",0,"float",1.9]
d -1.9: ["-1.9",0,"float",-1.9]
d 0.1 + 0.2: ["0.30000000000000004",0,"float",0.30000000000000004]
d 1e30: ["1e30",0,"float",1.0e+30]
d -1e30: ["-1e30",0,"float",-1.0e+30]
d 2^63: ["9.223372036854776e18",0,"float",9.223372036854776e+18]
d 1e-7: ["0.0000001",0,"float",1.0e-7]
d "7": ["7",0,"float",7]
d "1.9": ["1.9",0,"float",1.9]
d " 8": ["8",0,"float",8]
d "9x": ["9",0,"float",9]
d "abc": ["0",0,"float",0]
d "": ["0",0,"float",0]
d "2^63": ["9.223372036854776e18",0,"float",9.223372036854776e+18]
d "2^64": ["1.8446744073709552e19",0,"float",1.8446744073709552e+19]
d "under the least": ["-9.223372036854776e18",0,"float",-9.223372036854776e+18]
d "far under": ["-1e30",0,"float",-1.0e+30]
d "1e3": ["1000",0,"float",1000]
d "0x1A": ["0",0,"float",0]
d with a NUL: ["0",0,"float",0]
d utf8: ["0",0,"float",0]
d array: ["1",0,"float",1]
d no array: ["0",0,"float",0]
  Warning: Object of class Told could not be converted to float
  Warning: Object of class Told could not be converted to float
  Warning: Object of class Told could not be converted to float
d Stringable: ["1",0,"float",1]
s null: [null,1,"null",null]
s true: ["1",0,"string","1"]
s false: ["",0,"string",""]
s 42: ["42",0,"string","42"]
s -1: ["-1",0,"string","-1"]
s most: ["9223372036854775807",0,"string","9223372036854775807"]
s least: ["-9223372036854775808",0,"string","-9223372036854775808"]
s 1.9: ["1.9",0,"string","1.9"]
s -1.9: ["-1.9",0,"string","-1.9"]
s 0.1 + 0.2: ["0.3",0,"string","0.3"]
s 1e30: ["1.0E+30",0,"string","1.0E+30"]
s -1e30: ["-1.0E+30",0,"string","-1.0E+30"]
s 2^63: ["9.2233720368548E+18",0,"string","9.2233720368548E+18"]
s 1e-7: ["1.0E-7",0,"string","1.0E-7"]
s "7": ["7",0,"string","7"]
s "1.9": ["1.9",0,"string","1.9"]
s " 8": [" 8",0,"string"," 8"]
s "9x": ["9x",0,"string","9x"]
s "abc": ["abc",0,"string","abc"]
s "": ["",0,"string",""]
s "2^63": ["9223372036854775808",0,"string","9223372036854775808"]
s "2^64": ["18446744073709551616",0,"string","18446744073709551616"]
s "under the least": ["-9223372036854775809",0,"string","-9223372036854775809"]
s "far under": ["-1e30",0,"string","-1e30"]
s "1e3": ["1e3",0,"string","1e3"]
s "0x1A": ["0x1A",0,"string","0x1A"]
s with a NUL: ["a\u0000b",0,"string","a\u0000b"]
s utf8: ["ä€",0,"string","ä€"]
  Warning: Array to string conversion
  Warning: Array to string conversion
  Warning: Array to string conversion
s array: ["Array",0,"string","Array"]
  Warning: Array to string conversion
  Warning: Array to string conversion
  Warning: Array to string conversion
s no array: ["Array",0,"string","Array"]
s Stringable: ["told",0,"string","told"]
b null: [null,1,"null",null]
b true: ["",0,"string",""]
b false: ["",0,"string",""]
b 42: ["",0,"string",""]
b -1: ["",0,"string",""]
b most: ["",0,"string",""]
b least: ["",0,"string",""]
b 1.9: ["",0,"string",""]
b -1.9: ["",0,"string",""]
b 0.1 + 0.2: ["",0,"string",""]
b 1e30: ["",0,"string",""]
b -1e30: ["",0,"string",""]
b 2^63: ["",0,"string",""]
b 1e-7: ["",0,"string",""]
b "7": ["",0,"string",""]
b "1.9": ["",0,"string",""]
b " 8": ["",0,"string",""]
b "9x": ["",0,"string",""]
b "abc": ["",0,"string",""]
b "": ["",0,"string",""]
b "2^63": ["",0,"string",""]
b "2^64": ["",0,"string",""]
b "under the least": ["",0,"string",""]
b "far under": ["",0,"string",""]
b "1e3": ["",0,"string",""]
b "0x1A": ["",0,"string",""]
b with a NUL: ["",0,"string",""]
b utf8: ["",0,"string",""]
b array: ["",0,"string",""]
b no array: ["",0,"string",""]
b Stringable: ["",0,"string",""]
  Warning: Object of class stdClass could not be converted to float
  Warning: Object of class stdClass could not be converted to int
i, an object: [1]
s, an object: ! Error Object of class stdClass could not be converted to string
s, a resource: [1]
