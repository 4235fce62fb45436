<?php
/*
 * What is known of a link, its server and its last query.
 */
declare(strict_types=1);

use Mynd\LegacyMysql\Call;
use Mynd\LegacyMysql\Links;
use Mynd\LegacyMysql\Query;

/**
 * The text of the last error; without a link, that of the last mysql_connect().
 *
 * @param resource $link_identifier the last one if it is not given
 * @return string|false|null
 */
function mysql_error($link_identifier = null)
{
	return Call::answer(__FUNCTION__, func_get_args(), 0, 1,
		static fn (Call $call): string|false => $call->openLink(0)?->connection->error ?? Links::$connect_error ?? false);
}

/**
 * The number of the last error; without a link, that of the last mysql_connect().
 *
 * @param resource $link_identifier the last one if it is not given
 * @return int|false|null
 */
function mysql_errno($link_identifier = null)
{
	return Call::answer(__FUNCTION__, func_get_args(), 0, 1,
		static fn (Call $call): int|false => $call->openLink(0)?->connection->errno ?? (Links::$connect_errno ?: false));
}

/**
 * How many rows the last query has changed; -1 if it has failed.
 *
 * @param resource $link_identifier the last one if it is not given
 * @return int|false|null
 */
function mysql_affected_rows($link_identifier = null)
{
	return Call::answer(__FUNCTION__, func_get_args(), 0, 1,
		static fn (Call $call): int => Query::number($call->link(0)->connection->affected_rows));
}

/**
 * The number that the last INSERT has drawn; 0 if none.
 *
 * @param resource $link_identifier the last one if it is not given
 * @return int|false|null
 */
function mysql_insert_id($link_identifier = null)
{
	return Call::answer(__FUNCTION__, func_get_args(), 0, 1,
		static fn (Call $call): int => Query::number($call->link(0)->connection->insert_id));
}

/**
 * What the server says of the last query, where it says something.
 *
 * @param resource $link_identifier the last one if it is not given
 * @return string|false|null
 */
function mysql_info($link_identifier = null)
{
	return Call::answer(__FUNCTION__, func_get_args(), 0, 1,
		static fn (Call $call): string|false => $call->link(0)->connection->info ?? false);
}

/**
 * The server's state, in a line.
 *
 * @param resource $link_identifier the last one if it is not given
 * @return string|false|null
 */
function mysql_stat($link_identifier = null)
{
	return Call::answer(__FUNCTION__, func_get_args(), 0, 1, static function (Call $call): string|false {
		$link = $call->link(0);
		$link->endUnbuffered($call->function);
		return $link->call(static fn (mysqli $connection): string|false => $connection->stat());
	});
}

/**
 * The connection's number at the server.
 *
 * @param resource $link_identifier the last one if it is not given
 * @return int|false|null
 */
function mysql_thread_id($link_identifier = null)
{
	return Call::answer(__FUNCTION__, func_get_args(), 0, 1,
		static fn (Call $call): int => $call->link(0)->connection->thread_id);
}

/**
 * The character set of a link.
 *
 * @param resource $link_identifier the last one if it is not given
 * @return string|false|null
 */
function mysql_client_encoding($link_identifier = null)
{
	return Call::answer(__FUNCTION__, func_get_args(), 0, 1,
		static fn (Call $call): string => $call->link(0)->connection->character_set_name());
}

/**
 * The name and version of the driver.
 *
 * @return string|false|null
 */
function mysql_get_client_info()
{
	return Call::answer(__FUNCTION__, func_get_args(), 0, 0, static fn (): string => mysqli_get_client_info());
}

/**
 * How a link is connected.
 *
 * @param resource $link_identifier the last one if it is not given
 * @return string|false|null
 */
function mysql_get_host_info($link_identifier = null)
{
	return Call::answer(__FUNCTION__, func_get_args(), 0, 1,
		static fn (Call $call): string => $call->link(0)->connection->host_info);
}

/**
 * The version of the protocol.
 *
 * @param resource $link_identifier the last one if it is not given
 * @return int|false|null
 */
function mysql_get_proto_info($link_identifier = null)
{
	return Call::answer(__FUNCTION__, func_get_args(), 0, 1,
		static fn (Call $call): int => $call->link(0)->connection->protocol_version);
}

/**
 * The version of the server.
 *
 * @param resource $link_identifier the last one if it is not given
 * @return string|false|null
 */
function mysql_get_server_info($link_identifier = null)
{
	return Call::answer(__FUNCTION__, func_get_args(), 0, 1,
		static fn (Call $call): string => $call->link(0)->connection->server_info);
}
