<?php
declare(strict_types=1);

namespace Mynd\OpenTelemetry;

use Mynd\Command;
use Mynd\Kind;

/**
 * What OpenTelemetry's stable conventions for database clients say of a command (since version 1.33.0 of the
 * conventions). Names of operations and tables are not taken out of texts, as the conventions want it: those
 * have a summary.
 *
 * @internal
 */
final class Attributes
{
	public const SYSTEM = 'db.system.name', NAMESPACE = 'db.namespace', TEXT = 'db.query.text', SUMMARY = 'db.query.summary', OPERATION = 'db.operation.name',
		STATUS = 'db.response.status_code', ERROR = 'error.type', ADDRESS = 'server.address', PORT = 'server.port', THREAD = 'mynd.thread_id';
	private const LONGEST_TEXT = 4096;

	/** Commands that have no text, and those whose text is not all that is to be said. */
	private const OPERATIONS = ['Prepare' => 'PREPARE', 'Connect' => 'connect', 'ChangeDatabase' => 'change_database', 'ChangeUser' => 'change_user', 'SetCharset' => 'set_charset',
		'Ping' => 'ping', 'Kill' => 'kill', 'Refresh' => 'refresh', 'Statistics' => 'statistics', 'Debug' => 'debug', 'SetOption' => 'set_option'];

	/**
	 * Of spans and metrics. Of a connect the system is known after it.
	 *
	 * @return array<non-empty-string, string|int>
	 */
	public static function of(Command $command, Options $options): array
	{
		$summary = $command->sql === null ? null : Summary::of($command->sql, $options->noBackslashEscapes);
		$summary = $summary !== null && $command->kind === Kind::BulkExecute ? "BATCH $summary" : $summary;
		return array_filter([
			self::SYSTEM => $command->kind === Kind::Connect ? 'mysql' : self::system($command), /* not yet */
			self::NAMESPACE => $command->database,
			self::SUMMARY => $summary === null ? null : self::utf8($summary),
			self::OPERATION => self::OPERATIONS[$command->kind->name] ?? null,
			self::ADDRESS => $command->socket ?? $command->host,
			self::PORT => $command->socket === null ? $command->port : null,
		], static fn (string|int|null $value): bool => $value !== null && $value !== '');
	}

	/** What is read of a command before it has run stays as it was then. */
	public static function system(Command $command): string
	{
		return str_contains($command->server ?? '', 'MariaDB') ? 'mariadb' : 'mysql';
	}

	/** What the span has as the text; null: nothing. */
	public static function text(Command $command, Options $options): ?string
	{
		$sql = $command->sql;
		if ($sql === null || $options->text === QueryText::None) {
			return null;
		}
		if ($options->text === QueryText::Sanitized && !self::isParameterized($command, $sql, $options)) {
			$sql = Sql::sanitize($sql, $options->noBackslashEscapes);
		}
		return $sql === null ? null : self::utf8(substr($sql, 0, self::LONGEST_TEXT));
	}

	/** The conventions: who uses placeholders puts there what must not be seen. */
	private static function isParameterized(Command $command, string $sql, Options $options): bool
	{
		return match ($command->kind) {
			Kind::Prepare, Kind::Execute, Kind::BulkExecute => Sql::hasPlaceholders($sql, $options->noBackslashEscapes),
			default => false,
		};
	}

	/**
	 * By the conventions the summary, or the operation and what it is about, or the system.
	 *
	 * @param array<non-empty-string, string|int> $attributes
	 * @return non-empty-string
	 */
	public static function name(array $attributes): string
	{
		$name = (string) ($attributes[self::SUMMARY] ?? '');
		if ($name === '' && isset($attributes[self::OPERATION])) {
			$address = ($attributes[self::ADDRESS] ?? '') . (isset($attributes[self::PORT]) ? ":{$attributes[self::PORT]}" : '');
			$name = trim("{$attributes[self::OPERATION]} " . ($attributes[self::NAMESPACE] ?? $address));
		}
		$name = $name === '' ? (string) ($attributes[self::SYSTEM] ?? '') : $name;
		return $name === '' ? 'mysql' : $name;
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
