<?php
declare(strict_types=1);

namespace Mynd\Laravel;

use Mynd\Pool;

/**
 * The pools from which fibers have their connections: one for each way to connect. A connection goes back
 * when the last object that has it goes. Its session stays as Laravel has set it up, if the connector is one
 * of this package; another one sets it up each time.
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
	/** @var array<int, true> the ids of fibers in which a pool connects */
	private static array $opening = [];
	/** @var \WeakMap<\PDO, \Closure(\PDO): void>|null what sets up the session of each that was opened */
	private static ?\WeakMap $setUps = null;

	/**
	 * A function that takes a connection of the pool with the key that it has by then.
	 *
	 * @param \Closure(): \PDO $connect
	 * @param \Closure(): string $keyOf
	 * @return \Closure(): \PDO
	 */
	public static function pooled(\Closure $connect, \Closure $keyOf, Options $options): \Closure
	{
		/** @var \WeakMap<\Closure, true> $pooled */
		$pooled = self::$pooled ?? new \WeakMap();
		self::$pooled = $pooled;
		if ($options->maximum === 0 || isset($pooled[$connect])) {
			return $connect;
		}
		$take = static function () use ($connect, $keyOf, $options): \PDO {
			$key = $keyOf();
			self::$pools[$key] ??= new Pool(self::opening($connect), maximum: $options->maximum, acquireTimeout: $options->acquireTimeout, onConnect: self::setUp(...));
			return self::$pools[$key]->acquire();
		};
		$pooled[$take] = true;
		return $take;
	}

	/**
	 * @param \Closure(): \PDO $connect
	 * @return \Closure(): \PDO
	 */
	private static function opening(\Closure $connect): \Closure
	{
		return static function () use ($connect): \PDO {
			$id = self::fiber();
			self::$opening[$id] = true;
			try {
				return $connect();
			} finally {
				unset(self::$opening[$id]);
			}
		};
	}

	private static function fiber(): int
	{
		$fiber = \Fiber::getCurrent();
		return $fiber === null ? 0 : spl_object_id($fiber);
	}

	/** Whether a pool connects in this fiber. */
	public static function isOpening(): bool
	{
		return isset(self::$opening[self::fiber()]);
	}

	/** @param \Closure(\PDO): void $setUp called where the connection's session is a new one */
	public static function opened(\PDO $pdo, \Closure $setUp): void
	{
		/** @var \WeakMap<\PDO, \Closure(\PDO): void> $setUps */
		$setUps = self::$setUps ?? new \WeakMap();
		self::$setUps = $setUps;
		$setUps[$pdo] = $setUp;
	}

	private static function setUp(\PDO $pdo): void
	{
		$setUp = self::$setUps[$pdo] ?? null;
		if ($setUp !== null) {
			$setUp($pdo);
		}
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
