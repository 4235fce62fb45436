<?php
declare(strict_types=1);

namespace Mynd\Cache;

/**
 * What the stores over PSR caches share. The PSRs know neither locks nor counters, so these are of another
 * store; without one no locks can be had, and nothing is counted.
 *
 * @internal
 */
trait Keeping
{
	private readonly ?Store $locks;

	/** Keys of any bytes become what both PSRs take: 64 letters and digits. */
	private static function name(string $key): string
	{
		return hash('sha256', $key);
	}

	/** Whole seconds, so that it lives long enough; how long an answer is fresh stands in the answer. */
	private static function seconds(int $milliseconds): int
	{
		return max(1, intdiv($milliseconds + 999, 1000));
	}

	/**
	 * A cache that fails has nothing.
	 *
	 * @template T
	 * @param \Closure(): T $call
	 * @param T $otherwise
	 * @return T
	 */
	private static function quietly(\Closure $call, mixed $otherwise): mixed
	{
		set_error_handler(static fn (): bool => true);
		try {
			return $call();
		} catch (\Throwable) {
			return $otherwise;
		} finally {
			restore_error_handler();
		}
	}

	public function lock(string $key, int $token, int $milliseconds): ?bool
	{
		return $this->locks?->lock($key, $token, $milliseconds);
	}

	public function unlock(string $key, int $token): void
	{
		$this->locks?->unlock($key, $token);
	}

	/** @param array<string, int> $numbers */
	public function count(array $numbers): void
	{
		$this->locks?->count($numbers);
	}

	/** @return array<string, int> */
	public function stats(): array
	{
		return $this->locks?->stats() ?? [];
	}
}
