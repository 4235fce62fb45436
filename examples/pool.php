<?php
/*
 * Twenty jobs in fibers share five connections: with limits of php.ini and a program that knows nothing of
 * pools, and with a Mynd\Pool.
 *
 *     php -d mynd.async=1 -d mysqli.max_links=5 -d mynd.persistent=all examples/pool.php
 *
 * The loop is a small one of this example's own; examples/revolt.php has the adapter for Revolt. The server
 * is the one of mysqli.default_*, or of MYND_TEST_*.
 */
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);

/** Fibers that wait for streams, and stream_select(). */
final class Loop
{
	/**
	 * @var array<int, array{Fiber, resource, int, ?float}> the fiber, its stream, what it waits for, until
	 * when
	 */
	private static array $waiting = [];

	/**
	 * The driver calls it instead of sleeping. In a fiber, other fibers run meanwhile.
	 *
	 * @param resource $stream
	 */
	public static function await($stream, int $events, ?float $timeout): bool
	{
		$fiber = Fiber::getCurrent() ?? throw new LogicException('nothing waits here outside of fibers');
		self::$waiting[spl_object_id($fiber)] = [$fiber, $stream, $events, $timeout === null ? null : microtime(true) + $timeout];
		return (bool) Fiber::suspend();
	}

	/** Runs a program so many times side by side, and returns when all have ended. */
	public static function run(int $times, callable $program): void
	{
		for ($number = 1; $number <= $times; $number++) {
			(new Fiber($program))->start($number);
		}
		while (self::$waiting) {
			self::turn();
		}
	}

	private static function turn(): void
	{
		$streams = fn(int $event) => array_column(array_filter(self::$waiting, fn(array $w) => $w[2] & $event), 1);
		$read = $streams(Mynd\READ);
		$write = $streams(Mynd\WRITE);
		$none = [];
		$ends = array_filter(array_column(self::$waiting, 3), is_float(...));
		$left = $ends ? max(0.0, min($ends) - microtime(true)) : 60.0;
		stream_select($read, $write, $none, (int) $left, (int) (fmod($left, 1) * 1e6));
		foreach (self::$waiting as $id => [$fiber, $stream, , $until]) {
			$ready = in_array($stream, $read, true) || in_array($stream, $write, true);
			if ($ready || ($until !== null && microtime(true) >= $until)) {
				unset(self::$waiting[$id]);
				$fiber->resume($ready);
			}
		}
	}
}

function connect(): mysqli
{
	return new mysqli(null, getenv('MYND_TEST_USER') ?: null, getenv('MYND_TEST_PASSWORD') ?: null, null, null, getenv('MYND_TEST_SOCKET') ?: null);
}

/** An ordinary program. */
function job(int $number): void
{
	global $ids;
	$db = connect();
	$ids[] = $db->thread_id;
	$db->query('SELECT SLEEP(0.02)');
}

Mynd\await_with(Loop::await(...));
$ids = [];
Loop::run(20, job(...));
printf("%d jobs, %d connections\n", count($ids), count(array_unique($ids)));

$pool = new Mynd\Pool(connect(...), maximum: 3);
Loop::run(20, fn(int $number) => $pool->use(fn(mysqli $db) => $db->query('SELECT SLEEP(0.02)')));
$numbers = $pool->numbers();
printf("%d times used, %d waited, %d connections\n", $numbers['acquired'], $numbers['waits'], $numbers['created']);
