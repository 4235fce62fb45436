<?php
declare(strict_types=1);

namespace Mynd\Doctrine;

use Doctrine\DBAL\Driver as DbalDriver;
use Doctrine\DBAL\Driver\Connection as DbalDriverConnection;
use Doctrine\DBAL\Driver\Middleware\AbstractDriverMiddleware;
use Mynd\Pool;

/**
 * Connects: the main program as DBAL does by itself, fibers out of a pool. A pool calls the wrapped driver
 * for each acquire, and its connect takes an idle connection of the pool if there is one. A connection goes
 * back into its pool when the last object that has it goes.
 *
 * @internal
 */
final class Driver extends AbstractDriverMiddleware
{
	/** @var list<array{array<string, mixed>, Pool<\mysqli|\PDO>}> by the parameters of the connect */
	private array $pools = [];
	/**
	 * @var \WeakMap<object, SharedDriverConnection> what a pool's function has made, until acquire() returns
	 */
	private \WeakMap $made;

	public function __construct(DbalDriver $driver, private readonly Middleware $options)
	{
		parent::__construct($driver);
		/** @var \WeakMap<object, SharedDriverConnection> $made */
		$made = new \WeakMap();
		$this->made = $made;
	}

	/** @param array<string, mixed> $params */
	public function connect(#[\SensitiveParameter] array $params): DbalDriverConnection
	{
		if ($this->options->maximum === 0 || \Fiber::getCurrent() === null) {
			return $this->open($params);
		}
		try {
			$native = $this->pool($params)->acquire();
		} catch (\Mynd\PoolExhausted $e) {
			throw Failed::of($e);
		}
		$connection = $this->made[$native];
		unset($this->made[$native]);
		return $connection;
	}

	/** @param array<string, mixed> $params */
	private function open(array $params): DriverConnection
	{
		/** @phpstan-ignore argument.type (as DBAL has given them) */
		return new DriverConnection(parent::connect($params), $this->options);
	}

	/**
	 * @param array<string, mixed> $params
	 * @return Pool<\mysqli|\PDO>
	 */
	private function pool(array $params): Pool
	{
		foreach ($this->pools as [$key, $pool]) {
			if ($key === $params) {
				return $pool;
			}
		}
		$made = $this->made;
		$pool = new Pool(function () use ($params, $made): \mysqli|\PDO {
			$connection = $this->open($params);
			$made[$connection->native] = $connection;
			return $connection->native;
		}, maximum: $this->options->maximum, acquireTimeout: $this->options->acquireTimeout);
		$this->pools[] = [$params, $pool];
		return $pool;
	}
}
