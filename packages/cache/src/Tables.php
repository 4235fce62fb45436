<?php
declare(strict_types=1);

namespace Mynd\Cache;

use Mynd\Command;

/**
 * Versions of tables, in the store. A write that this program sends gives a new version to each table that it
 * names, and an answer is kept with the versions from before its query was sent. All tables have a version
 * together, which changes with a write of which it is not known what it writes. Addresses of servers do not
 * matter here: the same server may have several, and a replica follows its primary.
 *
 * A table may be in doubt: a write may be under way of which this process may not learn that it ends. What is
 * asked meanwhile is not kept.
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
		return $names === [] ? [] : [...$this->written($command, $names), $this->any()];
	}

	/**
	 * @param list<string>|null $names of the tables that a command writes, as texts have them; null: any
	 * @return list<string> keys of their versions
	 */
	public function written(Command $command, ?array $names): array
	{
		$database = $command->database;
		$keys = [];
		foreach ($names ?? [''] as $name) {
			if (!str_contains($name, '.') && $database === null) { /* none is known in which it is */
				return [$this->any()];
			}
			$keys[] = $this->key(str_contains($name, '.') ? $name : str_replace('.', Sql::DOT, $database ?? '') . ".$name");
		}
		return $names === null ? [$this->any()] : $keys;
	}

	/** The key of all tables together. */
	public function any(): string
	{
		return $this->key(''); /* no table has an empty name */
	}

	/**
	 * A name is the same table's in capitals too, as some servers have it, and in each character set: of
	 * others than ASCII's letters nothing counts.
	 */
	private function key(string $name): string
	{
		$name = strtolower(preg_replace('/[\x80-\xff]+/', '', $name) ?? $name);
		return "$this->namespace:t:" . substr(hash('sha256', $name), 0, 32);
	}

	/**
	 * A version that the store has not, or has lost, is made: it must not be equal to one of before.
	 *
	 * @param list<string> $keys
	 * @return ?string for an entry: a line each; null: one of them is in doubt
	 */
	public function versions(array $keys): ?string
	{
		/* the doubts after the versions: who begins one changes the versions after that */
		$found = $keys === [] ? [] : $this->store->getAll([...$keys, ...array_map(Doubt::key(...), $keys)]);
		$lines = [];
		foreach ($keys as $i => $key) {
			if (($found[count($keys) + $i] ?? '') !== '') {
				return null;
			}
			$lines[] = $key . ' ' . ($found[$i] ?? $this->renew($key));
		}
		return implode("\n", $lines);
	}

	/** Whether the tables of an entry still have its versions. */
	public function areAsThen(string $lines): bool
	{
		if ($lines === '') {
			return true;
		}
		$keys = array_map(static fn (string $line) => strstr($line, ' ', true) ?: '', explode("\n", $lines));
		return $lines === implode("\n", array_map(static fn (string $key, ?string $version) => "$key $version", $keys, $this->store->getAll($keys)));
	}

	/** @param list<string> $keys */
	public function touch(array $keys): void
	{
		foreach ($keys as $key) {
			$this->renew($key);
		}
	}

	private function renew(string $key): string
	{
		$version = bin2hex(random_bytes(8));
		$this->store->set($key, $version, self::LIFE);
		return $version;
	}

	/**
	 * From now on these tables are in doubt, and what is kept of them is dropped.
	 *
	 * @param list<string> $keys
	 * @return ?Doubt null: there are no tables
	 */
	public function doubt(array $keys): ?Doubt
	{
		$doubt = $keys === [] ? null : new Doubt($this->store, $keys);
		$this->touch($keys);
		return $doubt;
	}
}
