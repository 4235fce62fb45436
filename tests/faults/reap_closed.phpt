--TEST--
Faults of replies that are taken later: a statement that its file's stream closes, before and after the connection is lost, while a later reply is taken
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
}, 2);

/** A file without end, whose close closes the statement. */
final class Tale
{
	public static ?mysqli_stmt $statement = null;
	/** The connection that is closed while the file is read, so that it is lost before the file is closed. */
	public static ?mysqli $closes = null;
	public $context;

	public function stream_open(): bool
	{
		return true;
	}

	public function stream_read(int $bytes): string
	{
		self::$closes?->close();
		self::$closes = null;
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
function reap_behind_file(int $port, bool $closes): void
{
	$m = mysqli_init();
	$m->options(MYSQLI_OPT_LOCAL_INFILE, true);
	$m->real_connect('127.0.0.1', 'tester', 'secret', '', $port);
	Tale::$statement = $m->prepare("LOAD DATA LOCAL INFILE 'tale://file' INTO TABLE t");
	Tale::$closes = $closes ? $m : null;
	Mynd\execute_async(Tale::$statement);
	$m->query('SELECT 1', MYSQLI_ASYNC);
	try {
		var_dump($m->reap_async_query());
	} catch (mysqli_sql_exception $e) {
		echo $e->getCode(), ' ', $e->getMessage(), "\n";
	}
}

reap_behind_file($peer->port, false);
reap_behind_file($peer->port, true);
$peer->end();
?>
--EXPECT--
closing
2006 MySQL server has gone away
closing
2006 MySQL server has gone away
