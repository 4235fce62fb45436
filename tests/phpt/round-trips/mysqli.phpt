--TEST--
mynd.round_trips=fewer: a prepare of mysqli goes with its first execute, and is never sent without one, if it was prepared before
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
// A session that has created a table may have temporary ones: it knows nothing from before.
$other = mysqli_for_trips();
$other->query('DROP TABLE IF EXISTS trips');
$other->query('CREATE TABLE trips (a INT PRIMARY KEY AUTO_INCREMENT, b VARCHAR(20))');
prepare_before(
	'SELECT ?, `b?`, "?" FROM (SELECT 2 AS `b?`) t', "SELECT 'none'", 'INSERT INTO trips (b) VALUES (?), (?)', 'UPDATE `trips` SET `b` = ? WHERE `a` > ?',
	'SELECT b FROM trips WHERE a = ?', 'SELECT ?', 'SELECT 1, ?', 'SELECT 2, ?', 'SELECT a FROM trips WHERE a > ? ORDER BY a',
	"INSERT INTO trips (b) VALUES ('no'), (?)", 'SELECT COUNT(*) FROM trips',
);
/** @param array<mixed> $values */
$run = function (string $sql, array $values = []) use ($m): mixed {
	$statement = $m->prepare($sql);
	$statement->execute($values);
	$result = $statement->get_result();
	return $result ? $result->fetch_all() : [$statement->affected_rows, $statement->insert_id, $m->affected_rows, $m->insert_id];
};
trips('rows', $m, fn () => $run('SELECT ?, `b?`, "?" FROM (SELECT 2 AS `b?`) t', ['x']));
trips('no values', $m, fn () => $run("SELECT 'none'"));
trips('insert', $m, fn () => $run('INSERT INTO trips (b) VALUES (?), (?)', ['one', 'two']));
trips('update', $m, fn () => $run('UPDATE `trips` SET `b` = ? WHERE `a` > ?', ['three', '0']));
trips('procedural, stmt_init', $m, function () use ($m) {
	$statement = mysqli_stmt_init($m);
	mysqli_stmt_prepare($statement, 'SELECT b FROM trips WHERE a = ?');
	mysqli_stmt_bind_param($statement, 's', $a);
	$a = '1';
	mysqli_stmt_execute($statement);
	mysqli_stmt_bind_result($statement, $b);
	return [mysqli_stmt_fetch($statement), $b, mysqli_stmt_fetch($statement), $statement->param_count];
});
trips('run three times', $m, function () use ($m) {
	$statement = $m->prepare('SELECT ?');
	$values = [];
	foreach (['a', 'b', 'c'] as $value) {
		$statement->execute([$value]);
		$values[] = $statement->get_result()->fetch_column();
	}
	return $values;
});
trips('never run', $m, fn () => get_class($m->prepare('SELECT 1, ?')));
trips('a new statement', $m, fn () => $run('SELECT 3, ?', ['x']));
trips('the same once more', $m, fn () => $run('SELECT 3, ?', ['y']));
trips('a new one that fails', $m, fn () => $m->prepare('SELECT no_such_column, ?'));
trips('closed before it runs', $m, fn () => $m->prepare('SELECT 1, ?')->close());
trips('prepared anew before it runs', $m, function () use ($m) {
	$statement = $m->prepare('SELECT 1, ?');
	$statement->prepare('SELECT 2, ?');
	$statement->execute(['x']);
	return $statement->get_result()->fetch_row();
});
trips('two at a time', $m, function () use ($m) {
	[$one, $two] = [$m->prepare('SELECT 1, ?'), $m->prepare('SELECT 2, ?')];
	$two->execute(['two']);
	$two = $two->get_result()->fetch_row();
	$one->execute(['one']);
	return [$one->get_result()->fetch_row(), $two];
});
trips('a cursor', $m, function () use ($m) {
	$statement = $m->prepare('SELECT a FROM trips WHERE a > ? ORDER BY a');
	$statement->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, MYSQLI_CURSOR_TYPE_READ_ONLY);
	$statement->execute(['0']);
	$statement->bind_result($a);
	for ($all = []; $statement->fetch(); $all[] = $a) {
	}
	return $all;
});
trips('unbuffered rows are still unread', $m, function () use ($m) {
	$result = $m->query('SELECT 1 UNION SELECT 2', MYSQLI_USE_RESULT);
	try {
		return $m->prepare('SELECT ?');
	} finally {
		$result->free();
	}
});
trips('long data', $m, function () use ($m) {
	$statement = $m->prepare('SELECT ?');
	$statement->bind_param('b', $nothing);
	$statement->send_long_data(0, 'long');
	$statement->send_long_data(0, ' data');
	$statement->execute();
	return $statement->get_result()->fetch_column();
});
trips('reset first', $m, function () use ($m) {
	$statement = $m->prepare('SELECT ?');
	$reset = $statement->reset();
	$statement->execute(['x']);
	return [$reset, $statement->get_result()->fetch_column()];
});
trips('values are missing', $m, fn () => $m->prepare('SELECT ?')->execute());
trips('execute_query()', $m, fn () => $m->execute_query("SELECT 'q', ?", ['x'])->fetch_row());
trips('a transaction', $m, function () use ($m, $run) {
	$m->begin_transaction();
	$run("INSERT INTO trips (b) VALUES ('no'), (?)", ['no']);
	$m->rollback();
	return $run('SELECT COUNT(*) FROM trips')[0][0];
});
$m->query('DROP TABLE trips');
?>
--EXPECTF--
rows: [["x",2,"?"]]
	1 trip
no values: [["none"]]
	1 trip
insert: [2,1,2,1]
	1 trip
update: [2,0,2,0]
	1 trip
procedural, stmt_init: [true,"three",null,1]
	1 trip
run three times: ["a","b","c"]
	3 trips
never run: "mysqli_stmt"
	0 trips
a new statement: [[3,"x"]]
	2 trips
the same once more: [[3,"y"]]
	1 trip
a new one that fails: ! mysqli_sql_exception Unknown column 'no_such_column' in '%s'
	1 trip
closed before it runs: true
	0 trips
prepared anew before it runs: [2,"x"]
	1 trip
two at a time: [[1,"one"],[2,"two"]]
	3 trips
a cursor: [1,2]
	3 trips
unbuffered rows are still unread: ! mysqli_sql_exception Commands out of sync; you can't run this command now
	1 trip
long data: "long data"
	4 trips
reset first: [true,"x"]
	3 trips
values are missing: ! mysqli_sql_exception No data supplied for parameters in prepared statement
	0 trips
execute_query(): ["q","x"]
	1 trip
a transaction: 2
	4 trips
