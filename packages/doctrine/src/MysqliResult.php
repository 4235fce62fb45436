<?php
declare(strict_types=1);

namespace Mynd\Doctrine;

use Doctrine\DBAL\Driver\FetchUtils;
use Doctrine\DBAL\Driver\Result as DriverResult;

/**
 * What Mynd\reap() has brought of a connection of mysqli.
 *
 * @internal
 */
final class MysqliResult implements DriverResult
{
	public function __construct(private ?\mysqli_result $rows, private readonly int|string $count)
	{
	}

	/** @return list<mixed>|false */
	public function fetchNumeric(): array|false
	{
		/** @var list<mixed>|null|false $row */
		$row = $this->rows?->fetch_row();
		return $row ?? false;
	}

	/** @return array<string, mixed>|false */
	public function fetchAssociative(): array|false
	{
		/** @var array<string, mixed>|null|false $row */
		$row = $this->rows?->fetch_assoc();
		return $row ?? false;
	}

	public function fetchOne(): mixed
	{
		return FetchUtils::fetchOne($this);
	}

	/** @return list<list<mixed>> */
	public function fetchAllNumeric(): array
	{
		return FetchUtils::fetchAllNumeric($this);
	}

	/** @return list<array<string, mixed>> */
	public function fetchAllAssociative(): array
	{
		return FetchUtils::fetchAllAssociative($this);
	}

	/** @return list<mixed> */
	public function fetchFirstColumn(): array
	{
		return FetchUtils::fetchFirstColumn($this);
	}

	public function rowCount(): int
	{
		return (int) $this->count;
	}

	public function columnCount(): int
	{
		return $this->rows->field_count ?? 0;
	}

	public function getColumnName(int $index): string
	{
		/** @var object{name: string}|false $field */
		$field = $index < $this->columnCount() ? $this->rows?->fetch_field_direct($index) ?? false : false;
		return $field === false ? throw new Failed("there is no column $index") : $field->name;
	}

	public function free(): void
	{
		$this->rows = null;
	}
}
