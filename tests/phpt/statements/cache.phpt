--TEST--
Statement cache: execute_query() prepares a text once, keeps the sixteen used last, and tells the server of those that go
--EXTENSIONS--
mysqli
mynd
--INI--
mynd.pipelining=off
--FILE--
<?php
require __DIR__ . '/counts.inc';
$m = link_for_test();
$ask = fn (string $sql, ?array $values = null) => $m->execute_query($sql, $values)->fetch_all();
/* MySQL from 8.0.22 on has a statement of a text for each kind of values: another kind is prepared, too. */
$more = is_mariadb($m) || $m->server_version < 80022 ? 0 : 1;
$another_kind = ['prepare' => $more, 'writes' => $more];
function less(array $costs, array $those): array
{
	foreach ($those as $name => $n) {
		$costs[$name] = ($costs[$name] ?? 0) - $n;
	}
	return array_filter($costs);
}

$before = prepares_at_server($m);
say('first', costs($m, fn () => print(show($ask('SELECT ? + 1e0', [1])) . "\n")));
say('again', costs($m, fn () => print(show($ask('SELECT ? + 1e0', [41])) . "\n")));
say('again, another type', less(costs($m, fn () => print(show($ask('SELECT ? + 1e0', [0.5])) . "\n")), $another_kind));
say('again, NULL', less(costs($m, fn () => print(show($ask('SELECT ? + 1e0', [null])) . "\n")), $another_kind));
say('another text', costs($m, fn () => $ask('SELECT ? + 2', [1])));
say('without values', costs($m, function () use ($ask) {
	$ask('SELECT 3');
	$ask('SELECT 3');
	$ask('SELECT 3', []);
}));
echo 'prepared at the server: ', prepares_at_server($m) - $before - 2 * $more, "\n";

say('sixteen texts', less(costs($m, function () use ($ask) {
	for ($i = 0; $i < 16; $i++) {
		$ask("SELECT $i, ?", [$i]);
	}
}), ['close' => 2 * $more]));
say('the sixteen', costs($m, function () use ($ask) {
	for ($i = 15; $i >= 0; $i--) {
		$ask("SELECT $i, ?", [$i]);
	}
}));
say('a new one', costs($m, fn () => $ask('SELECT 16, ?', [16])));
say('that took the place of the one used least lately, 15', costs($m, fn () => $ask('SELECT 15, ?', [15])));
say('and not of 0', costs($m, fn () => $ask('SELECT 0, ?', [0])));

$m->query('CREATE TEMPORARY TABLE t (id INT PRIMARY KEY AUTO_INCREMENT, v VARCHAR(20))');
$insert = 'INSERT INTO t (v) VALUES (?), (?)';
attempt('insert', fn () => $m->execute_query($insert, ['a', 'b']));
attempt('affected, id, info', fn () => [$m->affected_rows, $m->insert_id, $m->info]);
attempt('insert', fn () => $m->execute_query($insert, ['c', null]));
attempt('affected, id, info', fn () => [$m->affected_rows, $m->insert_id, $m->info]);
attempt('an error', fn () => $m->execute_query('INSERT INTO t (id) VALUES (?)', [1]));
attempt('affected, id, info', fn () => [$m->affected_rows, $m->insert_id, $m->info]);
say('after an error', costs($m, fn () => $m->execute_query('INSERT INTO t (id) VALUES (?)', [10])));
say('two results at once', costs($m, function () use ($m) {
	$a = $m->execute_query('SELECT v FROM t WHERE id < ? ORDER BY id', [3]);
	$b = $m->execute_query('SELECT v FROM t WHERE id < ? ORDER BY id', [2]);
	echo show([$a->fetch_all(), $b->fetch_all()]), "\n";
}));
attempt('too few', fn () => $m->execute_query('SELECT ?, ?', [1]));
attempt('too many', fn () => $m->execute_query('SELECT ?, ?', [1, 2, 3]));
say('which is known without asking', less(costs($m, fn () => attempt('none', fn () => $m->execute_query('SELECT ?, ?', []))), $another_kind));
$m->query('SELECT 1, 2, 3');
attempt('behind another one', fn () => $m->execute_query('SELECT ?, ?', [1]));
attempt('it was prepared, for the program', fn () => $m->field_count);
say('as many as there are', less(costs($m, fn () => $ask('SELECT ?, ?', [1, 2])), $another_kind));
say('a text of 32 KB', costs($m, function () use ($ask) {
	$sql = 'SELECT ?' . str_repeat(' ', 32760);
	$ask($sql, [1]);
	$ask($sql, [1]);
}));
$costs = costs($m, function () use ($ask) {
	$sql = 'SELECT ?' . str_repeat(' ', 32761);
	$ask($sql, [1]);
	$ask($sql, [1]);
});
unset($costs['writes']); /* a close goes with whatever is written next */
say('and one byte more', $costs);
?>
--EXPECTF--
[[2]]
first: 1 prepare, 1 execute, 2 writes
[[42]]
again: 1 execute, 1 writes
[[1.5]]
again, another type: 1 execute, 1 writes
[[null]]
again, NULL: 1 execute, 1 writes
another text: 1 prepare, 1 execute, 2 writes
without values: 1 prepare, 3 execute, 4 writes
prepared at the server: 3
sixteen texts: 16 prepare, 16 execute, 3 close, 32 writes
the sixteen: 16 execute, 16 writes
a new one: 1 prepare, 1 execute, 1 close, 2 writes
that took the place of the one used least lately, 15: 1 prepare, 1 execute, 1 close, 2 writes
and not of 0: 1 execute, 1 writes
insert: true
affected, id, info: [2,1,"Records: 2  Duplicates: 0  Warnings: 0"]
insert: true
affected, id, info: [2,3,"Records: 2  Duplicates: 0  Warnings: 0"]
an error: ! 1062 23000 Duplicate entry '1' for key '%SPRIMARY'
affected, id, info: [-1,3,"Records: 2  Duplicates: 0  Warnings: 0"]
after an error: 1 execute, 1 writes
[[["a"],["b"]],[["a"]]]
two results at once: 1 prepare, 2 execute, 3 writes
too few: ! ValueError mysqli::execute_query(): Argument #2 ($params) must consist of exactly 2 elements, 1 present
too many: ! ValueError mysqli::execute_query(): Argument #2 ($params) must consist of exactly 2 elements, 3 present
none: ! ValueError mysqli::execute_query(): Argument #2 ($params) must consist of exactly 2 elements, 0 present
which is known without asking: nothing
behind another one: ! ValueError mysqli::execute_query(): Argument #2 ($params) must consist of exactly 2 elements, 1 present
it was prepared, for the program: 2
as many as there are: 1 execute, 1 writes
a text of 32 KB: 1 prepare, 2 execute, 3 writes
and one byte more: 2 prepare, 2 execute, 2 close
