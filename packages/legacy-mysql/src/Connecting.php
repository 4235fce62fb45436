<?php
declare(strict_types=1);

namespace Mynd\LegacyMysql;

/** How links begin and end. */
final class Connecting
{
	private const ACCEPTED_FLAGS = MYSQLI_CLIENT_COMPRESS | MYSQLI_CLIENT_SSL | MYSQLI_CLIENT_INTERACTIVE
		| MYSQLI_CLIENT_IGNORE_SPACE | MYSQLI_CLIENT_FOUND_ROWS | MYSQLI_CLIENT_NO_SCHEMA;

	private function __construct(
		private readonly string $function,
		private readonly ?string $server,
		private readonly ?string $user,
		private readonly ?string $password,
		private readonly int $flags,
	) {
	}

	/** @return resource */
	public static function once(Call $call)
	{
		self::tellDeprecated($call->function);
		[$server, $user, $password] = [$call->optionalText(0), $call->optionalText(1), $call->optionalText(2)];
		[$new, $flags] = [$call->flag(3), $call->number(4)];
		return self::with($call->function, $server, $user, $password, $flags)->connect($new);
	}

	/** @return resource */
	public static function persistently(Call $call)
	{
		self::tellDeprecated($call->function);
		[$server, $user, $password] = [$call->optionalText(0), $call->optionalText(1), $call->optionalText(2)];
		$connecting = self::with($call->function, $server, $user, $password, $call->number(3));
		return Settings::isOn('allow_persistent', true) ? $connecting->connectPersistently() : $connecting->connect(false);
	}

	/**
	 * The link of a program that has named none.
	 *
	 * @return resource|null
	 */
	public static function byDefault(string $function)
	{
		try {
			self::tellDeprecated($function);
			return self::with($function, null, null, null, 0)->connect(false);
		} catch (Refused) {
			return null;
		}
	}

	/**
	 * A link is closed when all that have connected it by the same arguments have closed it; a persistent one
	 * stays open.
	 */
	public static function close(Call $call): bool
	{
		$link = $call->openLink(0) ?? $call->fail('no MySQL-Link resource supplied');
		$link->endUnbuffered($call->function);
		if (!$call->has(0)) {
			Links::forgetLast();
			return true;
		}
		$last = Links::last();
		$id = $call->id(0);
		if ($last !== null && get_resource_id($last) === $id) {
			Links::forgetLast();
		}
		unset($last);
		if (Handle::leave($id)) {
			Handle::close($id);
		}
		return true;
	}

	private static function tellDeprecated(string $function): void
	{
		Warnings::deprecated($function, 'The mysql extension is deprecated and will be removed in the future: use mysqli or PDO instead');
	}

	private static function with(string $function, ?string $server, ?string $user, ?string $password, int $flags): self
	{
		return new self(
			$function,
			$server ?? Settings::text('default_host'),
			$user ?? Settings::text('default_user'),
			$password ?? Settings::text('default_password'),
			$flags,
		);
	}

	/** Arguments that are the same lead to the same link. */
	private function key(): string
	{
		return serialize([(string) $this->server, (string) $this->user, (string) $this->password, $this->flags]);
	}

	/** @return resource */
	private function connect(bool $new)
	{
		$key = $this->key();
		$stream = $new ? null : Links::shared($key);
		if ($stream === null) {
			$this->refuseTooMany();
			$stream = Handle::open(new Link($this->open('')));
			Links::share($key, $stream);
		}
		return Links::setLast($stream);
	}

	/** @return resource */
	private function connectPersistently()
	{
		$key = $this->key();
		$link = Links::persistent($key);
		if ($link !== null && $link->call(static fn (\mysqli $connection): bool => @$connection->stat() === false)) {
			Links::drop($key);
			$link = null;
		}
		if ($link === null) {
			$this->refuseTooMany();
			$most = Settings::number('max_persistent', -1);
			if ($most !== -1 && Links::countPersistent() >= $most) {
				$this->fail('Too many open persistent links (' . Links::countPersistent() . ')');
			}
			$link = new Link($this->open('p:'));
			Links::keep($key, $link);
		}
		return Links::setLast(Handle::open($link));
	}

	private function refuseTooMany(): void
	{
		$most = Settings::number('max_links', -1);
		if ($most !== -1 && Link::$count >= $most) {
			$this->fail('Too many open links (' . Link::$count . ')');
		}
	}

	/** A connection with mysqli. Its own warnings are left out: the function's warning says the same. */
	private function open(string $prefix): \mysqli
	{
		$address = Address::parse($this->server);
		$host = $address->host === null ? null : $prefix . $address->host;
		if ($host === null && $prefix !== '') {
			$host = $prefix . (ini_get('mysqli.default_host') ?: 'localhost');
		}
		$connection = mysqli_init() ?: $this->fail('OOM');
		$connection->options(MYSQLI_OPT_CONNECT_TIMEOUT, Settings::number('connect_timeout', 60));
		$files = self::maySendFiles() ? 1 : 0;
		$connection->options(MYSQLI_OPT_LOCAL_INFILE, $files);
		set_error_handler(static fn (): bool => true);
		try {
			$connected = Link::quietly($connection, fn (\mysqli $connection): bool => $connection->real_connect($host, $this->user,
				$this->password, null, $address->port, $address->socket, $this->flags & self::ACCEPTED_FLAGS));
		} finally {
			restore_error_handler();
		}
		if (!$connected) {
			Links::$connect_errno = mysqli_connect_errno();
			Links::$connect_error = (string) mysqli_connect_error();
			$this->fail(Links::$connect_error);
		}
		$connection->options(MYSQLI_OPT_LOCAL_INFILE, $files); // PHP's mysqli has set it to what php.ini says
		return $connection;
	}

	/** mysqli.allow_local_infile has to be on, too: it is off as PHP comes. */
	private static function maySendFiles(): bool
	{
		return ini_get('open_basedir') === '' && ini_get('mysqli.allow_local_infile') === '1' && Settings::isOn('allow_local_infile', true);
	}

	private function fail(string $text): never
	{
		Warnings::warn($this->function, $text);
		throw new Refused(false);
	}
}
