<?php
declare(strict_types=1);

namespace Mynd\OpenTelemetry;

use Mynd\Command;
use Mynd\Kind;
use OpenTelemetry\API\Trace\SpanBuilderInterface;
use OpenTelemetry\API\Trace\SpanKind;
use OpenTelemetry\API\Trace\TracerInterface;

/**
 * What is known of a command before it runs. Names of operations and tables are not taken out of texts, as
 * the conventions want it: those have a summary.
 *
 * @internal
 */
final class Description
{
	private const LONGEST_TEXT = 4096;
	private const BUILDER_OF_SDK = 'OpenTelemetry\SDK\Trace\SpanBuilder';

	/** Makes spans; null: none is kept. */
	public ?SpanBuilderInterface $builder = null;

	/** Commands that have no text, and those whose text is not all that is to be said. */
	private const OPERATIONS = ['Prepare' => 'PREPARE', 'Connect' => 'connect', 'ChangeDatabase' => 'change_database', 'ChangeUser' => 'change_user', 'SetCharset' => 'set_charset',
		'Ping' => 'ping', 'Kill' => 'kill', 'Refresh' => 'refresh', 'Statistics' => 'statistics', 'Debug' => 'debug', 'SetOption' => 'set_option'];

	/**
	 * @param non-empty-string $name the span's
	 * @param array<non-empty-string, string|int> $ofSpan
	 * @param array<non-empty-string, string|int> $ofMetric
	 */
	private function __construct(
		public readonly string $name, public readonly array $ofSpan, public readonly array $ofMetric, public readonly Connection $connection, public readonly bool $isOfConnect,
	) {
	}

	/**
	 * With the SDK's own builder the next span of such a command is made by this one, too: it has all that
	 * does not change. What others do when they are asked again is not known.
	 */
	public function makeBuilder(TracerInterface $tracer): SpanBuilderInterface
	{
		$builder = $tracer->spanBuilder($this->name)->setSpanKind(SpanKind::KIND_CLIENT)->setAttributes($this->ofSpan);
		if (strcmp($builder::class, self::BUILDER_OF_SDK) === 0) {
			$this->builder = $builder;
		}
		return $builder;
	}

	/** @param Text|null $text null: the command has none */
	public static function of(Command $command, Connection $connection, ?Text $text, Options $options): self
	{
		$isBatch = $command->kind === Kind::BulkExecute && $command->rowCount !== 1;
		$operation = $isBatch ? 'BATCH' : self::OPERATIONS[$command->kind->name] ?? null;
		$summary = $text?->summary();
		if ($summary !== null && ($isBatch || $command->kind === Kind::Prepare)) {
			$summary = "$operation $summary";
		}
		$procedure = $text?->procedure();
		$attributes = $connection->attributes + self::present([
			Attributes::NAMESPACE => $command->database,
			Attributes::SUMMARY => $summary === null ? null : self::utf8($summary),
			Attributes::OPERATION => $operation,
			Attributes::PROCEDURE => $procedure === null ? null : self::utf8($procedure),
		]);
		$more = self::present([
			Attributes::BATCH_SIZE => $isBatch ? $command->rowCount : null,
			Attributes::TEXT => $text === null ? null : self::text($command, $text, $options),
		]);
		return new self(self::name($attributes), $attributes + $more, $attributes, $connection, $command->kind === Kind::Connect);
	}

	/**
	 * @param array<non-empty-string, string|int|null> $attributes
	 * @return array<non-empty-string, string|int>
	 */
	private static function present(array $attributes): array
	{
		return array_filter($attributes, static fn (string|int|null $value): bool => $value !== null && $value !== '');
	}

	/** Null: the span has no text. */
	private static function text(Command $command, Text $text, Options $options): ?string
	{
		$sql = match ($options->text) {
			QueryText::None => null,
			QueryText::Full => $command->sql,
			QueryText::Sanitized => self::isParameterized($command, $options) ? $command->sql : $text->sanitized,
		};
		return $sql === null ? null : self::utf8(substr($sql, 0, self::LONGEST_TEXT));
	}

	/** The conventions: who uses placeholders puts there what must not be seen. */
	private static function isParameterized(Command $command, Options $options): bool
	{
		return match ($command->kind) {
			Kind::Prepare, Kind::Execute, Kind::BulkExecute => Sql::hasPlaceholders($command->sql ?? '', $options->noBackslashEscapes),
			default => false,
		};
	}

	/**
	 * By the conventions the summary, or the operation and what it is about, or that alone.
	 *
	 * @param array<non-empty-string, string|int> $attributes
	 * @return non-empty-string
	 */
	private static function name(array $attributes): string
	{
		$address = ($attributes[Attributes::ADDRESS] ?? '') . (isset($attributes[Attributes::PORT]) ? ":{$attributes[Attributes::PORT]}" : '');
		$name = $attributes[Attributes::SUMMARY] ?? trim(($attributes[Attributes::OPERATION] ?? '') . ' ' . ($attributes[Attributes::NAMESPACE] ?? $address));
		return $name === '' ? 'mysql' : (string) $name;
	}

	/** Attributes are UTF-8; a text may be anything, and may be cut in the middle of a character. */
	private static function utf8(string $text): string
	{
		if (preg_match('//u', $text) === 1) {
			return $text;
		}
		$whole = preg_replace('/[\xC0-\xFF][\x80-\xBF]*+\z/', '', $text) ?? '';
		return preg_match('//u', $whole) === 1 ? $whole : (string) preg_replace('/[\x80-\xFF]++/', '?', $text);
	}
}
