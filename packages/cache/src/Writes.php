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
	 * @param bool $is_wide the connection's character set may be one of Sql::WIDE
	 * @param bool $is_plain a backslash is a sign like any other
	 * @return list<string>|null empty: it writes nothing; null: it is not known which tables it writes
	 */
	public static function of(string $sql, bool $is_wide = false, bool $is_plain = false): ?array
	{
		$tables = self::tables($sql, $is_plain);
		/* characters that hide others */
		return $is_wide && $tables !== [] && preg_match('/[\x80-\xff]/', $sql) !== 0 ? null : $tables;
	}

	/** @return list<string>|null */
	private static function tables(string $sql, bool $is_plain): ?array
	{
		$word = Effect::first_word($sql);
		if (self::has_several($sql, $is_plain) || ($word !== 'SELECT' && (str_contains($sql, '/*!') || str_contains($sql, '/*M!')))) {
			return null;
		}
		return match (true) {
			isset(self::NONE[$word]) => [],
			isset(self::NAMED[$word]) => self::named($sql, $is_plain),
			isset(self::AROUND[$word]) => self::of_around($sql, $word, $is_plain),
			$word === 'SET' => self::of_set($sql, $is_plain),
			$word === 'BEGIN' => self::has($sql, '/\bNOT\b/i', $is_plain) ? null : [],
			/* another session may have begun it */
			$word === 'XA' => self::has($sql, '/\bCOMMIT\b/i', $is_plain) ? null : [],
			self::has($sql, '/^[\s(]*(?:CREATE|ALTER|DROP|RENAME)(?:\s+(?:OR|REPLACE|TEMPORARY|ONLINE|OFFLINE|IGNORE))*\s+TABLE\b/i', $is_plain) => self::named($sql, $is_plain),
			self::has($sql, '/^\s*DROP\s+PREPARE\b/i', $is_plain) => [],
			default => null,
		};
	}

	/** Whether a transaction that was open before this text is open after it, if the text does not fail. */
	public static function are_within(string $sql, bool $is_plain = false): bool
	{
		return isset(self::WITHIN[Effect::first_word($sql)]) && !self::has_several($sql, $is_plain);
	}

	public static function end_transaction(string $sql, bool $is_plain = false): bool
	{
		return in_array(Effect::first_word($sql), ['COMMIT', 'ROLLBACK'], true) && !self::has($sql, '/^\s*ROLLBACK\b.*\bTO\b/is', $is_plain);
	}

	/** @return list<string>|null */
	private static function named(string $sql, bool $is_plain): ?array
	{
		return Sql::tables_of($sql, $is_plain) ?: null;
	}

	/** @return list<string>|null */
	private static function of_around(string $sql, string $word, bool $is_plain): ?array
	{
		$is_run = $word === 'WITH' || $word === 'ANALYZE' || self::has($sql, '/\bANALYZE\b/i', $is_plain);
		return $is_run && self::has($sql, '/\b(?:INSERT|UPDATE|DELETE|REPLACE)\b/i', $is_plain) ? self::named($sql, $is_plain) : [];
	}

	/** @return list<string>|null */
	private static function of_set(string $sql, bool $is_plain): ?array
	{
		if (!Effect::is_set_statement($sql)) {
			return [];
		}
		/* what it sets may be a query with a FOR of its own, in parentheses */
		return preg_match('/^[^()]*?\bFOR\b/i', self::visible($sql, $is_plain), $found) === 1 ? self::tables(substr($sql, strlen($found[0])), $is_plain) : null;
	}

	/** Whether a statement follows a semicolon. */
	private static function has_several(string $sql, bool $is_plain): bool
	{
		return str_contains(rtrim($sql, "; \t\n\r\f\v\0"), ';') && self::has($sql, '/;\s*+[^;\s]/', $is_plain);
	}

	/** @param non-empty-string $pattern */
	private static function has(string $sql, string $pattern, bool $is_plain): bool
	{
		return preg_match($pattern, self::visible($sql, $is_plain)) !== 0;
	}

	/** The text with signs in the place of quoted parts and blanks in that of comments; as long as it was. */
	private static function visible(string $sql, bool $is_plain): string
	{
		return preg_replace_callback($is_plain ? self::HIDDEN_PLAINLY : self::HIDDEN, static fn (array $found): string => str_repeat(strpbrk($found[0][0], '\'"`') === false ? ' ' : '?', strlen($found[0])), $sql) ?? $sql;
	}
}
