<?php
// Classes and functions that programs hand to fetch_object(), FETCH_CLASS, FETCH_FUNC and the like. Printed
// programs include this file.

#[AllowDynamicProperties]
class Plain
{
	public $id;
	public $given = [];

	public function __construct(...$given)
	{
		$this->given = $given;
	}
}

#[AllowDynamicProperties]
class Bare
{
}

class Typed
{
	public ?int $id = null;
	public ?string $c0 = null;
	public int|float|null|string $c1 = 'unset';
}

class Hidden
{
	private $id = 'own';
	protected $c0 = 'own';
	public $log = [];

	public function __set($name, $value)
	{
		$this->log[] = $name;
	}

	public function seen()
	{
		return [$this->id, $this->c0];
	}
}

class Fixed
{
	public readonly ?string $c0;
	public $id;
}

class Strict
{
	public int $id;
	public array $c0 = [];
}

abstract class Unmade
{
}

class Lister
{
	public function __construct(private string $text)
	{
	}

	public function __toString(): string
	{
		return $this->text;
	}
}

final class Shapes
{
	public static function closure(string $name): Closure
	{
		return match ($name) {
			'pairs' => fn (...$cells) => $cells,
			'first' => fn ($first = null) => $first,
			'count' => fn (...$cells) => count($cells),
			'thrower' => fn () => throw new DomainException('thrown by the callback'),
		};
	}
}
