<?php
declare(strict_types=1);

namespace Mynd\Cache;

/**
 * What a text may change in its session that alters the answers to later texts. Its first words decide; if
 * they are not known, it may change anything.
 *
 * A text does not show what stored functions and triggers set, nor whether a second statement follows a
 * semicolon. (The latter shows in the reply: more results follow.)
 */
enum Effect
{
	/** Nothing. */
	case None;
	/**
	 * Settings that the text itself contains: sessions that were sent the same texts have the same settings.
	 */
	case Settings;
	/** Anything. */
	case Unknown;

	/**
	 * First words of statements that change nothing, or only what the driver knows (the default database, a
	 * transaction).
	 */
	private const HARMLESS = ['SELECT' => true, 'WITH' => true, 'VALUES' => true, 'TABLE' => true, 'INSERT' => true, 'UPDATE' => true, 'DELETE' => true, 'REPLACE' => true, 'LOAD' => true, 'TRUNCATE' => true, 'SHOW' => true,
		'DESCRIBE' => true, 'DESC' => true, 'EXPLAIN' => true, 'ANALYZE' => true, 'CHECK' => true, 'CHECKSUM' => true, 'OPTIMIZE' => true, 'REPAIR' => true, 'FLUSH' => true, 'KILL' => true, 'HELP' => true, 'CREATE' => true, 'ALTER' => true,
		'DROP' => true, 'RENAME' => true, 'GRANT' => true, 'REVOKE' => true, 'USE' => true, 'BEGIN' => true, 'START' => true, 'COMMIT' => true, 'ROLLBACK' => true, 'SAVEPOINT' => true, 'RELEASE' => true, 'XA' => true, 'PREPARE' => true,
		'DEALLOCATE' => true, 'DO' => true];

	/** Whether it may change what is in tables. */
	public static function isWrite(string $sql): bool
	{
		return Writes::of($sql) !== [];
	}

	/** The word with which the statement begins, in capitals; empty: a sign, or a comment that is run. */
	public static function firstWord(string $sql): string
	{
		return self::word($sql, self::start($sql));
	}

	/** SET STATEMENT sets something for one other statement, which it contains. */
	public static function isSetStatement(string $sql): bool
	{
		return preg_match('~^SET(?:\s|/\*.*?\*/|(?:--|\#)[^\n]*\n)+STATEMENT\b~is', substr($sql, self::start($sql))) !== 0;
	}

	/** The word at this place, in capitals. */
	private static function word(string $sql, int $at): string
	{
		return strtoupper(substr($sql, $at, strspn($sql, 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz', $at)));
	}

	public static function of(string $sql): self
	{
		$at = self::start($sql);
		$word = self::word($sql, $at);
		return match (true) {
			$word === 'SET' && self::isSetStatement($sql) => self::Unknown,
			$word === 'SET' => self::ofSet(substr($sql, $at + 3)),
			/* it hides a table of that name */
			$word === 'CREATE' && stripos($sql, 'TEMPORARY', $at) !== false => self::Unknown,
			/* a block of statements */
			$word === 'BEGIN' && stripos($sql, 'NOT', $at) !== false => self::Unknown,
			isset(self::HARMLESS[$word]) => self::None,
			default => self::Unknown,
		};
	}

	/** Where the statement begins: after comments and parentheses. */
	private static function start(string $sql): int
	{
		for ($at = 0;;) {
			$at += strspn($sql, " \t\n\r\f\v(", $at);
			$two = substr($sql, $at, 2);
			if ($two === '/*' && !in_array($sql[$at + 2] ?? '!', ['!', 'M'], true) && ($end = strpos($sql, '*/', $at + 2)) !== false) {
				$at = $end + 2;
			} elseif ($two === '--' || ($two[0] ?? '') === '#') {
				$at += strcspn($sql, "\n", $at);
			} else {
				return $at;
			}
		}
	}

	/**
	 * The text of a SET shows what it assigns only if it reads nothing: no variable of the user, no table, no
	 * function whose value changes.
	 */
	private static function ofSet(string $rest): self
	{
		foreach (Sql::WIDE as $charset) {
			if (stripos($rest, $charset) !== false) {
				return self::Unknown;
			}
		}
		/* a variable of the user, on which no kept answer depends */
		if (str_starts_with(ltrim($rest), '@') && !str_starts_with(ltrim($rest), '@@') && !str_contains($rest, ',')) {
			return self::None;
		}
		if (in_array(strtolower(str_replace([' ', ';'], '', $rest)), ['autocommit=0', 'autocommit=1'], true)) { /* the driver knows */
			return self::None;
		}
		$rest = 'SELECT ' . str_replace('@@', '', rtrim($rest, "; \t\n\r"));
		return Sql::read($rest)->reason === null && stripos($rest, 'SELECT', 7) === false ? self::Settings : self::Unknown;
	}
}
