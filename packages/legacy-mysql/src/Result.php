<?php
declare(strict_types=1);

namespace Mynd\LegacyMysql;

/** The rows of a query, and how far they were read. */
final class Result
{
	private static int $count = 0;

	/** Rows fetched so far; of an unbuffered result that is all that is known of their number. */
	public int $fetched = 0;
	/** An unbuffered result has no more rows. */
	public bool $ended = false;
	/** @var list<int>|null of each column, once they were asked for */
	private ?array $longest = null;

	/** @param array<string, string> $defaults of columns, for mysql_list_fields() */
	public function __construct(
		public readonly \mysqli_result $rows,
		public readonly bool $buffered,
		public readonly array $defaults = [],
	) {
		self::$count++;
	}

	public function __destruct()
	{
		self::$count--;
	}

	/** With mysql.trace_mode the results that were not freed are told when the program has ended. */
	public static function watch(): void
	{
		if (Settings::isOn('trace_mode', false)) {
			register_shutdown_function(static function (): void {
				if (self::$count > 0) {
					Warnings::warn('Unknown', self::$count . ' result set(s) not freed. Use mysql_free_result to free '
						. 'result sets which were requested using mysql_query()');
				}
			});
		}
	}

	public function count(): int
	{
		return $this->buffered ? (int) $this->rows->num_rows : $this->fetched;
	}

	/** Only a buffered result can be read again. */
	public function seek(int $row): void
	{
		if ($this->buffered) {
			$this->rows->data_seek($row);
			$this->fetched = $row;
		}
	}

	/**
	 * @template T of array|object
	 * @param T|false|null $row what mysqli has fetched
	 * @return T|false
	 */
	public function advance(array|object|false|null $row): array|object|false
	{
		if ($row === null || $row === false) {
			$this->ended = true;
			return false;
		}
		$this->fetched++;
		return $row;
	}

	/**
	 * The length of the longest value of a column in a buffered result, which mysqli does not tell since PHP
	 * 8.1.
	 */
	public function longest(int $column): int
	{
		if (!$this->buffered) {
			return 0;
		}
		if ($this->longest === null) {
			$longest = array_fill(0, $this->rows->field_count, 0);
			$this->rows->data_seek(0);
			while (is_array($row = $this->rows->fetch_row())) {
				foreach ($row as $at => $value) {
					$longest[$at] = max($longest[$at] ?? 0, is_string($value) ? strlen($value) : 0);
				}
			}
			$this->rows->data_seek($this->fetched);
			$this->longest = array_values($longest);
		}
		return $this->longest[$column] ?? 0;
	}
}
