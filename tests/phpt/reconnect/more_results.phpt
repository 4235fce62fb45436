--TEST--
mynd.reconnect: more_results() is right before the rows of a result are read
--EXTENSIONS--
mysqli
--INI--
mynd.reconnect=1
--FILE--
<?php
require __DIR__ . '/reconnect.inc';
$m = link_for_test();
attempt('drained by a loop', function () use ($m) {
	$m->multi_query('SELECT 1; SELECT 2');
	for ($sum = 0; $m->more_results();) {
		$m->next_result();
		$result = $m->store_result();
		$sum += $result === false ? 0 : $result->fetch_column();
	}
	return [$sum, $m->query('SELECT 3')->fetch_all()];
});
attempt('unbuffered', function () use ($m) {
	$m->multi_query('SELECT 1 UNION SELECT 2; SELECT 3');
	$seen = [$m->more_results(), $m->more_results()];
	$result = $m->use_result();
	$seen[] = $result->fetch_all();
	$result->free();
	array_push($seen, $m->more_results(), $m->next_result(), $m->more_results());
	$result = $m->use_result();
	array_push($seen, $result->fetch_row(), $result->fetch_row());
	return $seen;
});
attempt('one result', function () use ($m) {
	$m->real_query('SELECT 1');
	return [$m->more_results(), $m->next_result(), $m->field_count, $m->store_result()->fetch_all(), $m->more_results()];
});
attempt('no result', function () use ($m) {
	$m->real_query('DO 1');
	return [$m->more_results(), $m->field_count, $m->store_result()];
});
attempt('not taken', function () use ($m) {
	$m->multi_query('SELECT 1; SELECT 2');
	$m->more_results();
	return $m->query('SELECT 3');
});
while ($m->next_result() || $m->store_result()) {
}
$m->query('CREATE PROCEDURE reconnect_more() BEGIN SELECT 1; SELECT 2; END');
attempt('a statement', function () use ($m) {
	$s = $m->prepare('CALL reconnect_more()');
	$s->execute();
	$seen = [$s->more_results(), $s->get_result()->fetch_all(), $s->more_results(), $s->next_result(), $s->more_results()];
	$s->bind_result($value);
	array_push($seen, $s->fetch(), $value, $s->fetch(), $s->more_results());
	$s->close();
	return $seen;
});
$m->query('DROP PROCEDURE reconnect_more');
const FAILS = 'SELECT IF(s = 2, (SELECT 1 UNION SELECT 2), s) FROM (SELECT 1 s UNION SELECT 2) t';
attempt('an error among the rows', function () use ($m) {
	$m->multi_query(FAILS . '; SELECT 1');
	echo json_encode($m->more_results()), ' ';
	return $m->store_result();
});
attempt('behind it', fn() => [$m->more_results(), $m->query('SELECT 4')->fetch_all()]);
foreach (['store_result', 'get_result'] as $take) {
	attempt("an error among those of a statement, $take()", function () use ($m, $take) {
		$s = $m->prepare(FAILS);
		$s->execute();
		echo json_encode($s->more_results()), ' ';
		return $s->$take();
	});
}
attempt('behind them', fn() => $m->query('SELECT 4')->fetch_all());
?>
--EXPECT--
drained by a loop: [3,[["3"]]]
unbuffered: [true,true,[["1"],["2"]],true,true,false,["3"],null]
one result: [false,false,1,[["1"]],false]
no result: [false,0,false]
not taken: ! 2014 HY000 Commands out of sync; you can't run this command now
a statement: [true,[[1]],true,true,true,true,2,null,true]
false an error among the rows: ! 1242 21000 Subquery returns more than 1 row
behind it: [false,[["4"]]]
false an error among those of a statement, store_result(): ! 1242 21000 Subquery returns more than 1 row
false an error among those of a statement, get_result(): ! 1242 21000 Subquery returns more than 1 row
behind them: [["4"]]
