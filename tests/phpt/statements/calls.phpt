--TEST--
Statements: procedures with several results, what is dropped of them, and what comes after
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
print_warnings();
$m = link_for_test();
create_anew($m, 'PROCEDURE', 'some_results', '(n INT, OUT o INT) BEGIN
	SELECT n, "first"; SELECT n + 1 AS a, n + 2 AS b, n + 3 AS c UNION SELECT 7, 8, 9; SET o = n * 2; END');
create_anew($m, 'PROCEDURE', 'no_results', '() BEGIN DO 1; END');
create_anew($m, 'PROCEDURE', 'breaks_off', '() BEGIN SELECT 1; SELECT no_such_column; SELECT 2; END');
$s = $m->prepare('CALL some_results(?, @o)');
$s->bind_param('i', $n);
$n = 10;
attempt('before', fn() => [$s->field_count, $s->more_results(), $s->next_result(), $s->result_metadata()]);
attempt('execute', fn() => [$s->execute(), $s->field_count, $s->more_results()]);
attempt('too early', fn() => [$s->next_result(), $s->errno]);
attempt('first', fn() => $s->get_result()->fetch_all());
attempt('more', fn() => [$s->more_results(), $s->next_result(), $s->field_count]);
attempt('second', function () use ($s) {
	$s->bind_result($a, $b, $c);
	$rows = [];
	while ($s->fetch()) {
		$rows[] = [$a, $b, $c];
	}
	return $rows;
});
attempt('third', fn() => [$s->more_results(), $s->next_result(), $s->field_count, $s->affected_rows, $s->get_result(), $s->more_results(), $s->next_result()]);
attempt('the OUT parameter', fn() => $m->query('SELECT @o')->fetch_row());

$all = function () use ($s): array {
	$all = [];
	do {
		$r = $s->get_result();
		$all[] = $r ? $r->fetch_all() : $r;
	} while ($s->more_results() && $s->next_result());
	return $all;
};
attempt('in a loop', fn() => [$s->execute(), $all()]);
$n = 20;
attempt('again', fn() => [$s->execute(), $all()]);
attempt('executed over its results', fn() => [$s->execute(), $s->execute(), $s->get_result()->fetch_row(), $s->execute(), $all()]);
attempt('stored', fn() => [$s->execute(), $s->store_result(), $s->num_rows, $s->next_result(), $s->store_result(), $s->num_rows, $s->next_result(), $s->num_rows]);
attempt('freed', fn() => [$s->execute(), $s->free_result(), $s->more_results(), $s->next_result(), $s->free_result(), $s->next_result(), $s->more_results()]);
attempt('half read', fn() => [$s->execute(), $s->fetch(), $s->next_result(), $s->fetch(), $s->next_result(), $s->fetch()]);
attempt('reset', fn() => [$s->reset(), $m->query('SELECT 1')->fetch_column()]);
attempt('a query in between', fn() => [$s->execute(), $s->get_result()->num_rows, $m->query('SELECT 1')]);
attempt('after the rest', fn() => [$all(), $m->query('SELECT 2')->fetch_column()]);
attempt('prepared over them', fn() => [$s->execute(), $s->prepare('SELECT 3'), $s->execute(), $s->get_result()->fetch_row()]);
foreach (['closed' => fn($s) => $s->close(), 'unset' => fn() => null] as $how => $end) {
	foreach (['untouched' => fn($s) => null, 'the first read' => fn($s) => $s->get_result(), 'in the first' => fn($s) => $s->fetch()] as $where => $read) {
		attempt("$how, $where", function () use ($m, $end, $read) {
			$s = $m->prepare('CALL some_results(1, @o)');
			$s->execute();
			$read($s);
			$end($s);
			unset($s);
			return $m->query('SELECT 4')->fetch_column();
		});
	}
}
$s = $m->prepare('CALL no_results()');
attempt('none', fn() => [$s->execute(), $s->field_count, $s->get_result(), $s->more_results(), $m->query('SELECT 5')->fetch_column()]);
$s = $m->prepare('CALL breaks_off()');
attempt('an error in the second', fn() => [$s->execute(), $s->get_result()->fetch_row(), $s->more_results()]);
attempt('there', fn() => $s->next_result());
attempt('known', fn() => [$s->errno, $s->affected_rows, $m->errno, $s->more_results(), $s->next_result()]);
attempt('afterwards', fn() => [$m->query('SELECT 6')->fetch_column(), $s->execute(), $s->get_result()->fetch_row()]);
$s = null;
attempt('by execute_query()', fn() => [$m->execute_query('CALL some_results(?, @o)', [5])->fetch_row(), $m->more_results()]);
attempt('the next', fn() => [$m->next_result(), $m->store_result()]);
foreach (['some_results', 'no_results', 'breaks_off'] as $name) {
	link_for_test()->query("DROP PROCEDURE $name");
}
?>
--EXPECTF--
before: [0,false,false,false]
execute: [true,2,true]
too early: [false,0]
first: [[10,"first"]]
more: [true,true,3]
second: [[11,12,13],[7,8,9]]
third: [true,true,3,0,false,false,false]
the OUT parameter: ["20"]
in a loop: [true,[[[10,"first"]],[[11,12,13],[7,8,9]],false]]
again: [true,[[[20,"first"]],[[21,22,23],[7,8,9]],false]]
executed over its results: [true,true,[20,"first"],true,[[[20,"first"]],[[21,22,23],[7,8,9]],false]]
stored: [true,true,1,true,true,2,true,0]
freed: [true,null,true,true,null,true,false]
half read: [true,true,false,null,true,true]
reset: [true,"1"]
a query in between: ! 2014 HY000 Commands out of sync; you can't run this command now
after the rest: ! 2014 HY000 Commands out of sync; you can't run this command now
prepared over them: [true,true,true,[3]]
closed, untouched: "4"
closed, the first read: "4"
closed, in the first: "4"
unset, untouched: "4"
unset, the first read: "4"
unset, in the first: "4"
none: [true,0,false,false,"5"]
an error in the second: [true,[1],true]
there: ! 1054 42S22 Unknown column 'no_such_column' in '%s'
known: ! 1054 42S22 Unknown column 'no_such_column' in '%s'
afterwards: ["6",true,[1]]
by execute_query(): [[5,"first"],false]
the next: [false,false]
