<?php
/*
 * Links: connecting, closing, choosing a database and a character set.
 */
declare(strict_types=1);

use Mynd\LegacyMysql\Call;
use Mynd\LegacyMysql\Connecting;
use Mynd\LegacyMysql\Query;

/**
 * Connects, or finds the link that was connected with the same arguments.
 *
 * @param string|null $hostname host, host:port, host:/socket or :/socket
 * @param string|null $username
 * @param string|null $password
 * @param bool $new connects anew in any case
 * @param int $flags MYSQL_CLIENT_*
 * @return resource|false|null
 */
function mysql_connect($hostname = null, $username = null, $password = null, $new = false, $flags = 0)
{
	return Call::answer(__FUNCTION__, func_get_args(), 0, 5, static fn (Call $call) => Connecting::once($call));
}

/**
 * Connects, or takes a connection that an earlier request has left open.
 *
 * @param string|null $hostname as that of mysql_connect()
 * @param string|null $username
 * @param string|null $password
 * @param int $flags MYSQL_CLIENT_*
 * @return resource|false|null
 */
function mysql_pconnect($hostname = null, $username = null, $password = null, $flags = 0)
{
	return Call::answer(__FUNCTION__, func_get_args(), 0, 4,
		static fn (Call $call) => Connecting::persistently($call));
}

/**
 * Closes a link.
 *
 * @param resource $link_identifier the last one if it is not given
 * @return bool|null
 */
function mysql_close($link_identifier = null)
{
	return Call::answer(__FUNCTION__, func_get_args(), 0, 1, static fn (Call $call) => Connecting::close($call));
}

/**
 * Chooses the database that later queries refer to.
 *
 * @param string $database_name
 * @param resource $link_identifier the last one if it is not given
 * @return bool|null
 */
function mysql_select_db($database_name, $link_identifier = null)
{
	return Call::answer(__FUNCTION__, func_get_args(), 1, 2, static function (Call $call): bool {
		$database = $call->text(0);
		return Query::selectDb($call, $call->link(1), $database);
	});
}

/**
 * Sets the character set of a link.
 *
 * @param string $charset_name
 * @param resource $link_identifier the last one if it is not given
 * @return bool|null
 */
function mysql_set_charset($charset_name, $link_identifier = null)
{
	return Call::answer(__FUNCTION__, func_get_args(), 1, 2, static function (Call $call): bool {
		$name = $call->text(0);
		return $call->link(1)->call(static fn (mysqli $connection): bool => $connection->set_charset($name));
	});
}

/**
 * Whether the server answers. A lost link is not connected again.
 *
 * @param resource $link_identifier the last one if it is not given
 * @return bool|null
 */
function mysql_ping($link_identifier = null)
{
	return Call::answer(__FUNCTION__, func_get_args(), 0, 1, static function (Call $call): bool {
		$link = $call->link(0);
		$link->endUnbuffered($call->function);
		return $link->call(static fn (mysqli $connection): bool => @$connection->stat() !== false);
	});
}
