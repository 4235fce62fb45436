<?php
declare(strict_types=1);

namespace Mynd\Laravel;

use Mynd\Pool;

/**
 * The pools from which fibers have their connections: one for each way to connect. A connection goes back
 * when the last object that has it goes.
 *
 * Always true: a way is Laravel's function that connects; what pooled() makes of it is no way itself.
 *
 * @internal
 */
final class Pools
{
	/** @var array<string, Pool<\PDO>> by the configuration */
	private static array $pools = [];
	/** @var \WeakMap<\Closure, true>|null */
	private static ?\WeakMap $pooled = null;

	/**
	 * A function that takes a connection of the pool with this key.
	 *
	 * @param \Closure(): \PDO $connect
	 * @return \Closure(): \PDO
	 */
	public static function pooled(\Closure $connect, string $key, Options $options): \Closure
	{
		/** @var \WeakMap<\Closure, true> $pooled */
		$pooled = self::$pooled ?? new \WeakMap();
		self::$pooled = $pooled;
		if ($options->maximum === 0 || isset($pooled[$connect])) {
			return $connect;
		}
		$take = static function () use ($connect, $key, $options): \PDO {
			self::$pools[$key] ??= new Pool($connect, maximum: $options->maximum, acquire_timeout: $options->acquire_timeout);
			return self::$pools[$key]->acquire();
		};
		$pooled[$take] = true;
		return $take;
	}

	/** Idle connections are closed; those in use when they come back. */
	public static function close(): void
	{
		foreach (self::$pools as $pool) {
			$pool->close();
		}
		self::$pools = [];
	}
}
