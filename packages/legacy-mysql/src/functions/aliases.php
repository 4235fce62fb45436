<?php
/*
 * Other names of the functions, from before PHP 4. Warnings tell the name that was called.
 */
declare(strict_types=1);

use Mynd\LegacyMysql\Call;
use Mynd\LegacyMysql\Fields;
use Mynd\LegacyMysql\Query;
use Mynd\LegacyMysql\Rows;
use Mynd\LegacyMysql\Warnings;

/**
 * Another name of mysql_db_query().
 *
 * @deprecated
 * @param string $database_name
 * @param string $query
 * @param resource $link_identifier the last one if it is not given
 * @return resource|bool|null as mysql_query()
 */
function mysql($database_name, $query, $link_identifier = null)
{
	Warnings::deprecatedFunction(__FUNCTION__);
	return Call::answer(__FUNCTION__, func_get_args(), 2, 3, Query::inDatabase(...));
}

/**
 * Another name of mysql_field_name().
 *
 * @deprecated
 * @param resource $result
 * @param int $field_index
 * @return string|false|null
 */
function mysql_fieldname($result, $field_index)
{
	Warnings::deprecatedFunction(__FUNCTION__);
	return Call::answer(__FUNCTION__, func_get_args(), 2, 2,
		static fn (Call $call): string => Fields::column($call)->name);
}

/**
 * Another name of mysql_field_table().
 *
 * @deprecated
 * @param resource $result
 * @param int $field_offset
 * @return string|false|null
 */
function mysql_fieldtable($result, $field_offset)
{
	Warnings::deprecatedFunction(__FUNCTION__);
	return Call::answer(__FUNCTION__, func_get_args(), 2, 2,
		static fn (Call $call): string => Fields::column($call)->table);
}

/**
 * Another name of mysql_field_len().
 *
 * @deprecated
 * @param resource $result
 * @param int $field_offset
 * @return int|false|null
 */
function mysql_fieldlen($result, $field_offset)
{
	Warnings::deprecatedFunction(__FUNCTION__);
	return Call::answer(__FUNCTION__, func_get_args(), 2, 2,
		static fn (Call $call): int => Fields::column($call)->length);
}

/**
 * Another name of mysql_field_type().
 *
 * @deprecated
 * @param resource $result
 * @param int $field_offset
 * @return string|false|null
 */
function mysql_fieldtype($result, $field_offset)
{
	Warnings::deprecatedFunction(__FUNCTION__);
	return Call::answer(__FUNCTION__, func_get_args(), 2, 2,
		static fn (Call $call): string => Fields::type(Fields::column($call)));
}

/**
 * Another name of mysql_field_flags().
 *
 * @deprecated
 * @param resource $result
 * @param int $field_offset
 * @return string|false|null
 */
function mysql_fieldflags($result, $field_offset)
{
	Warnings::deprecatedFunction(__FUNCTION__);
	return Call::answer(__FUNCTION__, func_get_args(), 2, 2,
		static fn (Call $call): string => Fields::flags(Fields::column($call)));
}

/**
 * Another name of mysql_select_db().
 *
 * @deprecated
 * @param string $database_name
 * @param resource $link_identifier the last one if it is not given
 * @return bool|null
 */
function mysql_selectdb($database_name, $link_identifier = null)
{
	Warnings::deprecatedFunction(__FUNCTION__);
	return Call::answer(__FUNCTION__, func_get_args(), 1, 2, static function (Call $call): bool {
		$database = $call->text(0);
		return Query::selectDb($call, $call->link(1), $database);
	});
}

/**
 * Another name of mysql_free_result().
 *
 * @deprecated
 * @param resource $result
 * @return bool|null
 */
function mysql_freeresult($result)
{
	Warnings::deprecatedFunction(__FUNCTION__);
	return Call::answer(__FUNCTION__, func_get_args(), 1, 1, Rows::free(...));
}

/**
 * Another name of mysql_num_fields().
 *
 * @deprecated
 * @param resource $result
 * @return int|false|null
 */
function mysql_numfields($result)
{
	Warnings::deprecatedFunction(__FUNCTION__);
	return Call::answer(__FUNCTION__, func_get_args(), 1, 1,
		static fn (Call $call): int => $call->result(0)->rows->field_count);
}

/**
 * Another name of mysql_num_rows().
 *
 * @deprecated
 * @param resource $result
 * @return int|false|null
 */
function mysql_numrows($result)
{
	Warnings::deprecatedFunction(__FUNCTION__);
	return Call::answer(__FUNCTION__, func_get_args(), 1, 1,
		static fn (Call $call): int => $call->result(0)->count());
}

/**
 * Another name of mysql_list_dbs().
 *
 * @deprecated
 * @param resource $link_identifier the last one if it is not given
 * @return resource|false|null
 */
function mysql_listdbs($link_identifier = null)
{
	Warnings::deprecatedFunction(__FUNCTION__);
	return Call::answer(__FUNCTION__, func_get_args(), 0, 1, Query::listDatabases(...));
}

/**
 * Another name of mysql_list_tables().
 *
 * @deprecated
 * @param string $database_name
 * @param resource $link_identifier the last one if it is not given
 * @return resource|false|null
 */
function mysql_listtables($database_name, $link_identifier = null)
{
	Warnings::deprecatedFunction(__FUNCTION__);
	return Call::answer(__FUNCTION__, func_get_args(), 1, 2, Query::listTables(...));
}

/**
 * Another name of mysql_list_fields().
 *
 * @deprecated
 * @param string $database_name
 * @param string $table_name
 * @param resource $link_identifier the last one if it is not given
 * @return resource|false|null
 */
function mysql_listfields($database_name, $table_name, $link_identifier = null)
{
	Warnings::deprecatedFunction(__FUNCTION__);
	return Call::answer(__FUNCTION__, func_get_args(), 2, 3, static function (Call $call) {
		[$database, $table] = [$call->text(0), $call->text(1)];
		$link = $call->link(2);
		return Query::selectDb($call, $link, $database) ? Query::listFields($call, $link, $table) : false;
	});
}

/**
 * Another name of mysql_result().
 *
 * @deprecated
 * @param resource $result
 * @param int $row
 * @param string|int $field the number of a column, its name, or table.name
 * @return string|false|null
 */
function mysql_dbname($result, $row, $field = 0)
{
	Warnings::deprecatedFunction(__FUNCTION__);
	return Call::answer(__FUNCTION__, func_get_args(), 2, 3, Rows::value(...));
}

/**
 * Another name of mysql_result().
 *
 * @param resource $result
 * @param int $row
 * @param string|int $field the number of a column, its name, or table.name
 * @return string|false|null
 */
function mysql_db_name($result, $row, $field = 0)
{
	return Call::answer(__FUNCTION__, func_get_args(), 2, 3, Rows::value(...));
}

/**
 * Another name of mysql_result().
 *
 * @param resource $result
 * @param int $row
 * @param string|int $field the number of a column, its name, or table.name
 * @return string|false|null
 */
function mysql_tablename($result, $row, $field = 0)
{
	return Call::answer(__FUNCTION__, func_get_args(), 2, 3, Rows::value(...));
}

/**
 * Another name of mysql_result().
 *
 * @param resource $result
 * @param int $row
 * @param string|int $field the number of a column, its name, or table.name
 * @return string|false|null
 */
function mysql_table_name($result, $row, $field = 0)
{
	return Call::answer(__FUNCTION__, func_get_args(), 2, 3, Rows::value(...));
}
