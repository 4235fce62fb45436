<?php
declare(strict_types=1);

namespace Mynd\LegacyMysql;

/**
 * What mysql_connect() takes for a server: host, host:port, host:/path/of/a/socket, host:port:/path, :/path.
 */
final class Address
{
	private function __construct(
		public readonly ?string $host,
		public readonly int $port,
		public readonly ?string $socket,
	) {
	}

	public static function parse(?string $server): self
	{
		$port = Settings::number('default_port', 0) ?: (int) getenv('MYSQL_TCP_PORT');
		$socket = Settings::text('default_socket');
		if ($server === null || strpos($server, ':') === false) {
			return new self($server === '' ? null : $server, $port, $socket);
		}
		$parts = explode(':', $server, 2);
		$host = $parts[0] === '' ? 'localhost' : $parts[0];
		$rest = $parts[1] ?? '';
		if (str_starts_with($rest, '/')) {
			return new self($host, 0, $rest);
		}
		$parts = explode(':', $rest, 2);
		return new self($host, (int) $parts[0], $parts[1] ?? $socket);
	}
}
