<?php
/*
 * Escaping of texts.
 */
declare(strict_types=1);

use Mynd\LegacyMysql\Call;
use Mynd\LegacyMysql\Warnings;

/**
 * Escapes a text as if it were in a character set of single bytes.
 *
 * @deprecated
 * @param string $string
 * @return string|false|null
 */
function mysql_escape_string($string)
{
	return Call::answer(__FUNCTION__, func_get_args(), 1, 1, static function (Call $call): string {
		$escaped = strtr($call->text(0),
			["\0" => '\0', "\n" => '\n', "\r" => '\r', '\\' => '\\\\', "'" => "\\'", '"' => '\"', "\x1a" => '\Z']);
		Warnings::deprecated($call->function, 'This function is deprecated; use mysql_real_escape_string() instead.');
		return $escaped;
	});
}

/**
 * Escapes a text for a query, by the link's character set.
 *
 * @param string $string
 * @param resource $link_identifier the last one if it is not given
 * @return string|false|null
 */
function mysql_real_escape_string($string, $link_identifier = null)
{
	return Call::answer(__FUNCTION__, func_get_args(), 1, 2, static function (Call $call): string {
		$text = $call->text(0);
		return $call->link(1)->connection->real_escape_string($text);
	});
}
