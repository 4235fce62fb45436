<?php
declare(strict_types=1);

namespace Mynd\Cache;

use Psr\Cache\CacheItemInterface;
use Psr\Cache\CacheItemPoolInterface;

/**
 * Answers in a cache of PSR-6.
 *
 * @since 0.3.0
 */
final class Psr6Store implements Store
{
	use Keeping;

	/**
	 * @param Store|null $locks has the locks and the counters; null: when an answer has expired, every
	 * process asks the server for it
	 */
	public function __construct(private readonly CacheItemPoolInterface $pool, ?Store $locks = null)
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
			/** @var CacheItemInterface $item */
			foreach ($this->pool->getItems($names) as $item) {
				/** @var mixed $value */
				$value = $item->isHit() ? $item->get() : null;
				$values[$item->getKey()] = is_string($value) ? $value : null;
			}
			return $values;
		}, []);
		return array_map(static fn (string $name): ?string => $values[$name] ?? null, $names);
	}

	public function set(string $key, string $value, int $milliseconds): void
	{
		self::quietly(fn (): bool => $this->pool->save($this->pool->getItem(self::name($key))->set($value)->expiresAfter(self::seconds($milliseconds))), false);
	}
}
