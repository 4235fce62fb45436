<?php
declare(strict_types=1);

namespace Mynd\Laravel;

use Amp\Cancellation;
use Amp\CompositeCancellation;
use Amp\DeferredCancellation;
use Amp\Future;
use Illuminate\Contracts\Database\Query\Builder;
use Revolt\EventLoop\FiberLocal;

/**
 * DB::concurrently(): tasks side by side, each in a fiber. Where mynd/revolt is installed they run in
 * Revolt's loop, beside everything else that does; otherwise in a small loop that runs while they do.
 *
 * @since 0.3.0
 */
final class Concurrently
{
	/** @var FiberLocal<?Cancellation>|null the one of the call in which a task of Revolt's runs */
	private static ?FiberLocal $cancellations = null;

	/**
	 * Returns what the tasks return, under their keys. The first exception of one is thrown when all have
	 * ended; the waits of the others are cut then, and their commands stopped on the server.
	 *
	 * With $sync the tasks run one after the other on the caller's connections, in its transaction, and the
	 * first exception ends that. null: so it is where an application is being tested (its environment is
	 * "testing") and a transaction is open, as Laravel's RefreshDatabase opens one for each test.
	 *
	 * @template K of array-key
	 * @param array<K, mixed> $tasks closures and query builders
	 * @return array<K, mixed>
	 */
	public static function run(array $tasks, ?bool $sync = null): array
	{
		$programs = array_map(self::program(...), $tasks);
		if ($sync ?? InOrder::isDue()) {
			return InOrder::run($programs);
		}
		if (\function_exists('Mynd\Revolt\is_installed') && \Mynd\Revolt\is_installed() && !Loop::isInside()) {
			return self::runInRevolt($programs);
		}
		return Loop::run($programs);
	}

	/** @return \Closure(): mixed */
	private static function program(mixed $task): \Closure
	{
		return match (true) {
			$task instanceof \Closure => $task,
			$task instanceof Builder => static fn (): mixed => $task->get(),
			default => throw new \TypeError('DB::concurrently(): a task is a closure or a query builder, ' . get_debug_type($task) . ' given'),
		};
	}

	/**
	 * @template K of array-key
	 * @param array<K, \Closure(): mixed> $programs
	 * @return array<K, mixed>
	 */
	private static function runInRevolt(array $programs): array
	{
		$source = new DeferredCancellation();
		$outer = self::cancellations()->get();
		$cancellation = $outer === null ? $source->getCancellation() : new CompositeCancellation($outer, $source->getCancellation());
		$futures = array_map(static fn (\Closure $program): Future => \Amp\async(static function () use ($program, $cancellation): mixed {
			self::cancellations()->set($cancellation);
			return \Mynd\Revolt\cancellable($program, $cancellation);
		}), $programs);
		$values = $programs;
		$failure = null;
		foreach (Future::iterate($futures) as $key => $future) {
			try {
				$values[$key] = $future->await();
			} catch (\Throwable $e) {
				$failure ??= $e;
				$source->cancel();
			}
		}
		return $failure === null ? $values : throw $failure;
	}

	/** @return FiberLocal<?Cancellation> */
	private static function cancellations(): FiberLocal
	{
		/** @var FiberLocal<?Cancellation> $cancellations */
		$cancellations = self::$cancellations ?? new FiberLocal(static fn (): ?Cancellation => null);
		return self::$cancellations = $cancellations;
	}
}
