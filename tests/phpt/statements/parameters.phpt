--TEST--
Statements: what becomes of a variable of any type as a parameter of each type, when it is read, and what stays of it
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

echo "--- when they are read\n";
$s = $m->prepare('SELECT ?, ?');
$s->bind_param('is', $a, $b);
$rows = function () use ($s) {
	$s->execute();
	return $s->get_result()->fetch_row();
};
attempt('not set', $rows);
[$a, $b] = [1, 'one'];
attempt('set', $rows);
$a = 'two';
$b = 2.5;
attempt('of other types', $rows);
$a = '9223372036854775808';
attempt('too large', $rows);
$a = 3;
attempt('not any more', $rows);
$a = null;
attempt('null', $rows);
unset($a, $b);
attempt('unset', $rows);
$a = 4;
attempt('a new variable of the name', $rows);
$one = 'the same';
$s->bind_param('ss', $one, $one);
attempt('one variable twice', $rows);
$list = ['x', 'y'];
$s->bind_param('ss', $list[1], $list[0]);
attempt('elements', $rows);
$list[0] = 'z';
attempt('changed', $rows);
$o = (object) ['p' => 'property'];
$s->bind_param('ss', $o->p, $o->q);
attempt('properties', $rows);
attempt('made by binding', fn() => get_object_vars($o));
attempt('procedural', fn() => [mysqli_stmt_bind_param($s, 'ss', $list[0], $list[1]), $rows()]);
attempt('call_user_func_array()', fn() => [@call_user_func_array([$s, 'bind_param'], ['is', 5, 'five']), $rows()]);
attempt('named', fn() => [$s->bind_param(types: 'ss'), $rows()]);
$typed = new class {
	public int $i = 6;
	public string $s = 'six';
};
$s->bind_param('ss', $typed->i, $typed->s);
attempt('typed properties', $rows);
attempt('bound, not taken', function () use ($s) {
	$s->bind_param('ss', $gone, $gone);
	$s->execute();
	return $s->bind_param('ss', $other, $other);
});
$s->free_result();

echo "--- refused\n";
attempt('too few variables', fn() => $s->bind_param('ss', $one));
attempt('too many variables', fn() => $s->bind_param('ss', $one, $one, $one));
attempt('not as many as there are', fn() => $s->bind_param('s', $one));
attempt('more than there are', fn() => $s->bind_param('sss', $one, $one, $one));
attempt('an unknown type', fn() => $s->bind_param('sx', $one, $one));
attempt('a capital', fn() => mysqli_stmt_bind_param($s, 'sS', $one, $one));
attempt('a NUL', fn() => $s->bind_param("s\0", $one, $one));
attempt('no types', function () use ($s) {
	try {
		$s->bind_param('');
	} catch (ValueError $e) {
		return str_replace('must not', 'cannot', $e->getMessage());
	}
});
attempt('no parameters in it', fn() => $m->prepare('SELECT 1')->bind_param('s', $one));
attempt('the old binding stands', $rows);
attempt('never bound', fn() => $m->prepare('SELECT ?')->execute());

echo "--- many\n";
foreach ([1, 2000, 65535, 65536] as $count) {
	attempt("$count", function () use ($m, $count) {
		$s = $m->prepare('SELECT 0 IN (?' . str_repeat(', ?', $count - 1) . '), 5');
		$many = range(1, $count);
		$s->bind_param(str_repeat('i', $count), ...$many);
		$s->execute();
		$none = $s->get_result()->fetch_row();
		$s->execute([...array_slice($many, 1), 0]);
		return [$none, $s->get_result()->fetch_row(), $s->param_count];
	});
}
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
--- when they are read
not set: [null,null]
set: [1,"one"]
of other types: [0,"2.5"]
too large: ["9223372036854775808","2.5"]
not any more: [3,"2.5"]
null: [null,"2.5"]
unset: [null,"2.5"]
a new variable of the name: [null,"2.5"]
one variable twice: ["the same","the same"]
elements: ["y","x"]
changed: ["y","z"]
properties: ["property",null]
made by binding: {"p":"property","q":null}
procedural: [true,["z","y"]]
call_user_func_array(): [true,[5,"five"]]
named: ! ArgumentCountError The number of elements in the type definition string must match the number of bind variables
typed properties: ["6","six"]
bound, not taken: true
--- refused
too few variables: ! ArgumentCountError The number of elements in the type definition string must match the number of bind variables
too many variables: ! ArgumentCountError The number of elements in the type definition string must match the number of bind variables
not as many as there are: ! ArgumentCountError The number of variables must match the number of parameters in the prepared statement
more than there are: ! ArgumentCountError The number of variables must match the number of parameters in the prepared statement
an unknown type: ! ValueError mysqli_stmt::bind_param(): Argument #1 ($types) must only contain the "b", "d", "i", "s" type specifiers
a capital: ! ValueError mysqli_stmt_bind_param(): Argument #2 ($types) must only contain the "b", "d", "i", "s" type specifiers
a NUL: ! ValueError mysqli_stmt::bind_param(): Argument #1 ($types) must only contain the "b", "d", "i", "s" type specifiers
no types: "mysqli_stmt::bind_param(): Argument #1 ($types) cannot be empty"
no parameters in it: ! ArgumentCountError The number of variables must match the number of parameters in the prepared statement
the old binding stands: [null,null]
never bound: ! 2031 HY000 No data supplied for parameters in prepared statement
--- many
1: [[0,5],[1,5],1]
2000: [[0,5],[1,5],2000]
65535: [[0,5],[1,5],65535]
65536: ! 1390 HY000 Prepared statement contains too many placeholders
