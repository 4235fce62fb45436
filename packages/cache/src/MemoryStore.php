<?php
declare(strict_types=1);

namespace Mynd\Cache;

/** A store in this process, with a limit: for programs that run long, and for tests. */
final class MemoryStore implements Store
{
	/** @var array<array-key, array{string, float}> value, and when it ends, in seconds */
	private array $kept = [];
	/** @var array<string, array{int, float}> */
	private array $locks = [];
	/** @var array<string, int> */
	private array $counts = [];
	private int $bytes = 0;

	public function __construct(private readonly int $maxBytes = 16 << 20)
	{
	}

	public function get(string $key): ?string
	{
		[$value, $end] = $this->kept[$key] ?? [null, 0.0];
		if ($value === null || $end > microtime(true)) {
			return $value;
		}
		$this->drop($key);
		return null;
	}

	public function getAll(array $keys): array
	{
		return array_map($this->get(...), $keys);
	}

	public function set(string $key, string $value, int $milliseconds): void
	{
		$this->drop($key);
		$this->kept[$key] = [$value, microtime(true) + $milliseconds / 1000];
		$this->bytes += strlen($key) + strlen($value);
		while ($this->bytes > $this->maxBytes) { /* what was set first goes first */
			$this->drop((string) array_key_first($this->kept));
		}
	}

	private function drop(string $key): void
	{
		if (isset($this->kept[$key])) {
			$this->bytes -= strlen($key) + strlen($this->kept[$key][0]);
			unset($this->kept[$key]);
		}
	}

	public function lock(string $key, int $token, int $milliseconds): bool
	{
		if (($this->locks[$key][1] ?? 0.0) > microtime(true)) {
			return false;
		}
		$this->locks[$key] = [$token, microtime(true) + $milliseconds / 1000];
		return true;
	}

	public function unlock(string $key, int $token): void
	{
		if (($this->locks[$key][0] ?? null) === $token) {
			unset($this->locks[$key]);
		}
	}

	public function count(array $numbers): void
	{
		foreach (array_filter($numbers) as $name => $number) {
			$this->counts[$name] = ($this->counts[$name] ?? 0) + $number;
		}
	}

	public function stats(): array
	{
		return $this->counts;
	}
}
