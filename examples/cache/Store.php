<?php
declare(strict_types=1);

namespace Mynd\Cache;

/**
 * Where answers are kept. What it cannot do it does not do, without an error and without a warning: a store
 * that is down has nothing, keeps nothing and locks nothing. Keys are bytes of any kind.
 */
interface Store
{
	public function get(string $key): ?string;

	/**
	 * @param list<string> $keys
	 * @return list<?string> in the same order
	 */
	public function get_all(array $keys): array;

	public function set(string $key, string $value, int $milliseconds): void;

	/**
	 * A lock that is let go by itself after a while. True: it is ours; false: somebody else has it; null:
	 * there are no locks to be had now.
	 */
	public function lock(string $key, int $token, int $milliseconds): ?bool;

	/** Lets the lock go if it is still the one that was taken with this token. */
	public function unlock(string $key, int $token): void;

	/**
	 * Adds to counters that all share.
	 *
	 * @param array<string, int> $numbers
	 */
	public function count(array $numbers): void;

	/** @return array<string, int> what was counted so far */
	public function counts(): array;
}
