--TEST--
LOAD DATA LOCAL: a fatal error in the program's stream; the shutdown functions can do nothing with that link but close it
--EXTENSIONS--
mysqli
--INI--
mysqli.allow_local_infile=1
--FILE--
<?php
require __DIR__ . '/../connect.inc';
class Rows
{
	public $context;
	private int $row = 0;
	public function stream_open(): bool
	{
		return true;
	}
	public function stream_read(): string
	{
		if (++$this->row > 2) {
			eval('class Rows {}'); /* an error of the compiler's: it is fatal */
		}
		return "$this->row\n";
	}
	public function stream_eof(): bool
	{
		return false;
	}
	public function stream_stat(): array
	{
		return [];
	}
}
stream_wrapper_register('rows', Rows::class);
$m = link_for_test();
$m->query('CREATE TEMPORARY TABLE t (a INT)');
$s = $m->prepare('SELECT 1');
register_shutdown_function(function () use ($m, $s) {
	attempt('query()', fn() => $m->query('SELECT 1'));
	attempt('execute()', fn() => $s->execute());
	attempt('its close()', fn() => $s->close());
	attempt('close()', fn() => $m->close());
	attempt('another link', fn() => link_for_test()->query('SELECT 2')->fetch_column());
});
$m->query("LOAD DATA LOCAL INFILE 'rows://' INTO TABLE t");
?>
--EXPECTF--

Fatal error: Cannot %sclare class Rows%sin %s on line %d
query(): ! 2014 HY000 Commands out of sync; you can't run this command now
execute(): ! 2014 HY000 Commands out of sync; you can't run this command now
its close(): true
close(): true
another link: "2"
