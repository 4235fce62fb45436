--TEST--
mynd.reconnect: what the server reports counts; statements, insert ids and what belongs to the last reply stay
--EXTENSIONS--
mysqli
mynd
--INI--
mynd.reconnect=1
--FILE--
<?php
require __DIR__ . '/reconnect.inc';
$watch = link_for_test();
print_warnings();
$watch->query('CREATE TABLE reconnect_session (id INT PRIMARY KEY AUTO_INCREMENT, v VARCHAR(99))');
/* Clean by their words: only the server can say that these have done something. */
$watch->query("CREATE FUNCTION reconnect_mode() RETURNS INT DETERMINISTIC BEGIN SET SESSION sql_mode = 'ANSI'; RETURN 1; END");
$watch->query('CREATE FUNCTION reconnect_variable() RETURNS INT DETERMINISTIC BEGIN SET @reconnect = 1; RETURN 1; END');
$watch->query('CREATE FUNCTION reconnect_both() RETURNS INT DETERMINISTIC BEGIN SET SESSION max_sort_length = 99; SIGNAL SQLSTATE \'45000\'; RETURN 1; END');
foreach (['reconnect_mode()', 'reconnect_variable()', 'reconnect_both()', '1'] as $call) {
	$link = link_for_test();
	attempt($call, fn () => $link->query("SELECT $call")->fetch_column());
	kill_from_outside($watch, $link->thread_id);
	attempt("$call, and lost", fn () => $link->query('SELECT 2')->fetch_column());
	$link = link_for_test();
	attempt("$call among rows", fn () => count($link->query("SELECT $call UNION ALL SELECT 2")->fetch_all()));
	kill_from_outside($watch, $link->thread_id);
	attempt("$call among rows, and lost", fn () => $link->query('SELECT 2')->fetch_column());
}
/* MySQL reports it behind the error. */
$link = link_for_test();
attempt('an error, an OK', fn () => $link->query('SELECT reconnect_both()'));
$link->query('DO 0');
kill_from_outside($watch, $link->thread_id);
attempt('an error, an OK, and lost', fn () => $link->query('SELECT 2')->fetch_column());

echo "statements\n";
$link = link_for_test();
$select = $link->prepare('SELECT ?, v FROM reconnect_session WHERE v LIKE ?');
$insert = $link->prepare('INSERT INTO reconnect_session (v) VALUES (?)');
$insert->execute(['one']);
$select->execute(['a', 'one']);
echo json_encode($select->get_result()->fetch_all()), "\n";
kill_from_outside($watch, $link->thread_id);
$link_ids = [$insert->id, $select->id];
attempt('the ids are asked for, and nothing is sent', fn () => renewals($link));
attempt('insert', fn () => [$insert->execute(['two']), $insert->affected_rows, $insert->insert_id, renewals($link)]);
attempt('select', fn () => [$select->execute(['b', 't%']), $select->get_result()->fetch_all(), renewals($link)]);
kill_from_outside($watch, $link->thread_id);
attempt('execute_query', fn () => $link->execute_query('SELECT ?', ['x'])->fetch_column());
kill_from_outside($watch, $link->thread_id);
attempt('execute_query', fn () => $link->execute_query('SELECT ?', ['y'])->fetch_column());
kill_from_outside($watch, $link->thread_id);
$select->bind_result($x, $v);
$which = 'c';
$like = 'one';
attempt('bound', function () use ($select, &$which, &$like, &$x, &$v) {
	$select->bind_param('ss', $which, $like);
	$select->execute();
	return [$select->fetch(), $x, $v, $select->fetch()];
});
$select->free_result();
kill_from_outside($watch, $link->thread_id);
attempt('prepare', fn () => [is_object($new = $link->prepare('SELECT 3')), $new->execute(), $new->get_result()->fetch_column(), $select->execute(['d', 'two']), $select->get_result()->fetch_all()]);
kill_from_outside($watch, $link->thread_id);
$watch->query('RENAME TABLE reconnect_session TO reconnect_away');
attempt('its table is gone', fn () => $select->execute(['d', 'two']));
$watch->query('RENAME TABLE reconnect_away TO reconnect_session');
attempt('and is back', fn () => [$select->execute(['e', 'two']), $select->get_result()->fetch_all()]);
$many = $link->prepare('SELECT id FROM reconnect_session');
$many->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, MYSQLI_CURSOR_TYPE_READ_ONLY);
$many->execute();
kill_from_outside($watch, $link->thread_id);
attempt('with a cursor', fn () => $link->query('SELECT 1'));
$link = link_for_test();
$long = $link->prepare('SELECT ?');
$null = null;
$long->bind_param('b', $null);
$long->send_long_data(0, 'abc');
kill_from_outside($watch, $link->thread_id);
attempt('with long data', fn () => $link->query('SELECT 1'));

