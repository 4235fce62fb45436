<?php
declare(strict_types=1);

namespace Mynd\LegacyMysql;

/**
 * What a program holds for a link or a result: a stream, so that is_resource() says true, a number belongs to
 * it, and what it stands for goes when the last variable goes. The stream has no bytes. An instance is the
 * stream's wrapper, made by PHP; it is in the table from open() until the stream is closed, by whomever.
 */
final class Handle
{
	private const PROTOCOL = 'mynd-legacy-mysql';

	/** @var array<int, self> */
	private static array $table = [];
	private static Link|Result|null $next = null;
	private static ?self $opened = null;

	/** @var resource|null PHP sets it */
	public $context = null;
	private int $id = 0;
	private Link|Result|null $held = null;

	/** For how many calls of mysql_connect() it stands: it takes as many of mysql_close() to end it. */
	private int $shares = 1;

	public static function register(): void
	{
		stream_wrapper_register(self::PROTOCOL, self::class);
	}

	/** @return resource */
	public static function open(Link|Result $held)
	{
		self::$next = $held;
		$stream = fopen(self::PROTOCOL . '://', 'r');
		$handle = self::$opened;
		[self::$next, self::$opened] = [null, null];
		if ($stream === false || $handle === null) {
			throw new \LogicException('the wrapper ' . self::PROTOCOL . ' was taken away');
		}
		$handle->id = get_resource_id($stream);
		self::$table[$handle->id] = $handle;
		return $stream;
	}

	public function stream_open(): bool
	{
		[$this->held, self::$opened] = [self::$next, $this];
		return $this->held !== null;
	}

	public function stream_close(): void
	{
		unset(self::$table[$this->id]);
		$this->held = null;
	}

	public static function held(int $id): Link|Result|null
	{
		return (self::$table[$id] ?? null)?->held;
	}

	/** Another mysql_connect() has found the link of this handle. */
	public static function share(int $id): void
	{
		self::$table[$id]->shares++;
	}

	/** One of those that share it closes it; true if none is left. */
	public static function leave(int $id): bool
	{
		return --self::$table[$id]->shares <= 0;
	}

	/** @return resource|null */
	public static function stream(int $id)
	{
		return isset(self::$table[$id]) ? get_resources('stream')[$id] ?? null : null;
	}

	/** Whatever variables hold the stream: it is closed, and no resource any more. */
	public static function close(int $id): void
	{
		$stream = self::stream($id);
		if ($stream !== null) {
			fclose($stream);
		}
	}
}
