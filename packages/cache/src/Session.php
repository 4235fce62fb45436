<?php
declare(strict_types=1);

namespace Mynd\Cache;

use Mynd\Command;

/** What is known of one session with a server, as far as answers depend on it beside their texts. */
final class Session
{
	/** Its answers are neither kept nor replaced, because it is not known what they depend on. */
	public bool $is_alone = false;
	/** Commands under way that may change something. */
	public int $pending = 0;
	/** @var array<string, true> keys of tables that a transaction has written which may still be open */
	public array $written = [];
	private string $settings = '';
	private ?string $prefix = null;
	private ?string $database = null, $charset = null;

	public function __construct(private readonly string $namespace, Command $command)
	{
		foreach ($command->init_commands as $sql) {
			$this->set($sql);
			$this->is_alone = $this->is_alone || Effect::of($sql) === Effect::Unknown;
		}
	}

	/** Adds a text to what was set. */
	public function set(string $what): void
	{
		$this->settings = hash('sha256', "$this->settings\0$what");
		$this->prefix = null;
	}

	/** The beginning of the keys of this session's answers; null: its answers must not be kept. */
	public function prefix(Command $command): ?string
	{
		$database = $command->database;
		$charset = $command->charset;
		if ($this->prefix === null || $database !== $this->database || $charset !== $this->charset) {
			$this->database = $database;
			$this->charset = $charset;
			$this->prefix = $database === null || Sql::is_of_server($database) ? '' : $this->namespace . ':'
				. substr(hash('sha256', serialize([self::address($command), $command->user, $command->face, $database, $charset, $this->settings])), 0, 32) . ':';
		}
		return $this->prefix === '' || $this->is_alone || $this->pending > 0 ? null : $this->prefix;
	}

	/**
	 * The address of a server. If it is one of this machine it gets the machine's name, because several
	 * machines may share a store.
	 */
	public static function address(Command $command): string
	{
		$is_here = $command->socket !== null || in_array($command->host, ['localhost', '127.0.0.1', '::1'], true);
		return serialize([$is_here ? gethostname() : '', $command->socket ?? [$command->host, $command->port]]);
	}
}
