--TEST--
Mynd\wire_log(): whole conversations of texts, statements, several results, files, cursors, bulk executes, pipelines, errors and resets
--EXTENSIONS--
mysqli
mynd
--INI--
mysqli.allow_local_infile=1
mynd.pipelining=on
mynd.persistent=asked
mynd.round_trips=stock
--SKIPIF--
<?php
require __DIR__ . '/wire_log.inc';
if (!str_contains(link_for_test()->server_info, 'MariaDB')) die('skip each server has columns of its own');
?>
--FILE--
<?php
require __DIR__ . '/wire_log.inc';
error_reporting(E_ALL & ~E_DEPRECATED); /* ping() and kill(), from PHP 8.4 on */
$file = log_file();
$db = link_for_test();
$db->set_charset('utf8mb4');
Mynd\wire_log($db, $file);

$db->query('CREATE TEMPORARY TABLE t (id INT UNSIGNED PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20), b LONGBLOB)');
$db->query("INSERT INTO t (name) VALUES ('Zo\u{eb}\t\"x\"'), (NULL)");
foreach ($db->query('SELECT id, name, 1.5 AS price, NOW() > 0 FROM t') as $row);
$db->select_db(getenv('MYND_TEST_DB'));
$db->ping();
tell('texts', $file);

$b = null;
$name = 'long';
$statement = $db->prepare('INSERT INTO t (name, b) VALUES (?, ?)');
$statement->bind_param('sb', $name, $b);
$statement->send_long_data(1, str_repeat("\0\xff", 50));
$statement->send_long_data(1, 'end');
$statement->execute();
$statement->close();
$statement = $db->prepare('SELECT id, b, CAST(? AS DOUBLE) d, CAST(\'2026-01-02 03:04:05.5\' AS DATETIME(1)) at, CAST(\'-26:00:01\' AS TIME) t, ? n FROM t WHERE id > ?');
$statement->bind_param('dsi', $d, $n, $id);
[$d, $n, $id] = [0.25, null, 2];
$statement->execute();
$statement->get_result()->fetch_all();
$id = 9;
$statement->execute();
$statement->get_result()->fetch_all();
$statement->reset();
$statement->close();
tell('statements', $file);

$statement = $db->prepare('SELECT id, name FROM t WHERE id < ?');
$statement->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, MYSQLI_CURSOR_TYPE_READ_ONLY);
$id = 9;
$statement->bind_param('i', $id);
$statement->execute();
$statement->bind_result($x, $y);
while ($statement->fetch());
$statement->close();
tell('a cursor', $file);

Mynd\execute_many($db, 'INSERT INTO t (name, b) VALUES (?, ?)', [['a', 1], [null, 2], ['c', null]]);
tell('many', $file);

$db->multi_query('SELECT 1 a; DO 2; SELECT * FROM nowhere');
$db->store_result()->free();
$db->next_result();
attempt('an error', fn() => $db->next_result());
tell('several results', $file);

mkdir("$file.d");
chdir("$file.d");
file_put_contents('rows.csv', "7\tfrom a file\n8\tanother line\n");
$db->query("LOAD DATA LOCAL INFILE 'rows.csv' INTO TABLE t (id, name)");
attempt('no such file', fn() => @$db->query("LOAD DATA LOCAL INFILE 'nothing.csv' INTO TABLE t (id, name)"));
unlink('rows.csv');
rmdir("$file.d");
tell('a file', $file);

/* The first reply comes when both texts are sent. */
$holder = link_for_test();
$holder->query("SELECT GET_LOCK('wire log', 0)");
$commands = function () use ($holder) {
	yield "SELECT GET_LOCK('wire log', 60) a";
	yield 'SELEKT';
	$holder->query("SELECT RELEASE_LOCK('wire log')");
	yield ['SELECT ? b', ['two']];
};
foreach (Mynd\pipeline($db, $commands()) as $key => $result) {
	echo $key, ' ', $result instanceof mysqli_result ? 'rows' : get_debug_type($result), "\n";
}
tell('a pipeline', $file);

$db->query('SELECT SLEEP(0) s', MYSQLI_ASYNC);
$links = [$db];
$none = [];
while (mysqli_poll($links, $none, $none, 5) === 0);
$db->reap_async_query()->free();
tell('an asynchronous query', $file);

