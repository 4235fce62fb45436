<?php
require __DIR__ . '/trips.inc';
$m = mysqli_for_trips();
mysqli_for_trips()->query('DROP TABLE IF EXISTS trips_late'); /* its note would be a warning of $m's */
foreach (['exceptions' => MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT, 'warnings' => MYSQLI_REPORT_ERROR, 'nothing' => MYSQLI_REPORT_OFF] as $how => $mode) {
	mysqli_report($mode);
	trips("mysqli, $how", $m, function () use ($m) {
		$statement = $m->prepare('SELECT * FROM trips_late WHERE 1 = ?');
		$before = [$statement->errno, $m->errno];
		$statement->bind_param('s', $one);
		$one = '1';
		$done = $statement->execute();
		return [$before, $done, $statement->errno, $statement->sqlstate, $m->errno, $statement->affected_rows, $statement->field_count];
	});
}
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
$statement = $m->prepare('SELECT b FROM trips_late WHERE 1 = ?');
$parse = $m->prepare('SELECT FROM ?');
trips('no such table', $m, fn () => $statement->execute(['1']));
trips('once more', $m, fn () => $statement->execute(['1']));
trips('no SQL', $m, function () use ($parse) {
	try {
		$parse->execute(['1']);
	} catch (mysqli_sql_exception $e) {
		return [$e->getCode(), $parse->field_count];
	}
});
attempt('what is no query', function () use ($m) {
	try {
		$m->prepare('SELEC ?');
	} catch (mysqli_sql_exception $e) {
		return $e->getCode();
	}
});
$late = $m->prepare('SELECT b FROM trips_late WHERE 2 > ?');
attempt('not there yet', fn () => $late->execute(['1']));
$other = mysqli_for_trips();
$other->query("CREATE TABLE trips_late (a INT PRIMARY KEY, b VARCHAR(3)) AS SELECT 1 AS a, 'x' AS b");
trips('the table is there now', $m, function () use ($m) {
	$statement = $m->prepare('SELECT b FROM trips_late WHERE 1 = ?');
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
	$m->query('USE information_schema');
	$statement = $m->prepare('SELECT b FROM trips_late WHERE 1 = ?');
	$m->select_db(getenv('MYND_TEST_DB'));
	foreach ([1, 2] as $_) {
		try {
			$statement->execute(['1']);
		} catch (mysqli_sql_exception $e) {
			$codes[] = $e->getCode();
		}
	}
	return $codes;
});
trips('once more, behind the prepare of another', $m, function () use ($m, $other) {
	$statement = $m->prepare('SELECT a FROM trips_later WHERE 1 = ?');
	try {
		$statement->execute(['1']);
	} catch (mysqli_sql_exception $e) {
		$first = $e->getCode();
	}
	$next = $m->prepare('SELECT 1, 2, ?');
	$other->query('CREATE TABLE trips_later AS SELECT 7 AS a');
	$statement->execute(['1']);
	return [$first, $next->field_count, $statement->get_result()->fetch_row()];
});
$other->query('DROP TABLE trips_later');
foreach (['exceptions' => PDO::ERRMODE_EXCEPTION, 'warnings' => PDO::ERRMODE_WARNING, 'nothing' => PDO::ERRMODE_SILENT] as $how => $mode) {
	$p = pdo_for_trips([PDO::ATTR_ERRMODE => $mode]);
	trips("PDO, $how", $p, function () use ($p) {
		$statement = $p->prepare('SELECT * FROM trips_no WHERE 1 = :one');
		$statement->bindValue('one', '1');
		$done = $statement->execute();
		return [$done, $statement->errorCode(), $statement->errorInfo()[1], $p->errorCode()];
	});
	trips("PDO::query(), $how", $p, fn () => [$p->query('SELECT * FROM trips_no'), $p->errorInfo()[1]]);
}
$other->query('DROP TABLE trips_late');
?>
