<?php
declare(strict_types=1);

namespace Mynd\OpenTelemetry;

use Mynd\Command;
use Mynd\Kind;

/**
 * What is said of commands, once for all that are alike.
 *
 * @internal
 */
final class Descriptions
{
	private const DEFAULT_PORT = 3306;
	/** How many addresses, sessions, and commands of an address are remembered; the longest text. */
	private const ADDRESSES = 100, SESSIONS = 100, COMMANDS = 500, LONG_TEXT = 1024;

	/** @var array<string, Connection> by system and address */
	private array $addresses = [];
	/** @var array<int, Connection> by number of the session */
	private array $sessions = [];

	public function __construct(private readonly Options $options)
	{
	}

	public function connection(Command $command): Connection
	{
		if ($command->kind === Kind::Connect) {
			return $this->make($command, 'mysql'); /* it is not known yet */
		}
		return $this->sessions[$command->session] ?? $this->remember($command);
	}

	public function of(Command $command): Description
	{
		$kind = $command->kind;
		$connection = ($kind === Kind::Connect ? null : $this->sessions[$command->session] ?? null) ?? $this->connection($command);
		$database = $command->database ?? '';
		$sql = $command->sql ?? '';
		return $connection->described[$database][$kind->name][$sql] ?? $this->describe($command, $connection, $database, $kind->name, $sql);
	}

	/** What is read of a command before it has run stays as it was then. */
	public static function system(Command $command): string
	{
		return str_contains($command->server ?? '', 'MariaDB') ? 'mariadb' : 'mysql';
	}

	private function remember(Command $command): Connection
	{
		$connection = $this->make($command, self::system($command));
		if (count($this->sessions) >= self::SESSIONS) {
			$this->sessions = array_intersect_key($this->sessions, array_flip(\Mynd\open_sessions()));
		}
		if ($command->server !== null && count($this->sessions) < self::SESSIONS) {
			$this->sessions[$command->session] = $connection;
		}
		return $connection;
	}

	private function make(Command $command, string $system): Connection
	{
		$attributes = [Attributes::SYSTEM => $system, Attributes::ADDRESS => $command->socket ?? $command->host];
		if ($command->socket === null && $command->port !== self::DEFAULT_PORT) {
			$attributes[Attributes::PORT] = $command->port;
		}
		if (count($this->addresses) >= self::ADDRESSES) {
			$this->addresses = [];
		}
		$isMariaDb = $system === 'mariadb';
		return $this->addresses[implode("\n", $attributes)] ??= new Connection($attributes, $isMariaDb, $this->options->comments || ($this->options->queryAttributes && !$isMariaDb));
	}

	private function describe(Command $command, Connection $connection, string $database, string $kind, string $sql): Description
	{
		$text = $command->sql === null ? null : Text::of($sql, $this->options->noBackslashEscapes);
		if ($command->kind === Kind::BulkExecute || strlen($sql) > self::LONG_TEXT) {
			return Description::of($command, $connection, $text, $this->options);
		}
		if (++$connection->count > self::COMMANDS) {
			$connection->described = $connection->alike = [];
			$connection->count = 1;
		}
		return $connection->described[$database][$kind][$sql] = $command->kind === Kind::Query && $this->options->text !== QueryText::Full
			? $connection->alike[$database][$text->sanitized ?? ''] ??= Description::of($command, $connection, $text, $this->options)
			: Description::of($command, $connection, $text, $this->options);
	}
}