echo "insert ids\n";
$link = link_for_test();
$link->query("INSERT INTO reconnect_session (v) VALUES ('three'), ('four')");
$id = $link->insert_id;
$link->query('SELECT 1')->free();
kill_from_outside($watch, $link->thread_id);
attempt('the server knows it', fn () => [$link->query('SELECT 2')->fetch_column(), $link->query('SELECT LAST_INSERT_ID()')->fetch_column() == $id, renewals($link)]);
$link->query("UPDATE reconnect_session SET v = 'changed' WHERE v LIKE 't%'");
kill_from_outside($watch, $link->thread_id);
$statement = $link->prepare('SELECT 1');
attempt('info behind a prepare', fn () => [$link->info, renewals($link)]);
$link->query("INSERT INTO reconnect_session (v) VALUES ('five')");
$id = $link->insert_id;
kill_from_outside($watch, $link->thread_id);
$statement = $link->prepare('SELECT 1');
attempt('insert_id behind a prepare', fn () => [$link->insert_id === $id, renewals($link)]);
?>
--CLEAN--
<?php
require __DIR__ . '/../connect.inc';
$link = link_for_test();
$link->query('DROP TABLE IF EXISTS reconnect_session, reconnect_away');
foreach (['mode', 'variable', 'both'] as $name) {
	$link->query("DROP FUNCTION IF EXISTS reconnect_$name");
}
?>
--EXPECT--
reconnect_mode(): "1"
reconnect_mode(), and lost: ! 2006 HY000 MySQL server has gone away
reconnect_mode() among rows: 2
reconnect_mode() among rows, and lost: ! 2006 HY000 MySQL server has gone away
reconnect_variable(): "1"
reconnect_variable(), and lost: ! 2006 HY000 MySQL server has gone away
reconnect_variable() among rows: 2
reconnect_variable() among rows, and lost: ! 2006 HY000 MySQL server has gone away
reconnect_both(): ! 1644 45000 Unhandled user-defined exception condition
reconnect_both(), and lost: ! 2006 HY000 MySQL server has gone away
reconnect_both() among rows: ! 1644 45000 Unhandled user-defined exception condition
reconnect_both() among rows, and lost: ! 2006 HY000 MySQL server has gone away
1: "1"
1, and lost: "2"
1 among rows: 2
1 among rows, and lost: "2"
an error, an OK: ! 1644 45000 Unhandled user-defined exception condition
an error, an OK, and lost: ! 2006 HY000 MySQL server has gone away
statements
[["a","one"]]
the ids are asked for, and nothing is sent: 0
insert: [true,1,2,1]
select: [true,[["b","two"]],1]
execute_query: "x"
execute_query: "y"
bound: [true,"c","one",null]
prepare: [true,true,3,true,[["d","two"]]]
its table is gone: ! 1146 42S02 Table 'mynd_test.reconnect_session' doesn't exist
and is back: [true,[["e","two"]]]
with a cursor: ! 2006 HY000 MySQL server has gone away
with long data: ! 2006 HY000 MySQL server has gone away
insert ids
the server knows it: ["2",true,1]
info behind a prepare: ["Rows matched: 2  Changed: 2  Warnings: 0",2]
insert_id behind a prepare: [true,3]
