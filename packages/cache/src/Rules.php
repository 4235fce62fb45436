<?php
declare(strict_types=1);

namespace Mynd\Cache;

/**
 * Which texts are to be kept, and for how many seconds. These decide, in this order: the text's own hint, its
 * beginning, the tables that it reads, the rule for all texts. Whether a text may be kept at all is decided
 * elsewhere.
 */
final class Rules
{
	/** @var list<string> what a text must contain that one of these rules is about */
	private readonly array $marks;

	/**
	 * @param array<string, int> $tables seconds for texts that read no other tables than these, by name as
	 * texts have it (db.name if they say so); of several the least counts, and one with 0 keeps a text out
	 * @param array<array-key, int> $prefixes seconds for texts that begin so, after comments
	 * @param int $all seconds for all other texts
	 */
	public function __construct(private readonly array $tables = [], private readonly array $prefixes = [], private readonly int $all = 0)
	{
		$words = array_map(static fn (int|string $name) => substr((string) strrchr(".$name", '.'), 1), array_keys($tables));
		$this->marks = ['mynd:ttl=', ...array_map(strval(...), array_keys($prefixes)), ...$words];
	}

	/** Whether the text is worth reading at all. */
	public function areAbout(string $sql): bool
	{
		if ($this->all > 0) {
			return true;
		}
		foreach ($this->marks as $mark) {
			if (str_contains($sql, $mark)) {
				return true;
			}
		}
		return false;
	}

	/** Seconds; 0: it is not kept. */
	public function ttl(Reading $reading): int
	{
		if ($reading->ttl !== null) {
			return $reading->ttl;
		}
		foreach ($this->prefixes as $prefix => $ttl) {
			if (str_starts_with($reading->text, (string) $prefix)) {
				return $ttl;
			}
		}
		$ttls = array_map(fn (string $table) => $this->tables[$table] ?? -1, $reading->tables ?? []);
		if (in_array(0, $ttls, true)) {
			return 0;
		}
		return $ttls === [] || min($ttls) < 0 ? $this->all : min($ttls);
	}

	/** Identifies these rules among others. */
	public function fingerprint(): string
	{
		return serialize([$this->tables, $this->prefixes, $this->all]);
	}
}
