<?php
declare(strict_types=1);

namespace Mynd\Doctrine;

use Doctrine\DBAL\Driver\Middleware\AbstractStatementMiddleware;
use Doctrine\DBAL\Driver\Result as DriverResult;
use Doctrine\DBAL\Driver\Statement as DriverStatement;

/**
 * A prepared statement of a SharedDriverConnection, whose executes are commands of it.
 *
 * @internal
 */
final class Statement extends AbstractStatementMiddleware
{
	public function __construct(DriverStatement $statement, private readonly SharedDriverConnection $connection)
	{
		parent::__construct($statement);
	}

	/** @param array<array-key, mixed>|null $params of DBAL 3 */
	public function execute($params = null): DriverResult
	{
		/** @phpstan-ignore arguments.count (of DBAL 3) */
		return $this->connection->run(fn (): DriverResult => $params === null ? parent::execute() : parent::execute($params));
	}
}
