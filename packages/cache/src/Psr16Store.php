<?php
declare(strict_types=1);

namespace Mynd\Cache;

use Psr\SimpleCache\CacheInterface;

/**
 * Answers in a cache of PSR-16.
 *
 * @since 0.3.0
 */
final class Psr16Store implements Store
{
	use Keeping;

	/**
	 * @param Store|null $locks has the locks and the counters; null: when an answer has expired, every
	 * process asks the server for it
	 */
	public function __construct(private readonly CacheInterface $cache, ?Store $locks = null)
	{
		$this->locks = $locks;
	}

	public function get(string $key): ?string
	{
		return $this->getAll([$key])[0];
	}

	public function getAll(array $keys): array
	{
		$names = array_map(self::name(...), $keys);
		$values = self::quietly(function () use ($names): array {
			$values = [];
			foreach ($this->cache->getMultiple($names) as $name => $value) {
				$values[$name] = is_string($value) ? $value : null;
			}
			return $values;
		}, []);
		return array_map(static fn (string $name): ?string => $values[$name] ?? null, $names);
	}

	public function set(string $key, string $value, int $milliseconds): void
	{
		self::quietly(fn (): bool => $this->cache->set(self::name($key), $value, self::seconds($milliseconds)), false);
	}
}
