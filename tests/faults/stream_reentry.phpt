--TEST--
Faults of PDO: while a stream is read, the statement whose value it is runs, and the server does not prepare it
--EXTENSIONS--
pdo_mysql
mynd
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--INI--
mynd.round_trips=fewer
mynd.pipelining=on
--FILE--
<?php
require __DIR__ . '/peer.inc';
require __DIR__ . '/../phpt/fibers/loop.inc';

/** A stream of so many bytes; code of the program runs before its piece of that number. */
class Reading
{
	public $context;
	public static ?Closure $what;
	public static int $at, $size;
	private int $n = 0;
	public function stream_open(string $path, string $mode, int $options, ?string &$opened): bool
	{
		return true;
	}
	public function stream_read(int $count): string
	{
		if (intdiv($this->n, 8192) === self::$at && $what = self::$what) {
			self::$what = null;
			$what();
		}
		$piece = str_repeat('p', min($count, self::$size - $this->n));
		$this->n += strlen($piece);
		return $piece;
	}
	public function stream_eof(): bool
	{
		return $this->n >= self::$size;
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
stream_wrapper_register('reading', 'Reading');

/**
 * Answers a query with its text, long runs of p shortened. Prepares nothing after the first connection, which
 * makes the statements known: only known ones have their prepares deferred.
 */
function serve(Peer $p): void
{
	$p->login(['version' => '5.5.5-10.11.0-MariaDB']);
	for (;;) {
		$p->command();
		$said = preg_replace_callback('/p{9,}/', fn($m) => strlen($m[0]) . ' p', rtrim(substr($p->heard, 1)));
		$p->raw(match (ord($p->heard[0])) {
			0x03 => Peer::result(['heard'], [[$said]]),
			0x16 => $p->nth === 0 ? Peer::prepared(1, ['a', 'b'], 2) : Peer::frame(Peer::err(1295, 'HY000', 'not prepared'), 1),
			0x17 => Peer::frame(Peer::err(1243, 'HY000', 'unknown'), 1),
			default => '',
		});
	}
}
function run(PDOStatement $statement, ?array $values = null): string
{
	try {
		$statement->execute($values);
		return implode(', ', $statement->fetchAll(PDO::FETCH_COLUMN));
	} catch (PDOException $e) {
		return "! {$e->getMessage()}";
	}
}

$peer = Peer::start(serve(...), 100);
$connect = fn() => new PDO("mysql:host=127.0.0.1;port=$peer->port", 'u', 'p', [PDO::ATTR_EMULATE_PREPARES => false]);

/* Blanks at the end make a statement another one: what the server has refused once is not known any more. */
$known = $connect();
for ($i = 0; $i < 6; $i++) {
	$known->prepare('SELECT ?, ?' . str_repeat(' ', $i));
}
$known = null;
$blanks = 0;
foreach (['a short stream' => [1000, 0], 'a long stream' => [200000, 0], 'a long stream, later' => [200000, 3]] as $what => [$size, $at]) {
	foreach (['SELECT ?, ?' => [1, 2], 'SELECT :a, :b' => ['a', 'b']] as $sql => [$one, $two]) {
		$statement = $connect()->prepare($sql . str_repeat(' ', $blanks++));
		Reading::$size = $size;
		Reading::$at = $at;
		Reading::$what = function () use ($statement, $one, $two) {
			$inner = run($statement, is_int($one) ? ['x', 'y'] : [$one => 'x', $two => 'y']);
			echo "  inner: $inner\n";
		};
		$stream = fopen('reading://', 'r');
		$statement->bindParam($one, $stream, PDO::PARAM_LOB);
		$statement->bindValue($two, 'outer');
		echo "$what, $sql\n";
		$outer = run($statement);
		echo "  outer: $outer\n";
		echo '  once more: ', run($statement, is_int($one) ? ['z', null] : [$two => 'z', $one => null]), "\n";
		unset($statement, $stream);
	}
}
$peer->end();

echo "another fiber runs it, and waits for a row\n";
Mynd\waiter(Loop::wait(...));
[$told, $tell] = stream_socket_pair(STREAM_PF_UNIX, STREAM_SOCK_STREAM, 0);
$peer = Peer::start(function (Peer $p) use ($told) {
	$p->login(['version' => '5.5.5-10.11.0-MariaDB']);
	if ($p->nth === 0) { /* here the statement is prepared */
		$p->command()->raw(Peer::prepared(1, ['a'], 1))->serve();
		return;
	}
	$p->command()->packet(Peer::err(1295, 'HY000', 'not prepared'))->command();
	$p->raw(Peer::frame(Peer::err(1243, 'HY000', 'unknown'), 1));
	$p->command()->packet(Peer::err(1295, 'HY000', 'not prepared'))->command(); /* the prepare alone */
	$p->raw(Peer::packets(["\x01", Peer::column('heard'), Peer::eof(), Peer::text(substr($p->heard, 1))]));
	fgets($told);
	$p->raw(Peer::frame(Peer::text('two'), 5) . Peer::frame(Peer::eof(), 6));
	$p->serve();
}, 2);
$connect = fn() => new PDO("mysql:host=127.0.0.1;port=$peer->port", 'u', 'p', [PDO::ATTR_EMULATE_PREPARES => false, PDO::MYSQL_ATTR_USE_BUFFERED_QUERY => false]);
$connect()->prepare('SELECT ?');
$pdo = $connect();
$statement = $pdo->prepare('SELECT ?');
[Reading::$size, Reading::$at, Reading::$what] = [1000, 0, fn() => Fiber::suspend()];
$stream = fopen('reading://', 'r');
$statement->bindParam(1, $stream, PDO::PARAM_LOB);
$reads = Loop::start(function () use ($statement) {
	$said = run($statement);
	echo "  it: $said\n";
});
Loop::start(function () use ($statement) {
	$said = run($statement, ['other']);
	echo "  the other one: $said\n";
});
while ($statement->columnCount() === 0) {
	Loop::turn();
}
$reads->resume();
fwrite($tell, "go on\n");
Loop::run();
$peer->end();
?>
--EXPECT--
a short stream, SELECT ?, ?
  inner: SELECT 'x', 'y'
  outer: SELECT '1000 p', 'outer'
  once more: SELECT 'z', NULL
a short stream, SELECT :a, :b
  inner: SELECT 'x', 'y'
  outer: SELECT '1000 p', 'outer'
  once more: SELECT NULL, 'z'
a long stream, SELECT ?, ?
  inner: SELECT 'x', 'y'
  outer: SELECT '200000 p', 'outer'
  once more: SELECT 'z', NULL
a long stream, SELECT :a, :b
  inner: SELECT 'x', 'y'
  outer: SELECT '200000 p', 'outer'
  once more: SELECT NULL, 'z'
a long stream, later, SELECT ?, ?
  inner: SELECT 'x', 'y'
  outer: SELECT '200000 p', 'outer'
  once more: SELECT 'z', NULL
a long stream, later, SELECT :a, :b
  inner: SELECT 'x', 'y'
  outer: SELECT '200000 p', 'outer'
  once more: SELECT NULL, 'z'
another fiber runs it, and waits for a row
  it: ! SQLSTATE[HY000]: General error: 2014 Commands out of sync; you can't run this command now: another call waits on this connection
  the other one: SELECT 'other', two
