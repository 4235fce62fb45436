--TEST--
PDO: a statement that is run again while an execute sends a stream piece by piece is refused, and nothing of the stream is lost
--EXTENSIONS--
pdo_mysql
mynd
--FILE--
<?php
require __DIR__ . '/../fibers/fibers.inc';
error_reporting(E_ALL & ~E_DEPRECATED); /* PDO's constants, from 8.5 on */

/** So many bytes; code of the program runs before those of one read. */
class Large
{
	public $context;
	public static ?Closure $what = null;
	public static int $at = 25, $left;
	private int $reads = 0;
	public function stream_open(string $path, string $mode, int $options, ?string &$opened): bool
	{
		self::$left = 400000;
		return true;
	}
	public function stream_read(int $count): string
	{
		if ($this->reads++ === self::$at) {
			(self::$what)();
		}
		$bytes = str_repeat('x', min($count, self::$left));
		self::$left -= strlen($bytes);
		return $bytes;
	}
	public function stream_eof(): bool
	{
		return self::$left === 0;
	}
	public function stream_stat(): array
	{
		return [];
	}
	public function stream_set_option(int $option, int $a, ?int $b): bool
	{
		return false;
	}
}
stream_wrapper_register('large', 'Large');

$pdo = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), [PDO::ATTR_EMULATE_PREPARES => false]);
$statement = $pdo->prepare('SELECT LENGTH(?), ?');
function run(PDOStatement $statement, string $name): void
{
	try {
		$stream = fopen('large://x', 'r');
		$statement->bindValue(1, $stream, PDO::PARAM_LOB);
		$statement->bindValue(2, 'outer');
		$statement->execute();
		echo "$name: ", json_encode($statement->fetch(PDO::FETCH_NUM)), "\n";
		$statement->closeCursor();
	} catch (PDOException $e) {
		echo "$name: ", $e->errorInfo[1], "\n";
	}
}
$inner = function () use ($statement) {
	try {
		$statement->execute(['abc', 'inner']);
		echo "  inner: ", json_encode($statement->fetch(PDO::FETCH_NUM)), "\n";
	} catch (PDOException $e) {
		echo '  inner: ', $e->errorInfo[1], "\n";
	}
};
foreach ([0, 7, 25, 48] as $at) { /* a piece has 64 KiB, a read 8 KiB */
	Large::$at = $at;
	Large::$what = $inner;
	run($statement, "run again before read $at");
}
Large::$what = fn() => 0;
run($statement, 'and then');

echo "-- by another fiber\n";
Large::$at = 25;
Large::$what = fn() => Loop::wait(stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0)[0], Mynd\WRITE, null);
Loop::start(fn() => run($statement, 'the first'));
Loop::start($inner);
Loop::run();
Large::$what = fn() => 0;
run($statement, 'and then');
?>
--EXPECT--
  inner: [3,"inner"]
run again before read 0: [400000,"outer"]
  inner: [3,"inner"]
run again before read 7: [400000,"outer"]
  inner: 2014
run again before read 25: [400000,"outer"]
  inner: 2014
run again before read 48: [400000,"outer"]
and then: [400000,"outer"]
-- by another fiber
  inner: 2014
the first: [400000,"outer"]
and then: [400000,"outer"]
