<?php
/*
 * The columns of a result.
 */
declare(strict_types=1);

use Mynd\LegacyMysql\Call;
use Mynd\LegacyMysql\Fields;

/**
 * What is known of a column: of the next one, if none is named.
 *
 * @param resource $result
 * @param int $field_offset
 * @return object|false|null
 */
function mysql_fetch_field($result, $field_offset = 0)
{
	return Call::answer(__FUNCTION__, func_get_args(), 1, 2, Fields::next(...));
}

/**
 * Chooses the column that mysql_fetch_field() gives next.
 *
 * @param resource $result
 * @param int $field_offset
 * @return bool|null
 */
function mysql_field_seek($result, $field_offset)
{
	return Call::answer(__FUNCTION__, func_get_args(), 2, 2, Fields::seek(...));
}

/**
 * A column's name.
 *
 * @param resource $result
 * @param int $field_index
 * @return string|false|null
 */
function mysql_field_name($result, $field_index)
{
	return Call::answer(__FUNCTION__, func_get_args(), 2, 2,
		static fn (Call $call): string => Fields::column($call)->name);
}

/**
 * The name, or alias, of a column's table.
 *
 * @param resource $result
 * @param int $field_offset
 * @return string|false|null
 */
function mysql_field_table($result, $field_offset)
{
	return Call::answer(__FUNCTION__, func_get_args(), 2, 2,
		static fn (Call $call): string => Fields::column($call)->table);
}

/**
 * The most that a column's values can have.
 *
 * @param resource $result
 * @param int $field_offset
 * @return int|false|null
 */
function mysql_field_len($result, $field_offset)
{
	return Call::answer(__FUNCTION__, func_get_args(), 2, 2,
		static fn (Call $call): int => Fields::column($call)->length);
}

/**
 * The name of a column's type: int, real, string, blob, datetime, ...
 *
 * @param resource $result
 * @param int $field_offset
 * @return string|false|null
 */
function mysql_field_type($result, $field_offset)
{
	return Call::answer(__FUNCTION__, func_get_args(), 2, 2,
		static fn (Call $call): string => Fields::type(Fields::column($call)));
}

/**
 * A column's flags, as words: not_null, primary_key, unsigned, ...
 *
 * @param resource $result
 * @param int $field_offset
 * @return string|false|null
 */
function mysql_field_flags($result, $field_offset)
{
	return Call::answer(__FUNCTION__, func_get_args(), 2, 2,
		static fn (Call $call): string => Fields::flags(Fields::column($call)));
}
