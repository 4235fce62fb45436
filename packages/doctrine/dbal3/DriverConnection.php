<?php
declare(strict_types=1);

namespace Mynd\Doctrine;

/**
 * DriverConnection with DBAL 3, whose methods of transactions return true, as other middlewares rely on.
 *
 * @internal
 */
final class DriverConnection extends SharedDriverConnection
{
	/** @return bool */
	public function beginTransaction()
	{
		$this->finish(fn (): mixed => parent::beginTransaction());
		return true;
	}

	/** @return bool */
	public function commit()
	{
		$this->finish(fn (): mixed => parent::commit());
		return true;
	}

	/** @return bool */
	public function rollBack()
	{
		$this->forgetFailed();
		$this->finish(fn (): mixed => parent::rollBack());
		return true;
	}
}
