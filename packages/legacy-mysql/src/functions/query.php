<?php
/*
 * Queries, and lists that the server gives.
 */
declare(strict_types=1);

use Mynd\LegacyMysql\Call;
use Mynd\LegacyMysql\Query;
use Mynd\LegacyMysql\Warnings;

/**
 * Runs a query and stores its rows.
 *
 * @param string $query
 * @param resource $link_identifier the last one if it is not given
 * @return resource|bool|null a result, true for a statement without rows, false for an error
 */
function mysql_query($query, $link_identifier = null)
{
	return Call::answer(__FUNCTION__, func_get_args(), 1, 2, static function (Call $call) {
		$query = $call->text(0);
		return Query::run($call, $call->link(1), $query, true);
	});
}

/**
 * Runs a query; its rows are read from the server as they are fetched.
 *
 * @param string $query
 * @param resource $link_identifier the last one if it is not given
 * @return resource|bool|null as mysql_query()
 */
function mysql_unbuffered_query($query, $link_identifier = null)
{
	return Call::answer(__FUNCTION__, func_get_args(), 1, 2, static function (Call $call) {
		$query = $call->text(0);
		return Query::run($call, $call->link(1), $query, false);
	});
}

/**
 * Chooses a database, which stays chosen, and runs a query.
 *
 * @deprecated
 * @param string $database_name
 * @param string $query
 * @param resource $link_identifier the last one if it is not given
 * @return resource|bool|null as mysql_query()
 */
function mysql_db_query($database_name, $query, $link_identifier = null)
{
	Warnings::deprecatedFunction(__FUNCTION__);
	return Call::answer(__FUNCTION__, func_get_args(), 2, 3, Query::inDatabase(...));
}

/**
 * The databases of the server.
 *
 * @deprecated
 * @param resource $link_identifier the last one if it is not given
 * @return resource|false|null
 */
function mysql_list_dbs($link_identifier = null)
{
	Warnings::deprecatedFunction(__FUNCTION__);
	return Call::answer(__FUNCTION__, func_get_args(), 0, 1, Query::listDatabases(...));
}

/**
 * The tables of a database, which stays chosen.
 *
 * @deprecated
 * @param string $database_name
 * @param resource $link_identifier the last one if it is not given
 * @return resource|false|null
 */
function mysql_list_tables($database_name, $link_identifier = null)
{
	Warnings::deprecatedFunction(__FUNCTION__);
	return Call::answer(__FUNCTION__, func_get_args(), 1, 2, Query::listTables(...));
}

/**
 * The columns of a table, as a result without rows.
 *
 * @param string $database_name
 * @param string $table_name
 * @param resource $link_identifier the last one if it is not given
 * @return resource|false|null
 */
function mysql_list_fields($database_name, $table_name, $link_identifier = null)
{
	return Call::answer(__FUNCTION__, func_get_args(), 2, 3, static function (Call $call) {
		[$database, $table] = [$call->text(0), $call->text(1)];
		$link = $call->link(2);
		return Query::selectDb($call, $link, $database) ? Query::listFields($call, $link, $table) : false;
	});
}

/**
 * The server's connections and what they do.
 *
 * @param resource $link_identifier the last one if it is not given
 * @return resource|false|null
 */
function mysql_list_processes($link_identifier = null)
{
	return Call::answer(__FUNCTION__, func_get_args(), 0, 1,
		static fn (Call $call) => Query::list($call, $call->link(0), 'SHOW PROCESSLIST'));
}
