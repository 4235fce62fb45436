<?php
declare(strict_types=1);

namespace Mynd\Doctrine;

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
		$this->own()->beginTransaction();
		return true;
	}

	/** @return bool a failure is an exception, with mysqli too */
	public function commit()
	{
		$this->own()->commit();
		return true;
	}

	/** @return bool */
	public function rollBack()
	{
		$this->own()->rollBack();
		return true;
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
