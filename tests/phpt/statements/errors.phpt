--TEST--
Statements: errors by the report mode, of the statement and of its link; queries without an index
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
print_warnings();
$m = link_for_test();
$m->query('CREATE TEMPORARY TABLE t (id INT PRIMARY KEY, x INT)');
$m->query('INSERT INTO t VALUES (1, 1), (2, 2)');
$programs = [
	'prepare()' => fn() => $m->prepare('SELEC'),
	'mysqli_prepare()' => fn() => mysqli_prepare($m, 'SELEC'),
	'new' => fn() => (new mysqli_stmt($m, 'SELEC'))->errno,
	'stmt->prepare()' => fn() => $m->stmt_init()->prepare('SELEC'),
	'execute()' => fn() => $m->prepare('INSERT INTO t (id) VALUES (1)')->execute(),
	'mysqli_stmt_execute()' => fn() => mysqli_stmt_execute($m->prepare('INSERT INTO t (id) VALUES (1)')),
	'mysqli_execute()' => fn() => @mysqli_execute($m->prepare('INSERT INTO t (id) VALUES (1)')),
	'fetch()' => fn() => $m->prepare('SELECT 1')->fetch(),
	'an error among the rows' => function () use ($m) {
		$s = $m->prepare('SELECT (SELECT seq FROM seq_1_to_3 WHERE seq >= s.seq) FROM seq_3_to_1 s ORDER BY s.seq DESC');
		$s->execute();
		return [$s->fetch(), $s->fetch(), $s->fetch()];
	},
	'store_result()' => fn() => $m->prepare('SELECT 1')->store_result(),
	'get_result()' => fn() => $m->prepare('SELECT 1')->get_result(),
	'result_metadata()' => fn() => $m->prepare('DO 1')->result_metadata(),
	'next_result()' => fn() => $m->prepare('DO 1')->next_result(),
	'reset()' => fn() => $m->prepare('DO 1')->reset(),
	'send_long_data()' => fn() => $m->prepare('DO 1')->send_long_data(0, ''),
	'execute_query(), prepare' => fn() => $m->execute_query('SELEC'),
	'mysqli_execute_query(), execute' => fn() => mysqli_execute_query($m, 'INSERT INTO t (id) VALUES (?)', [1]),
	'execute_query(), unbound' => fn() => $m->execute_query('SELECT ?'),
	'execute_query(), rows' => fn() => $m->execute_query('SELECT (SELECT seq FROM seq_1_to_3)'),
];
foreach ([MYSQLI_REPORT_OFF, MYSQLI_REPORT_ERROR, MYSQLI_REPORT_STRICT, MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT] as $mode) {
	echo "--- $mode\n";
	mysqli_report($mode);
	foreach ($programs as $name => $program) {
		$m->query('DO 1');
		attempt($name, $program);
	}
}
echo "--- what is remembered where\n";
mysqli_report(MYSQLI_REPORT_OFF);
$known = fn($of) => [$of->errno, $of->sqlstate, $of->error, $of->error_list];
$s = $m->prepare('INSERT INTO t (id) VALUES (?)');
attempt('unbound', fn() => [$s->execute(), $known($s), $known($m)]);
attempt('a duplicate', fn() => [$s->execute([1]), $known($s), $known($m), $m->affected_rows, $s->affected_rows]);
attempt('the link forgets, the statement does not', fn() => [$m->query('DO 1'), $known($m)[0], $known($s)[0], mysqli_stmt_sqlstate($s), mysqli_stmt_error_list($s)]);
attempt('the next execute', fn() => [$s->execute([3]), $known($s), $known($m)]);
attempt('another statement', fn() => [$m->prepare('SELEC'), $known($s)[0], $known($m)[0]]);
attempt('binding clears', fn() => [$s->execute([3]), $s->errno, $m->errno, $s->bind_param('i', $x), $s->errno, $m->errno]);
attempt('closing clears the link\'s', fn() => [$s->execute([3]), $m->errno, $s->close(), $m->errno]);
attempt('with the last variable, too', function () use ($m) {
	$s = $m->prepare('INSERT INTO t (id) VALUES (?)');
	$s->execute([3]);
	$was = $m->errno;
	$s = null;
	return [$was, $m->errno];
});
attempt('a failed prepare', fn() => [$m->prepare('SELEC'), $m->errno, $m->sqlstate]);

