<?php
declare(strict_types=1);

namespace Mynd\LegacyMysql;

/** The columns of a result. */
final class Fields
{
	/** PHP 5's names of types; a type that is not here is "unknown". */
	private const TYPES = [
		MYSQLI_TYPE_STRING => 'string', MYSQLI_TYPE_VAR_STRING => 'string',
		MYSQLI_TYPE_TINY => 'int', MYSQLI_TYPE_SHORT => 'int', MYSQLI_TYPE_LONG => 'int', MYSQLI_TYPE_LONGLONG => 'int',
		MYSQLI_TYPE_INT24 => 'int', MYSQLI_TYPE_BIT => 'int',
		MYSQLI_TYPE_FLOAT => 'real', MYSQLI_TYPE_DOUBLE => 'real', MYSQLI_TYPE_DECIMAL => 'real', MYSQLI_TYPE_NEWDECIMAL => 'real',
		MYSQLI_TYPE_TIMESTAMP => 'timestamp', MYSQLI_TYPE_YEAR => 'year', MYSQLI_TYPE_DATE => 'date', MYSQLI_TYPE_NEWDATE => 'date',
		MYSQLI_TYPE_TIME => 'time', MYSQLI_TYPE_DATETIME => 'datetime',
		MYSQLI_TYPE_SET => 'set', MYSQLI_TYPE_ENUM => 'enum', MYSQLI_TYPE_GEOMETRY => 'geometry',
		MYSQLI_TYPE_TINY_BLOB => 'blob', MYSQLI_TYPE_MEDIUM_BLOB => 'blob', MYSQLI_TYPE_LONG_BLOB => 'blob', MYSQLI_TYPE_BLOB => 'blob',
		MYSQLI_TYPE_NULL => 'null',
	];

	/** In the order in which mysql_field_flags() names them. */
	private const FLAGS = [
		'not_null' => MYSQLI_NOT_NULL_FLAG, 'primary_key' => MYSQLI_PRI_KEY_FLAG, 'unique_key' => MYSQLI_UNIQUE_KEY_FLAG,
		'multiple_key' => MYSQLI_MULTIPLE_KEY_FLAG, 'blob' => MYSQLI_BLOB_FLAG, 'unsigned' => MYSQLI_UNSIGNED_FLAG,
		'zerofill' => MYSQLI_ZEROFILL_FLAG, 'binary' => MYSQLI_BINARY_FLAG, 'enum' => MYSQLI_ENUM_FLAG, 'set' => MYSQLI_SET_FLAG,
		'auto_increment' => MYSQLI_AUTO_INCREMENT_FLAG, 'timestamp' => MYSQLI_TIMESTAMP_FLAG,
	];

	/** mysql_fetch_field(): the next column, or that with a number. */
	public static function next(Call $call): object|false
	{
		$call->id(0);
		$at = $call->number(1);
		$result = $call->result(0);
		if ($call->has(1)) {
			if ($at < 0 || $at >= $result->rows->field_count) {
				$call->fail('Bad field offset');
			}
			$result->rows->field_seek($at);
		}
		$at = $result->rows->current_field;
		$field = $result->rows->fetch_field();
		return $field === false ? false : self::described($result, $at, Column::of($field));
	}

	private static function described(Result $result, int $at, Column $column): object
	{
		return (object) [
			'name' => $column->name,
			'table' => $column->table,
			'def' => $result->defaults[$column->name] ?? '',
			'max_length' => $result->longest($at),
			'not_null' => $column->flag(MYSQLI_NOT_NULL_FLAG),
			'primary_key' => $column->flag(MYSQLI_PRI_KEY_FLAG),
			'multiple_key' => $column->flag(MYSQLI_MULTIPLE_KEY_FLAG),
			'unique_key' => $column->flag(MYSQLI_UNIQUE_KEY_FLAG),
			'numeric' => self::isNumeric($column->type) ? 1 : 0,
			'blob' => $column->flag(MYSQLI_BLOB_FLAG),
			'type' => self::type($column),
			'unsigned' => $column->flag(MYSQLI_UNSIGNED_FLAG),
			'zerofill' => $column->flag(MYSQLI_ZEROFILL_FLAG),
		];
	}

	/** By its number, as ext/mysql has it: a timestamp counts as one. */
	private static function isNumeric(int $type): bool
	{
		return $type <= MYSQLI_TYPE_INT24 || $type === MYSQLI_TYPE_YEAR || $type === MYSQLI_TYPE_NEWDECIMAL;
	}

	public static function seek(Call $call): bool
	{
		$call->id(0);
		$at = $call->number(1);
		self::valid($call, $at)->rows->field_seek($at);
		return true;
	}

	/** The column that a function asks for; the next one is given next by mysql_fetch_field(). */
	public static function column(Call $call): Column
	{
		$call->id(0);
		$at = $call->number(1);
		$rows = self::valid($call, $at)->rows;
		$rows->field_seek($at);
		return Column::of($rows->fetch_field() ?: throw new Refused(false));
	}

	private static function valid(Call $call, int $at): Result
	{
		$result = $call->result(0);
		if ($at < 0 || $at >= $result->rows->field_count) {
			$call->fail("Field $at is invalid for MySQL result index {$call->id(0)}");
		}
		return $result;
	}

	public static function type(Column $column): string
	{
		return self::TYPES[$column->type] ?? 'unknown';
	}

	public static function flags(Column $column): string
	{
		return implode(' ', array_keys(array_filter(self::FLAGS, static fn (int $flag): bool => $column->flag($flag) === 1)));
	}
}
