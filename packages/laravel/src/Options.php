<?php
declare(strict_types=1);

namespace Mynd\Laravel;

/**
 * What a connection of config/database.php says under "mynd".
 *
 * @internal
 */
final class Options
{
	private function __construct(public readonly ?float $deadline, public readonly int $maximum, public readonly float $acquireTimeout)
	{
	}

	/** @param array<array-key, mixed> $config of the connection */
	public static function of(array $config): self
	{
		$options = $config['mynd'] ?? [];
		if (!\is_array($options) || ($unknown = array_diff(array_keys($options), ['deadline', 'maximum', 'acquire_timeout'])) !== []) {
			throw new \ValueError('The option "mynd" of a connection is an array of deadline, maximum and acquire_timeout' . (isset($unknown) ? '; there is no ' . implode(', ', $unknown) : ''));
		}
		$deadline = self::number($options, 'deadline', null);
		if ($deadline !== null && $deadline <= 0.0) {
			throw new \ValueError('The option mynd.deadline of a connection must be greater than 0, or null');
		}
		return new self($deadline, (int) self::number($options, 'maximum', 10.0), self::number($options, 'acquire_timeout', 30.0) ?? 30.0);
	}

	/** @param array<array-key, mixed> $options */
	private static function number(array $options, string $name, ?float $default): ?float
	{
		$value = $options[$name] ?? $default;
		if ($value !== null && (!is_numeric($value) || $value < 0)) {
			throw new \ValueError("The option mynd.$name of a connection must be a number from 0 on");
		}
		return $value === null ? null : (float) $value;
	}
}