$db->stat();
attempt('kill', fn() => $db->kill(4000000000));
$db->begin_transaction();
$db->rollback();
Mynd\wire_log($db, null);
$db->query('DO 1');
tell('the end', $file);
?>
--EXPECT--
--- texts
-               the log begins, TIME, process N
>   0      100  query "CREATE TEMPORARY TABLE t (id INT UNSIGNED PRIMARY KEY AUTO_INCREMENT, name VARCHAR(20), b LONGBLOB)"
<   1        7  OK; autocommit
>   0       49  query "INSERT INTO t (name) VALUES ('Zoë\t\"x\"'), (NULL)"
<   1       46  OK, 2 affected, insert id 1; autocommit; "Records: 2  Duplicates: 0  Warnings: 0"
>   0       48  query "SELECT id, name, 1.5 AS price, NOW() > 0 FROM t"
<   1        1  4 columns
<   2       37  column "id" of "t": LONG(10) unsigned not null, collation 63
<   3       41  column "name" of "t": VAR_STRING(80), collation N
<   4       27  column "price": NEWDECIMAL(4) not null, collation 63
<   5       31  column "NOW() > 0": LONG(1) not null, collation 63
<   6        5  end of definitions; autocommit, no index
<   7       17  row: "1", "Zoë\t\"x\"", "1.5", "1"
<   8        9  row: "2", NULL, "1.5", "1"
<   9        5  end of rows; autocommit, no index; 2 rows
>   0       10  init db "mynd_test"
<   1        7  OK; autocommit
>   0        1  ping
<   1        7  OK; autocommit
--- statements
>   0       38  prepare "INSERT INTO t (name, b) VALUES (?, ?)"
<   1       12  statement 1: 2 parameters, 0 columns
<   2       23  column "?": NULL(0), collation 63
<   3       23  column "?": NULL(0), collation 63
<   4        5  end of definitions; autocommit
>   0      107  long data of statement 1 for parameter 1, 100 bytes
>   0       10  long data of statement 1 for parameter 1, 3 bytes
>   0       21  execute of statement 1: "long", (long data)
<   1        7  OK, 1 affected, insert id 3; autocommit
>   0        5  close statement 1
>   0      137  prepare "SELECT id, b, CAST(? AS DOUBLE) d, CAST('2026-01-02 03:04:05.5' AS DATETIME(1)) at, CAST('-26:00:01' AS TIME) t, ? n FROM t WHERE id > ?"
<   1       12  statement 2: 3 parameters, 6 columns
<   2       23  column "?": NULL(0), collation 63
<   3       23  column "n": NULL(0), collation 63
<   4       23  column "?": NULL(0), collation 63
<   5        5  end of definitions; autocommit
<   6       37  column "id" of "t": LONG(10) unsigned not null, collation 63
<   7       35  column "b" of "t": BLOB(4294967295), collation 63
<   8       23  column "d": DOUBLE(22), collation 63
<   9       24  column "at": DATETIME(21), collation 63
<  10       23  column "t": TIME(10), collation 63
<  11       23  column "n": NULL(0), collation 63
<  12        5  end of definitions; autocommit
>   0       34  execute of statement 2: 0.25, NULL, 2
<   1        1  6 columns
<   2       37  column "id" of "t": LONG(10) unsigned not null, collation 63
<   3       35  column "b" of "t": BLOB(4294967295), collation 63
<   4       23  column "d": DOUBLE(22), collation 63
<   5       24  column "at": DATETIME(21), collation 63
<   6       23  column "t": TIME(10), collation 63
<   7       23  column "n": VAR_STRING(0), collation 63
<   8        5  end of definitions; autocommit
<   9      139  row: 3, "\x00\xff\x00\xff\x00\xff\x00\xff\x00\xff\x00\xff\x00\xff\x00\xff\x00\xff\x00\xff\x00\xff\x00\xff\x00\xff\x00\xff\x00\xff\x00\xff\x00\xff\x00\xff\x00\xff\x00\xff"... of 103 bytes, 0.25, 2026-01-02 03:04:05.500000, -26:00:01, NULL
<  10        5  end of rows; autocommit; 1 row
>   0       28  execute of statement 2: 0.25, NULL, 9
<   1        1  6 columns
<   2       37  column "id" of "t": LONG(10) unsigned not null, collation 63
<   3       35  column "b" of "t": BLOB(4294967295), collation 63
<   4       23  column "d": DOUBLE(22), collation 63
<   5       24  column "at": DATETIME(21), collation 63
<   6       23  column "t": TIME(10), collation 63
<   7       23  column "n": VAR_STRING(0), collation 63
<   8        5  end of definitions; autocommit
<   9        5  end of rows; autocommit; 0 rows
>   0        5  reset statement 2
<   1        7  OK; autocommit
>   0        5  close statement 2
--- a cursor
>   0       36  prepare "SELECT id, name FROM t WHERE id < ?"
<   1       12  statement 3: 1 parameter, 2 columns
<   2       23  column "?": NULL(0), collation 63
<   3        5  end of definitions; autocommit
<   4       37  column "id" of "t": LONG(10) unsigned not null, collation 63
<   5       41  column "name" of "t": VAR_STRING(80), collation N
<   6        5  end of definitions; autocommit
>   0       22  execute of statement 3, with a cursor: 9
<   1        1  2 columns
<   2       37  column "id" of "t": LONG(10) unsigned not null, collation 63
<   3       41  column "name" of "t": VAR_STRING(80), collation N
<   4        5  end of definitions; autocommit, cursor
>   0        9  fetch of statement 3, rows: 1
<   1       15  row: 1, "Zoë\t\"x\""
<   2        5  end of rows; autocommit, cursor; 1 row
>   0        9  fetch of statement 3, rows: 8
<   1        6  row: 2, NULL
<   2       11  row: 3, "long"
<   3        5  end of rows; autocommit, last row sent; 2 rows
>   0        5  close statement 3
--- many
>   0       38  prepare "INSERT INTO t (name, b) VALUES (?, ?)"
<   1       12  statement 4: 2 parameters, 0 columns
<   2       23  column "?": NULL(0), collation 63
<   3       23  column "?": NULL(0), collation 63
<   4        5  end of definitions; autocommit
>   0       25  bulk execute of statement 4, rows of 18 bytes, the first one: "a", "1"
<   1       46  OK, 3 affected, insert id 4; autocommit; "Records: 3  Duplicates: 0  Warnings: 0"
>   0        5  close statement 4
an error: ! 1146 42S02 Table 'mynd_test.nowhere' doesn't exist
--- several results
>   0        3  set option: several statements in a text
<   1        5  OK; autocommit
>   0       40  query "SELECT 1 a; DO 2; SELECT * FROM nowhere"
<   1        1  1 column
<   2       23  column "a": LONG(1) not null, collation 63
<   3        5  end of definitions; autocommit, more results
<   4        2  row: "1"
<   5        5  end of rows; autocommit, more results; 1 row
<   6        7  OK; autocommit, more results
<   7       48  error 1146 (42S02): "Table 'mynd_test.nowhere' doesn't exist"
no such file: ! 7890 HY000 Can't find file 'nothing.csv'.
--- a file
>   0        3  set option: one statement in a text
<   1        5  OK; autocommit
>   0       58  query "LOAD DATA LOCAL INFILE 'rows.csv' INTO TABLE t (id, name)"
<   1        9  the file is wanted: "rows.csv"
>   2       29  of the file, 29 bytes
>   3        0  the end of the file
<   4       55  OK, 2 affected; autocommit; "Records: 2  Deleted: 0  Skipped: 0  Warnings: 0"
>   0       61  query "LOAD DATA LOCAL INFILE 'nothing.csv' INTO TABLE t (id, name)"
<   1       12  the file is wanted: "nothing.csv"
>   2        0  the end of the file
<   3       55  OK; autocommit; "Records: 0  Deleted: 0  Skipped: 0  Warnings: 0"
0 rows
1 mysqli_sql_exception
2 rows
--- a pipeline
>   0       34  query "SELECT GET_LOCK('wire log', 60) a"
>   0        7  query "SELEKT"
<   1        1  1 column
<   2       23  column "a": LONG(1), collation 63
<   3        5  end of definitions; autocommit
<   4        2  row: "1"
<   5        5  end of rows; autocommit; 1 row
<   1      163  error 1064 (42000): "You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEKT' at line 1"
>   0       11  prepare "SELECT ? b"
<   1       12  statement 5: 1 parameter, 1 column
<   2       23  column "b": NULL(0), collation 63
<   3        5  end of definitions; autocommit
<   4       23  column "b": NULL(0), collation 63
<   5        5  end of definitions; autocommit
>   0       18  execute of statement 5: "two"
<   1        1  1 column
<   2       23  column "b": VAR_STRING(12) not null, collation N
<   3        5  end of definitions; autocommit
<   4        6  row: "two"
<   5        5  end of rows; autocommit; 1 row
--- an asynchronous query
>   0       18  query "SELECT SLEEP(0) s"
<   1        1  1 column
<   2       23  column "s": LONG(1) not null, collation 63
<   3        5  end of definitions; autocommit
<   4        2  row: "0"
<   5        5  end of rows; autocommit; 1 row
kill: ! 1094 HY000 Unknown thread id: 4000000000
--- the end
>   0        1  statistics
<   1         N  "Uptime..."
>   0        5  kill 4000000000
<   1       38  error 1094 (HY000): "Unknown thread id: 4000000000"
>   0       18  query "START TRANSACTION"
<   1        7  OK; in a transaction, autocommit
>   0        9  query "ROLLBACK"
<   1        7  OK; autocommit
-               the end
