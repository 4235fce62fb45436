--TEST--
mynd.round_trips=fewer: whoever asks for what only the server knows makes the prepare go at once
--EXTENSIONS--
mysqli
pdo_mysql
mynd
--INI--
mynd.round_trips=fewer
mynd.pipelining=on
--FILE--
<?php
require __DIR__ . '/trips.inc';
$m = mysqli_for_trips();
$bad_query = 'SELECT * FROM no_such_table WHERE 1 = ?';
$other = mysqli_for_trips();
$other->query('DROP TABLE IF EXISTS no_such_table');
$other->query('CREATE TABLE no_such_table (a INT)');
prepare_before('SELECT 1 AS one, 2 AS two WHERE 3 = ?', 'SELECT 1, ?', 'SELECT 1, 2, ?', 'SELECT 1, 2, 3, ?', 'SELECT 1 UNION SELECT 2', ...array_map(fn ($i) => "$bad_query + $i - $i", range(1, 7)));
run_elsewhere('DROP TABLE no_such_table');
$asked = function (callable $ask, string $sql = 'SELECT 1 AS one, 2 AS two WHERE 3 = ?') use ($m): array {
	$statement = $m->prepare($sql);
	$answer = $ask($statement, $m);
	$statement->execute(['3']);
	return [$answer, $statement->get_result()->fetch_row()];
};
trips('nothing', $m, fn () => $asked(fn ($s) => [$s->errno, $s->error, $s->affected_rows, $s->num_rows, $m->affected_rows, $m->errno]));
trips('param_count', $m, fn () => $asked(fn ($s) => $s->param_count));
trips('field_count', $m, fn () => $asked(fn ($s) => [$s->field_count, mysqli_stmt_field_count($s)]));
trips('result_metadata()', $m, fn () => $asked(fn ($s) => array_column($s->result_metadata()->fetch_fields(), 'name')));
trips('id', $m, fn () => $asked(fn ($s) => $s->id > 0));
trips('bind_result()', $m, fn () => $asked(fn ($s) => $s->bind_result($a, $b)));
trips('bind_result(), wrong', $m, fn () => $asked(fn ($s) => $s->bind_result($a)));
trips('get_warnings()', $m, fn () => $asked(fn ($s) => $s->get_warnings()));
trips('store_result()', $m, fn () => $asked(fn ($s) => $s->store_result()));
trips('var_dump()', $m, fn () => $asked(function ($s) {
	ob_start();
	var_dump($s);
	return preg_match('/"field_count"\]=>\s+int\(2\)/', ob_get_clean());
}));
trips("the connection's field_count", $m, fn () => $asked(fn ($s, $m) => [$m->field_count, mysqli_field_count($m)]));
trips("the connection's warnings", $m, fn () => $asked(fn ($s, $m) => [$m->warning_count, mysqli_get_warnings($m)]));
trips('another statement', $m, function () use ($m) {
	[$one, $two] = [$m->prepare('SELECT 1, ?'), $m->prepare('SELECT 1, 2, ?')];
	return [$one->field_count, $two->field_count, $m->field_count];
});
foreach (['its' => fn ($s, $m) => $s->field_count, "the connection's" => fn ($s, $m) => $m->field_count] as $whose => $ask) {
	trips("$whose field_count after an error of a call that sends nothing", $m, fn () => $asked(function ($s, $m) use ($ask) {
		try {
			$m->options(MYSQLI_SET_CHARSET_NAME, 'nope');
		} catch (mysqli_sql_exception) {
		}
		return [$m->errno, $ask($s, $m), $m->errno, $m->sqlstate];
	}));
}
trips('while rows of another are unread', $m, function () use ($m) {
	$two = $m->prepare('SELECT 1 UNION SELECT 2');
	$two->execute();
	$two->get_result();
	$one = $m->prepare('SELECT 1, 2, 3, ?');
	$two->execute();
	return [$one->field_count, $two->get_result()->fetch_all()];
});
echo "--- what cannot be prepared\n";
/* A statement that was prepared before its table was dropped; one that has failed counts no more. */
$gone = function () use ($bad_query): string {
	static $i = 0;
	$i++;
	return "$bad_query + $i - $i";
};
$bad = fn (callable $ask) => $asked($ask, $gone());
trips('field_count', $m, fn () => $bad(fn ($s) => print("field_count $s->field_count, errno $s->errno\n")));
trips('id', $m, fn () => $bad(fn ($s) => print("id $s->id, errno $s->errno\n")));
trips('bind_result()', $m, fn () => $bad(fn ($s) => $s->bind_result($a)));
trips('result_metadata()', $m, fn () => $bad(fn ($s) => $s->result_metadata()));
trips("the connection's field_count", $m, fn () => $bad(fn ($s, $m) => print("field_count $m->field_count, errno $m->errno\n")));
trips('send_long_data()', $m, function () use ($m, $gone) {
	$s = $m->prepare($gone());
	$s->bind_param('b', $nothing);
	return [$s->send_long_data(0, 'x'), $s->errno];
});
trips('reset()', $m, function () use ($m, $gone) {
	$s = $m->prepare($gone());
	return [$s->reset(), $s->errno];
});
?>
--EXPECT--
nothing: [[0,"",0,0,-1,0],[1,2]]
	1 trip
param_count: [1,[1,2]]
	1 trip
field_count: [[2,2],[1,2]]
	2 trips
result_metadata(): [["one","two"],[1,2]]
	2 trips
id: [true,[1,2]]
	2 trips
bind_result(): [true,[1,2]]
	2 trips
bind_result(), wrong: ! ArgumentCountError Number of bind variables doesn't match number of fields in prepared statement
	1 trip
get_warnings(): [false,[1,2]]
	2 trips
store_result(): ! mysqli_sql_exception Commands out of sync; you can't run this command now
	1 trip
var_dump(): [1,[1,2]]
	2 trips
the connection's field_count: [[2,2],[1,2]]
	2 trips
the connection's warnings: [[0,false],[1,2]]
	2 trips
another statement: [2,3,3]
	2 trips
its field_count after an error of a call that sends nothing: [[2019,2,2019,"HY000"],[1,2]]
	2 trips
the connection's field_count after an error of a call that sends nothing: [[2019,2,2019,"HY000"],[1,2]]
	2 trips
while rows of another are unread: [4,[[1],[2]]]
	3 trips
--- what cannot be prepared
field_count 0, errno 1146
field_count: ! mysqli_sql_exception Table 'mynd_test.no_such_table' doesn't exist
	1 trip
id 0, errno 1146
id: ! mysqli_sql_exception Table 'mynd_test.no_such_table' doesn't exist
	1 trip
bind_result(): ! mysqli_sql_exception Table 'mynd_test.no_such_table' doesn't exist
	1 trip
result_metadata(): ! mysqli_sql_exception Table 'mynd_test.no_such_table' doesn't exist
	1 trip
field_count 1, errno 1146
the connection's field_count: ! mysqli_sql_exception Table 'mynd_test.no_such_table' doesn't exist
	1 trip
send_long_data(): [false,1146]
	1 trip
reset(): [false,1146]
	1 trip
