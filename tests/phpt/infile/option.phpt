--TEST--
LOAD DATA LOCAL: a program's option after the connect counts, unless the configuration says off; insert_id after a refusal
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';

$folder = __DIR__ . '/option.tmp';
@mkdir("$folder/below", recursive: true);
file_put_contents("$folder/rows", "7\n8\n");
file_put_contents("$folder/below/rows", "9\n");
file_put_contents("$folder/off.ini", "mysqli.allow_local_infile = off\n");
$program = "$folder/program.php";
file_put_contents($program, '<?php require ' . var_export(dirname(__DIR__) . '/connect.inc', true) . '; mysqli_report(MYSQLI_REPORT_OFF);
$m = link_for_test();
$m->query("CREATE TEMPORARY TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, a INT)");
$load = fn($file) => $m->query("LOAD DATA LOCAL INFILE \'$file\' INTO TABLE t (a)") ? $m->affected_rows . " rows" : "refused";
$file = ' . var_export("$folder/rows", true) . ';
echo $load($file), ", ";
$m->options(MYSQLI_OPT_LOCAL_INFILE, 1);
echo $load($file), ", ", $load(dirname($file) . "/below/rows"), ", ";
$m->options(MYSQLI_OPT_LOCAL_INFILE, 0);
echo $load($file), "\n";');
$run = function (string $label, string ...$arguments) use ($program) {
	$process = proc_open([PHP_BINARY, ...$arguments, $program], [1 => ['pipe', 'w']], $pipes);
	echo "$label: ", stream_get_contents($pipes[1]);
	proc_close($process);
};
$run('as PHP comes');
$run('on', '-d', 'mysqli.allow_local_infile=1');
if (extension_loaded('mynd')) {
	$run('off', '-d', 'mysqli.allow_local_infile=0');
	putenv('PHP_INI_SCAN_DIR=' . getenv('PHP_INI_SCAN_DIR') . ":$folder");
	$run('off in php.ini');
	putenv('PHP_INI_SCAN_DIR=' . substr(getenv('PHP_INI_SCAN_DIR'), 0, -strlen(":$folder")));
	$run('a directory', '-d', "mysqli.local_infile_directory=$folder/below");
} else {
	echo "off: refused, refused, refused, refused\noff in php.ini: refused, refused, refused, refused\na directory: refused, refused, 1 rows, refused\n";
}

mysqli_report(MYSQLI_REPORT_OFF);
$m = link_for_test();
$m->query('CREATE TEMPORARY TABLE t (id INT AUTO_INCREMENT PRIMARY KEY, a INT)');
$sql = "LOAD DATA LOCAL INFILE '$folder/rows' INTO TABLE t (a)";
foreach (['query' => fn() => $m->query($sql), 'statement' => fn() => $m->prepare($sql)->execute(), 'asynchronous' => fn() => $m->query($sql, MYSQLI_ASYNC) && $m->reap_async_query()] as $way => $load) {
	$m->query('INSERT INTO t (a) VALUES (1)');
	$load();
	echo "$way: $m->errno, insert_id $m->insert_id\n";
}
?>
--CLEAN--
<?php
array_map(unlink(...), glob(__DIR__ . '/option.tmp/{*.*,rows,below/rows}', GLOB_BRACE));
@rmdir(__DIR__ . '/option.tmp/below');
@rmdir(__DIR__ . '/option.tmp');
?>
--EXPECT--
as PHP comes: refused, 2 rows, 1 rows, refused
on: 2 rows, 2 rows, 1 rows, refused
off: refused, refused, refused, refused
off in php.ini: refused, refused, refused, refused
a directory: refused, refused, 1 rows, refused
query: 2068, insert_id 0
statement: 0, insert_id 0
asynchronous: 2068, insert_id 0
