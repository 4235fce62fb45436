<?php
declare(strict_types=1);

namespace Mynd\Testing;

/** Reads an object of a recording's JSON: what is there must be of the right type. */
final class Fields
{
	/** @param array<array-key, mixed> $of */
	private function __construct(private readonly array $of)
	{
	}

	public static function of(mixed $value): self
	{
		return new self(is_array($value) ? $value : throw new Unreadable('an object is missing'));
	}

	public function any(string $name): mixed
	{
		return $this->of[$name] ?? null;
	}

	public function int(string $name, int $missing): int
	{
		/** @var mixed $value */
		$value = $this->of[$name] ?? $missing;
		return is_int($value) ? $value : throw new Unreadable("'$name' is no number");
	}

	/** A number that may be too large for an integer. */
	public function count(string $name): int|string
	{
		/** @var mixed $value */
		$value = $this->of[$name] ?? 0;
		return is_int($value) || is_string($value) ? $value : throw new Unreadable("'$name' is no number");
	}

	public function text(string $name, string $missing): string
	{
		/** @var mixed $value */
		$value = $this->of[$name] ?? $missing;
		return is_string($value) ? $value : throw new Unreadable("'$name' is no text");
	}

	/** @return list<self> */
	public function objects(string $name): array
	{
		/** @var mixed $value */
		$value = $this->of[$name] ?? null;
		return is_array($value) ? array_values(array_map(self::of(...), $value)) : throw new Unreadable("'$name' is no list");
	}
}
