<?php
declare(strict_types=1);

namespace Mynd\Cache;

use Mynd\Command;

/**
 * Versions of tables, in the store. A write that this program sends gives a new version to each table that it
 * names, and an answer is kept with the versions from before its query was sent. All tables of a server have
 * a version together, which changes with a write of which it is not known what it writes. A version that the
 * store has lost counts as the empty one; if that hides a write, the times for which answers are kept limit
 * the effect.
 */
final class Tables
{
	private const LIFE = 7 * 86400 * 1000; /* milliseconds; longer than answers are kept */

	public function __construct(private readonly Store $store, private readonly string $namespace)
	{
	}

	/**
	 * @param list<string> $names of the tables that a query reads, as texts have them
	 * @return list<string> keys of their versions, and the one of all tables
	 */
	public function keys(Command $command, array $names): array
	{
		return $names === [] ? [] : [...$this->written($command, $names), ...$this->written($command, null)];
	}

	/**
	 * @param list<string>|null $names of the tables that a command writes, as texts have them; null: any
	 * @return list<string> keys of their versions
	 */
	public function written(Command $command, ?array $names): array
	{
		$address = Session::address($command);
		/* no table has an empty name */
		$full = $names === null ? [''] : array_map(static fn (string $name) => strtolower(str_contains($name, '.') ? $name : "$command->database.$name"), $names);
		return array_map(fn (string $name) => "$this->namespace:t:" . substr(hash('sha256', $address . $name), 0, 32), $full);
	}

	/**
	 * @param list<string> $keys
	 * @return string for an entry: a line each
	 */
	public function versions(array $keys): string
	{
		$versions = $keys === [] ? [] : $this->store->get_all($keys);
		return implode("\n", array_map(static fn (string $key, ?string $version) => "$key $version", $keys, $versions));
	}

	/** Whether the tables of an entry still have its versions. */
	public function are_as_then(string $lines): bool
	{
		return $lines === '' || $lines === $this->versions(array_map(static fn (string $line) => strstr($line, ' ', true) ?: '', explode("\n", $lines)));
	}

	/** @param list<string> $keys */
	public function touch(array $keys): void
	{
		foreach ($keys as $key) {
			$this->store->set($key, bin2hex(random_bytes(8)), self::LIFE);
		}
	}
}
