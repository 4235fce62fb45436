<?php
declare(strict_types=1);

namespace Mynd\Doctrine;

use Doctrine\DBAL\Driver\AbstractException;

/**
 * A driver's error, which DBAL makes one of its own exceptions of.
 *
 * @internal
 */
final class Failed extends AbstractException
{
	public static function of(\Throwable $e): self
	{
		$sqlstate = match (true) {
			$e instanceof \mysqli_sql_exception => $e->getSqlState(),
			$e instanceof \PDOException => $e->errorInfo[0] ?? null,
			default => null,
		};
		$code = $e instanceof \PDOException ? ($e->errorInfo[1] ?? 0) : $e->getCode();
		return new self($e->getMessage(), \is_string($sqlstate) ? $sqlstate : null, \is_int($code) ? $code : 0, $e);
	}
}
