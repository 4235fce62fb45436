<?php
declare(strict_types=1);

namespace Mynd\Testing;

/** What the traits have to know of a test, from the versions of PHPUnit. */
final class TestNames
{
	private const NAME_MOST = 150;

	public static function file(object $test): string
	{
		/** @var mixed $name */
		$name = self::call($test, 'nameWithDataSet') ?? self::call($test, 'getName') ?? 'test';
		return self::beside($test::class, '.' . self::plain(is_string($name) ? $name : 'test'));
	}

	/** @param class-string $class */
	public static function fileOfClass(string $class): string
	{
		return self::beside($class, '');
	}

	/** @param class-string $class */
	public static function fileOfState(string $class, string $name): string
	{
		return self::beside($class, '.' . self::plain($name) . '.state');
	}

	/** So far: while its last hooks run. */
	public static function hasFailed(object $test): bool
	{
		/** @var mixed $failed */
		$failed = self::call($test, 'hasFailed');
		if (is_bool($failed) && $failed) {
			return true;
		}
		/** @var mixed $status */
		$status = self::call($test, 'status') ?? self::call($test, 'getStatus');
		if (is_object($status)) {
			return self::call($status, 'isSuccess') === false && self::call($status, 'isUnknown') === false;
		}
		return is_int($status) && $status > 0; /* PHPUnit 9: -1 is unknown, 0 passed */
	}

	private static function call(object $of, string $method): mixed
	{
		$callable = [$of, $method];
		return is_callable($callable) ? $callable() : null;
	}

	/** @param class-string $class */
	private static function beside(string $class, string $name): string
	{
		$reflected = new \ReflectionClass($class);
		return dirname((string) $reflected->getFileName()) . '/recordings/' . $reflected->getShortName() . "$name.json";
	}

	/** A name that every file system takes, and another one for another test. */
	private static function plain(string $name): string
	{
		$plain = trim((string) preg_replace('/[^A-Za-z0-9_-]+/', '-', $name), '-');
		return $plain === $name ? $plain : substr($plain, 0, self::NAME_MOST) . '-' . hash('crc32b', $name);
	}
}
