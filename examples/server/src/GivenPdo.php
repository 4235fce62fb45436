<?php
declare(strict_types=1);

namespace Shop;

use Doctrine\DBAL\Driver\AbstractMySQLDriver;
use Doctrine\DBAL\Driver\PDO\Connection;

/** DBAL's driver for a PDO object that is connected already: the pool's. */
final class GivenPdo extends AbstractMySQLDriver
{
	public function __construct(private readonly \PDO $pdo)
	{
	}

	public function connect(#[\SensitiveParameter] array $params): Connection
	{
		return new Connection($this->pdo);
	}
}
