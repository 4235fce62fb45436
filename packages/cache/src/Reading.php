<?php
declare(strict_types=1);

namespace Mynd\Cache;

/** What Sql::read() has found out about a text. */
final class Reading
{
	/**
	 * @param ?string $reason why its answer must not be kept; null: it may
	 * @param ?int $ttl seconds, as the text's own hint says; null: it has none
	 * @param string $text the statement without what stands around it (comments above all); inside it nothing
	 * changes, since columns are named after it. Where it must not be kept, the text as it was
	 * @param ?list<string> $tables what it reads, as written there (db.name if it says so), rather too many
	 * than too few: names of WITH are among them; null: not known
	 */
	public function __construct(public readonly ?string $reason, public readonly ?int $ttl, public readonly string $text, public readonly ?array $tables = null)
	{
	}

	public function isCacheable(): bool
	{
		return $this->reason === null && $this->ttl !== 0;
	}
}
