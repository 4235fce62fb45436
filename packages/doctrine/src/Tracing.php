<?php
declare(strict_types=1);

namespace Mynd\Doctrine;

use Mynd\Command;

/**
 * What the driver cannot know of a command, for the spans of mynd/opentelemetry, which makes one for each
 * command of the driver. Nothing here makes a span.
 *
 * @since 0.3.0
 */
final class Tracing
{
	private const DEEPEST = 60;

	/** @var PerFiber<TracedName>|null of the connection whose command the fiber has begun last */
	private static ?PerFiber $names = null;

	/**
	 * For Mynd\OpenTelemetry\Options: `new Options(attributes: Tracing::attributes(...))`. The name that the
	 * middleware has for the connection, and the place in the program that has called DBAL or Doctrine's ORM.
	 *
	 * @return array<non-empty-string, string|int>
	 */
	public static function attributes(Command $command): array
	{
		$caller = self::caller();
		$name = $caller === [] ? null : self::$names?->get()->name;
		return $name === null ? $caller : ['db.client.connection.pool.name' => $name] + $caller;
	}

	/** @internal a command of the connection with this name begins */
	public static function begin(?string $name): void
	{
		if ($name !== null || self::$names !== null) {
			self::$names ??= new PerFiber(static fn (): TracedName => new TracedName());
			self::$names->get()->name = $name;
		}
	}

	/**
	 * Where the program goes over into Doctrine. Empty: the command is none of Doctrine's.
	 *
	 * @return array<non-empty-string, string|int>
	 */
	private static function caller(): array
	{
		$isWithin = false;
		$last = null;
		foreach (debug_backtrace(\DEBUG_BACKTRACE_IGNORE_ARGS, self::DEEPEST) as $frame) {
			$class = $frame['class'] ?? '';
			$isLibrary = str_starts_with($class, 'Doctrine\\') || str_starts_with($class, __NAMESPACE__ . '\\');
			if ($isWithin && !$isLibrary) {
				return self::place($last, $class === '' ? $frame['function'] : "$class::{$frame['function']}");
			}
			$isWithin = $isWithin || str_starts_with($class, 'Doctrine\\');
			$last = $frame;
		}
		return $isWithin ? self::place($last, null) : [];
	}

	/**
	 * @param array{file?: string, line?: int}|null $call
	 * @return array<non-empty-string, string|int>
	 */
	private static function place(?array $call, ?string $function): array
	{
		return array_filter(['code.function.name' => $function, 'code.file.path' => $call['file'] ?? null, 'code.line.number' => $call['line'] ?? null], static fn (string|int|null $value): bool => $value !== null);
	}
}
