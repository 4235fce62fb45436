<?php
declare(strict_types=1);

namespace Mynd\LegacyMysql;

/**
 * The settings mysql.* of php.ini. No extension has registered them, so they are read as the file (or -d) has
 * them: ini_get() and ini_set() do not know them.
 */
final class Settings
{
	/** An empty value counts as none. */
	public static function text(string $name): ?string
	{
		$value = get_cfg_var("mysql.$name");
		return is_string($value) && $value !== '' ? $value : null;
	}

	public static function number(string $name, int $otherwise): int
	{
		$value = self::text($name);
		return $value === null ? $otherwise : (int) $value;
	}

	/**
	 * PHP has turned On, Yes and True into "1" when it read the file, Off, No and False into an empty text.
	 */
	public static function isOn(string $name, bool $otherwise): bool
	{
		$value = get_cfg_var("mysql.$name");
		return is_string($value) ? (bool) (int) $value : $otherwise;
	}
}
