--TEST--
LOAD DATA LOCAL: off by default, allowed by settings, below a directory
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
print_warnings();
/** Counts what is opened, and gives two rows. */
class Watched
{
	public static int $opened = 0;
	public $context;
	private string $rest = "1\n2\n";
	public function stream_open(string $path, string $mode): bool
	{
		self::$opened++;
		return true;
	}
	public function stream_read(int $count): string
	{
		[$piece, $this->rest] = [$this->rest, ''];
		return $piece;
	}
	public function stream_eof(): bool
	{
		return $this->rest === '';
	}
	public function stream_stat(): array
	{
		return [];
	}
}
stream_wrapper_register('watched', Watched::class);
$load = fn(mysqli $m, string $file = 'watched://rows') => $m->query("LOAD DATA LOCAL INFILE '$file' INTO TABLE t");
$connect = function (): mysqli {
	$m = link_for_test();
	$m->query('CREATE TEMPORARY TABLE t (a INT)');
	return $m;
};
$m = $connect();
attempt('off', fn() => $load($m));
attempt('errno', fn() => [$m->errno, $m->sqlstate]);
attempt('the link goes on', fn() => $m->query('SELECT COUNT(*) FROM t')->fetch_column());
attempt('an option before the connect does not switch it on', function () use ($load) {
	$m = mysqli_init();
	$m->options(MYSQLI_OPT_LOCAL_INFILE, true);
	$m->real_connect(...where());
	$m->query('CREATE TEMPORARY TABLE t (a INT)');
	return $load($m);
});
attempt('opened', fn() => Watched::$opened);

echo "a directory, by option\n";
$dir = __DIR__ . '/settings.tmp';
mkdir("$dir/below/further", 0777, true);
file_put_contents("$dir/below/rows", "1\n2\n3\n");
file_put_contents("$dir/below/further/rows", "4\n");
file_put_contents("$dir/rows", "5\n");
attempt('option', fn() => $m->options(MYSQLI_OPT_LOAD_DATA_LOCAL_DIR, "$dir/below"));
attempt('in it', fn() => [$load($m, "$dir/below/rows"), $m->affected_rows]);
attempt('below it', fn() => [$load($m, "$dir/below/further/rows"), $m->affected_rows]);
attempt('missing in it', function () use ($m, $load, $dir) {
	try {
		$load($m, "$dir/below/none");
	} catch (mysqli_sql_exception $e) {
		return $e->getCode();
	}
});
attempt('outside', fn() => $load($m, "$dir/rows"));
attempt('out of it again', fn() => $load($m, "$dir/below/../rows"));
symlink("$dir/rows", "$dir/below/link");
attempt('a link that leads out', fn() => $load($m, "$dir/below/link"));
attempt('a stream', fn() => $load($m));
$up = str_repeat('/..', 30);
attempt('a filter whose name leads into it', fn() => $load($m, "php://filter$up$dir/below/resource=$dir/rows"));
attempt('a stream whose name does', fn() => $load($m, "watched://x$up$dir/below/rows"));
attempt('a file that is named as a URL', fn() => [$load($m, "file://$dir/below/rows"), $m->affected_rows]);
attempt('one out of it', fn() => $load($m, "file://$dir/rows"));
attempt('one whose URL leads into it as a path', fn() => $load($m, "file://$dir/rows$up$dir/below/rows"));
attempt('opened', fn() => Watched::$opened);
$m->options(MYSQLI_OPT_LOAD_DATA_LOCAL_DIR, "$dir/none");
attempt('a directory that is not there', function () use ($m, $load, $dir) {
	set_error_handler(fn() => true);
	try {
		$load($m, "$dir/below/rows");
	} finally {
		restore_error_handler();
	}
});
attempt('no directory again', fn() => [$m->options(MYSQLI_OPT_LOAD_DATA_LOCAL_DIR, ''), $load($m, "$dir/below/rows")]);
attempt('rows', fn() => $m->query('SELECT COUNT(*) FROM t')->fetch_column());

echo "by the ini file\n";
/** Another process, with these settings. */
function with(array $settings, string $program): void
{
	$arguments = [];
	foreach (['display_errors' => '1', 'html_errors' => '0', 'error_log' => '/dev/null'] + $settings as $name => $value) {
		array_push($arguments, '-d', "$name=$value");
	}
	$program = 'require ' . var_export(__DIR__ . '/../connect.inc', true) . '; print_warnings(); $m = link_for_test(); ' .
		'$m->query("CREATE TEMPORARY TABLE t (a INT)"); ' .
		'$load = fn($file) => [$m->query("LOAD DATA LOCAL INFILE \'$file\' INTO TABLE t"), $m->affected_rows];' . $program;
	$php = proc_open([getenv('TEST_PHP_EXECUTABLE') ?: PHP_BINARY, ...$arguments, '-r', $program], [1 => ['pipe', 'w'], 2 => ['redirect', 1]], $pipes);
	echo str_replace([$GLOBALS['dir'], dirname(__DIR__)], ['DIR', 'TESTS'], stream_get_contents($pipes[1]));
	proc_close($php);
}
$in = "attempt('  in it', fn() => \$load('$dir/below/rows'));";
$out = "attempt('  outside', fn() => \$load('$dir/rows'));";
echo "on\n";
with(['mysqli.allow_local_infile' => 1], $in . $out .
	'attempt("  switched off by option", fn() => [$m->options(MYSQLI_OPT_LOCAL_INFILE, 0), $load("' . $dir . '/rows")]);' .
	'attempt("  and on", fn() => [$m->options(MYSQLI_OPT_LOCAL_INFILE, 1), $load("' . $dir . '/rows")]);' .
	'$m = mysqli_init(); $m->options(MYSQLI_OPT_LOCAL_INFILE, 0); $m->real_connect(...where()); $m->query("CREATE TEMPORARY TABLE t (a INT)");' .
	'attempt("  switched off before the connect", fn() => $m->query("LOAD DATA LOCAL INFILE \'' . $dir . '/rows\' INTO TABLE t"));');
