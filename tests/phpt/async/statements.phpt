--TEST--
Mynd\execute_async() and Mynd\reap(): statements and texts together on one link
--EXTENSIONS--
mynd
--FILE--
<?php
require __DIR__ . '/told.inc';
print_warnings();

$link = link_for_test();
$link->query('CREATE TEMPORARY TABLE s (id INT PRIMARY KEY AUTO_INCREMENT, v VARCHAR(10))');
$insert = $link->prepare('INSERT INTO s (v) VALUES (?)');
$select = $link->prepare('SELECT id, v FROM s WHERE id >= ? ORDER BY id');

echo "-- one\n";
attempt('execute', fn () => Mynd\execute_async($insert, ['a']));
attempt('affected_rows', fn () => $insert->affected_rows);
attempt('reap', fn () => Mynd\reap($insert));
attempt('outcome', fn () => [$insert->affected_rows, $insert->insert_id, $link->affected_rows, $link->insert_id]);
attempt('execute', fn () => Mynd\execute_async($select, [1]));
attempt('reap', fn () => told(Mynd\reap($select)));
attempt('num_rows, affected_rows', fn () => [$select->num_rows, $select->affected_rows]);
attempt('nothing outstanding', fn () => Mynd\reap($select));
attempt('nothing outstanding', fn () => Mynd\reap($link));

echo "-- bound variables\n";
$v = 'b';
$insert->bind_param('s', $v);
Mynd\execute_async($insert);
$v = 'c';
Mynd\execute_async($insert);
$v = 'none of these';
attempt('reap', fn () => Mynd\reap($insert) && Mynd\reap($insert));
attempt('insert_id', fn () => $insert->insert_id);
attempt('unbound', fn () => Mynd\execute_async($link->prepare('SELECT ?')));
attempt('long data', function () use ($link, $insert) {
	$long = $link->prepare('INSERT INTO s (v) VALUES (?)');
	$null = null;
	$long->bind_param('b', $null);
	$long->send_long_data(0, 'lo');
	$long->send_long_data(0, 'ng');
	return Mynd\execute_async($long) && Mynd\reap($long);
});

echo "-- many, of several owners, reaped out of turn\n";
Mynd\execute_async($insert, ['d']);
$link->query('SELECT COUNT(*) FROM s', MYSQLI_ASYNC);
Mynd\execute_async($select, [5]);
Mynd\execute_async($insert, ['e']);
$link->query('no such thing', MYSQLI_ASYNC);
Mynd\execute_async($select, [6]);
Mynd\execute_async($insert, ['much too long for it']);
$link->query('SELECT 7', MYSQLI_ASYNC);
attempt('select', fn () => told(Mynd\reap($select)));
attempt('select', fn () => told(Mynd\reap($select)));
attempt('text', fn () => told(Mynd\reap($link)));
attempt('insert', fn () => [Mynd\reap($insert), $insert->insert_id]);
attempt('text', fn () => told(Mynd\reap($link)));
attempt('insert', fn () => [Mynd\reap($insert), $insert->insert_id]);
attempt('text', fn () => told($link->reap_async_query()));
attempt('insert', fn () => Mynd\reap($insert));
attempt('errno', fn () => [$insert->errno, $insert->affected_rows]);
attempt('sync', fn () => told($link->query('SELECT MAX(id) FROM s')));
attempt('execute', fn () => $insert->execute(['f']));

echo "-- unbuffered text in between\n";
Mynd\execute_async($insert, ['g']);
$link->query('SELECT 1 UNION SELECT 2', MYSQLI_ASYNC | MYSQLI_USE_RESULT);
Mynd\execute_async($select, [9]);
$r = Mynd\reap($link);
attempt('too early', fn () => Mynd\reap($select));
attempt('too early', fn () => Mynd\execute_async($insert, ['h']));
attempt('rows', fn () => [$r->fetch_row(), $r->fetch_row(), $r->fetch_row()]);
attempt('select', fn () => told(Mynd\reap($select)));
attempt('insert', fn () => Mynd\reap($insert));
/* Its rows had to be stored, and it is unbuffered all the same. */
$link->query('SELECT 1 UNION SELECT 2', MYSQLI_ASYNC | MYSQLI_USE_RESULT);
Mynd\execute_async($select, [9]);
attempt('select', fn () => told(Mynd\reap($select)));
$r = Mynd\reap($link);
attempt('num_rows', fn () => [$r->type, $r->num_rows, $r->fetch_row()]);
attempt('seek', fn () => $r->data_seek(0));
attempt('too early', fn () => Mynd\execute_async($insert, ['h']));
attempt('rest', fn () => [$r->fetch_all(), $r->num_rows]);
attempt('then', fn () => $insert->execute(['h']));

echo "-- a file that may be asked for stands in the way\n";
$link->query('SELECT 1 /* local */', MYSQLI_ASYNC);
Mynd\execute_async($select, [10]);
attempt('select', fn () => Mynd\reap($select));
attempt('text', fn () => told(Mynd\reap($link)));
attempt('select', fn () => told(Mynd\reap($select)));