echo "--- indexes\n";
foreach ([MYSQLI_REPORT_INDEX, MYSQLI_REPORT_INDEX | MYSQLI_REPORT_STRICT, MYSQLI_REPORT_ALL & ~MYSQLI_REPORT_INDEX] as $mode) {
	mysqli_report($mode);
	attempt('prepared', function () use ($m) {
		$s = $m->prepare('SELECT id FROM t WHERE x = ?');
		$x = 1;
		$s->bind_param('i', $x);
		try {
			$done = $s->execute();
		} catch (mysqli_sql_exception $e) {
			$done = $e->getMessage();
		}
		return [$done, $s->get_result()->fetch_all()];
	});
	attempt('with an index', function () use ($m) {
		$s = $m->prepare('SELECT id FROM t WHERE id = ?');
		return [$s->execute([1]), $s->get_result()->fetch_all()];
	});
	attempt('execute_query()', fn() => $m->execute_query('SELECT id FROM t WHERE x = ?', [2])->fetch_all());
	attempt('the link goes on', fn() => $m->query('SELECT 1')->fetch_column());
}
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);

echo "--- warnings of the server\n";
$s = $m->prepare('INSERT IGNORE INTO t (id, x) VALUES (?, ?)');
attempt('none yet', fn() => $s->get_warnings());
attempt('two', function () use ($m, $s) {
	$s->execute([1, 'many']);
	$w = $s->get_warnings();
	$all = [$m->warning_count];
	do {
		$all[] = [$w->errno, $w->message, $w->sqlstate];
	} while ($w->next());
	return $all;
});
attempt('procedural', fn() => mysqli_stmt_get_warnings($s)->errno);
attempt('none', fn() => [$s->execute([50, 1]), $s->get_warnings()]);

echo "--- a link that is lost\n";
attempt('killed', function () use ($m) {
	$other = link_for_test();
	$s = $other->prepare('SELECT ?');
	$id = $other->thread_id;
	$m->query("KILL CONNECTION $id");
	while ($m->query("SELECT COUNT(*) FROM information_schema.processlist WHERE id = $id")->fetch_column()) {
		usleep(1000);
	}
	try {
		$s->execute([1]);
	} catch (mysqli_sql_exception $e) {
		echo '  ', $e->getCode(), ' ', $e->getMessage(), "\n";
	}
	mysqli_report(MYSQLI_REPORT_OFF);
	return [$s->errno, $other->errno, $s->execute([1]), $s->errno, $s->get_result(), $s->fetch(), $s->prepare('SELECT 1'), $s->errno, $s->close(), $other->prepare('SELECT 1'), $other->errno];
});
?>
--EXPECTF--
--- 0
prepare(): false
mysqli_prepare(): false
new: 1064
stmt->prepare(): false
execute(): false
mysqli_stmt_execute(): false
mysqli_execute(): false
fetch(): false
an error among the rows: [true,false,null]
store_result(): false
get_result(): false
result_metadata(): false
next_result(): false
reset(): true
send_long_data(): false
execute_query(), prepare: false
mysqli_execute_query(), execute: false
execute_query(), unbound: false
execute_query(), rows: false
--- 1
  Warning: mysqli::prepare(): (42000/1064): You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1
prepare(): false
  Warning: mysqli_prepare(): (42000/1064): You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1
mysqli_prepare(): false
  Warning: mysqli_stmt::__construct(): (42000/1064): You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1
new: 1064
  Warning: mysqli_stmt::prepare(): (42000/1064): You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1
stmt->prepare(): false
  Warning: mysqli_stmt::execute(): (23000/1062): Duplicate entry '1' for key '%r(t\.)?%rPRIMARY'
execute(): false
  Warning: mysqli_stmt_execute(): (23000/1062): Duplicate entry '1' for key '%r(t\.)?%rPRIMARY'
mysqli_stmt_execute(): false
mysqli_execute(): false
  Warning: mysqli_stmt::fetch(): (HY000/2014): Commands out of sync; you can't run this command now
fetch(): false
  Warning: mysqli_stmt::fetch(): (21000/1242): Subquery returns more than 1 row
an error among the rows: [true,false,null]
  Warning: mysqli_stmt::store_result(): (HY000/2014): Commands out of sync; you can't run this command now
store_result(): false
  Warning: mysqli_stmt::get_result(): (HY000/2014): Commands out of sync; you can't run this command now
get_result(): false
result_metadata(): false
next_result(): false
reset(): true
send_long_data(): false
  Warning: mysqli::execute_query(): (42000/1064): You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1
execute_query(), prepare: false
  Warning: mysqli_execute_query(): (23000/1062): Duplicate entry '1' for key '%r(t\.)?%rPRIMARY'
