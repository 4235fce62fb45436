--TEST--
What may write is read in full, however long it is, and whatever its query begins with or contains
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/lost.inc';
mysqli_report(MYSQLI_REPORT_OFF);
procedures();
root()->query('CREATE PROCEDURE ' . SCHEMA . ".long_one() BEGIN SELECT 1; SELECT REPEAT('x', 1000000) FROM numbers LIMIT 80; INSERT INTO t VALUES (3); END");

$link = fn () => link_for_test(database: SCHEMA);
/* Further results of more than 64 MB, after a result whose rows were read one by one. */
foreach (['CALL long_one()', "\n CALL long_one()", '/* all */ CALL long_one()'] as $sql) {
	$m = $link();
	$other = $m->prepare('SELECT 1');
	$m->query($sql, MYSQLI_USE_RESULT)->free();
	unset($other);
	echo json_encode($sql), ': ', $m->query('DO 1') ? 'the connection goes on' : $m->errno, ', written: ', written(), "\n";
	root()->query('TRUNCATE ' . SCHEMA . '.t');
}

/* A NUL, where servers allow it: a copy of the query that ends there must not seem to write nothing. */
foreach (['/* - */', "/* \0 */", '"-",', "\"\0\","] as $part) {
	$m = $link();
	$sql = "SELECT $part note(n), REPEAT('x', 20000) FROM numbers";
	$result = $m->query($sql, MYSQLI_USE_RESULT);
	$result->fetch_row();
	$result->free();
	$m->close();
	server_is_done();
	echo json_encode($part), ', written: ', written(), "\n";
	root()->query('TRUNCATE ' . SCHEMA . '.t');
}
?>
--EXPECT--
"CALL long_one()": the connection goes on, written: 3
"\n CALL long_one()": the connection goes on, written: 3
"\/* all *\/ CALL long_one()": the connection goes on, written: 3
"\/* - *\/", written: 123
"\/* \u0000 *\/", written: 123
"\"-\",", written: 123
"\"\u0000\",", written: 123
