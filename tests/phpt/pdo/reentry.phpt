--TEST--
PDO: code of the program that runs while values become what is sent: __toString, and streams whose reading closes them or runs the statement
--EXTENSIONS--
pdo_mysql
mynd
--FILE--
<?php
error_reporting(E_ALL & ~E_DEPRECATED); /* PDO's constants, from 8.5 on */
set_error_handler(function (int $level, string $text) {
	if (error_reporting() & $level) {
		echo '    warning: ', preg_replace('/\d+ is not a valid stream resource/', 'it is in use', preg_replace('/cannot close the provided stream.*/', 'it is in use', $text)), "\n";
	}
	return true;
});
/** Its reading runs code of the program, before the piece of that number. */
class Reading
{
	public $context;
	public static ?Closure $what;
	public static int $at, $pieces;
	private int $n = 0;
	public function stream_open(string $path, string $mode, int $options, ?string &$opened): bool
	{
		return true;
	}
	public function stream_read(int $count): string
	{
		if ($this->n++ === self::$at) {
			(self::$what)();
		}
		return $this->n <= self::$pieces ? str_repeat('p', $count) : '';
	}
	public function stream_eof(): bool
	{
		return $this->n > self::$pieces;
	}
	public function stream_stat(): array
	{
		return [];
	}
	public function stream_set_option(int $option, int $a, ?int $b): bool
	{
		return false;
	}
	public function stream_close(): void
	{
		echo "    closed\n";
	}
}
class Text
{
	public function __construct(private Closure $what)
	{
	}
	public function __toString(): string
	{
		($this->what)();
		return 'outer';
	}
}
stream_wrapper_register('reading', 'Reading');
function connect(bool $emulate): PDO
{
	return new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET') . ';dbname=' . getenv('MYND_TEST_DB'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'),
		[PDO::ATTR_EMULATE_PREPARES => $emulate]);
}
function attempt(string $label, Closure $program): void
{
	try {
		$value = json_encode($program());
		echo "  $label: $value\n";
	} catch (PDOException $e) {
		echo "  $label: ! ", $e->getMessage(), "\n";
	}
}

foreach ([true, false] as $emulate) {
	foreach ([1 => 'short', 40 => 'long'] as $pieces => $length) {
		foreach (array_unique([0, intdiv($pieces, 2)]) as $at) {
			echo $emulate ? 'emulated' : 'native', ", a $length stream, its piece $at\n";
			$p = connect($emulate);
			$deeds = [
				'closes it' => fn () => fclose($GLOBALS['stream']),
				'drops it' => function () {
					$GLOBALS['stream'] = null;
				},
				'binds another' => function () use (&$s) {
					$s->bindValue(1, 'bound in between');
				},
				'runs the statement' => function () use (&$s) {
					$s->bindValue(1, 'inner');
					$s->execute();
				},
			];
			foreach ($deeds as $name => $deed) {
				Reading::$what = $deed;
				Reading::$at = $at;
				Reading::$pieces = $pieces;
				$s = $p->prepare('SELECT LENGTH(?)');
				$stream = fopen('reading://', 'r');
				$s->bindParam(1, $stream, PDO::PARAM_LOB);
				attempt($name, fn () => [$s->execute(), $s->fetchAll(PDO::FETCH_COLUMN)[0] > 1000]);
				unset($stream);
				$s = null;
			}
		}
	}

	echo $emulate ? 'emulated' : 'native', ", asynchronous: the statement and another one are sent in the middle\n";
	foreach ([false, true] as $drop) {
		$p = connect($emulate);
		$a = $p->prepare('SELECT LEFT(?, 5)', [PDO::MYND_ATTR_ASYNC => true]);
		$b = $p->prepare('SELECT ?', [PDO::MYND_ATTR_ASYNC => true]);
		$once = true;
		$deed = function () use ($a, &$b, &$once) {
			if ($once) {
				$once = false;
				$a->bindValue(1, 'inner');
				$a->execute();
				$b->execute(['b']);
			}
		};
		if ($emulate) {
			$value = 'v';
			$a->bindParam(1, $value);
			$value = new Text($deed);
		} else {
			Reading::$what = $deed;
			Reading::$at = 0;
			Reading::$pieces = 1;
			$value = fopen('reading://', 'r');
			$a->bindParam(1, $value, PDO::PARAM_LOB);
		}
		attempt('execute', fn () => $a->execute());
		if ($drop) {
			$b = null;
		}
		attempt('the one', fn () => $a->fetchAll(PDO::FETCH_COLUMN));
		attempt('the other', fn () => $b?->fetchAll(PDO::FETCH_COLUMN));
		attempt('another query', fn () => $p->query('SELECT 5')->fetchAll(PDO::FETCH_COLUMN));
		unset($value, $a, $b, $deed);
	}
}
?>
--EXPECT--
emulated, a short stream, its piece 0
    warning: fclose(): it is in use
  closes it: [true,true]
    closed
    closed
  drops it: [true,true]
  binds another: [true,true]
    closed
  runs the statement: [true,true]
    closed
emulated, a long stream, its piece 0
    warning: fclose(): it is in use
  closes it: [true,true]
    closed
    closed
  drops it: [true,true]
  binds another: [true,true]
    closed
  runs the statement: [true,true]
    closed
emulated, a long stream, its piece 20
    warning: fclose(): it is in use
  closes it: [true,true]
    closed
    closed
  drops it: [true,true]
  binds another: [true,true]
    closed
  runs the statement: [true,true]
    closed
emulated, asynchronous: the statement and another one are sent in the middle
  execute: true
  the one: ["outer"]
  the other: ["b"]
  another query: [5]
  execute: true
  the one: ["outer"]
  the other: null
  another query: [5]
native, a short stream, its piece 0
    warning: fclose(): it is in use
    closed
  closes it: [true,true]
    closed
  drops it: [true,true]
  binds another: [true,true]
    closed
  runs the statement: [true,true]
    closed
native, a long stream, its piece 0
    warning: fclose(): it is in use
  closes it: [true,true]
    closed
    closed
  drops it: [true,true]
  binds another: [true,true]
    closed
  runs the statement: [true,true]
    closed
native, a long stream, its piece 20
    warning: fclose(): it is in use
  closes it: [true,true]
    closed
    closed
  drops it: [true,true]
  binds another: [true,true]
    closed
  runs the statement: ! SQLSTATE[HY000]: General error: 2014 Cannot execute queries while other unbuffered queries are active.  Consider using PDOStatement::fetchAll().  Alternatively, if your code is only ever going to run against mysql, you may enable query buffering by setting the PDO::MYSQL_ATTR_USE_BUFFERED_QUERY attribute.
    closed
native, asynchronous: the statement and another one are sent in the middle
  execute: true
  the one: ["ppppp"]
  the other: ["b"]
  another query: [5]
    closed
  execute: true
  the one: ["ppppp"]
  the other: null
  another query: [5]
    closed
