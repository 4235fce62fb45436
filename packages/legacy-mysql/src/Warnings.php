<?php
declare(strict_types=1);

namespace Mynd\LegacyMysql;

/**
 * Warnings with the texts of PHP 5. PHP's functions raise E_WARNING, PHP code can raise E_USER_WARNING only;
 * what error_reporting() says of the one is applied to the other. So a program that shows warnings shows
 * these, and one that does not, or says @, does not.
 */
final class Warnings
{
	/** $level: E_WARNING, E_NOTICE or E_DEPRECATED */
	public static function raise(int $level, string $text): void
	{
		$ours = match ($level) {
			E_WARNING => E_USER_WARNING,
			E_NOTICE => E_USER_NOTICE,
			default => E_USER_DEPRECATED,
		};
		$reported = error_reporting();
		error_reporting($reported & $level ? $reported | $ours : $reported & ~$ours);
		try {
			trigger_error($text, $ours);
		} finally {
			error_reporting($reported);
		}
	}

	public static function warn(string $function, string $text): void
	{
		self::raise(E_WARNING, "$function(): $text");
	}

	public static function notice(string $function, string $text): void
	{
		self::raise(E_NOTICE, "$function(): $text");
	}

	public static function deprecated(string $function, string $text): void
	{
		self::raise(E_DEPRECATED, "$function(): $text");
	}

	/** What PHP itself says of a function that its extension has marked. */
	public static function deprecatedFunction(string $function): void
	{
		self::raise(E_DEPRECATED, "Function $function() is deprecated");
	}
}
