<?php
declare(strict_types=1);

namespace Mynd\Doctrine;

use Doctrine\DBAL\Connection as DbalConnection;
use Doctrine\DBAL\Driver\Connection as DbalDriverConnection;

/**
 * DBAL's connection of one fiber: its transactions, its session, its connection to the server.
 *
 * @internal
 */
final class Own extends DbalConnection
{
	/** DBAL 4 has no way to it from outside; what connect() returns differs between 3 and 4. */
	public function driverConnection(): DbalDriverConnection
	{
		$this->connect();
		return $this->_conn ?? throw new \LogicException('DBAL is not connected');
	}

	/** What is outstanding and nobody can take any more would keep the connection to the server. */
	public function close(): void
	{
		if ($this->isConnected()) {
			SharedDriverConnection::of($this->getNativeConnection())?->letGo();
		}
		parent::close();
	}
}
