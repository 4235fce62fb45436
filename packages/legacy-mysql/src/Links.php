<?php
declare(strict_types=1);

namespace Mynd\LegacyMysql;

/**
 * The links of a request: the last one, which functions take if none is named, and those that are found
 * again.
 */
final class Links
{
	public static int $connect_errno = 0;
	public static ?string $connect_error = null;

	/** @var resource|null the stream of the link that was connected last */
	private static $last = null;
	/** @var array<string, int> handles, by what mysql_connect() was given */
	private static array $shared = [];
	/** @var array<string, Link> by what mysql_pconnect() was given */
	private static array $persistent = [];

	/** @return resource|null */
	public static function last()
	{
		return is_resource(self::$last) ? self::$last : null;
	}

	/**
	 * @param resource $stream
	 * @return resource the same
	 */
	public static function setLast($stream)
	{
		return self::$last = $stream;
	}

	/** Functions that name no link connect anew from here on. */
	public static function forgetLast(): void
	{
		self::$last = null;
	}

	/** @return resource|null the stream of an open link that was connected with the same arguments */
	public static function shared(string $key)
	{
		$id = self::$shared[$key] ?? null;
		if ($id === null || !Handle::held($id) instanceof Link) {
			return null;
		}
		Handle::share($id);
		return Handle::stream($id);
	}

	/** @param resource $stream */
	public static function share(string $key, $stream): void
	{
		self::$shared[$key] = get_resource_id($stream);
	}

	public static function persistent(string $key): ?Link
	{
		return self::$persistent[$key] ?? null;
	}

	public static function keep(string $key, Link $link): void
	{
		self::$persistent[$key] = $link;
	}

	public static function drop(string $key): void
	{
		unset(self::$persistent[$key]);
	}

	public static function countPersistent(): int
	{
		return count(self::$persistent);
	}
}