mysqli_execute_query(), execute: false
  Warning: mysqli::execute_query(): (HY000/2031): No data supplied for parameters in prepared statement
execute_query(), unbound: false
  Warning: mysqli::execute_query(): (21000/1242): Subquery returns more than 1 row
execute_query(), rows: false
--- 2
prepare(): false
mysqli_prepare(): false
new: 1064
stmt->prepare(): false
execute(): false
mysqli_stmt_execute(): false
mysqli_execute(): false
fetch(): false
an error among the rows: [true,false,null]
store_result(): false
get_result(): false
result_metadata(): false
next_result(): false
reset(): true
send_long_data(): false
execute_query(), prepare: false
mysqli_execute_query(), execute: false
execute_query(), unbound: false
execute_query(), rows: false
--- 3
prepare(): ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1
mysqli_prepare(): ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1
new: ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1
stmt->prepare(): ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1
execute(): ! 1062 23000 Duplicate entry '1' for key '%r(t\.)?%rPRIMARY'
mysqli_stmt_execute(): ! 1062 23000 Duplicate entry '1' for key '%r(t\.)?%rPRIMARY'
mysqli_execute(): ! 1062 23000 Duplicate entry '1' for key '%r(t\.)?%rPRIMARY'
fetch(): ! 2014 HY000 Commands out of sync; you can't run this command now
an error among the rows: ! 1242 21000 Subquery returns more than 1 row
store_result(): ! 2014 HY000 Commands out of sync; you can't run this command now
get_result(): ! 2014 HY000 Commands out of sync; you can't run this command now
result_metadata(): false
next_result(): false
reset(): true
send_long_data(): false
execute_query(), prepare: ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1
mysqli_execute_query(), execute: ! 1062 23000 Duplicate entry '1' for key '%r(t\.)?%rPRIMARY'
execute_query(), unbound: ! 2031 HY000 No data supplied for parameters in prepared statement
execute_query(), rows: ! 1242 21000 Subquery returns more than 1 row
--- what is remembered where
unbound: [false,[2031,"HY000","No data supplied for parameters in prepared statement",[{"errno":2031,"sqlstate":"HY000","error":"No data supplied for parameters in prepared statement"}]],[0,"00000","",[]]]
a duplicate: [false,[1062,"23000","Duplicate entry '1' for key '%r(t\.)?%rPRIMARY'",[{"errno":1062,"sqlstate":"23000","error":"Duplicate entry '1' for key '%r(t\.)?%rPRIMARY'"}]],[1062,"23000","Duplicate entry '1' for key '%r(t\.)?%rPRIMARY'",[{"errno":1062,"sqlstate":"23000","error":"Duplicate entry '1' for key '%r(t\.)?%rPRIMARY'"}]],-1,-1]
the link forgets, the statement does not: [true,0,1062,"23000",[{"errno":1062,"sqlstate":"23000","error":"Duplicate entry '1' for key '%r(t\.)?%rPRIMARY'"}]]
the next execute: [true,[0,"00000","",[]],[0,"00000","",[]]]
another statement: [false,0,1064]
binding clears: [false,1062,1062,true,0,0]
closing clears the link's: [false,1062,true,0]
with the last variable, too: [1062,0]
a failed prepare: [false,1064,"42000"]
--- indexes
  Warning: mysqli_stmt::execute(): (00000/0): No index used in query/prepared statement SELECT id FROM t WHERE x = ?
prepared: [true,[[1]]]
with an index: [true,[[1]]]
  Warning: mysqli::execute_query(): (00000/0): No index used in query/prepared statement SELECT id FROM t WHERE x = ?
execute_query(): [[2]]
the link goes on: "1"
prepared: ["No index used in query/prepared statement SELECT id FROM t WHERE x = ?",[[1]]]
with an index: [true,[[1]]]
execute_query(): ! 0 00000 No index used in query/prepared statement SELECT id FROM t WHERE x = ?
the link goes on: "1"
prepared: [true,[[1]]]
with an index: [true,[[1]]]
execute_query(): [[2]]
the link goes on: "1"
--- warnings of the server
none yet: false
two: [0,[1366,"Incorrect integer value: 'many' for column %s at row 1","HY000"],[1062,"Duplicate entry '1' for key '%r(t\.)?%rPRIMARY'","HY000"]]
procedural: 1366
none: [true,false]
--- a link that is lost
  2006 MySQL server has gone away
killed: [2006,2006,false,2006,false,false,false,2006,true,false,2006]
