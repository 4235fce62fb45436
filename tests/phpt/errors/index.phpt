--TEST--
Errors: MYSQLI_REPORT_INDEX
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
print_warnings();
$m = link_for_test();
$m->query('CREATE TEMPORARY TABLE t (a INT)');
$m->query('INSERT INTO t VALUES (1), (2)');
$sql = 'SELECT * FROM t WHERE a = 1';
foreach ([MYSQLI_REPORT_ALL, MYSQLI_REPORT_INDEX] as $mode) {
	echo "--- report mode $mode\n";
	mysqli_report($mode);
	attempt('query()', fn() => $m->query($sql)->num_rows);
	attempt('unbuffered', fn() => $m->query($sql, MYSQLI_USE_RESULT)->fetch_all());
	attempt('no table', fn() => $m->query('SELECT 1')->num_rows);
	$m->real_query($sql);
	attempt('store_result()', fn() => $m->store_result()->num_rows);
	$m->real_query($sql);
	attempt('use_result()', fn() => $m->use_result()->fetch_all());
	$m->real_query($sql);
	attempt('constructor', fn() => (new mysqli_result($m))->num_rows);
	attempt('update', fn() => $m->query('UPDATE t SET a = 3 WHERE a = 4'));
	attempt('real_query(), update', fn() => $m->real_query('UPDATE t SET a = 3 WHERE a = 4'));
	attempt('multi_query(), update', fn() => $m->multi_query('UPDATE t SET a = 3 WHERE a = 4'));
	$m->query('CREATE TEMPORARY TABLE IF NOT EXISTS u (a INT PRIMARY KEY)');
	$insert = $m->prepare('INSERT INTO u VALUES (NULL)');
	attempt('a query', fn() => $m->query($sql)->num_rows);
	attempt('a statement that fails behind it', fn() => $insert->execute());
	attempt('the link is well', fn() => $m->query('SELECT 1')->fetch_column());
}
?>
--EXPECT--
--- report mode 255
query(): ! 0 00000 No index used in query/prepared statement SELECT * FROM t WHERE a = 1
unbuffered: ! 0 00000 No index used in query/prepared statement SELECT * FROM t WHERE a = 1
no table: 1
store_result(): ! 0 00000 No index used in query/prepared statement from previous query
use_result(): ! 0 00000 No index used in query/prepared statement from previous query
constructor: ! 0 00000 No index used in query/prepared statement from previous query
update: ! 0 00000 No index used in query/prepared statement UPDATE t SET a = 3 WHERE a = 4
real_query(), update: ! 0 00000 No index used in query/prepared statement UPDATE t SET a = 3 WHERE a = 4
multi_query(), update: true
a query: ! 0 00000 No index used in query/prepared statement SELECT * FROM t WHERE a = 1
a statement that fails behind it: ! 1048 23000 Column 'a' cannot be null
the link is well: "1"
--- report mode 4
  Warning: mysqli::query(): (00000/0): No index used in query/prepared statement SELECT * FROM t WHERE a = 1
query(): 1
  Warning: mysqli::query(): (00000/0): No index used in query/prepared statement SELECT * FROM t WHERE a = 1
unbuffered: [["1"]]
no table: 1
  Warning: mysqli::store_result(): (00000/0): No index used in query/prepared statement from previous query
store_result(): 1
  Warning: mysqli::use_result(): (00000/0): No index used in query/prepared statement from previous query
use_result(): [["1"]]
  Warning: mysqli_result::__construct(): (00000/0): No index used in query/prepared statement from previous query
constructor: 1
  Warning: mysqli::query(): (00000/0): No index used in query/prepared statement UPDATE t SET a = 3 WHERE a = 4
update: true
  Warning: mysqli::real_query(): (00000/0): No index used in query/prepared statement UPDATE t SET a = 3 WHERE a = 4
real_query(), update: true
multi_query(), update: true
  Warning: mysqli::query(): (00000/0): No index used in query/prepared statement SELECT * FROM t WHERE a = 1
a query: 1
a statement that fails behind it: false
the link is well: "1"
