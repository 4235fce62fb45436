<?php
declare(strict_types=1);

namespace Mynd\Testing;

/**
 * What must not stand in a file. The passwords of connections never come here; those of accounts, in texts as
 * CREATE USER, are taken out always. What the program names is taken out of texts and values; a result or a
 * message that has it is not recorded.
 */
final class Secrets
{
	private const LITERAL = '(?:\'(?:[^\'\\\\]|\\\\.|\'\')*\'|"(?:[^"\\\\]|\\\\.|"")*")';

	/** @param array<string, string> $named the secrets by their names */
	public function __construct(private readonly array $named)
	{
		foreach ($named as $name => $secret) {
			if ($secret === '') {
				throw new \ValueError("The secret '$name' is empty");
			}
		}
	}

	public function hide(string $text): string
	{
		$text = self::withoutPasswords($text);
		foreach ($this->named as $name => $secret) {
			$text = str_replace($secret, "***$name***", $text);
		}
		return $text;
	}

	/**
	 * An error about a text with a password may quote any part of the text, cut anywhere: nothing is kept
	 * from the first quote on.
	 */
	public static function hideInError(string $sql, string $error): string
	{
		return self::withoutPasswords($sql) === $sql ? $error : (string) preg_replace('~[\'"].*~s', '***', $error);
	}

	private static function withoutPasswords(string $text): string
	{
		if (preg_match('~\bIDENTIFIED\b|\bPASSWORD\b~i', $text) !== 1) {
			return $text;
		}
		$literal = self::LITERAL;
		return (string) preg_replace([
			"~(\\bIDENTIFIED\\s+(?:BY|WITH|VIA)\\b(?:(?!;|$literal).)*?)$literal~is",
			"~(\\b(?:BY|AS|USING)\\s+(?:PASSWORD\\s*)?\\(?\\s*)$literal(?=[^;]*)~is",
			"~(\\b(?:OLD_)?PASSWORD\\s*(?:\\(\\s*|=\\s*|FOR\\b[^=;]*=\\s*))$literal~is",
		], "\$1'***'", $text);
	}

	/**
	 * @param list<null|bool|int|float|string> $values
	 * @return list<null|bool|int|float|string>
	 */
	public function hideIn(array $values): array
	{
		return array_map(function ($value) {
			foreach ($this->named as $name => $secret) {
				$value = is_string($value) ? str_replace($secret, "***$name***", $value) : $value;
			}
			return $value;
		}, $values);
	}

	/** @throws NotRecordable */
	public function check(Answer $answer): void
	{
		foreach ($this->named as $name => $secret) {
			foreach ([$answer, ...$answer->more] as $result) {
				if (str_contains(implode("\0", [$result->rows ?? '', $result->error, $result->info ?? '']), $secret)) {
					throw new NotRecordable("its reply has the secret '$name'");
				}
			}
		}
	}
}
