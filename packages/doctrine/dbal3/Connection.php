<?php
declare(strict_types=1);

namespace Mynd\Doctrine;

use Doctrine\DBAL\Driver\Exception as DriverException;
use Doctrine\DBAL\Exception;

/**
 * Connection with DBAL 3, whose methods of transactions return something.
 *
 * @since 0.3.0
 */
class Connection extends Shared
{
	/** @return bool */
	public function beginTransaction()
	{
		return $this->finish(static fn (Own $own): mixed => $own->beginTransaction());
	}

	/** @return bool a failure is an exception, with mysqli too */
	public function commit()
	{
		return $this->finish(static fn (Own $own): mixed => $own->commit());
	}

	/** @return bool */
	public function rollBack()
	{
		return $this->finish(static fn (Own $own): mixed => $own->rollBack());
	}

	/** DBAL 3 lets a driver's exception through here. */
	private function finish(\Closure $call): bool
	{
		$own = $this->own();
		try {
			$call($own);
			return true;
		} catch (DriverException $e) {
			throw $e instanceof Exception ? $e : $own->convertException($e);
		}
	}

	/**
	 * Of this fiber's session.
	 *
	 * @param int $level
	 * @return int|string
	 */
	public function setTransactionIsolation($level)
	{
		return $this->own()->setTransactionIsolation($level);
	}

	/** @return int */
	public function getTransactionIsolation()
	{
		return $this->own()->getTransactionIsolation();
	}
}
