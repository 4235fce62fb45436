--TEST--
mynd.round_trips=fewer: an error of a deferred prepare is the execute's, by each way of reporting; what failed can be run again; a new statement fails at once
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
$other = mysqli_for_trips();
$create = "CREATE TABLE trips_late (a INT PRIMARY KEY, b VARCHAR(3)) AS SELECT 1 AS a, 'x' AS b";
foreach (['late' => $create, 'later' => 'CREATE TABLE trips_later AS SELECT 7 AS a', 'no' => 'CREATE TABLE trips_no (a INT)'] as $name => $sql) {
	$other->query("DROP TABLE IF EXISTS trips_$name");
	$other->query($sql);
}
foreach ([0, 1, 2, 3] as $mode) {
	prepare_before("SELECT $mode FROM trips_late WHERE 1 = ?", "SELECT $mode FROM trips_no WHERE 1 = ?");
}
prepare_before(
	'SELECT b FROM trips_late WHERE 1 = ?', 'SELECT b FROM trips_late WHERE 2 > ?', 'SELECT b FROM trips_late WHERE 4 > ?',
	'INSERT INTO trips_late VALUES (?, ?)', 'SELECT CAST(? AS UNSIGNED)', 'SELECT a FROM trips_later WHERE 1 = ?', 'SELECT 1, 2, ?',
	'SELECT a FROM trips_later WHERE 2 = ?',
);
run_elsewhere('DROP TABLE trips_late, trips_later, trips_no');
foreach (['exceptions' => MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT, 'warnings' => MYSQLI_REPORT_ERROR, 'nothing' => MYSQLI_REPORT_OFF] as $how => $mode) {
	mysqli_report($mode);
	trips("mysqli, $how", $m, function () use ($m, $mode) {
		$statement = $m->prepare("SELECT $mode FROM trips_late WHERE 1 = ?");
		$before = [$statement->errno, $m->errno];
		$statement->bind_param('s', $one);
		$one = '1';
		$done = $statement->execute();
		return [$before, $done, $statement->errno, $statement->sqlstate, $m->errno, $statement->affected_rows, $statement->field_count];
	});
}
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$statement = $m->prepare('SELECT b FROM trips_late WHERE 1 = ?');
$next = $m->prepare('SELECT 1, 2, ?'); // sends the one before
trips('no such table', $m, fn () => $statement->execute(['1']));
trips('once more', $m, fn () => $statement->execute(['1']));
trips('no SQL', $m, fn () => $m->prepare('SELECT FROM ?'));
trips('a new statement', $m, fn () => $m->prepare('SELECT b FROM trips_late WHERE 3 > ?'));
$late = $m->prepare('SELECT b FROM trips_late WHERE 2 > ?');
attempt('not there yet', fn () => $late->execute(['1']));
run_elsewhere($create);
trips('the table is there now', $m, function () use ($m) {
	$statement = $m->prepare('SELECT b FROM trips_late WHERE 4 > ?');
	$statement->execute(['1']);
	return $statement->get_result()->fetch_row();
});
trips('for a statement that failed, too', $m, fn () => [$late->execute(['1']), $late->get_result()->fetch_row()]);
trips('an error of the execute', $m, function () use ($m) {
	$statement = $m->prepare('INSERT INTO trips_late VALUES (?, ?)');
	try {
		$statement->execute(['1', 'y']);
	} catch (mysqli_sql_exception $e) {
		$first = $e->getCode();
	}
	$statement->execute(['2', 'y']);
	return [$first, $statement->affected_rows];
});
trips('warnings of the execute', $m, function () use ($m) {
	$statement = $m->prepare('SELECT CAST(? AS UNSIGNED)');
	$statement->execute(['x']);
	$row = $statement->get_result()->fetch_row();
	return [$row, $m->warning_count, $m->query('SHOW WARNINGS')->fetch_row()[1]];
});
$m->query('SELECT 1 FROM trips_late')->free(); /* while there are warnings no prepare waits */
trips('refused when it was sent early stays so', $m, function () use ($m) {
	$statement = $m->prepare('SELECT a FROM trips_later WHERE 2 = ?');
	$m->select_db('information_schema');
	foreach ([1, 2] as $_) {
		try {
			$statement->execute(['1']);
		} catch (mysqli_sql_exception $e) {
			$codes[] = $e->getCode();
		}
	}
	$m->select_db(getenv('MYND_TEST_DB'));
	return $codes;
});
$m->prepare('SELECT 1')->field_count; // MySQL's ids
trips('once more, behind the prepare of another', $m, function () use ($m, $other) {
	$statement = $m->prepare('SELECT a FROM trips_later WHERE 1 = ?');
	try {
		$statement->execute(['1']);
	} catch (mysqli_sql_exception $e) {
		$first = $e->getCode();
	}
	$next = $m->prepare('SELECT 1, 2, ?');
	run_elsewhere('CREATE TABLE trips_later AS SELECT 7 AS a');
	$statement->execute(['1']);
	return [$first, $next->field_count, $statement->get_result()->fetch_row()];
});
run_elsewhere('DROP TABLE trips_later');
foreach (['exceptions' => PDO::ERRMODE_EXCEPTION, 'warnings' => PDO::ERRMODE_WARNING, 'nothing' => PDO::ERRMODE_SILENT] as $how => $mode) {
	$p = pdo_for_trips([PDO::ATTR_ERRMODE => $mode]);
	trips("PDO, $how", $p, function () use ($p, $mode) {
		$statement = $p->prepare("SELECT $mode FROM trips_no WHERE 1 = :one");
		$statement->bindValue('one', '1');
		$done = $statement->execute();
		return [$done, $statement->errorCode(), $statement->errorInfo()[1], $p->errorCode()];
	});
	trips("PDO::query(), $how", $p, fn () => [$p->query('SELECT * FROM trips_no'), $p->errorInfo()[1]]);
}
attempt('what is no query', function () use ($m) {
	try {
		$m->prepare('SELEC ?');
	} catch (mysqli_sql_exception $e) {
		return $e->getCode();
	}
});
$other->query('DROP TABLE trips_late');
?>
--EXPECTF--
mysqli, exceptions: ! mysqli_sql_exception Table 'mynd_test.trips_late' doesn't exist
	2 trips

