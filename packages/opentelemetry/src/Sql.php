<?php
declare(strict_types=1);

namespace Mynd\OpenTelemetry;

/**
 * A text in tokens, as the servers' lexers read it, up to a greatest length; and the text without its values.
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

	/** A token's kind is the name of the group that has matched. ESCAPE stands for what a backslash does. */
	private const TOKEN = <<<'REGEX'
		(?<comment> /\*(?!M?!).*?(?:\*/|\z) | --(?=[\x00-\x20\x7F]|\z)[^\n]*+ | \#[^\n]*+ )
		| (?<literal> [xXbBnN]?'(?:[^'\\]++|ESCAPE|'')*+(?:'|\z) | "(?:[^"\\]++|ESCAPE|"")*+(?:"|\z)
			| (?:0[xX][0-9a-fA-F]++|0[bB][01]++|[0-9]++(?:\.[0-9]*+)?(?:[eE][+-]?[0-9]++)?|\.[0-9]++(?:[eE][+-]?[0-9]++)?) )
		| (?<name> `(?:[^`]++|``)*+(?:`|\z) )
		| (?<word> [A-Za-z_$@\x80-\xFF][A-Za-z0-9_$@\x80-\xFF]*+ )
		| (?<blank> [\x00-\x20]++ )
		| (?<code> /\*M?![0-9]*+ )
		| (?<sign> . )
		REGEX;

	/**
	 * @return list<array{string, string}>|null the kind and the text of each; null: it cannot be read
	 */
	public static function tokens(string $sql, bool $noBackslashEscapes): ?array
	{
		$pattern = '~' . str_replace('ESCAPE', $noBackslashEscapes ? '\\\\' : '\\\\(?:.|\z)', self::TOKEN) . '~sx';
		if (preg_match_all($pattern, substr($sql, 0, self::LONGEST_READ), $matches, PREG_SET_ORDER | PREG_UNMATCHED_AS_NULL) === false) {
			return null;
		}
		$tokens = [];
		foreach ($matches as $match) {
			foreach (['word', 'blank', 'sign', 'literal', 'name', 'comment', 'code'] as $kind) {
				if (isset($match[$kind])) {
					$tokens[] = [$kind, $match[$kind]];
					break;
				}
			}
		}
		return $tokens;
	}

	/**
	 * Each literal is a question mark, and a list of them is one; comments are gone, but for those that
	 * servers execute. Null: it cannot be read.
	 */
	public static function sanitize(string $sql, bool $noBackslashEscapes = false): ?string
	{
		$tokens = self::tokens($sql, $noBackslashEscapes);
		if ($tokens === null) {
			return null;
		}
		$text = '';
		foreach ($tokens as [$kind, $token]) {
			$text .= $kind === 'literal' ? '?' : ($kind === 'comment' ? ' ' : $token);
		}
		$text = preg_replace(['/\(\s*+\?(?:\s*+,\s*+\?)++\s*+\)/', '/\(\?\)(?:\s*+,\s*+\(\?\))++/'], '(?)', trim($text));
		return $text;
	}

	/** Whether there is a placeholder in it. */
	public static function hasPlaceholders(string $sql, bool $noBackslashEscapes = false): bool
	{
		return str_contains($sql, '?') && in_array(['sign', '?'], self::tokens($sql, $noBackslashEscapes) ?? [], true);
	}
}
