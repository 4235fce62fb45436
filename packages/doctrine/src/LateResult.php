<?php
declare(strict_types=1);

namespace Mynd\Doctrine;

use Doctrine\DBAL\Driver\Exception as DriverException;
use Doctrine\DBAL\Driver\PDO\Result as PdoResult;
use Doctrine\DBAL\Driver\Result as DriverResult;

/**
 * The result of a query whose reply is taken when somebody asks for it.
 *
 * @internal
 */
final class LateResult implements DriverResult
{
	private DriverResult|DriverException|null $outcome = null;
	private bool $isTold = false;

	/** @param \mysqli_stmt|\PDOStatement $pending what Mynd\reap() takes */
	public function __construct(public readonly SharedDriverConnection $connection, public readonly \mysqli_stmt|\PDOStatement $pending)
	{
	}

	public function isTaken(): bool
	{
		return $this->outcome !== null;
	}

	/** Waits for the reply, and for those before it. */
	public function take(): void
	{
		while ($this->outcome === null && ($first = $this->connection->first()) !== null) {
			$first->takeFirst();
		}
	}

	/** A wait that is given up has closed the connection: that is the outcome. */
	private function takeFirst(): void
	{
		try {
			$this->outcome = $this->outcomeOf(\Mynd\reap($this->pending));
		} catch (\mysqli_sql_exception | \PDOException $e) {
			$this->outcome = Failed::of($e);
		} catch (\Throwable $e) {
			$this->outcome = Failed::of($e);
			$this->isTold = true;
			throw $e;
		} finally {
			$this->connection->taken($this);
		}
	}

	private function outcomeOf(\mysqli_result|\PDOStatement|bool $reply): DriverResult|DriverException
	{
		if ($this->pending instanceof \PDOStatement) {
			return new PdoResult($this->pending);
		}
		if ($reply instanceof \mysqli_result) {
			return new MysqliResult($reply, $reply->num_rows);
		}
		if ($reply === false) {
			return Failed::of(new \mysqli_sql_exception($this->pending->error, $this->pending->errno));
		}
		return new MysqliResult(null, $this->pending->affected_rows);
	}

	public function hasFailed(): bool
	{
		return $this->outcome instanceof DriverException && !$this->isTold;
	}

	/** @throws DriverException if it has failed and nobody was told. From now on somebody was. */
	public function tell(): void
	{
		if ($this->outcome instanceof DriverException && !$this->isTold) {
			$this->isTold = true;
			throw $this->outcome;
		}
	}

	/** @throws DriverException */
	public function result(): DriverResult
	{
		$this->take();
		$this->isTold = true;
		$outcome = $this->outcome ?? throw new \LogicException('the reply is not there');
		return $outcome instanceof DriverResult ? $outcome : throw $outcome;
	}

	/** @return list<mixed>|false */
	public function fetchNumeric(): array|false
	{
		return $this->result()->fetchNumeric();
	}

	/** @return array<string, mixed>|false */
	public function fetchAssociative(): array|false
	{
		return $this->result()->fetchAssociative();
	}

	public function fetchOne(): mixed
	{
		return $this->result()->fetchOne();
	}

	/** @return list<list<mixed>> */
	public function fetchAllNumeric(): array
	{
		return $this->result()->fetchAllNumeric();
	}

	/** @return list<array<string, mixed>> */
	public function fetchAllAssociative(): array
	{
		return $this->result()->fetchAllAssociative();
	}

	/** @return list<mixed> */
	public function fetchFirstColumn(): array
	{
		return $this->result()->fetchFirstColumn();
	}

	public function rowCount(): int
	{
		return (int) $this->result()->rowCount();
	}

	public function columnCount(): int
	{
		return $this->result()->columnCount();
	}

	public function getColumnName(int $index): string
	{
		return $this->result()->getColumnName($index);
	}

	public function free(): void
	{
		$this->result()->free();
	}
}
