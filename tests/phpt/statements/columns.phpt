--TEST--
Statements: rows into bound variables: what is bound when, typed variables, variables that are gone, several statements on one variable
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
print_warnings();
$m = link_for_test();
$m->query('CREATE TEMPORARY TABLE t (id INT, name VARCHAR(20), price DOUBLE)');
$m->query("INSERT INTO t VALUES (1, 'one', 1.5), (2, NULL, 2.5), (3, 'three', NULL)");
$s = $m->prepare('SELECT id, name, price FROM t ORDER BY id');
$each = function (callable $row) use ($s): array {
	$rows = [];
	while ($s->fetch()) {
		$rows[] = $row();
	}
	return $rows;
};
attempt('bound before the execute', function () use ($s, $each) {
	$s->bind_result($id, $name, $price);
	$s->execute();
	return $each(function () use (&$id, &$name, &$price) { return [$id, $name, $price]; });
});
attempt('bound after it', function () use ($s, $each) {
	$s->execute();
	$s->bind_result($id, $name, $price);
	return $each(function () use (&$id, &$name, &$price) { return [$id, $name, $price]; });
});
attempt('bound after store_result()', function () use ($s, $each) {
	$s->execute();
	$s->store_result();
	$s->bind_result($id, $name, $price);
	return $each(function () use (&$id, &$name, &$price) { return [$id, $name, $price]; });
});
attempt('stays bound for the next execute', function () use ($s) {
	$s->bind_result($id, $name, $price);
	$s->execute();
	$s->fetch();
	$first = [$id, $name];
	$s->execute();
	$s->fetch();
	$s->fetch();
	return [$first, [$id, $name]];
});
attempt('the last row stays', function () use ($s) {
	$s->bind_result($id, $name, $price);
	$s->execute();
	while ($s->fetch());
	return [$s->fetch(), $id, $name, $price];
});
attempt('bound anew between rows', function () use ($s) {
	$s->execute();
	$s->bind_result($a, $b, $c);
	$s->fetch();
	$s->bind_result($d, $e, $f);
	$s->fetch();
	$s->free_result();
	return [$a, $b, $c, $d, $e, $f];
});
$fresh = $m->prepare('SELECT 5 UNION SELECT 6');
attempt('never bound', fn() => [$fresh->execute(), $fresh->fetch(), $fresh->fetch(), $fresh->fetch(), $fresh->num_rows]);
attempt('one variable for all', function () use ($s, $each) {
	$s->bind_result($x, $x, $x);
	$s->execute();
	return $each(function () use (&$x) { return $x; });
});
attempt('elements of an array', function () use ($s, $each) {
	$row = [];
	$s->bind_result($row['id'], $row['name'], $row['price']);
	$s->execute();
	return $each(fn() => $row['id']);
});
attempt('copies of a row', function () use ($s) {
	$row = $rows = [];
	$s->bind_result($row[0], $row[1], $row[2]);
	$s->execute();
	while ($s->fetch()) {
		$rows[] = array_map(fn($x) => $x, $row);
	}
	return $rows;
});
attempt('unset in between', function () use ($s) {
	$s->bind_result($id, $name, $price);
	$s->execute();
	$s->fetch();
	unset($name);
	$s->fetch();
	return [$id, isset($name), $price];
});
attempt('written to in between', function () use ($s) {
	$s->bind_result($id, $name, $price);
	$s->execute();
	$s->fetch();
	$kept = $name;
	$name .= ' and more';
	$id = [];
	$s->fetch();
	return [$kept, $id, $name];
});
attempt('values that are no references', fn() => [@call_user_func_array([$s, 'bind_result'], [1, 2, 3]), $s->execute(), $s->fetch()]);
$s->free_result();
attempt('two statements, one variable', function () use ($m, $s) {
	$link = link_for_test();
	$other = $link->prepare('SELECT "other", 2, 3');
	$s->bind_result($x, $y, $z);
	$other->bind_result($x, $y, $z);
	$s->execute();
	$s->fetch();
	$was = $x;
	return [$was, $other->execute(), $other->fetch(), $x, $s->fetch(), $x];
});

