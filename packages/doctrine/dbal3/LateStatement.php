<?php
declare(strict_types=1);

namespace Mynd\Doctrine;

use Doctrine\DBAL\ParameterType;

/**
 * LateStatement with DBAL 3, whose bindValue() returns true, as other middlewares rely on.
 *
 * @internal
 */
final class LateStatement extends SharedLateStatement
{
	/**
	 * @param int|string $param
	 * @param mixed $value
	 * @param int $type
	 * @return bool
	 */
	public function bindValue($param, $value, $type = ParameterType::STRING)
	{
		$this->bind($param, $value, $type);
		return true;
	}
}
