<?php
declare(strict_types=1);

namespace Mynd\Doctrine;

use Doctrine\DBAL\Driver\PDO\Statement as PdoStatement;
use Doctrine\DBAL\Driver\Result as DriverResult;
use Doctrine\DBAL\Driver\Statement as DriverStatement;
use Doctrine\DBAL\ParameterType;

/**
 * The part of LateStatement that DBAL 3 and 4 have in common.
 *
 * It is a query that is sent and not waited for. With PDO the driver puts the values into the text, so
 * nothing is prepared before. With mysqli it is prepared, as DBAL does it, since rows have other types
 * otherwise: that waits for what is outstanding on the connection.
 *
 * @internal
 */
abstract class SharedLateStatement implements DriverStatement
{
	/** @var array<int, mixed> of mysqli, from 1 */
	private array $values = [];

	private string $types = '';

	final protected function __construct(private readonly SharedDriverConnection $connection, private readonly \mysqli_stmt|\PDOStatement $statement, private readonly ?PdoStatement $typed)
	{
	}

	public static function of(SharedDriverConnection $connection, string $sql): static
	{
		$native = $connection->native;
		if ($native instanceof \PDO) {
			try {
				$statement = $native->prepare($sql, [\PDO::MYND_ATTR_ASYNC => true, \PDO::ATTR_EMULATE_PREPARES => true]);
			} catch (\PDOException $e) {
				throw Failed::of($e);
			}
			\assert($statement !== false); /* DBAL has set the error mode */
			return new static($connection, $statement, new PdoStatement($statement));
		}
		return new static($connection, $connection->runBehind(static fn (): \mysqli_stmt => $native->prepare($sql) ?: throw new \mysqli_sql_exception($native->error, $native->errno)), null);
	}

	/** @param ParameterType $type of DBAL 3: a number */
	protected function bind(int|string $param, mixed $value, $type): void
	{
		if ($this->typed !== null) {
			$this->typed->bindValue($param, $value, $type);
			return;
		}
		$this->values[(int) $param] = \is_resource($value) ? (string) stream_get_contents($value) : $value;
		$this->types[(int) $param - 1] = $type === ParameterType::INTEGER || $type === ParameterType::BOOLEAN ? 'i' : 's';
	}

	/**
	 * Of DBAL 3, whose queries do not call it.
	 *
	 * @param int|string $param
	 * @param mixed $type
	 * @param mixed $length
	 */
	public function bindParam($param, mixed &$variable, $type = ParameterType::STRING, $length = null): never
	{
		throw new \LogicException('an asynchronous query has values, not variables');
	}

	/** @param array<array-key, mixed>|null $params of DBAL 3, which gives none */
	public function execute($params = null): DriverResult
	{
		return $this->connection->send(function (): \mysqli_stmt|\PDOStatement {
			try {
				return $this->issue();
			} catch (\mysqli_sql_exception | \PDOException $e) {
				throw Failed::of($e);
			}
		});
	}

	private function issue(): \mysqli_stmt|\PDOStatement
	{
		if ($this->statement instanceof \PDOStatement) {
			$this->statement->execute();
			return $this->statement;
		}
		if ($this->values !== []) {
			ksort($this->values);
			$values = array_values($this->values);
			$this->statement->bind_param($this->types, ...$values);
		}
		\Mynd\execute_async($this->statement);
		return $this->statement;
	}
}
