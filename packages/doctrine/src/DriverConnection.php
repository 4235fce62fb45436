<?php
declare(strict_types=1);

namespace Mynd\Doctrine;

use Doctrine\DBAL\ParameterType;

if (enum_exists(ParameterType::class)) {
	/**
	 * A driver's connection, see SharedDriverConnection.
	 *
	 * @internal
	 */
	final class DriverConnection extends SharedDriverConnection
	{
		public function beginTransaction(): void
		{
			$this->finish(fn (): mixed => parent::beginTransaction());
		}

		public function commit(): void
		{
			$this->finish(fn (): mixed => parent::commit());
		}

		public function rollBack(): void
		{
			$this->forgetFailed();
			$this->finish(fn (): mixed => parent::rollBack());
		}
	}
} else {
	require __DIR__ . '/../dbal3/DriverConnection.php';
}
