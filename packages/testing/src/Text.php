<?php
declare(strict_types=1);

namespace Mynd\Testing;

use Mynd\Indicator;

/**
 * Values as JSON can hold them, and back. A text that is UTF-8 stands as it is; one that is not is an object
 * with its bytes in base64. Numbers keep their types.
 *
 * @phpstan-import-type Row from Question
 */
final class Text
{
	private const LINE = 100;

	/** @return string|array{base64: string} */
	public static function pack(string $text): string|array
	{
		return preg_match('//u', $text) === 1 ? $text : ['base64' => base64_encode($text)];
	}

	public static function unpack(mixed $packed): string
	{
		if (is_string($packed)) {
			return $packed;
		}
		/** @var mixed $base64 */
		$base64 = Fields::of($packed)->any('base64');
		$text = is_string($base64) ? base64_decode($base64, true) : false;
		return is_string($text) ? $text : throw new Unreadable('a text is malformed');
	}

	/**
	 * @param list<null|bool|int|float|string> $values
	 * @return list<mixed>
	 */
	public static function packValues(array $values): array
	{
		return array_map(static fn($value) => is_string($value) ? self::pack($value) : $value, $values);
	}

	/** @return list<null|bool|int|float|string> */
	public static function unpackValues(mixed $packed): array
	{
		$values = [];
		/** @var mixed $value */
		foreach (is_array($packed) ? $packed : throw new Unreadable('values are malformed') as $value) {
			$values[] = $value === null || is_int($value) || is_float($value) || is_bool($value) ? $value : self::unpack($value);
		}
		return $values;
	}

	/**
	 * A row of execute_many(), in which an indicator is an object with its name.
	 *
	 * @param Row $row
	 * @return list<mixed>
	 */
	public static function packRow(array $row): array
	{
		return array_map(static fn (null|bool|int|float|string|Indicator $value): mixed => match (true) {
			$value instanceof Indicator => ['indicator' => $value->name],
			is_string($value) => self::pack($value),
			default => $value,
		}, $row);
	}

	/** @return list<Row> */
	public static function unpackRows(mixed $packed): array
	{
		$rows = [];
		/** @var mixed $row */
		foreach (is_array($packed) ? $packed : throw new Unreadable('rows are malformed') as $row) {
			$rows[] = array_values(array_map(self::unpackInRow(...), is_array($row) ? $row : throw new Unreadable('a row is malformed')));
		}
		return $rows;
	}

	private static function unpackInRow(mixed $value): null|bool|int|float|string|Indicator
	{
		/** @var mixed $name */
		$name = is_array($value) ? $value['indicator'] ?? null : null;
		return match (true) {
			$name === Indicator::Default->name => Indicator::Default,
			$name === Indicator::Ignore->name => Indicator::Ignore,
			default => self::unpackValues([$value])[0],
		};
	}

	/**
	 * Bytes that nobody reads, in lines.
	 *
	 * @return list<string>
	 */
	public static function packBytes(string $bytes): array
	{
		return str_split(base64_encode($bytes), self::LINE);
	}

	public static function unpackBytes(mixed $lines): string
	{
		$text = '';
		/** @var mixed $line */
		foreach (is_array($lines) ? $lines : throw new Unreadable('a result is malformed') as $line) {
			$text .= is_string($line) ? $line : '';
		}
		$bytes = base64_decode($text, true);
		return is_string($bytes) ? $bytes : throw new Unreadable('a result is malformed');
	}

	/**
	 * For people: on one line, and not too long.
	 *
	 * @param list<null|bool|int|float|string>|null $values
	 */
	public static function show(string $text, ?array $values = null, int $most = 500): string
	{
		$shown = trim((string) preg_replace('/\s+/', ' ', mb_scrub($text, 'UTF-8')));
		$shown = mb_strlen($shown) > $most ? mb_substr($shown, 0, $most) . '...' : $shown;
		return $values === null || $values === [] ? $shown : $shown . ' with ' . self::json(self::packValues($values));
	}

	public static function json(mixed $value, int $flags = 0): string
	{
		return json_encode($value, $flags | JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE | JSON_PRESERVE_ZERO_FRACTION | JSON_THROW_ON_ERROR);
	}
}
