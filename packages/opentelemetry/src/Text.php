<?php
declare(strict_types=1);

namespace Mynd\OpenTelemetry;

/**
 * What is said of a text: what it is without its values, and the summary of that. Texts that differ in their
 * values have one of these, and all that were asked for lately are remembered.
 *
 * @internal
 */
final class Text
{
	/** How many texts are remembered, and their greatest length. */
	private const KNOWN = 500, LONG = 1024;

	/** @var array<string, self> by what the text is without values */
	private static array $known = [];

	private ?Summary $summary = null;

	/** @param string|null $sanitized null: the text cannot be read */
	private function __construct(public readonly ?string $sanitized)
	{
	}

	public static function of(string $sql, bool $noBackslashEscapes = false): self
	{
		$sanitized = Sql::sanitize($sql, $noBackslashEscapes);
		if ($sanitized === null || strlen($sanitized) > self::LONG) {
			return new self($sanitized);
		}
		if (count(self::$known) >= self::KNOWN) {
			self::$known = [];
		}
		return self::$known[$sanitized] ??= new self($sanitized);
	}

	/** Null: the text has no operation that is known. */
	public function summary(): ?string
	{
		return $this->read()->text;
	}

	/** The procedure that the text calls, if it does nothing else. */
	public function procedure(): ?string
	{
		return $this->read()->procedure;
	}

	private function read(): Summary
	{
		return $this->summary ??= new Summary($this->sanitized ?? '');
	}
}
