--TEST--
LOAD DATA LOCAL: the file is the program's own stream, which does things to the link that it is read for
--EXTENSIONS--
mysqli
--INI--
mysqli.allow_local_infile=1
--FILE--
<?php
require __DIR__ . '/../connect.inc';
print_warnings();
/** A stream of five rows, a row a read. Before each step the program says what it wants to happen. */
class Rows
{
	public static ?Closure $at = null;
	public $context;
	private int $row = 0;
	private static function step(string $what): void
	{
		if (self::$at !== null) {
			(self::$at)($what);
		}
	}
	public function stream_open(): bool
	{
		self::step('open');
		return true;
	}
	public function stream_read(): string
	{
		$this->row++;
		self::step("read $this->row");
		return $this->row <= 5 ? "$this->row\n" : '';
	}
	public function stream_eof(): bool
	{
		return $this->row >= 5;
	}
	public function stream_stat(): array
	{
		return [];
	}
	public function stream_close(): void
	{
		self::step('close');
	}
}
stream_wrapper_register('rows', Rows::class);
function fresh(): mysqli
{
	$m = link_for_test();
	$m->query('CREATE TEMPORARY TABLE t (a INT)');
	return $m;
}
const LOAD = "LOAD DATA LOCAL INFILE 'rows://' INTO TABLE t";
/** Runs the query with something happening at one step. */
function during(string $step, callable $what, callable $query): void
{
	Rows::$at = function (string $now) use ($step, $what) {
		if ($now === $step) {
			Rows::$at = null;
			$what();
		}
	};
	$query();
	Rows::$at = null;
}
$m = fresh();
attempt('five rows', fn() => [$m->query(LOAD), $m->affected_rows, $m->query('SELECT SUM(a) FROM t')->fetch_column()]);

echo "the same link\n";
foreach (['open', 'read 1', 'read 3', 'close'] as $step) {
	during($step,
		fn() => attempt("  $step: a query", fn() => $m->query('SELECT 1')),
		fn() => attempt("  $step: the file", fn() => [$m->query(LOAD), $m->affected_rows]));
}
during('read 2', function () use ($m) {
	attempt('  ping()', fn() => @$m->ping());
	attempt('  store_result()', fn() => $m->store_result());
	attempt('  next_result()', fn() => $m->next_result());
	attempt('  change_user()', fn() => $m->change_user('x', 'y', null));
	attempt('  what is known', fn() => [$m->errno, $m->affected_rows, $m->info, $m->insert_id, $m->thread_id > 0]);
	attempt('  escaping', fn() => $m->real_escape_string("it's"));
	attempt('  options()', fn() => $m->options(MYSQLI_OPT_LOCAL_INFILE, 0));
}, fn() => attempt('  the file', fn() => [$m->query(LOAD), $m->affected_rows]));
$m->options(MYSQLI_OPT_LOCAL_INFILE, 1);
attempt('rows', fn() => $m->query('SELECT COUNT(*) FROM t')->fetch_column());

echo "another link\n";
during('read 2', fn() => attempt('  a query', fn() => link_for_test()->query('SELECT 2')->fetch_column()),
	fn() => attempt('  the file', fn() => $m->query(LOAD)));
$other = fresh();
during('read 2', fn() => attempt('  a file in a file', fn() => [$other->query(LOAD), $other->affected_rows]),
	fn() => attempt('  the file', fn() => [$m->query(LOAD), $m->affected_rows]));

echo "closed\n";
foreach (['open', 'read 1', 'read 4', 'close'] as $step) {
	$m = fresh();
	during($step, fn() => attempt("  $step: close()", fn() => $m->close()),
		fn() => attempt("  $step: the file", fn() => $m->query(LOAD)));
	attempt("  $step: afterwards", fn() => $m->query('SELECT 1'));
}
$m = fresh();
during('read 2', function () use (&$m) { $m = null; }, fn() => attempt('  the last variable', fn() => $m->query(LOAD)));
$m = fresh();
during('read 2', fn() => attempt('  connect()', fn() => $m->connect(...where())),
	fn() => attempt('  the file', fn() => $m->query(LOAD)));
foreach (['real_query', 'multi_query', 'savepoint'] as $method) {
	$m = fresh();
	during('read 2', fn() => $m->close(), fn() => attempt("  $method()", fn() => $m->$method(LOAD)));
}
$m = fresh();
$m->multi_query('SELECT 1; ' . LOAD);
$m->store_result();
during('read 2', fn() => $m->close(), fn() => attempt('  next_result()', fn() => $m->next_result()));
mysqli_report(MYSQLI_REPORT_ERROR);
$m = fresh();
during('read 2', fn() => $m->close(), fn() => attempt('  as a warning', fn() => $m->query(LOAD)));
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);

echo "thrown\n";
foreach (['open', 'read 1', 'read 4', 'close'] as $step) {
	$m = fresh();
	during($step, fn() => throw new LogicException("at $step"), fn() => attempt("  $step", fn() => $m->query(LOAD)));
	attempt("  $step: rows", fn() => $m->query('SELECT COUNT(*) FROM t')->fetch_column());
}

echo "exit\n";
during('read 3', function () { exit; }, fn() => $m->query(LOAD));
?>
--EXPECT--
five rows: [true,5,"15"]
the same link
  open: a query: ! 2014 HY000 Commands out of sync; you can't run this command now
  open: the file: [true,5]
  read 1: a query: ! 2014 HY000 Commands out of sync; you can't run this command now
  read 1: the file: [true,5]
  read 3: a query: ! 2014 HY000 Commands out of sync; you can't run this command now
  read 3: the file: [true,5]
  close: a query: ! 2014 HY000 Commands out of sync; you can't run this command now
  close: the file: [true,5]
  ping(): ! 2014 HY000 Commands out of sync; you can't run this command now
  store_result(): ! 2014 HY000 Commands out of sync; you can't run this command now
  next_result(): ! 2014 HY000 Commands out of sync; you can't run this command now
  change_user(): ! 2014 HY000 Commands out of sync; you can't run this command now
  what is known: [2014,-1,"Records: 5  Deleted: 0  Skipped: 0  Warnings: 0",0,true]
  escaping: "it\\'s"
  options(): true
  the file: [true,5]
rows: "30"
another link
  a query: "2"
  the file: true
  a file in a file: [true,5]
  the file: [true,5]
closed
  open: close(): true
  open: the file: ! 2006 HY000 MySQL server has gone away
  open: afterwards: ! Error mysqli object is already closed
  read 1: close(): true
  read 1: the file: ! 2006 HY000 MySQL server has gone away
  read 1: afterwards: ! Error mysqli object is already closed
  read 4: close(): true
  read 4: the file: ! 2006 HY000 MySQL server has gone away
  read 4: afterwards: ! Error mysqli object is already closed
  close: close(): true
  close: the file: ! 2006 HY000 MySQL server has gone away
  close: afterwards: ! Error mysqli object is already closed
  the last variable: true
  connect(): ! 2014 HY000 Commands out of sync; you can't run this command now
  the file: true
  real_query(): ! 2006 HY000 MySQL server has gone away
  multi_query(): ! 2006 HY000 MySQL server has gone away
  savepoint(): true
  next_result(): ! 2006 HY000 MySQL server has gone away
  Warning: mysqli::query(): (HY000/2006): MySQL server has gone away
  as a warning: false
thrown
  open: ! LogicException at open
  open: rows: "0"
  read 1: ! LogicException at read 1
  read 1: rows: "0"
  read 4: ! LogicException at read 4
  read 4: rows: "3"
  close: ! LogicException at close
  close: rows: "5"
exit
