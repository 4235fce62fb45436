--TEST--
Errors: error handlers, __toString and constructors that close or use the link (mynd; stock crashes in some)
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
class Text
{
	public function __construct(private mysqli $m)
	{
	}

	public function __toString(): string
	{
		$this->m->close();
		return 'SELECT 1';
	}
}
class Row
{
	public static ?mysqli_result $result;
	public static ?mysqli $link;
	public $a;

	public function __construct()
	{
		self::$result?->free();
		echo '  inside: ', self::$link?->query('SELECT 5')->fetch_column(), "\n";
		self::$result = null;
	}
}
class Dropper
{
	public static ?mysqli $link;

	public function __set(string $name, mixed $value): void
	{
		self::$link = null;
		echo "  $name = $value\n";
	}
}
mysqli_report(MYSQLI_REPORT_ERROR);
set_error_handler(function (int $kind, string $text) use (&$m) {
	echo '  handler: ', strtok($text, ':'), "\n";
	$m?->close();
	$m = null;
	return true;
});
$m = link_for_test();
attempt('closed while its error is reported', fn() => mysqli_query($m, 'SELECT nonsense'));
$m = link_for_test();
attempt('closed by a warning about a name', fn() => mysqli_commit($m, 0, 'a*b'));
$m = link_for_test();
attempt('the same, begin', fn() => $m->begin_transaction(0, 'a*b'));
restore_error_handler();
set_error_handler(fn(int $kind, string $text) => throw new ErrorException(strtok($text, ':')));
$m = link_for_test();
attempt('a handler that throws', fn() => $m->query('SELECT nonsense'));
attempt('a name, thrown', fn() => $m->commit(0, '*'));
attempt('the link is well', fn() => $m->query('SELECT 1')->fetch_column());
attempt('no such socket', fn() => new mysqli(...where(socket: '/nowhere')));
restore_error_handler();
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
foreach (['query', 'real_query', 'multi_query', 'real_escape_string', 'select_db', 'set_charset', 'savepoint'] as $method) {
	$m = link_for_test();
	attempt("$method(), closed by its argument", fn() => $m->$method(new Text($m)));
}
$m = link_for_test();
attempt('options(), closed by its argument', fn() => $m->options(MYSQLI_INIT_COMMAND, new Text($m)));
Row::$link = link_for_test();
Row::$result = $r = Row::$link->query('SELECT 1 AS a UNION SELECT 2');
attempt('a constructor that frees the result', fn() => $r->fetch_object('Row')->a);
attempt('and then', fn() => $r->fetch_object('Row'));
Dropper::$link = link_for_test();
$r = Dropper::$link->query('SELECT 1 AS a UNION SELECT 2', MYSQLI_USE_RESULT);
attempt('__set that drops the link', fn() => $r->fetch_object('Dropper'));
attempt('and then', fn() => $r->fetch_object('Dropper'));
?>
--EXPECT--
  handler: mysqli_query()
closed while its error is reported: false
  handler: mysqli_commit()
closed by a warning about a name: ! Error mysqli object is already closed
  handler: mysqli
the same, begin: ! Error mysqli object is already closed
a handler that throws: ! ErrorException mysqli
a name, thrown: ! ErrorException mysqli
the link is well: "1"
no such socket: ! ErrorException mysqli
query(), closed by its argument: ! Error mysqli object is already closed
real_query(), closed by its argument: ! Error mysqli object is already closed
multi_query(), closed by its argument: ! Error mysqli object is already closed
real_escape_string(), closed by its argument: ! Error mysqli object is already closed
select_db(), closed by its argument: ! Error mysqli object is already closed
set_charset(), closed by its argument: ! Error mysqli object is already closed
savepoint(), closed by its argument: ! Error mysqli object is already closed
options(), closed by its argument: ! Error mysqli object is already closed
  inside: 5
a constructor that frees the result: "1"
and then: ! Error mysqli_result object is already closed
  a = 1
__set that drops the link: Dropper
and then: ! 2014 HY000 Commands out of sync; you can't run this command now
