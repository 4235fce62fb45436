--TEST--
LOAD DATA LOCAL under way with other commands: what stands behind it waits, files go out whoever reads the reply
--EXTENSIONS--
mynd
--INI--
mysqli.allow_local_infile=1
--FILE--
<?php
require __DIR__ . '/told.inc';
print_warnings();

/** A file made by code of the program, which may use the link. */
final class Lines
{
	public static ?Closure $hook = null;
	public $context;
	private array $lines;

	public function stream_open(string $path): bool
	{
		$this->lines = explode('-', substr($path, 8));
		return $path !== 'lines://none';
	}

	public function stream_read(int $n): string
	{
		if (self::$hook) {
			attempt('  in the stream', self::$hook);
		}
		return $this->lines ? array_shift($this->lines) . "\n" : '';
	}

	public function stream_eof(): bool
	{
		return !$this->lines;
	}

	public function stream_stat(): array
	{
		return [];
	}
}
stream_wrapper_register('lines', Lines::class);

function load(string $lines): string
{
	return "LOAD DATA LOCAL INFILE 'lines://$lines' INTO TABLE f";
}

$link = link_for_test();
$link->query('CREATE TEMPORARY TABLE f (n INT)');
$count = $link->prepare('SELECT COUNT(*), SUM(n) FROM f');

echo "-- in turn\n";
$link->query(load('1-2-3'), MYSQLI_ASYNC);
$link->query('SELECT COUNT(*) FROM f', MYSQLI_ASYNC);
$link->query(load('4'), MYSQLI_ASYNC);
$link->query(load('none'), MYSQLI_ASYNC);
$link->query('SELECT COUNT(*) FROM f', MYSQLI_ASYNC);
for ($i = 0; $i < 5; $i++) {
	attempt('reap', fn () => told(@$link->reap_async_query()) . " $link->affected_rows");
}

echo "-- with poll\n";
$link->query(load('5'), MYSQLI_ASYNC);
$link->query('SELECT COUNT(*) FROM f', MYSQLI_ASYNC);
for ($i = 0; $i < 2; $i++) {
	$read = [$link];
	$error = $reject = [];
	attempt('poll', fn () => mysqli_poll($read, $error, $reject, 60));
	attempt('reap', fn () => told($link->reap_async_query()));
}

echo "-- out of turn\n";
Lines::$hook = fn () => $link->query('SELECT 1');
$link->query(load('6'), MYSQLI_ASYNC);
$link->query(load('none'), MYSQLI_ASYNC);
Mynd\execute_async($count);
$link->query(load('7-8'), MYSQLI_ASYNC);
attempt('count', fn () => told(@Mynd\reap($count)));
Lines::$hook = null;
attempt('load', fn () => [Mynd\reap($link), $link->affected_rows, $link->info]);
attempt('load', fn () => Mynd\reap($link));
attempt('load', fn () => [Mynd\reap($link), $link->affected_rows, $link->info]);

echo "-- in a pipeline\n";
foreach (Mynd\pipeline($link, [load('9'), 'SELECT COUNT(*) FROM f', ['SELECT ?', ['x']], load('10-11')]) as $outcome) {
	echo told($outcome), "\n";
}
foreach (Mynd\pipeline($link, ['SELECT 1', load('12'), 'SELECT COUNT(*) FROM f']) as $outcome) {
	break; /* the file was not asked for yet: it is not sent */
}
attempt('count', fn () => told($link->query('SELECT COUNT(*) FROM f')));

echo "-- the link is closed while its file is read\n";
Lines::$hook = fn () => $link->close();
$link->query(load('13'), MYSQLI_ASYNC);
Mynd\execute_async($count);
attempt('count', fn () => told(Mynd\reap($count)));
?>
--EXPECT--
-- in turn
reap: "true 3"
reap: "[[\"3\"]] 1"
reap: "true 1"
reap: ! 7890 HY000 Can't find file 'lines://none'.
reap: "[[\"4\"]] 1"
-- with poll
poll: 1
reap: "true"
poll: 1
reap: "[[\"5\"]]"
-- out of turn
  in the stream: ! 2014 HY000 Commands out of sync; you can't run this command now
  in the stream: ! 2014 HY000 Commands out of sync; you can't run this command now
count: "[[6,\"21\"]]"
load: [true,1,"Records: 1  Deleted: 0  Skipped: 0  Warnings: 0"]
load: ! 7890 HY000 Can't find file 'lines://none'.
load: [true,2,"Records: 2  Deleted: 0  Skipped: 0  Warnings: 0"]
-- in a pipeline
{"affected_rows":1,"insert_id":0,"warnings":0,"info":"Records: 1  Deleted: 0  Skipped: 0  Warnings: 0"}
[["9"]]
[["x"]]
{"affected_rows":2,"insert_id":0,"warnings":0,"info":"Records: 2  Deleted: 0  Skipped: 0  Warnings: 0"}
count: "[[\"11\"]]"
-- the link is closed while its file is read
  in the stream: true
count: ! 2006 HY000 MySQL server has gone away
