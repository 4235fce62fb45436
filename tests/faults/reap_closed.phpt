--TEST--
Faults of replies that are taken later: a statement that its file's stream closes, when the link is lost, while a later reply is taken
--EXTENSIONS--
mynd
--SKIPIF--
<?php
if (!function_exists('pcntl_fork')) die('skip needs pcntl');
?>
--INI--
mynd.pipelining=off
mysqli.allow_local_infile=1
--FILE--
<?php
require __DIR__ . '/peer.inc';

/** Asks for the file, and hangs up when its first piece is here. */
$peer = Peer::start(function (Peer $p) {
	$p->login();
	$p->command();
	$p->raw(Peer::prepared(1, [], 0));
	$p->command();
	$p->packet("\xFBtale://file");
	$p->command();
});

/** A file without end, whose close closes the statement. */
final class Tale
{
	public static ?mysqli_stmt $statement = null;
	public $context;

	public function stream_open(): bool
	{
		return true;
	}

	public function stream_read(int $bytes): string
	{
		return str_repeat('x', $bytes);
	}

	public function stream_eof(): bool
	{
		return false;
	}

	public function stream_close(): void
	{
		echo "closing\n";
		self::$statement->close();
		self::$statement = null;
	}
}

stream_wrapper_register('tale', Tale::class);
$m = mysqli_init();
$m->options(MYSQLI_OPT_LOCAL_INFILE, true);
$m->real_connect('127.0.0.1', 'tester', 'secret', '', $peer->port);
Tale::$statement = $m->prepare("LOAD DATA LOCAL INFILE 'tale://file' INTO TABLE t");
Mynd\execute_async(Tale::$statement);
$m->query('SELECT 1', MYSQLI_ASYNC);
try {
	var_dump($m->reap_async_query());
} catch (mysqli_sql_exception $e) {
	echo $e->getCode(), ' ', $e->getMessage(), "\n";
}
$peer->end();
?>
--EXPECT--
closing
2006 MySQL server has gone away
