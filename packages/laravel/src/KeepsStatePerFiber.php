<?php
declare(strict_types=1);

namespace Mynd\Laravel;

/**
 * For a class of Laravel's whose object fibers share: some of its properties are each fiber's own. They are
 * taken from the object, so that Laravel's code, which reads and writes them as before, comes to the methods
 * here.
 *
 * @internal
 */
trait KeepsStatePerFiber
{
	/** @var PerFiber<FiberState> */
	private PerFiber $fiberStates;

	/**
	 * @param list<string> $names properties without a type
	 * @param \Closure(): array<string, mixed> $begin their values, where a fiber begins to use the object
	 */
	private function keepPerFiber(array $names, \Closure $begin): void
	{
		foreach ($names as $name) {
			unset($this->$name);
		}
		$this->fiberStates = new PerFiber(static fn (): FiberState => new FiberState($begin()));
	}

	public function &__get(string $name): mixed
	{
		$state = $this->fiberStates->get();
		if (!\array_key_exists($name, $state->values)) {
			throw new \Error('Undefined property: ' . static::class . "::\$$name");
		}
		return $state->values[$name];
	}

	public function __set(string $name, mixed $value): void
	{
		$this->fiberStates->get()->values[$name] = $value;
	}

	public function __isset(string $name): bool
	{
		return isset($this->fiberStates->get()->values[$name]);
	}
}
