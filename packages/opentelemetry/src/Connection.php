<?php
declare(strict_types=1);

namespace Mynd\OpenTelemetry;

/**
 * What the commands of a connection have in common.
 *
 * @internal
 */
final class Connection
{
	/** @var array<string, array<string, array<string, Description>>> by database, kind, text */
	public array $described = [];
	/** @var array<string, array<string, Description>> of queries: by database, text without values */
	public array $alike = [];
	public int $count = 0;

	/**
	 * @param array<non-empty-string, string|int> $attributes system and address
	 * @param bool $isMarked its commands may tell the server of the trace
	 */
	public function __construct(public readonly array $attributes, public readonly bool $isMariaDb, public readonly bool $isMarked)
	{
	}
}
