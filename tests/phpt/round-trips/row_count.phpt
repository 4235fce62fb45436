--TEST--
mynd.round_trips=fewer: a text that asks about the last command is told of the program's, also where MySQL has taken an id by itself
--EXTENSIONS--
mysqli
--INI--
mynd.round_trips=fewer
mynd.pipelining=on
--FILE--
<?php
/* An execute that names a wrong id is an error, and ROW_COUNT() would be that of the error. */
require __DIR__ . '/trips.inc';
$m = mysqli_for_trips();
$m->query('CREATE TEMPORARY TABLE row_count (a INT, b VARCHAR(10))');
foreach (['UPDATE row_count SET a = 5, b = ?', 'UPDATE row_count SET a = ?', 'UPDATE row_count SET b = CONCAT(?, a)', 'INSERT INTO row_count (b) VALUES (?)'] as $i => $sql) {
	$m->query("INSERT INTO row_count VALUES ($i, $i)");
	$s = $m->prepare($sql);
	$s->bind_param('d', $value);
	$value = 1.5; /* for a column of another type: MySQL prepares the statement again, under the next id */
	$s->execute();
	echo json_encode([$s->affected_rows, $m->execute_query("SELECT ROW_COUNT(), $i")->fetch_row()]), "\n";
}
?>
--EXPECT--
[1,[1,0]]
[2,[2,1]]
[3,[3,2]]
[1,[1,3]]
