<?php
declare(strict_types=1);

namespace Mynd\Cache;

use Mynd\Command;
use Mynd\Kind;
use Mynd\Reply;

/** What is known of one session with a server, as far as answers depend on it beside their texts. */
final class Session
{
	private const NO_BACKSLASH_ESCAPES = 512; /* a bit of a session's status */

	/** Its answers are neither kept nor replaced, because it is not known what they depend on. */
	public bool $isAlone = false;
	/** Commands under way that may change something. */
	public int $pending = 0;
	/** @var array<string, true> keys of tables that a transaction has written which may still be open */
	public array $written = [];
	/** About what the last command wrote, if the program has yet to read its results. */
	public ?Doubt $unread = null;
	/** In its texts a backslash is a sign like any other, as far as its server has reported. */
	public bool $isPlain = false;
	private bool $hasMoved = false;
	private string $settings = '';
	private ?string $prefix = null;
	private ?string $database = null, $charset = null;
	private ?string $firstDatabase = null;

	public function __construct(private readonly string $namespace, Command $command)
	{
		foreach ($command->initCommands as $sql) {
			$this->set($sql);
			$this->isAlone = $this->isAlone || Effect::of($sql) === Effect::Unknown;
		}
	}

	/** Adds a text to what was set. */
	public function set(string $what): void
	{
		$this->settings = hash('sha256', "$this->settings\0$what");
		$this->prefix = null;
	}

	public function noteStatus(Reply $reply): void
	{
		$this->isPlain = $reply->errno === 0 && $reply->field_count === 0 ? ($reply->status & self::NO_BACKSLASH_ESCAPES) !== 0 : $this->isPlain;
	}

	/** A command comes, in this database as far as is known. */
	public function noteDatabase(Command $command): void
	{
		$database = $command->database;
		$this->firstDatabase ??= $database;
		$this->hasMoved = $this->hasMoved || ($database !== null && $database !== $this->firstDatabase);
	}

	/**
	 * Whether a name without a database is a table of the session's default database in this command. A
	 * prepared statement keeps the database that was the default one when it was prepared.
	 */
	public function knowsDatabase(Command $command): bool
	{
		return $command->database !== null && !($this->hasMoved && $command->kind === Kind::Execute);
	}

	/** The beginning of the keys of this session's answers; null: its answers must not be kept. */
	public function prefix(Command $command): ?string
	{
		if (!$this->knowsDatabase($command)) {
			return null;
		}
		$database = $command->database;
		$charset = $command->charset;
		if ($this->prefix === null || $database !== $this->database || $charset !== $this->charset) {
			$this->database = $database;
			$this->charset = $charset;
			$this->prefix = Sql::isOfServer($database ?? '') ? '' : $this->namespace . ':'
				. substr(hash('sha256', serialize([self::address($command), $command->user, $command->extension, $database, $charset, $this->settings])), 0, 32) . ':';
		}
		return $this->prefix === '' || $this->isAlone || $this->pending > 0 ? null : $this->prefix;
	}

	/**
	 * The address of a server. If it is one of this machine it gets the machine's name, because several
	 * machines may share a store.
	 */
	public static function address(Command $command): string
	{
		$isHere = $command->socket !== null || in_array($command->host, ['localhost', '127.0.0.1', '::1'], true);
		return serialize([$isHere ? gethostname() : '', $command->socket ?? [$command->host, $command->port]]);
	}
}
