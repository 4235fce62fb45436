--TEST--
LOAD DATA LOCAL: files of all sizes, what is known afterwards, files that are not there
--EXTENSIONS--
mysqli
--INI--
mysqli.allow_local_infile=1
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$file = __DIR__ . '/load.tmp';
$m = link_for_test();
print_warnings();
$m->query('CREATE TEMPORARY TABLE t (a INT, b VARCHAR(20))');
$m->query('CREATE TEMPORARY TABLE big (a LONGBLOB)');
function load(mysqli $m, string $file, string $into, string $rest = ''): array
{
	$m->query("LOAD DATA LOCAL INFILE '" . $m->real_escape_string($file) . "' INTO TABLE $into $rest");
	return [$m->info, $m->affected_rows, $m->warning_count, $m->field_count];
}
file_put_contents($file, "1\tone\n2\ttwo\n3\tthree\n");
attempt('three rows', fn() => load($m, $file, 't'));
attempt('they are there', fn() => $m->query('SELECT * FROM t ORDER BY a')->fetch_all());
file_put_contents($file, "4\tfour\nfive\tfive\n");
attempt('a row that does not fit', fn() => load($m, $file, 't'));
attempt('warnings', fn() => $m->query('SHOW WARNINGS')->fetch_row()[1]);
file_put_contents($file, '');
attempt('no row', fn() => load($m, $file, 't'));
foreach ([4095, 4096, 16383, 16384, 16385, 32768, 1 << 20] as $size) {
	$m->query('TRUNCATE big');
	file_put_contents($file, $line = str_repeat('x', $size - 1) . "\n");
	attempt("$size bytes", fn() => load($m, $file, 'big')[1]);
	$got = $m->query('SELECT a FROM big')->fetch_column();
	if ($got . "\n" !== $line) {
		echo "  they came as others\n";
	}
}
copy($file, $quoted = __DIR__ . "/it's loaded.tmp");
attempt('a name with a quote', fn() => load($m, $quoted, 'big')[1]);
unlink($quoted);
attempt('quoted in another way', fn() => $m->query('LOAD DATA LOCAL INFILE /* here */ "' . $file . '" INTO TABLE big'));
attempt('a missing file', fn() => load($m, '/there/is/no/such/file', 't'));
attempt('known of it', fn() => [$m->errno, $m->sqlstate, $m->error]);
attempt('a name of 100 bytes', fn() => load($m, '/' . str_repeat('n', 99), 't'));
attempt('a directory', fn() => load($m, __DIR__, 't'));
attempt('a table that is not there', fn() => load($m, $file, 'no_such_table'));
mysqli_report(MYSQLI_REPORT_OFF);
attempt('in silence', fn() => [$m->query("LOAD DATA LOCAL INFILE '/there/is/no/such/file' INTO TABLE t"), $m->errno]);
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
attempt('the link goes on', fn() => $m->query('SELECT COUNT(*) FROM t')->fetch_column());
file_put_contents($file, "9\tnine\n");
$load = "LOAD DATA LOCAL INFILE '$file' INTO TABLE t";
// Stock loses its place in the replies here.
attempt('multi_query()', fn() => $m->multi_query("SELECT 1; $load; SELECT 2; LOAD DATA LOCAL INFILE '/there/is/no/such/file' INTO TABLE t; SELECT 3"));
attempt('first', fn() => $m->store_result()->fetch_column());
attempt('second', fn() => [$m->next_result(), $m->info, $m->store_result()]);
attempt('third', fn() => [$m->next_result(), $m->store_result()->fetch_column()]);
attempt('fourth', fn() => $m->next_result());
attempt('given up before its file', function () use ($m, $load) {
	$m->multi_query("SELECT 1; $load");
	$m->use_result()->free();
	return $m->next_result();
});
attempt('nine', fn() => $m->query('SELECT COUNT(*) FROM t WHERE a = 9')->fetch_column());
$procedural = mysqli_connect(...where());
attempt('procedural', fn() => mysqli_query($procedural, "LOAD DATA LOCAL INFILE '/there/is/no/such/file' INTO TABLE t"));
$procedural->query('CREATE TEMPORARY TABLE t (a INT, b VARCHAR(20))');
attempt('real_query()', fn() => [$procedural->real_query($load), $procedural->affected_rows]);
?>
--CLEAN--
<?php
@unlink(__DIR__ . '/load.tmp');
@unlink(__DIR__ . "/it's loaded.tmp");
?>
--EXPECT--
three rows: ["Records: 3  Deleted: 0  Skipped: 0  Warnings: 0",3,0,0]
they are there: [["1","one"],["2","two"],["3","three"]]
a row that does not fit: ["Records: 2  Deleted: 0  Skipped: 0  Warnings: 1",2,1,0]
warnings: "1366"
no row: ["Records: 0  Deleted: 0  Skipped: 0  Warnings: 0",0,0,0]
4095 bytes: 1
4096 bytes: 1
16383 bytes: 1
16384 bytes: 1
16385 bytes: 1
32768 bytes: 1
1048576 bytes: 1
a name with a quote: 1
quoted in another way: true
a missing file: ! 7890 HY000 Can't find file '/there/is/no/such/file'.
known of it: [7890,"HY000","Can't find file '/there/is/no/such/file'."]
a name of 100 bytes: ! 7890 HY000 Can't find file '/nnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnnn'.
  Notice: mysqli::query(): Read of 8192 bytes failed with errno=21 Is a directory
a directory: ! 2000 HY000 Error reading file
a table that is not there: ! 1146 42S02 Table 'mynd_test.no_such_table' doesn't exist
in silence: [false,7890]
the link goes on: "5"
multi_query(): true
first: "1"
second: [true,"Records: 1  Deleted: 0  Skipped: 0  Warnings: 0",false]
third: [true,"2"]
fourth: ! 7890 HY000 Can't find file '/there/is/no/such/file'.
given up before its file: true
nine: "2"
procedural: ! 1146 42S02 Table 'mynd_test.t' doesn't exist
real_query(): [true,1]