echo "a directory\n";
with(['mysqli.local_infile_directory' => "$dir/below"], $in . $out);
echo "on, and a directory\n";
with(['mysqli.allow_local_infile' => 1, 'mysqli.local_infile_directory' => "$dir/below"], $in . $out);
echo "on, and open_basedir\n";
with(['mysqli.allow_local_infile' => 1, 'open_basedir' => "$dir/below:" . dirname(__DIR__)], $in);
with(['mysqli.allow_local_infile' => 1, 'open_basedir' => "$dir/below:" . dirname(__DIR__) . '/connect.inc:' . dirname(__DIR__) . '/warnings.inc'], $in .
	"set_error_handler(fn() => true); $out");
echo "a directory out of open_basedir\n";
with(['mysqli.local_infile_directory' => $dir, 'open_basedir' => "$dir/below:" . dirname(__DIR__) . '/connect.inc:' . dirname(__DIR__) . '/warnings.inc'], $in);
?>
--CLEAN--
<?php
$dir = __DIR__ . '/settings.tmp';
foreach (['below/further/rows', 'below/rows', 'below/link', 'rows'] as $file) {
	@unlink("$dir/$file");
}
foreach (['/below/further', '/below', ''] as $folder) {
	@rmdir($dir . $folder);
}
?>
--EXPECT--
off: ! 2068 HY000 LOAD DATA LOCAL INFILE is forbidden, check related settings like mysqli.allow_local_infile|mysqli.local_infile_directory or PDO::MYSQL_ATTR_LOCAL_INFILE|PDO::MYSQL_ATTR_LOCAL_INFILE_DIRECTORY
errno: [2068,"HY000"]
the link goes on: "0"
an option before the connect does not switch it on: ! 2068 HY000 LOAD DATA LOCAL INFILE is forbidden, check related settings like mysqli.allow_local_infile|mysqli.local_infile_directory or PDO::MYSQL_ATTR_LOCAL_INFILE|PDO::MYSQL_ATTR_LOCAL_INFILE_DIRECTORY
opened: 0
a directory, by option
option: true
in it: [true,3]
below it: [true,1]
missing in it: 7890
outside: ! 2068 HY000 LOAD DATA LOCAL INFILE DIRECTORY restriction in effect. Unable to open file
out of it again: ! 2068 HY000 LOAD DATA LOCAL INFILE DIRECTORY restriction in effect. Unable to open file
a link that leads out: ! 2068 HY000 LOAD DATA LOCAL INFILE DIRECTORY restriction in effect. Unable to open file
a stream: ! 2068 HY000 LOAD DATA LOCAL INFILE DIRECTORY restriction in effect. Unable to open file
a filter whose name leads into it: ! 2068 HY000 LOAD DATA LOCAL INFILE DIRECTORY restriction in effect. Unable to open file
a stream whose name does: ! 2068 HY000 LOAD DATA LOCAL INFILE DIRECTORY restriction in effect. Unable to open file
a file that is named as a URL: [true,3]
one out of it: ! 2068 HY000 LOAD DATA LOCAL INFILE DIRECTORY restriction in effect. Unable to open file
one whose URL leads into it as a path: ! 2068 HY000 LOAD DATA LOCAL INFILE DIRECTORY restriction in effect. Unable to open file
opened: 0
a directory that is not there: ! 2068 HY000 cannot open local_infile_directory
no directory again: ! 2068 HY000 LOAD DATA LOCAL INFILE is forbidden, check related settings like mysqli.allow_local_infile|mysqli.local_infile_directory or PDO::MYSQL_ATTR_LOCAL_INFILE|PDO::MYSQL_ATTR_LOCAL_INFILE_DIRECTORY
rows: "7"
by the ini file
on
  in it: [true,3]
  outside: [true,1]
  switched off by option: ! 2068 HY000 LOAD DATA LOCAL INFILE is forbidden, check related settings like mysqli.allow_local_infile|mysqli.local_infile_directory or PDO::MYSQL_ATTR_LOCAL_INFILE|PDO::MYSQL_ATTR_LOCAL_INFILE_DIRECTORY
  and on: [true,[true,1]]
  switched off before the connect: ! 2068 HY000 LOAD DATA LOCAL INFILE is forbidden, check related settings like mysqli.allow_local_infile|mysqli.local_infile_directory or PDO::MYSQL_ATTR_LOCAL_INFILE|PDO::MYSQL_ATTR_LOCAL_INFILE_DIRECTORY
a directory
  in it: [true,3]
  outside: ! 2068 HY000 LOAD DATA LOCAL INFILE DIRECTORY restriction in effect. Unable to open file
on, and a directory
  in it: [true,3]
  outside: [true,1]
on, and open_basedir
  in it: [true,3]
  in it: [true,3]
  outside: ! 2000 HY000 open_basedir restriction in effect. Unable to open file
a directory out of open_basedir
  Warning: mysqli::__construct(): open_basedir restriction in effect. File(DIR) is not within the allowed path(s): (DIR/below:TESTS/connect.inc:TESTS/warnings.inc)
  in it: ! 2068 HY000 LOAD DATA LOCAL INFILE is forbidden, check related settings like mysqli.allow_local_infile|mysqli.local_infile_directory or PDO::MYSQL_ATTR_LOCAL_INFILE|PDO::MYSQL_ATTR_LOCAL_INFILE_DIRECTORY
