<?php
declare(strict_types=1);

namespace Mynd\Doctrine;

/**
 * What a fiber has of a Connection. When the fiber ends it goes, and with it the connection to the server
 * goes back into its pool, which rolls back what is open.
 *
 * @internal
 */
final class Slot
{
	public function __construct(public readonly Own $own)
	{
	}

	/** DBAL 3 has a circle of references, which would keep the connection until they are collected. */
	public function __destruct()
	{
		$this->own->close();
	}
}
