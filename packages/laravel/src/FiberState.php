<?php
declare(strict_types=1);

namespace Mynd\Laravel;

/**
 * What a fiber has of an object that fibers share.
 *
 * @internal
 */
final class FiberState
{
	/** Seconds, as hrtime() counts: until when the query that runs has to end. */
	public ?float $until = null;

	/** @param array<string, mixed> $values by the names of properties */
	public function __construct(public array $values)
	{
	}
}
