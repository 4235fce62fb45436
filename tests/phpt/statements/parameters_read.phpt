--TEST--
Statements: when bound variables are read, what is refused, and how many there may be
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
print_warnings();
$m = link_for_test();
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
/* MySQL stays with DECIMAL, which it took for the value before. */
$int = fn(int $n): int|string => is_mariadb($m) ? $n : (string) $n;
attempt('not any more', fn() => [$int(3), '2.5'] === $rows());
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
attempt('call_user_func_array()', fn() => [@call_user_func_array([$s, 'bind_param'], ['is', 5, 'five']), [$int(5), 'five'] === $rows()]);
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
--- when they are read
not set: [null,null]
set: [1,"one"]
of other types: [0,"2.5"]
too large: ["9223372036854775808","2.5"]
not any more: true
null: [null,"2.5"]
unset: [null,"2.5"]
a new variable of the name: [null,"2.5"]
one variable twice: ["the same","the same"]
elements: ["y","x"]
changed: ["y","z"]
properties: ["property",null]
made by binding: {"p":"property","q":null}
procedural: [true,["z","y"]]
call_user_func_array(): [true,true]
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
