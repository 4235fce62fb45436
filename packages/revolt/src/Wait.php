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
	private bool $is_over = false;
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

	public function resume(bool $is_ready): void
	{
		if (!$this->is_over) {
			$this->is_over = true;
			$this->suspension->resume($is_ready);
		}
	}

	/** Before suspend(), or while it lasts: it throws this. */
	public function fail(\Throwable $failure, bool $is_suspended = true): void
	{
		if ($this->is_over) {
			return;
		}
		$this->is_over = true;
		if ($is_suspended) {
			$this->suspension->throw($failure);
		} else {
			$this->failure = $failure;
		}
	}

	public function end(): void
	{
		$this->is_over = true;
	}
}
