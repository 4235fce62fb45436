--TEST--
LOAD DATA LOCAL as a prepared statement, by execute_query(), by EXECUTE IMMEDIATE; code of the program in it ends the statement
--EXTENSIONS--
mysqli
--INI--
mysqli.allow_local_infile=1
--SKIPIF--
<?php
require __DIR__ . '/../connect.inc';
try {
	link_for_test()->prepare("LOAD DATA LOCAL INFILE 'x' INTO TABLE mysql.user");
} catch (mysqli_sql_exception $e) {
	if ($e->getCode() === 1295) {
		die('skip the server prepares no LOAD DATA');
	}
}
?>
--FILE--
<?php
require __DIR__ . '/../connect.inc';
print_warnings();
/** Two rows; before the first something happens. */
class Rows
{
	public static ?Closure $at = null;
	public $context;
	private string $rest = "1\n2\n";
	public function stream_open(): bool
	{
		return true;
	}
	public function stream_read(): string
	{
		if (self::$at !== null) {
			[$at, self::$at] = [self::$at, null];
			$at();
		}
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
stream_wrapper_register('rows', Rows::class);
const LOAD = "LOAD DATA LOCAL INFILE 'rows://' INTO TABLE t";
$m = link_for_test();
$m->query('CREATE TEMPORARY TABLE t (a INT)');
$s = $m->prepare(LOAD);
attempt('prepared', fn() => [$s->execute(), $s->affected_rows, $m->info, $s->field_count]);
attempt('again', fn() => [$s->execute(), $s->affected_rows]);
attempt('execute_query()', fn() => [$m->execute_query(LOAD), $m->affected_rows]);
attempt('again', fn() => [$m->execute_query(LOAD), $m->affected_rows]);
attempt('EXECUTE IMMEDIATE', fn() => [$m->query('EXECUTE IMMEDIATE "' . LOAD . '"'), $m->affected_rows]);
$missing = $m->prepare("LOAD DATA LOCAL INFILE '/there/is/no/such/file' INTO TABLE t");
attempt('no such file', fn() => $missing->execute());
attempt('known', fn() => [$missing->errno, $m->errno, $missing->affected_rows]);
attempt('the link goes on', fn() => $m->query('SELECT COUNT(*) FROM t')->fetch_column());
$m->options(MYSQLI_OPT_LOCAL_INFILE, 0);
attempt('forbidden', fn() => $s->execute());
$m->options(MYSQLI_OPT_LOCAL_INFILE, 1);
attempt('allowed', fn() => $s->execute());

$deeds = [
	'close()' => fn() => $GLOBALS['s']->close(),
	'prepare()' => fn() => $GLOBALS['s']->prepare('SELECT 1'),
	'execute()' => fn() => $GLOBALS['s']->execute(),
	'the constructor' => fn() => $GLOBALS['s']->__construct($GLOBALS['m'], 'SELECT 1'),
	'the link closed' => fn() => $GLOBALS['m']->close(),
	'a query' => fn() => $GLOBALS['m']->query('SET NAMES latin1'),
	'execute_query()' => fn() => $GLOBALS['m']->execute_query('SELECT 1'),
	'an exception' => fn() => throw new LogicException('in the file'),
];
foreach ($deeds as $name => $deed) {
	foreach (['execute()', 'execute_query()'] as $where) {
		$s = $m->prepare(LOAD);
		Rows::$at = function () use ($deed) {
			try {
				$deed();
			} catch (mysqli_sql_exception $e) {
				echo '    (', $e->getMessage(), ")\n";
			}
		};
		attempt("  $name in $where", fn() => [$where === 'execute()' ? $s->execute() : $m->execute_query(LOAD), $m->affected_rows]);
		attempt('    then', fn() => [$m->query('SELECT COUNT(*) FROM t')->fetch_column(), $m->query('DELETE FROM t')][1]);
		$s = null;
		$m = link_for_test();
		$m->query('CREATE TEMPORARY TABLE t (a INT)');
	}
}
?>
--EXPECT--
prepared: [true,2,"Records: 2  Deleted: 0  Skipped: 0  Warnings: 0",0]
again: [true,2]
execute_query(): [true,2]
again: [true,2]
EXECUTE IMMEDIATE: [true,2]
no such file: ! 7890 HY000 Can't find file '/there/is/no/such/file'.
known: [7890,7890,-1]
the link goes on: "10"
forbidden: ! 2068 HY000 LOAD DATA LOCAL INFILE is forbidden, check related settings like mysqli.allow_local_infile|mysqli.local_infile_directory or PDO::MYSQL_ATTR_LOCAL_INFILE|PDO::MYSQL_ATTR_LOCAL_INFILE_DIRECTORY
allowed: true
  close() in execute(): ! Error mysqli_stmt object is already closed
    then: true
  close() in execute_query(): [true,2]
    then: true
    (Commands out of sync; you can't run this command now)
  prepare() in execute(): [true,2]
    then: true
    (Commands out of sync; you can't run this command now)
  prepare() in execute_query(): [true,2]
    then: true
    (Commands out of sync; you can't run this command now)
  execute() in execute(): [true,2]
    then: true
    (Commands out of sync; you can't run this command now)
  execute() in execute_query(): [true,2]
    then: true
    (Commands out of sync; you can't run this command now)
  the constructor in execute(): ! Error mysqli_stmt object is not fully initialized
    then: true
    (Commands out of sync; you can't run this command now)
  the constructor in execute_query(): [true,2]
    then: true
  the link closed in execute(): ! 2006 HY000 MySQL server has gone away
    then: ! Error mysqli object is already closed
  the link closed in execute_query(): ! 2006 HY000 MySQL server has gone away
    then: ! Error mysqli object is already closed
    (Commands out of sync; you can't run this command now)
  a query in execute(): [true,2]
    then: true
    (Commands out of sync; you can't run this command now)
  a query in execute_query(): [true,2]
    then: true
    (Commands out of sync; you can't run this command now)
  execute_query() in execute(): [true,2]
    then: true
    (Commands out of sync; you can't run this command now)
  execute_query() in execute_query(): [true,2]
    then: true
  an exception in execute(): ! LogicException in the file
    then: true
  an exception in execute_query(): ! LogicException in the file
    then: true
