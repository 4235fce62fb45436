<?php
declare(strict_types=1);

namespace Mynd\Cache;

/**
 * Where answers are kept. A failure raises no error and no warning: a store that is down has nothing, keeps
 * nothing, and locks nothing. Keys are bytes of any kind.
 */
interface Store
{
	public function get(string $key): ?string;

	/**
	 * @param list<string> $keys
	 * @return list<?string> in the same order
	 */
	public function getAll(array $keys): array;

	public function set(string $key, string $value, int $milliseconds): void;

	/**
	 * Takes a lock that ends by itself after a while. True: we have it. False: another process has it. Null:
	 * no locks can be had now.
	 */
	public function lock(string $key, int $token, int $milliseconds): ?bool;

	/** Releases the lock if it is still the one that was taken with this token. */
	public function unlock(string $key, int $token): void;

	/**
	 * Adds to counters that all processes share.
	 *
	 * @param array<string, int> $numbers
	 */
	public function count(array $numbers): void;

	/** @return array<string, int> what was counted so far */
	public function stats(): array;
}
