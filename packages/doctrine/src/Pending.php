<?php
declare(strict_types=1);

namespace Mynd\Doctrine;

use Doctrine\DBAL\Driver\Exception as DriverException;
use Doctrine\DBAL\Result;

/**
 * A query that was sent by Connection::executeQueryAsync(), and whose result is taken later.
 *
 * @since 0.3.0
 */
final class Pending
{
	/** @internal
	 * @param \Closure(DriverException): \Throwable $convert */
	public function __construct(private readonly Result $result, private readonly LateResult $late, private readonly \Closure $convert)
	{
	}

	/**
	 * Waits until the reply is there. Of a command that has no rows, rowCount() of the result says how many
	 * it has affected.
	 *
	 * @throws \Doctrine\DBAL\Exception as executeQuery() would have thrown it
	 */
	public function result(): Result
	{
		try {
			$this->late->result();
		} catch (DriverException $e) {
			throw ($this->convert)($e);
		}
		return $this->result;
	}

	/** Whether result() will not wait. */
	public function isReady(): bool
	{
		while (!$this->late->isTaken()) {
			$first = $this->first();
			if (!\Mynd\as_completed([$first->pending], 0.0)->valid()) {
				return false;
			}
			$first->take();
		}
		return true;
	}

	/**
	 * Yields them under their keys, in the order in which their replies come. Those of one connection come
	 * one after the other. It ends `timeout` seconds after its begin, even if replies have not come; null:
	 * there is no limit.
	 *
	 * @template K of array-key
	 * @param iterable<K, self> $pending
	 * @return \Generator<K, self, mixed, void>
	 */
	public static function asCompleted(iterable $pending, ?float $timeout = null): \Generator
	{
		$end = $timeout === null ? null : hrtime(true) / 1e9 + $timeout;
		$left = \is_array($pending) ? $pending : iterator_to_array($pending);
		while ($left !== []) {
			foreach ($left as $key => $one) {
				if ($one->late->isTaken()) {
					unset($left[$key]);
					yield $key => $one;
					continue 2;
				}
			}
			if (!self::takeOne($left, $end === null ? null : max(0.0, $end - hrtime(true) / 1e9))) {
				return;
			}
		}
	}

	/** @param non-empty-array<array-key, self> $left */
	private static function takeOne(array $left, ?float $timeout): bool
	{
		$first = [];
		foreach ($left as $one) {
			$late = $one->first();
			$first[spl_object_id($late)] = $late;
		}
		foreach (\Mynd\as_completed(array_map(static fn (LateResult $late): \mysqli_stmt|\PDOStatement => $late->pending, $first), $timeout) as $id => $_) {
			$first[$id]->take();
			return true;
		}
		return false;
	}

	/** Of those that are outstanding on its connection. */
	private function first(): LateResult
	{
		return $this->late->connection->first() ?? throw new \LogicException('nothing is outstanding');
	}
}
