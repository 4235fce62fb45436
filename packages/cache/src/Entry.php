<?php
declare(strict_types=1);

namespace Mynd\Cache;

/**
 * An answer in the store: a sign, until when it is fresh (in milliseconds of the clock), the length of what
 * follows, the versions of its tables, and the bytes of the result. Anybody may have written it, so the
 * length is checked here, and the driver checks the result.
 */
final class Entry
{
	/** Signs: a result; a note that the result of this text is not for the cache. */
	public const RESULT = 'm1', NOTE = 'n1';
	public const HEAD = 20;
	public const TABLES = 99999; /* bytes of their versions, at most */

	public static function make(string $sign, int $freshUntil, string $tables, string $bytes): string
	{
		return sprintf('%s%013d%05d', $sign, $freshUntil, strlen($tables)) . $tables . $bytes;
	}

	public static function isFresh(string $entry, int $now): bool
	{
		return (int) substr($entry, 2, 13) > $now;
	}

	public static function isNote(string $entry): bool
	{
		return str_starts_with($entry, self::NOTE);
	}

	/** The versions of its tables. */
	public static function tables(string $entry): string
	{
		return substr($entry, self::HEAD, (int) substr($entry, 15, 5));
	}

	/** Null: these bytes are no result. */
	public static function reply(string $entry): ?\Mynd\Reply
	{
		if (strncmp($entry, self::RESULT, 2) !== 0) {
			return null;
		}
		try {
			return \Mynd\Reply::result(substr($entry, self::HEAD + (int) substr($entry, 15, 5)));
		} catch (\ValueError) {
			return null;
		}
	}
}
