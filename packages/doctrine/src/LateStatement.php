<?php
declare(strict_types=1);

namespace Mynd\Doctrine;

use Doctrine\DBAL\ParameterType;

if (enum_exists(ParameterType::class)) {
	/**
	 * A statement that is not waited for, see SharedLateStatement.
	 *
	 * @internal
	 */
	final class LateStatement extends SharedLateStatement
	{
		public function bindValue(int|string $param, mixed $value, ParameterType $type = ParameterType::STRING): void
		{
			$this->bind($param, $value, $type);
		}
	}
} else {
	require __DIR__ . '/../dbal3/LateStatement.php';
}
