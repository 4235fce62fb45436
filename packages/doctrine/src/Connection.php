<?php
declare(strict_types=1);

namespace Mynd\Doctrine;

use Doctrine\DBAL\ParameterType;
use Doctrine\DBAL\TransactionIsolationLevel;

if (enum_exists(ParameterType::class)) {
	/**
	 * DBAL's connection for programs that run fibers: one object, which a program may keep in its container
	 * as before, and behind it a whole connection of DBAL for each fiber, with its own transactions, session
	 * and connection to the server. It is a wrapper class: `'wrapperClass' =>
	 * Mynd\Doctrine\Connection::class` in the parameters.
	 *
	 * @since 0.3.0
	 */
	class Connection extends Shared
	{
		public function beginTransaction(): void
		{
			$this->own()->beginTransaction();
		}

		public function commit(): void
		{
			$this->own()->commit();
		}

		public function rollBack(): void
		{
			$this->own()->rollBack();
		}

		/** Of this fiber's session. */
		public function setTransactionIsolation(TransactionIsolationLevel $level): void
		{
			$this->own()->setTransactionIsolation($level);
		}

		public function getTransactionIsolation(): TransactionIsolationLevel
		{
			return $this->own()->getTransactionIsolation();
		}
	}
} else {
	require __DIR__ . '/../dbal3/Connection.php';
}
