<?php
declare(strict_types=1);

namespace Mynd\Cache;

/**
 * A write into some tables may be under way, see Tables. It is nobody's to end but of who has begun it, and
 * ends by itself after a while.
 *
 * @internal
 */
final class Doubt
{
	private const LIFE = 60 * 1000; /* milliseconds */
	private const SEVERAL = 'several'; /* instead of a token: it is more than one's */

	private readonly string $token;

	/** @param list<string> $keys of the tables */
	public function __construct(private readonly Store $store, private readonly array $keys)
	{
		$this->token = bin2hex(random_bytes(8));
		foreach ($store->getAll(array_map(self::key(...), $keys)) as $i => $others) {
			$store->set(self::key($keys[$i]), ($others ?? '') === '' ? $this->token : self::SEVERAL, self::LIFE);
		}
	}

	/** Where a table's doubt is; nothing or an empty text there: it has none. */
	public static function key(string $key): string
	{
		return "$key?";
	}

	/** What is in doubt for others too stays so. */
	public function end(): void
	{
		foreach ($this->keys as $key) {
			if ($this->store->get(self::key($key)) === $this->token) {
				$this->store->set(self::key($key), '', 1000);
			}
		}
	}
}
