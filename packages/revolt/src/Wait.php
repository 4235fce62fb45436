<?php
declare(strict_types=1);

namespace Mynd\Revolt;

use Revolt\EventLoop\Suspension;

/**
 * One wait of one fiber. Several things may end it in the same turn of the loop (bytes, the time, a
 * cancellation): the first of them counts, the others do nothing.
 *
 * @internal
 */
final class Wait
{
	private bool $isOver = false;
	private ?\Throwable $failure = null;

	/** @param Suspension<bool> $suspension the one of the fiber that waits */
	public function __construct(private readonly Suspension $suspension)
	{
	}

	public function suspend(): bool
	{
		if ($this->failure !== null) { /* it has failed before it could begin */
			throw $this->failure;
		}
		return $this->suspension->suspend();
	}

	public function resume(bool $isReady): void
	{
		if (!$this->isOver) {
			$this->isOver = true;
			$this->suspension->resume($isReady);
		}
	}

	/** Before suspend(), or while it lasts: it throws this. */
	public function fail(\Throwable $failure, bool $isSuspended = true): void
	{
		if ($this->isOver) {
			return;
		}
		$this->isOver = true;
		if ($isSuspended) {
			$this->suspension->throw($failure);
		} else {
			$this->failure = $failure;
		}
	}

	public function end(): void
	{
		$this->isOver = true;
	}
}
