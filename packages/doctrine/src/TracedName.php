<?php
declare(strict_types=1);

namespace Mynd\Doctrine;

/** @internal */
final class TracedName
{
	public ?string $name = null;
}
