<?php
declare(strict_types=1);

namespace Mynd\Laravel;

use Illuminate\Database\Connection;
use Mynd\Command;

/**
 * What the driver cannot know of a command, for the spans of mynd/opentelemetry, which makes one for each
 * command of the driver. Nothing here makes a span.
 *
 * @since 0.3.0
 */
final class Tracing
{
	private const DEEPEST = 80;

	/** @var PerFiber<FiberState>|null the name of the connection whose query the fiber has begun last */
	private static ?PerFiber $names = null;

	/**
	 * For Mynd\OpenTelemetry\Options: `new Options(attributes: Tracing::attributes(...))`. The connection's
	 * name in config/database.php, and the place in the program that has called Laravel.
	 *
	 * @return array<non-empty-string, string|int>
	 */
	public static function attributes(Command $command): array
	{
		self::$names ??= new PerFiber(static fn (): FiberState => new FiberState([]));
		$caller = self::caller();
		$name = $caller === [] ? null : self::$names->get()->values['name'] ?? null;
		return \is_string($name) ? ['db.client.connection.pool.name' => $name] + $caller : $caller;
	}

	/** @internal a query of the connection begins */
	public static function begin(Connection $connection): void
	{
		if (self::$names !== null) { /* somebody has asked */
			self::$names->get()->values['name'] = $connection->getName();
		}
	}

	/**
	 * Where the program goes over into Laravel. Empty: the command is none of Laravel's.
	 *
	 * @return array<non-empty-string, string|int>
	 */
	private static function caller(): array
	{
		$isWithin = false;
		$last = null;
		foreach (debug_backtrace(\DEBUG_BACKTRACE_IGNORE_ARGS, self::DEEPEST) as $frame) {
			$class = $frame['class'] ?? '';
			$isLibrary = str_starts_with($class, 'Illuminate\\') || str_starts_with($class, __NAMESPACE__ . '\\');
			if ($isWithin && !$isLibrary && !self::isGlue($frame)) {
				return self::place($last, $class === '' ? $frame['function'] : "$class::{$frame['function']}");
			}
			$isWithin = $isWithin || str_starts_with($class, 'Illuminate\\');
			$last = $frame;
		}
		return $isWithin ? self::place($last, null) : [];
	}

	/**
	 * Functions that Laravel has between its classes.
	 *
	 * @param array{function: string, class?: string} $frame
	 */
	private static function isGlue(array $frame): bool
	{
		return !isset($frame['class']) && \in_array($frame['function'], ['tap', 'with', 'call_user_func', 'call_user_func_array', 'array_map'], true);
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
