<?php
declare(strict_types=1);

namespace Mynd\Doctrine;

use Doctrine\DBAL\Driver as DbalDriver;
use Doctrine\DBAL\Driver\Middleware as DbalMiddleware;

/**
 * A middleware of DBAL's drivers pdo_mysql and mysqli on mynd. In fibers, connections come out of a pool and
 * go back into it; commands may have a time limit; results may be asynchronous. That each fiber has a
 * connection of its own is what the wrapper class Connection does, which takes this middleware by itself
 * where the configuration has none.
 *
 * @since 0.3.0
 */
final class Middleware implements DbalMiddleware
{
	/**
	 * @param float|null $deadline seconds within which each command has to end, see Mynd\deadline(); null: no
	 * limit, and deadlines that the program sets by itself stay
	 * @param int $maximum the most connections that fibers have at a time; 0: there is no pool, and each
	 * fiber connects
	 * @param float $acquireTimeout seconds that a fiber waits for one of them
	 * @param string|null $name the connection's name, for Tracing
	 * @throws \ValueError for a number that is too small
	 */
	public function __construct(
		public readonly ?float $deadline = null,
		public readonly int $maximum = 10,
		public readonly float $acquireTimeout = 30.0,
		public readonly ?string $name = null,
	) {
		if ($deadline !== null && $deadline <= 0.0) {
			throw new \ValueError(self::class . '::__construct(): Argument #1 ($deadline) must be greater than 0, or null');
		}
		if ($maximum < 0) {
			throw new \ValueError(self::class . '::__construct(): Argument #2 ($maximum) must be greater than or equal to 0');
		}
		if ($acquireTimeout < 0.0) {
			throw new \ValueError(self::class . '::__construct(): Argument #3 ($acquireTimeout) must be greater than or equal to 0');
		}
	}

	public function wrap(DbalDriver $driver): DbalDriver
	{
		return new Driver($driver, $this);
	}
}
