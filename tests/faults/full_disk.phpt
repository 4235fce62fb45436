--TEST--
A full disk: under a LOAD DATA LOCAL on the server, under the wire log and the slow log; the connection lives
--EXTENSIONS--
mysqli
mynd
--INI--
error_log=/dev/null
mynd.slow_log=/dev/full
mynd.slow_seconds=0.000001
mysqli.allow_local_infile=1
--FILE--
<?php
require __DIR__ . '/../phpt/connect.inc';

$file = tempnam(sys_get_temp_dir(), 'mynd');
$m = mysqli_init();
$m->options(MYSQLI_OPT_LOCAL_INFILE, 1);
$m->real_connect(...where());
attempt('slow log', fn() => $m->query('SELECT 1')->fetch_column());
attempt('wire log', fn() => Mynd\wire_log($m, '/dev/full'));
attempt('a query', fn() => $m->query('SELECT 2')->fetch_column());

/* A table that has no more room, as one on a full disk: the server says so in the middle of the file. */
$m->query('SET max_heap_table_size = 16384');
$m->query('CREATE TEMPORARY TABLE t (v CHAR(200)) ENGINE=MEMORY');
$row = str_repeat('r', 199) . "\n";
foreach ([2, 1000, 50000] as $rows) {
	file_put_contents($file, str_repeat($row, $rows));
	attempt("$rows rows", fn() => $m->query("LOAD DATA LOCAL INFILE '$file' INTO TABLE t"));
	attempt('after it', fn() => $m->query('SELECT COUNT(*) > 1 FROM t')->fetch_column());
}
unlink($file);
?>
--EXPECT--
slow log: "1"
wire log: null
a query: "2"
2 rows: true
after it: "1"
1000 rows: ! 1114 HY000 The table 't' is full
after it: "1"
50000 rows: ! 1114 HY000 The table 't' is full
after it: "1"
