<?php
declare(strict_types=1);

namespace Mynd\Laravel;

/**
 * A query that was sent by selectAsync(), and whose rows are taken later.
 *
 * @since 0.3.0
 */
final class Pending
{
	/** @var list<mixed>|null */
	private ?array $rows = null;

	/** @internal
	 * @param \Closure(\Closure(): list<mixed>): list<mixed> $run */
	public function __construct(private readonly \PDOStatement $statement, private readonly \Closure $run)
	{
	}

	/**
	 * Waits until the rows are there: those that select() would have returned.
	 *
	 * @return list<mixed>
	 * @throws \Illuminate\Database\QueryException as select() would have thrown it
	 */
	public function result(): array
	{
		return $this->rows ??= ($this->run)(fn (): array => array_values($this->statement->fetchAll()));
	}

	/** For Mynd\as_completed(). */
	public function statement(): \PDOStatement
	{
		return $this->statement;
	}
}
