<?php
declare(strict_types=1);

namespace Mynd\OpenTelemetry;

/**
 * SQL comments by the specification of SQLCommenter: key='value' pairs after the text, keys and values
 * URL-encoded, sorted by their keys.
 *
 * Never into a text that has a comment already: that may be a hint for the server, or somebody else's tags.
 */
final class Comment
{
	/**
	 * The text with the comment at its end, before closing semicolons. If the text has several statements,
	 * the last one gets the comment.
	 *
	 * @param array<array-key, string> $tags
	 */
	public static function append(string $sql, array $tags): string
	{
		$comment = self::serialize($tags);
		$statement = rtrim($sql, "; \t\r\n\f\v");
		if ($comment === '' || $statement === '' || self::isIn($sql)) {
			return $sql;
		}
		return "$statement /*$comment*/" . ltrim(substr($sql, strlen($statement)), " \t\r\n\f\v");
	}

	/** @param array<array-key, string> $tags */
	public static function serialize(array $tags): string
	{
		$pairs = [];
		foreach ($tags as $key => $value) {
			$key = self::escape((string) $key);
			$pairs[$key] = "$key='" . self::escape($value) . "'";
		}
		ksort($pairs, SORT_STRING);
		return implode(',', $pairs);
	}

	/** URL encoding leaves nothing that could end the quotes or the comment. */
	private static function escape(string $text): string
	{
		return rawurlencode($text);
	}

	/**
	 * Whether the text has a comment of any kind. The meaning of a backslash in quotes depends on the
	 * session's sql_mode, and double quotes may enclose a name. So it is a comment if it is one under either
	 * reading.
	 */
	public static function isIn(string $sql): bool
	{
		if (!str_contains($sql, '/*') && !str_contains($sql, '--') && !str_contains($sql, '#')) {
			return false;
		}
		return self::isOutsideQuotes($sql, true) || self::isOutsideQuotes($sql, false);
	}

	private static function isOutsideQuotes(string $sql, bool $backslash): bool
	{
		$length = strlen($sql);
		for ($at = 0; ($at += strcspn($sql, "'\"`/#-", $at)) < $length; $at++) {
			$byte = $sql[$at];
			if ($byte === '#' || ($byte === '/' && substr($sql, $at + 1, 1) === '*') || ($byte === '-' && self::isDashes($sql, $at))) {
				return true;
			}
			if ($byte === "'" || $byte === '"' || $byte === '`') {
				$at = self::endOfQuotes($sql, $at, $backslash && $byte !== '`');
			}
		}
		return false;
	}

	/** Two dashes begin a comment if white space or a control character follows, or nothing. */
	private static function isDashes(string $sql, int $at): bool
	{
		return substr($sql, $at + 1, 1) === '-' && ($at + 2 >= strlen($sql) || ord($sql[$at + 2]) <= 0x20 || $sql[$at + 2] === "\x7F");
	}

	/**
	 * The place of the closing quote, or the end of the text. A doubled quote looks like two strings side by
	 * side, which makes no difference here.
	 */
	private static function endOfQuotes(string $sql, int $at, bool $backslash): int
	{
		$quote = $sql[$at++];
		$length = strlen($sql);
		while (($at += strcspn($sql, $backslash ? "$quote\\" : $quote, $at)) < $length && $sql[$at] === '\\' && $backslash) {
			$at += 2;
		}
		return $at;
	}
}
