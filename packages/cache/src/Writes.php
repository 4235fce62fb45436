<?php
declare(strict_types=1);

namespace Mynd\Cache;

/**
 * What a text changes in tables, as far as the text shows that. A text counts as one that writes unless it is
 * known to write nothing. What stored functions, triggers and foreign keys write, it does not show.
 */
final class Writes
{
	/** First words of statements that write into no table, whatever follows. */
	private const NONE = ['SELECT' => true, 'VALUES' => true, 'TABLE' => true, 'SHOW' => true, 'HELP' => true, 'HANDLER' => true, 'DO' => true, 'USE' => true, 'PREPARE' => true, 'DEALLOCATE' => true, 'START' => true,
		'COMMIT' => true, 'ROLLBACK' => true, 'SAVEPOINT' => true, 'RELEASE' => true, 'LOCK' => true, 'UNLOCK' => true, 'CHECK' => true, 'CHECKSUM' => true, 'CACHE' => true, 'FLUSH' => true, 'RESET' => true, 'PURGE' => true,
		'KILL' => true, 'GRANT' => true, 'REVOKE' => true, 'SIGNAL' => true];

	/** Those of statements that name the tables into which they write. */
	private const NAMED = ['INSERT' => true, 'UPDATE' => true, 'DELETE' => true, 'REPLACE' => true, 'TRUNCATE' => true, 'LOAD' => true, 'OPTIMIZE' => true, 'REPAIR' => true];

	/** Those of statements that end no transaction, unless one of them fails. */
	private const WITHIN = ['INSERT' => true, 'UPDATE' => true, 'DELETE' => true, 'REPLACE' => true, 'WITH' => true];

	/** Those of statements that contain another one, which may write. */
	private const AROUND = ['WITH' => true, 'ANALYZE' => true, 'EXPLAIN' => true, 'DESCRIBE' => true, 'DESC' => true];

	/**
	 * Quoted texts and names, and comments, except for those that servers execute; and the same where a
	 * backslash is a sign like any other (the mode NO_BACKSLASH_ESCAPES).
	 */
	private const HIDDEN = <<<'END'
		~'(?:[^'\\]++|\\.|'')*+(?:'|\z)|"(?:[^"\\]++|\\.|"")*+(?:"|\z)|`[^`]*+(?:`|\z)|/\*(?!M?!).*?(?:\*/|\z)|(?:\#|--(?![^\s]))[^\n]*+~s
		END;
	private const HIDDEN_PLAINLY = <<<'END'
		~'(?:[^']++|'')*+(?:'|\z)|"(?:[^"]++|"")*+(?:"|\z)|`[^`]*+(?:`|\z)|/\*(?!M?!).*?(?:\*/|\z)|(?:\#|--(?![^\s]))[^\n]*+~s
		END;

	/**
	 * The tables that a text names to write into them, as it names them, and those that it reads as well.
	 *
	 * @param bool $isWide the connection's character set may be one of Sql::WIDE
	 * @param bool $isPlain a backslash is a sign like any other
	 * @return list<string>|null empty: it writes nothing; null: it is not known which tables it writes
	 */
	public static function of(string $sql, bool $isWide = false, bool $isPlain = false): ?array
	{
		$tables = self::tables($sql, $isPlain);
		/* characters that hide others */
		return $isWide && $tables !== [] && preg_match('/[\x80-\xff]/', $sql) !== 0 ? null : $tables;
	}

	/** @return list<string>|null */
	private static function tables(string $sql, bool $isPlain): ?array
	{
		$word = Effect::firstWord($sql);
		if (self::hasSeveral($sql, $isPlain) || ($word !== 'SELECT' && (str_contains($sql, '/*!') || str_contains($sql, '/*M!')))) {
			return null;
		}
		return match (true) {
			isset(self::NONE[$word]) => [],
			isset(self::NAMED[$word]) => self::named($sql, $isPlain),
			isset(self::AROUND[$word]) => self::ofAround($sql, $word, $isPlain),
			$word === 'SET' => self::ofSet($sql, $isPlain),
			$word === 'BEGIN' => self::has($sql, '/\bNOT\b/i', $isPlain) ? null : [],
			/* another session may have begun it */
			$word === 'XA' => self::has($sql, '/\bCOMMIT\b/i', $isPlain) ? null : [],
			self::has($sql, '/^[\s(]*(?:CREATE|ALTER|DROP|RENAME)(?:\s+(?:OR|REPLACE|TEMPORARY|ONLINE|OFFLINE|IGNORE))*\s+TABLE\b/i', $isPlain) => self::named($sql, $isPlain),
			self::has($sql, '/^\s*DROP\s+PREPARE\b/i', $isPlain) => [],
			default => null,
		};
	}

	/** Whether a transaction that was open before this text is open after it, if the text does not fail. */
	public static function areWithin(string $sql, bool $isPlain = false): bool
	{
		return isset(self::WITHIN[Effect::firstWord($sql)]) && !self::hasSeveral($sql, $isPlain);
	}

	public static function endTransaction(string $sql, bool $isPlain = false): bool
	{
		return in_array(Effect::firstWord($sql), ['COMMIT', 'ROLLBACK'], true) && !self::has($sql, '/^\s*ROLLBACK\b.*\bTO\b/is', $isPlain);
	}

	/** @return list<string>|null */
	private static function named(string $sql, bool $isPlain): ?array
	{
		return Sql::tablesOf($sql, $isPlain) ?: null;
	}

	/** @return list<string>|null */
	private static function ofAround(string $sql, string $word, bool $isPlain): ?array
	{
		$isRun = $word === 'WITH' || $word === 'ANALYZE' || self::has($sql, '/\bANALYZE\b/i', $isPlain);
		return $isRun && self::has($sql, '/\b(?:INSERT|UPDATE|DELETE|REPLACE)\b/i', $isPlain) ? self::named($sql, $isPlain) : [];
	}

	/** @return list<string>|null */
	private static function ofSet(string $sql, bool $isPlain): ?array
	{
		if (!Effect::isSetStatement($sql)) {
			return [];
		}
		/* what it sets may be a query with a FOR of its own, in parentheses */
		return preg_match('/^[^()]*?\bFOR\b/i', self::visible($sql, $isPlain), $found) === 1 ? self::tables(substr($sql, strlen($found[0])), $isPlain) : null;
	}

	/** Whether a statement follows a semicolon. */
	private static function hasSeveral(string $sql, bool $isPlain): bool
	{
		return str_contains(rtrim($sql, "; \t\n\r\f\v\0"), ';') && self::has($sql, '/;\s*+[^;\s]/', $isPlain);
	}

	/** @param non-empty-string $pattern */
	private static function has(string $sql, string $pattern, bool $isPlain): bool
	{
		return preg_match($pattern, self::visible($sql, $isPlain)) !== 0;
	}

	/** The text with signs in the place of quoted parts and blanks in that of comments; as long as it was. */
	private static function visible(string $sql, bool $isPlain): string
	{
		return preg_replace_callback($isPlain ? self::HIDDEN_PLAINLY : self::HIDDEN, static fn (array $found): string => str_repeat(strpbrk($found[0][0], '\'"`') === false ? ' ' : '?', strlen($found[0])), $sql) ?? $sql;
	}
}
