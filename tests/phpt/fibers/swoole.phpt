--TEST--
Mynd\waiter(everywhere: true) in coroutines that are no fibers: the adapter of docs/long-running.md, on classes that behave as Swoole documents its own
--EXTENSIONS--
mysqli
mynd
--FILE--
<?php
namespace Swoole {
	/** The coroutine that runs: -1: none does. */
	final class Coroutine
	{
		public static int $cid = -1;

		public static function getCid(): int
		{
			return self::$cid;
		}
	}
}

namespace Swoole\Coroutine {
	/** Waits for a stream; false: the time is over. */
	final class System
	{
		public static array $waits = [];

		public static function waitEvent(mixed $socket, int $events = SWOOLE_EVENT_READ, float $timeout = -1): int|false
		{
			self::$waits[] = [$events, $timeout < 0];
			[$read, $write, $none] = [$events & SWOOLE_EVENT_READ ? [$socket] : null, $events & SWOOLE_EVENT_WRITE ? [$socket] : null, null];
			$ready = stream_select($read, $write, $none, $timeout < 0 ? null : (int) $timeout, $timeout < 0 ? null : (int) (fmod($timeout, 1) * 1e6));
			return $ready === 1 ? $events : false;
		}
	}
}

namespace {
	const SWOOLE_EVENT_READ = 512;
	const SWOOLE_EVENT_WRITE = 1024;
	require __DIR__ . '/../connect.inc';

	Mynd\waiter(function ($stream, int $events, ?float $timeout): ?bool {
		if (Swoole\Coroutine::getCid() < 0) {
			return null; // no coroutine: block
		}
		$wanted = ($events & Mynd\READ ? SWOOLE_EVENT_READ : 0) | ($events & Mynd\WRITE ? SWOOLE_EVENT_WRITE : 0);
		return Swoole\Coroutine\System::waitEvent($stream, $wanted, $timeout ?? -1) !== false;
	}, everywhere: true);

	attempt('no coroutine', fn () => [link_for_test()->query('SELECT 1, SLEEP(0.01)')->fetch_row(), count(Swoole\Coroutine\System::$waits)]);
	Swoole\Coroutine::$cid = 1;
	$m = link_for_test();
	Swoole\Coroutine\System::$waits = [];
	attempt('a coroutine', fn () => $m->query('SELECT 2, SLEEP(0.01)')->fetch_row());
	attempt('it waited for', fn () => array_unique(Swoole\Coroutine\System::$waits, SORT_REGULAR));
	$m->query('SELECT 3, SLEEP(0.01)', MYSQLI_ASYNC);
	[$read, $error, $reject] = [[$m], [$m], []];
	attempt('poll', fn () => mysqli::poll($read, $error, $reject, 5));
	attempt('reap', fn () => $m->reap_async_query()->fetch_row());
	$m = mysqli_init();
	$m->options(MYSQLI_OPT_READ_TIMEOUT, 1);
	$m->real_connect(...where());
	Swoole\Coroutine\System::$waits = [];
	attempt('too late', fn () => $m->query('SELECT SLEEP(5)'));
	attempt('with a limit', fn () => array_unique(Swoole\Coroutine\System::$waits, SORT_REGULAR));
}
?>
--EXPECT--
no coroutine: [["1","0"],0]
a coroutine: ["2","0"]
it waited for: [[512,false]]
poll: 1
reap: ["3","0"]
too late: ! 2006 HY000 MySQL server has gone away
with a limit: [[512,false]]
