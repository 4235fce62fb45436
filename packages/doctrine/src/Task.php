<?php
declare(strict_types=1);

namespace Mynd\Doctrine;

/**
 * Held by Revolt while a task runs, and let go of when it ends.
 *
 * @internal
 */
final class Task
{
	/** @param \Closure(): void $ended */
	public function __construct(private readonly \Closure $ended)
	{
	}

	public function __destruct()
	{
		($this->ended)();
	}
}
