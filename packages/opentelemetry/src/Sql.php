<?php
declare(strict_types=1);

namespace Mynd\OpenTelemetry;

/**
 * A text without its values, as the servers' lexers read it, up to a greatest length; and what is left of it
 * in tokens.
 *
 * Always true: of what the servers take for a literal or a comment nothing is in the answer. A literal that
 * does not end is one up to the end of the text. Double quotes count as those of a literal, although in the
 * mode ANSI_QUOTES a name stands in them.
 *
 * @internal
 */
final class Sql
{
	private const LONGEST_READ = 32768;

	/** ESCAPE stands for what a backslash does. Dollars enclose routines of MySQL in other languages. */
	private const LITERAL = <<<'REGEX'
		[xXbBnN]?'(?:[^'\\]++|ESCAPE|'')*+(?:'|\z) | "(?:[^"\\]++|ESCAPE|"")*+(?:"|\z)
			| (\$[A-Za-z_\x80-\xFF]*+\$).*?(?:\g{1}|\z)
			| 0[xX][0-9a-fA-F]++ | 0[bB][01]++ | [0-9]++(?:\.[0-9]*+)?(?:[eE][+-]?[0-9]++)? | \.[0-9]++(?:[eE][+-]?[0-9]++)?
			| (?<![.@])(?i:TRUE|FALSE)(?![A-Za-z0-9_$@\x80-\xFF.])
		REGEX;
	private const COMMENT = '/\*(?!M?!).*?(?:\*/|\z) | --(?=[\x00-\x20\x7F]|\z)[^\n]*+ | \#[^\n]*+';
	/** Comments that servers execute are none, but for their beginning with the version. */
	private const CODE = '/\*M?![0-9]*+';
	private const NAME = '`(?:[^`]++|``)*+(?:`|\z)';
	private const WORD = '[A-Za-z_$@\x80-\xFF][A-Za-z0-9_$@\x80-\xFF]*+';
	private const OTHER = self::NAME . '|' . self::WORD . '|' . self::COMMENT . '|' . self::CODE;

	/**
	 * Each literal is a question mark, and a list of them is one; comments are gone, but for those that
	 * servers execute. Null: it cannot be read.
	 */
	public static function sanitize(string $sql, bool $noBackslashEscapes = false): ?string
	{
		$text = preg_replace('~' . self::literal($noBackslashEscapes) . ' | (?:' . self::OTHER . ')(*SKIP)(*FAIL)~sx', '?', substr($sql, 0, self::LONGEST_READ));
		if ($text !== null && preg_match('~/\*|--|#~', $text) === 1) { /* they are in no literal */
			$text = preg_replace('~(?:' . self::NAME . ')(*SKIP)(*FAIL) | ' . self::COMMENT . '~sx', ' ', $text);
		}
		return $text === null ? null : preg_replace(['/\(\s*+\?(?:\s*+,\s*+\?)++\s*+\)/', '/\(\?\)(?:\s*+,\s*+\(\?\))++/'], '(?)', trim($text));
	}

	/** Whether there is a placeholder in it. */
	public static function hasPlaceholders(string $sql, bool $noBackslashEscapes = false): bool
	{
		return str_contains($sql, '?') && preg_match('~(?: ' . self::literal($noBackslashEscapes) . ' | ' . self::OTHER . ')(*SKIP)(*FAIL) | \?~sx', $sql) === 1;
	}

	/**
	 * What is left of a text without values: words, names in backticks, signs.
	 *
	 * @return list<array{'word'|'name'|'sign', string}>
	 */
	public static function tokens(string $sanitized): array
	{
		preg_match_all('~(' . self::NAME . ')|(' . self::WORD . ')|(' . self::CODE . ')|[^\x00-\x20]~s', $sanitized, $matches, PREG_SET_ORDER | PREG_UNMATCHED_AS_NULL);
		$tokens = [];
		foreach ($matches as $match) {
			if (isset($match[1])) {
				$tokens[] = ['name', $match[1]];
			} elseif (isset($match[2])) {
				$tokens[] = ['word', $match[2]];
			} elseif (!isset($match[3])) {
				$tokens[] = ['sign', (string) $match[0]];
			}
		}
		return $tokens;
	}

	private static function literal(bool $noBackslashEscapes): string
	{
		return str_replace('ESCAPE', $noBackslashEscapes ? '\\\\' : '\\\\(?:.|\z)', self::LITERAL);
	}
}
