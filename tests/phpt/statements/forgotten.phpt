--TEST--
Statements that the server has forgotten or cannot run any more; tables that change under them
--EXTENSIONS--
mysqli
mynd
--FILE--
<?php
require __DIR__ . '/counts.inc';
$m = link_for_test();
$again = fn () => $m->change_user(getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'));

echo "change_user: 1243, and nothing is sent, since another may have the number by now\n";
$s = $m->prepare('SELECT ?, 1');
$again();
$new = $m->prepare('SELECT ?, 2');
say('execute', costs($m, fn () => attempt('', fn () => $s->execute([1]))));
say('reset', costs($m, fn () => $s->reset()));
$s->bind_param('b', $b);
say('long data', costs($m, fn () => attempt('', fn () => $s->send_long_data(0, 'x'))));
say('close', costs($m, fn () => $s->close()));
attempt('the new one', fn () => $new->execute([7]) ? $new->get_result()->fetch_row() : null);
echo "also after one that fails\n";
$s = $m->prepare('SELECT 1');
attempt('change_user', fn () => $m->change_user('nobody', 'nothing', ''));
attempt('execute', fn () => $s->execute());
try { /* MySQL closes the connection, MariaDB does not */
	$link = $m->query('SELECT 1')->fetch_column();
} catch (mysqli_sql_exception $e) {
	$link = $e->getCode();
}
$m = link_for_test();
echo 'the link: ', $link === (is_mariadb($m) ? '1' : 2006) ? 'as the server leaves it' : show($link), "\n";

echo "connected anew: gone\n";
$s = $m->prepare('SELECT 1');
$m->connect(...where());
$new = $m->prepare('SELECT 2');
attempt('execute', fn () => $s->execute());
say('close', costs($m, fn () => $s->close()));
attempt('the new one', fn () => $new->execute() ? $new->get_result()->fetch_row() : null);

echo "tables that change\n";
$other = link_for_test();
create_anew($other, 'TABLE', 'forgotten', '(a INT, b VARCHAR(10))');
$other->query("INSERT INTO forgotten VALUES (1, 'one')");
$s = $m->prepare('SELECT * FROM forgotten');
$rows = function () use ($s, $m) {
	echo '  prepared: ';
	$s->execute();
	$r = $s->get_result();
	echo show([$s->field_count, array_column($r->fetch_fields(), 'name'), $r->fetch_all()]), ', cached: ';
	$r = $m->execute_query('SELECT * FROM forgotten');
	echo show([array_column($r->fetch_fields(), 'name'), $r->fetch_all()]), "\n";
};
$rows();
foreach (['ADD c DOUBLE DEFAULT 1.5', 'DROP b', 'MODIFY a VARCHAR(20)', 'CHANGE a aa INT FIRST'] as $change) {
	$other->query("ALTER TABLE forgotten $change");
	echo "$change\n";
	$rows();
}
$other->query('DROP TABLE forgotten');
attempt('dropped, prepared', fn () => $s->execute());
attempt('dropped, cached', fn () => $m->execute_query('SELECT * FROM forgotten'));
$other->query('CREATE TABLE forgotten (x INT)');
attempt('made again', $rows);
$other->query('DROP TABLE forgotten');
?>
--EXPECTF--
change_user: 1243, and nothing is sent, since another may have the number by now
: ! 1243 HY000 Unknown prepared statement handler (%d) given to mysqld_stmt_execute
execute: nothing
reset: nothing
: false
long data: nothing
close: nothing
the new one: ["7",2]
also after one that fails
change_user: ! 1045 28000 Access denied for user 'nobody'@'localhost' (using password: YES)
execute: ! 1243 HY000 Unknown prepared statement handler (%d) given to mysqld_stmt_execute
the link: as the server leaves it
connected anew: gone
execute: ! 2006 HY000 MySQL server has gone away
close: nothing
the new one: [2]
tables that change
  prepared: [2,["a","b"],[[1,"one"]]], cached: [["a","b"],[[1,"one"]]]
ADD c DOUBLE DEFAULT 1.5
  prepared: [3,["a","b","c"],[[1,"one",1.5]]], cached: [["a","b","c"],[[1,"one",1.5]]]
DROP b
  prepared: [2,["a","c"],[[1,1.5]]], cached: [["a","c"],[[1,1.5]]]
MODIFY a VARCHAR(20)
  prepared: [2,["a","c"],[["1",1.5]]], cached: [["a","c"],[["1",1.5]]]
CHANGE a aa INT FIRST
  prepared: [2,["aa","c"],[[1,1.5]]], cached: [["aa","c"],[[1,1.5]]]
dropped, prepared: ! 1146 42S02 Table 'mynd_test.forgotten' doesn't exist
dropped, cached: ! 1146 42S02 Table 'mynd_test.forgotten' doesn't exist
  prepared: [1,["x"],[]], cached: [["x"],[]]
made again: null