attempt('300 columns', function () use ($m, $s) {
	$s->free_result();
	$s = $m->prepare('SELECT ' . implode(', ', range(1, 300)));
	$row = array_fill(0, 300, null);
	foreach ($row as &$column) {
		$to[] = &$column;
	}
	$s->bind_result(...$to);
	return [$s->execute(), $s->fetch(), array_sum($row), $s->fetch()];
});
echo "--- typed\n";
class Typed
{
	public int $id = 0;
	public ?string $name = '';
	public float $price = 0.0;
	public string $text = '';
	public bool $flag = false;
}
attempt('as they are', function () use ($s) {
	$o = new Typed;
	$s->bind_result($o->id, $o->name, $o->price);
	$s->execute();
	$s->fetch();
	return [$o->id, $o->name, $o->price];
});
attempt('converted', function () use ($s) {
	$o = new Typed;
	$s->bind_result($o->text, $o->name, $o->flag);
	$s->execute();
	$s->fetch();
	return [$o->text, $o->name, $o->flag];
});
attempt('NULL does not fit', function () use ($s) {
	$o = new Typed;
	$s->bind_result($o->id, $o->name, $o->price);
	$s->execute();
	$s->fetch();
	$s->fetch();
	try {
		$s->fetch();
	} catch (TypeError $e) {
		echo '  ', $e->getMessage(), "\n";
	}
	return [$o->id, $o->name, $o->price, $s->fetch()];
});
attempt('text does not fit', function () use ($s) {
	$o = new Typed;
	$s->bind_result($x, $o->id, $y);
	$s->execute();
	try {
		$s->fetch();
	} catch (TypeError $e) {
		echo '  ', $e->getMessage(), "\n";
	}
	return [$x, $o->id, $y];
});

echo "--- refused\n";
$s->free_result();
attempt('too few', fn() => $s->bind_result($x));
attempt('too many', fn() => $s->bind_result($x, $x, $x, $x));
attempt('none', fn() => $s->bind_result());
attempt('no columns', fn() => $m->prepare('SET @x = 1')->bind_result($x));

echo "--- free_result(): the binding stays (stock's does not, and leaves old values behind)\n";
attempt('afterwards', function () use ($s) {
	$s->bind_result($id, $name, $price);
	$s->execute();
	$s->fetch();
	$s->free_result();
	return [$id, $name, $price];
});
attempt('the next execute', function () use ($m) {
	$s = $m->prepare('SELECT name FROM t WHERE id = ?');
	$s->bind_param('i', $id);
	$s->bind_result($name);
	$names = [];
	foreach ([1, 3, 2, 1] as $id) {
		$s->execute();
		$s->fetch();
		$names[] = $name;
		$s->free_result();
	}
	return $names;
});

echo "--- columns that become others\n";
$m->query('CREATE TEMPORARY TABLE u (a INT)');
$m->query('INSERT INTO u VALUES (1), (2)');
$s = $m->prepare('SELECT * FROM u');
$s->bind_result($a);
$s->execute();
$s->fetch();
echo show($a), "\n";
$s->free_result();
$m->query("ALTER TABLE u ADD b VARCHAR(5) DEFAULT 'b', ADD c INT");
attempt('more of them', fn() => [$s->execute(), $s->fetch(), $s->field_count]);
echo show($a), "\n";
attempt('bound as before', fn() => $s->bind_result($a));
$s->bind_result($a, $b, $c);
attempt('bound', fn() => $s->fetch());
echo show([$a, $b, $c]), "\n";
$s->free_result();
$m->query('ALTER TABLE u DROP a, DROP c');
attempt('fewer', fn() => [$s->execute(), $s->fetch(), $s->field_count]);
echo show([$a, $b, $c]), "\n";
?>
--EXPECT--
bound before the execute: [[1,"one",1.5],[2,null,2.5],[3,"three",null]]
bound after it: [[1,"one",1.5],[2,null,2.5],[3,"three",null]]
bound after store_result(): [[1,"one",1.5],[2,null,2.5],[3,"three",null]]
stays bound for the next execute: [[1,"one"],[2,null]]
the last row stays: [null,3,"three",null]
bound anew between rows: [1,"one",1.5,2,null,2.5]
never bound: [true,true,true,null,2]
one variable for all: [1.5,2.5,null]
elements of an array: [1,2,3]
copies of a row: [[1,"one",1.5],[2,null,2.5],[3,"three",null]]
unset in between: [2,false,2.5]
written to in between: ["one",2,null]
values that are no references: [true,true,true]
two statements, one variable: [1,true,true,"other",true,2]
300 columns: [true,true,45150,null]
--- typed
as they are: [1,"one",1.5]
converted: ["1","one",true]
  Cannot assign null to reference held by property Typed::$price of type float
NULL does not fit: [3,"three",2.5,null]
  Cannot assign string to reference held by property Typed::$id of type int
text does not fit: [1,0,1.5]
--- refused
too few: ! ArgumentCountError Number of bind variables doesn't match number of fields in prepared statement
too many: ! ArgumentCountError Number of bind variables doesn't match number of fields in prepared statement
none: ! ArgumentCountError mysqli_stmt::bind_result() expects at least 1 argument, 0 given
no columns: ! ArgumentCountError Number of bind variables doesn't match number of fields in prepared statement
--- free_result(): the binding stays (stock's does not, and leaves old values behind)
afterwards: [1,"one",1.5]
the next execute: ["one","three",null,"one"]
--- columns that become others
1
more of them: [true,true,3]
1
bound as before: ! ArgumentCountError Number of bind variables doesn't match number of fields in prepared statement
bound: true
[2,"b",null]
fewer: [true,true,1]
["b","b",null]
