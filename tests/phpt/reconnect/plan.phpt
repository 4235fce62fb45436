--TEST--
mynd.reconnect: MYSQLI_REPORT_INDEX says nothing of a command because of the one before
--EXTENSIONS--
mysqli
--INI--
mynd.reconnect=1
--FILE--
<?php
require __DIR__ . '/reconnect.inc';
$m = link_for_test();
$m->query('CREATE TEMPORARY TABLE reconnect_plan (id INT)');
$m->query('INSERT INTO reconnect_plan VALUES (1)');
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_INDEX);
print_warnings();
foreach ([MYSQLI_CURSOR_TYPE_NO_CURSOR, MYSQLI_CURSOR_TYPE_READ_ONLY] as $cursor) {
	$s = $m->prepare('SELECT 1');
	$s->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, $cursor);
	echo "update\n";
	$m->query('UPDATE reconnect_plan SET id = id + 1');
	echo "execute\n";
	$s->execute();
	echo json_encode($s->get_result()->fetch_all()), "\n";
}
echo "update\n";
$m->query('UPDATE reconnect_plan SET id = id + 1');
echo "unbuffered\n";
$result = $m->query('SELECT 1', MYSQLI_USE_RESULT);
echo json_encode($result->fetch_all()), "\n";
echo "buffered\n";
$m->query('SELECT * FROM reconnect_plan');
?>
--EXPECT--
update
  Warning: mysqli::query(): (00000/0): No index used in query/prepared statement UPDATE reconnect_plan SET id = id + 1
execute
[[1]]
update
  Warning: mysqli::query(): (00000/0): No index used in query/prepared statement UPDATE reconnect_plan SET id = id + 1
execute
[[1]]
update
  Warning: mysqli::query(): (00000/0): No index used in query/prepared statement UPDATE reconnect_plan SET id = id + 1
unbuffered
[["1"]]
buffered
  Warning: mysqli::query(): (00000/0): No index used in query/prepared statement SELECT * FROM reconnect_plan
