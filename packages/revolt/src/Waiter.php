<?php
declare(strict_types=1);

namespace Mynd\Revolt;

use Revolt\EventLoop;
use Revolt\EventLoop\Suspension;

/**
 * The function that the driver calls instead of sleeping, see Mynd\await_with().
 *
 * Always true: the loop has callbacks for a stream only while its wait lasts. They are cancelled before
 * wait() returns or throws, however it ends, and only then may the driver close the stream. So the loop never
 * watches a stream that is closed.
 *
 * @internal
 */
final class Waiter
{
	public static bool $is_installed = false;

	/**
	 * @param resource $stream
	 * @return bool false: the time is over
	 */
	public static function wait($stream, int $events, ?float $timeout): bool
	{
		/** @var Suspension<bool> $suspension */
		$suspension = EventLoop::getSuspension();
		$wait = new Wait($suspension);
		$callbacks = self::watch($wait, $stream, $events, $timeout);
		$region = Region::current();
		try {
			$region?->begin($wait);
			return $wait->suspend();
		} finally {
			$wait->end();
			$region?->end($wait);
			foreach ($callbacks as $callback) {
				EventLoop::cancel($callback);
			}
		}
	}

	/**
	 * @param resource $stream
	 * @return list<string> what is to be cancelled at the end
	 */
	private static function watch(Wait $wait, $stream, int $events, ?float $timeout): array
	{
		$ready = static function () use ($wait): void {
			$wait->resume(true);
		};
		$callbacks = [];
		if (($events & \Mynd\READ) !== 0) {
			$callbacks[] = EventLoop::onReadable($stream, $ready);
		}
		if (($events & \Mynd\WRITE) !== 0) {
			$callbacks[] = EventLoop::onWritable($stream, $ready);
		}
		if ($timeout !== null) {
			$callbacks[] = EventLoop::delay($timeout, static function () use ($wait): void {
				$wait->resume(false);
			});
		}
		return $callbacks;
	}
}
