<?php
declare(strict_types=1);

namespace Mynd\Laravel;

/**
 * The tasks of one call of DB::concurrently() in a Loop.
 *
 * @internal
 */
final class Group
{
	/** @var array<array-key, mixed> */
	public array $values;
	public ?\Throwable $failure = null;
	/** @var array<int, \Fiber<mixed, mixed, mixed, mixed>> those that have not ended */
	public array $fibers = [];

	/**
	 * @param array<array-key, \Closure(): mixed> $programs
	 * @param \Fiber<mixed, mixed, mixed, mixed>|null $parent
	 */
	public function __construct(public array $programs, public readonly ?\Fiber $parent)
	{
		$this->values = $programs; /* their order */
	}
}
