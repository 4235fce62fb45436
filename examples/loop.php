<?php
/*
 * Fibers that wait for streams, and stream_select(): the loop of the examples that use fibers.
 * packages/revolt does the same with Revolt's loop.
 */

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

	/**
	 * Runs all of them side by side, and returns their values under their keys.
	 *
	 * @return array<array-key, mixed>
	 */
	public static function all(callable ...$programs): array
	{
		$values = [];
		foreach ($programs as $key => $program) {
			$fiber = new Fiber(function () use ($key, $program, &$values) {
				$values[$key] = $program();
			});
			$fiber->start();
		}
		while (self::$waiting) {
			self::turn();
		}
		ksort($values);
		return $values;
	}

	private static function turn(): void
	{
		$read = $write = $none = [];
		$left = 60.0;
		foreach (self::$waiting as $id => [, $stream, $events, $until]) {
			if ($events & Mynd\READ) {
				$read[$id] = $stream;
			}
			if ($events & Mynd\WRITE) {
				$write[$id] = $stream;
			}
			$left = $until === null ? $left : max(0.0, min($left, $until - microtime(true)));
		}
		if ($read || $write) {
			stream_select($read, $write, $none, (int) $left, (int) (fmod($left, 1) * 1e6));
		}
		foreach (self::$waiting as $id => [$fiber, , , $until]) {
			$ready = isset($read[$id]) || isset($write[$id]);
			if ($ready || ($until !== null && microtime(true) >= $until)) {
				unset(self::$waiting[$id]);
				$fiber->resume($ready);
			}
		}
	}
}
