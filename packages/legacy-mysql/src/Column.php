<?php
declare(strict_types=1);

namespace Mynd\LegacyMysql;

/** What the server has said of a column. */
final class Column
{
	private function __construct(
		public readonly string $name,
		public readonly string $table,
		public readonly int $length,
		public readonly int $type,
		private readonly int $flags,
	) {
	}

	/** @param object $field as mysqli_fetch_field() gives it */
	public static function of(object $field): self
	{
		/** @var object{name: string, table: string, length: int, type: int, flags: int} $field */
		return new self($field->name, $field->table, $field->length, $field->type, $field->flags);
	}

	/** @return 0|1 */
	public function flag(int $flag): int
	{
		return $this->flags & $flag ? 1 : 0;
	}
}
