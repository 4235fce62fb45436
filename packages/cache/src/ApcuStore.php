<?php
declare(strict_types=1);

namespace Mynd\Cache;

/** The memory that this machine's processes share: APCu. If APCu is full, answers are not kept. */
final class ApcuStore implements Store
{
	private const TRIES = 10; /* to take a lock */

	/**
	 * @var array<string, array{int, int}> our locks: the token, and when they end by themselves, in
	 * milliseconds
	 */
	private array $locks = [];

	public function __construct(private readonly string $counters = 'mynd')
	{
		if (!function_exists('apcu_enabled') || !apcu_enabled()) {
			throw new \RuntimeException('there is no APCu');
		}
	}

	public function get(string $key): ?string
	{
		$value = apcu_fetch($key);
		return is_string($value) ? $value : null;
	}

	public function getAll(array $keys): array
	{
		$found = apcu_fetch($keys);
		$found = is_array($found) ? $found : [];
		return array_map(static function (string $key) use ($found): ?string {
			$value = $found[$key] ?? null;
			return is_string($value) ? $value : null;
		}, $keys);
	}

	public function set(string $key, string $value, int $milliseconds): void
	{
		@apcu_store($key, $value, self::seconds($milliseconds));
	}

	/** APCu's times are whole seconds, and 0 means for ever. */
	private static function seconds(int $milliseconds): int
	{
		return max(1, intdiv($milliseconds + 999, 1000));
	}

	/**
	 * APCu fails alike for a lock that is taken and for want of room. A lock may end between the failure and
	 * the look at it, so the lock is tried again before that means that there is no room.
	 */
	public function lock(string $key, int $token, int $milliseconds): ?bool
	{
		$seconds = self::seconds($milliseconds);
		for ($tries = 0; $tries < self::TRIES; $tries++) {
			if (@apcu_add("lock:$key", $token, $seconds)) {
				$this->locks[$key] = [$token, (int) (microtime(true) * 1000) + $seconds * 1000];
				return true;
			}
			if (apcu_exists("lock:$key")) {
				return false;
			}
		}
		return null;
	}

	/**
	 * First the lock is made nobody's, if it is ours; no process can take it before the second step removes
	 * it. A lock that is about to end, or has ended, is left alone, because the second step could remove
	 * another process's lock.
	 */
	public function unlock(string $key, int $token): void
	{
		[$ours, $end] = $this->locks[$key] ?? [0, 0];
		if ($ours !== $token) {
			return;
		}
		unset($this->locks[$key]);
		if ($end - microtime(true) * 1000 > 500 && apcu_cas("lock:$key", $token, 0)) {
			apcu_delete("lock:$key");
		}
	}

	public function count(array $numbers): void
	{
		foreach (array_filter($numbers) as $name => $number) {
			apcu_inc("$this->counters:counts:$name", $number);
		}
	}

	public function stats(): array
	{
		$counts = [];
		$prefix = "$this->counters:counts:";
		/** @var array{key: string, value: mixed} $entry */
		foreach (new \APCUIterator('/^' . preg_quote($prefix, '/') . '/', APC_ITER_KEY | APC_ITER_VALUE) as $entry) {
			$counts[substr($entry['key'], strlen($prefix))] = is_int($entry['value']) ? $entry['value'] : 0;
		}
		return $counts;
	}
}