Warning: mysqli_stmt::execute(): (42S02/1146): Table 'mynd_test.trips_late' doesn't exist in %s on line %d
mysqli, warnings: [[0,0],false,1146,"42S02",1146,-1,0]
	2 trips
mysqli, nothing: [[0,0],false,1146,"42S02",1146,-1,0]
	2 trips
no such table: ! mysqli_sql_exception Table 'mynd_test.trips_late' doesn't exist
	1 trip
once more: ! mysqli_sql_exception Table 'mynd_test.trips_late' doesn't exist
	0 trips
no SQL: ! mysqli_sql_exception You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'FROM ?' at line 1
	1 trip
a new statement: ! mysqli_sql_exception Table 'mynd_test.trips_late' doesn't exist
	1 trip
not there yet: ! mysqli_sql_exception Table 'mynd_test.trips_late' doesn't exist
the table is there now: ["x"]
	1 trip
for a statement that failed, too: [true,["x"]]
	1 trip
an error of the execute: [1062,1]
	2 trips
warnings of the execute: [[0],1,"1292"]
	2 trips
refused when it was sent early stays so: [1146,1146]
	3 trips
once more, behind the prepare of another: [1146,3,[7]]
	4 trips
PDO, exceptions: ! "42S02" SQLSTATE[42S02]: Base table or view not found: 1146 Table 'mynd_test.trips_no' doesn't exist ["42S02",1146,"Table 'mynd_test.trips_no' doesn't exist"]
	2 trips
PDO::query(), exceptions: ! "42S02" SQLSTATE[42S02]: Base table or view not found: 1146 Table 'mynd_test.trips_no' doesn't exist ["42S02",1146,"Table 'mynd_test.trips_no' doesn't exist"]
	2 trips

Warning: PDOStatement::execute(): SQLSTATE[42S02]: Base table or view not found: 1146 Table 'mynd_test.trips_no' doesn't exist in %s on line %d
PDO, warnings: [false,"42S02",1146,"00000"]
	2 trips

Warning: PDO::query(): SQLSTATE[42S02]: Base table or view not found: 1146 Table 'mynd_test.trips_no' doesn't exist in %s on line %d
PDO::query(), warnings: [false,1146]
	2 trips
PDO, nothing: [false,"42S02",1146,"00000"]
	2 trips
PDO::query(), nothing: [false,1146]
	2 trips
what is no query: 1064
