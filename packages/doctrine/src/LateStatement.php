<?php
declare(strict_types=1);

namespace Mynd\Doctrine;

use Doctrine\DBAL\Driver\PDO\Statement as PdoStatement;
use Doctrine\DBAL\Driver\Result as DriverResult;
use Doctrine\DBAL\Driver\Statement as DriverStatement;
use Doctrine\DBAL\ParameterType;

/**
 * A query that is sent and not waited for. With PDO the driver puts the values into the text, so nothing is
 * prepared before. mysqli prepares what has values: that waits for what is outstanding on the connection.
 *
 * @internal
 */
final class LateStatement implements DriverStatement
{
	/** @var array<int, mixed> of mysqli, from 1 */
	private array $values = [];

	/** @param \mysqli_stmt|\PDOStatement|string $statement the text: mysqli, without values */
	private function __construct(private readonly DriverConnection $connection, private readonly \mysqli_stmt|\PDOStatement|string $statement, private readonly ?PdoStatement $typed)
	{
	}

	public static function of(DriverConnection $connection, string $sql, bool $is_text = false): self
	{
		$native = $connection->native;
		if ($native instanceof \PDO) {
			try {
				$statement = $native->prepare($sql, [\PDO::MYND_ATTR_ASYNC => true, \PDO::ATTR_EMULATE_PREPARES => true]);
			} catch (\PDOException $e) {
				throw Failed::of($e);
			}
			\assert($statement !== false); /* DBAL has set the error mode */
			return new self($connection, $statement, new PdoStatement($statement));
		}
		return new self($connection, $is_text ? $sql : $connection->run(static fn (): \mysqli_stmt => $native->prepare($sql) ?: throw new \mysqli_sql_exception($native->error, $native->errno)), null);
	}

	/**
	 * @param int|string $param
	 * @param ParameterType $type of DBAL 3: a number
	 */
	public function bindValue($param, mixed $value, $type = ParameterType::STRING): void
	{
		if ($this->typed !== null) {
			$this->typed->bindValue($param, $value, $type);
			return;
		}
		$this->values[(int) $param] = match (true) {
			\is_resource($value) => (string) stream_get_contents($value),
			\is_bool($value) => (int) $value,
			default => $value,
		};
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
		ksort($this->values);
		return $this->connection->send(function (): \mysqli|\mysqli_stmt|\PDOStatement {
			try {
				return $this->issue();
			} catch (\mysqli_sql_exception | \PDOException $e) {
				throw Failed::of($e);
			}
		});
	}

	private function issue(): \mysqli|\mysqli_stmt|\PDOStatement
	{
		$native = $this->connection->native;
		if ($this->statement instanceof \PDOStatement) {
			$this->statement->execute();
			return $this->statement;
		}
		if ($this->statement instanceof \mysqli_stmt) {
			\Mynd\execute_async($this->statement, array_values($this->values));
			return $this->statement;
		}
		\assert($native instanceof \mysqli);
		$native->query($this->statement, \MYSQLI_ASYNC);
		return $native;
	}
}
