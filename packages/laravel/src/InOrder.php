<?php
declare(strict_types=1);

namespace Mynd\Laravel;

use Illuminate\Contracts\Foundation\Application;
use Illuminate\Database\Connection;
use Illuminate\Support\Facades\Facade;

/**
 * The tasks of DB::concurrently() one after the other, without fibers: they have the caller's connections,
 * and so see what its open transaction has written. For feature tests, which run in a transaction.
 *
 * @internal
 */
final class InOrder
{
	/** @var \WeakMap<Connection, true>|null the connections of this package */
	private static ?\WeakMap $connections = null;

	public static function add(Connection $connection): void
	{
		/** @var \WeakMap<Connection, true> $connections */
		$connections = self::$connections ?? new \WeakMap();
		self::$connections = $connections;
		$connections[$connection] = true;
	}

	/** Whether the application is being tested, and the caller has a transaction open. */
	public static function isDue(): bool
	{
		$application = Facade::getFacadeApplication();
		if (!$application instanceof Application || !$application->runningUnitTests()) {
			return false;
		}
		foreach (self::levels() as $level) {
			if ($level > 0) {
				return true;
			}
		}
		return false;
	}

	/**
	 * The first exception ends it. A transaction that a task leaves open is rolled back.
	 *
	 * @template K of array-key
	 * @param array<K, \Closure(): mixed> $programs
	 * @return array<K, mixed>
	 */
	public static function run(array $programs): array
	{
		$values = $programs;
		foreach ($programs as $key => $program) {
			$levels = self::levels();
			try {
				$values[$key] = $program();
			} catch (\Throwable $e) {
				self::rollBack($levels);
				throw $e;
			}
			$failure = self::rollBack($levels);
			if ($failure !== null) {
				throw $failure;
			}
		}
		return $values;
	}

	/**
	 * Rolls back what is deeper than it was; of a connection that is new, all.
	 *
	 * @param \WeakMap<Connection, int> $before
	 */
	private static function rollBack(\WeakMap $before): ?\Throwable
	{
		$failure = null;
		foreach (self::levels() as $connection => $level) {
			$was = $before[$connection] ?? 0;
			try {
				$level > $was && $connection->rollBack($was);
			} catch (\Throwable $e) {
				$failure ??= $e;
			}
		}
		return $failure;
	}

	/** @return \WeakMap<Connection, int> how deep the transactions of each connection are */
	private static function levels(): \WeakMap
	{
		/** @var \WeakMap<Connection, int> $levels */
		$levels = new \WeakMap();
		foreach (self::$connections ?? [] as $connection => $_) {
			$levels[$connection] = $connection->transactionLevel();
		}
		return $levels;
	}
}