echo "-- procedures\n";
create_anew($link, 'PROCEDURE', 'async_two', '(x INT) BEGIN SELECT x; SELECT x + 1; END');
$call = $link->prepare('CALL async_two(?)');
Mynd\execute_async($call, [5]);
Mynd\execute_async($select, [10]);
attempt('first', fn () => told(Mynd\reap($call)));
attempt('too early', fn () => Mynd\reap($select));
attempt('second', fn () => [$call->next_result(), told($call->get_result())]);
attempt('third', fn () => [$call->next_result(), $call->more_results()]);
attempt('select', fn () => told(Mynd\reap($select)));
Mynd\execute_async($call, [7]);
Mynd\execute_async($select, [10]);
attempt('select', fn () => told(Mynd\reap($select)));
attempt('first', fn () => told(Mynd\reap($call)));
attempt('second', fn () => [$call->next_result(), told($call->get_result())]);
attempt('third', fn () => [$call->next_result(), $call->more_results()]);
$call->close();
$link->query('DROP PROCEDURE async_two');

echo "-- closed with a reply outstanding\n";
$gone = $link->prepare('SELECT 5');
Mynd\execute_async($gone);
$gone->close();
attempt('sync', fn () => told($link->query('SELECT 6')));
$gone = $link->prepare('SELECT 5');
Mynd\execute_async($gone);
Mynd\execute_async($select, [10]);
unset($gone);
attempt('select', fn () => told(Mynd\reap($select)));
attempt('sync', fn () => told($link->query('SELECT 6')));
Mynd\execute_async($select, [10]);
attempt('prepared anew', fn () => $select->prepare('SELECT 7'));
attempt('sync', fn () => told($link->query('SELECT 6')));
attempt('prepared anew', fn () => $select->prepare('SELECT 7') && Mynd\execute_async($select));
attempt('reap', fn () => told(Mynd\reap($select)));
Mynd\execute_async($select);
$link->close();
attempt('its link is closed', fn () => Mynd\reap($select));
attempt('its link is closed', fn () => Mynd\execute_async($select));

echo "-- misuse\n";
attempt('no statement', fn () => Mynd\execute_async(new stdClass));
attempt('neither', fn () => Mynd\reap(new stdClass));
$link = link_for_test();
$select = $link->prepare('SELECT ?');
attempt('not a list', fn () => Mynd\execute_async($select, ['a' => 1]));
attempt('too many', fn () => Mynd\execute_async($select, [1, 2]));
$select->close();
attempt('closed', fn () => Mynd\execute_async($select, [1]));
attempt('closed', fn () => Mynd\reap($select));
attempt('unprepared', fn () => Mynd\execute_async($link->stmt_init()));
?>
--EXPECTF--
-- one
execute: true
affected_rows: -1
reap: true
outcome: [1,1,1,1]
execute: true
reap: "[[1,\"a\"]]"
num_rows, affected_rows: [0,1]
nothing outstanding: ! ValueError Mynd\reap(): Argument #1 ($pending) must have an outstanding reply
nothing outstanding: ! ValueError Mynd\reap(): Argument #1 ($pending) must have an outstanding reply
-- bound variables
reap: true
insert_id: 3
unbound: ! 2031 HY000 No data supplied for parameters in prepared statement
long data: true
-- many, of several owners, reaped out of turn
select: "[[5,\"d\"]]"
select: "[[6,\"e\"]]"
text: "[[\"5\"]]"
insert: [true,5]
text: ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'no such thing' at line 1
insert: [true,6]
text: "[[\"7\"]]"
insert: ! 1406 22001 Data too long for column 'v' at row 1
errno: [1406,-1]
sync: "[[\"6\"]]"
execute: true
-- unbuffered text in between
too early: ! 2014 HY000 Commands out of sync; you can't run this command now
too early: ! 2014 HY000 Commands out of sync; you can't run this command now
rows: [["1"],["2"],null]
select: "[]"
insert: true
select: "[]"
num_rows: [1,0,["1"]]
seek: ! Error mysqli_result::data_seek() cannot be used in MYSQLI_USE_RESULT mode
too early: ! 2014 HY000 Commands out of sync; you can't run this command now
rest: [[["2"]],2]
then: true
-- a file that may be asked for stands in the way
select: mysqli_result
text: "[[\"1\"]]"
select: ! ValueError Mynd\reap(): Argument #1 ($pending) must have an outstanding reply
-- procedures
first: "[[5]]"
too early: ! 2014 HY000 Commands out of sync; you can't run this command now
second: [true,"[[6]]"]
third: [true,false]
select: "[]"
select: "[]"
first: "[[7]]"
second: [true,"[[8]]"]
third: [true,false]
-- closed with a reply outstanding
sync: "[[\"6\"]]"
select: "[]"
sync: "[[\"6\"]]"
prepared anew: true
sync: "[[\"6\"]]"
prepared anew: true
reap: "[[7]]"
its link is closed: ! 2006 HY000 MySQL server has gone away
its link is closed: ! 2006 HY000 MySQL server has gone away
-- misuse
no statement: ! TypeError Mynd\execute_async(): Argument #1 ($stmt) must be a statement of mynd, stdClass given
neither: ! TypeError Mynd\reap(): Argument #1 ($pending) must be a connection of mynd, stdClass given
not a list: ! ValueError Mynd\execute_async(): Argument #2 ($params) must be a list array
too many: ! ValueError Mynd\execute_async(): Argument #2 ($params) must consist of exactly 1 elements, 2 present
closed: ! Error mysqli_stmt object is already closed
closed: ! Error mysqli_stmt object is already closed
unprepared: ! Error mysqli_stmt object is not fully initialized
