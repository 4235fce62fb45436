<?php
/*
 * Rows and values of a result.
 */
declare(strict_types=1);

use Mynd\LegacyMysql\Call;
use Mynd\LegacyMysql\Rows;

require_once __DIR__ . '/constants.php';

/**
 * One value of one row.
 *
 * @param resource $result
 * @param int $row
 * @param string|int $field the number of a column, its name, or table.name
 * @return string|false|null
 */
function mysql_result($result, $row, $field = 0)
{
	return Call::answer(__FUNCTION__, func_get_args(), 2, 3, Rows::value(...));
}

/**
 * How many rows there are; of an unbuffered result, how many were fetched.
 *
 * @param resource $result
 * @return int|false|null
 */
function mysql_num_rows($result)
{
	return Call::answer(__FUNCTION__, func_get_args(), 1, 1,
		static fn (Call $call): int => $call->result(0)->count());
}

/**
 * How many columns there are.
 *
 * @param resource $result
 * @return int|false|null
 */
function mysql_num_fields($result)
{
	return Call::answer(__FUNCTION__, func_get_args(), 1, 1,
		static fn (Call $call): int => $call->result(0)->rows->field_count);
}

/**
 * The next row, with numbers for keys.
 *
 * @param resource $result
 * @return array<array-key, string|null>|false|null
 */
function mysql_fetch_row($result)
{
	return Call::answer(__FUNCTION__, func_get_args(), 1, 1,
		static fn (Call $call): array|false => Rows::fetch($call, MYSQL_NUM));
}

/**
 * The next row, with the columns' names for keys.
 *
 * @param resource $result
 * @return array<array-key, string|null>|false|null
 */
function mysql_fetch_assoc($result)
{
	return Call::answer(__FUNCTION__, func_get_args(), 1, 1,
		static fn (Call $call): array|false => Rows::fetch($call, MYSQL_ASSOC));
}

/**
 * The next row, with names, numbers or both for keys.
 *
 * @param resource $result
 * @param int $result_type MYSQL_ASSOC, MYSQL_NUM or MYSQL_BOTH
 * @return array<array-key, string|null>|false|null
 */
function mysql_fetch_array($result, $result_type = MYSQL_BOTH)
{
	return Call::answer(__FUNCTION__, func_get_args(), 1, 2, static function (Call $call): array|false {
		$call->id(0);
		return Rows::fetch($call, $call->number(1) ?: MYSQL_BOTH);
	});
}

/**
 * The next row as an object.
 *
 * @param resource $result
 * @param class-string $class_name
 * @param array<mixed>|null $ctor_params arguments of its constructor
 * @return object|false|null
 */
function mysql_fetch_object($result, $class_name = stdClass::class, $ctor_params = null)
{
	return Call::answer(__FUNCTION__, func_get_args(), 1, 3, Rows::fetchObject(...));
}

/**
 * The lengths of the values of the row that was fetched last.
 *
 * @param resource $result
 * @return list<int>|false|null
 */
function mysql_fetch_lengths($result)
{
	return Call::answer(__FUNCTION__, func_get_args(), 1, 1, Rows::lengths(...));
}

/**
 * Chooses the row that is fetched next.
 *
 * @param resource $result
 * @param int $row_number
 * @return bool|null
 */
function mysql_data_seek($result, $row_number)
{
	return Call::answer(__FUNCTION__, func_get_args(), 2, 2, Rows::seek(...));
}

/**
 * Frees a result.
 *
 * @param resource $result
 * @return bool|null
 */
function mysql_free_result($result)
{
	return Call::answer(__FUNCTION__, func_get_args(), 1, 1, Rows::free(...));
}
