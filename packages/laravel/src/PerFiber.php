<?php
declare(strict_types=1);

namespace Mynd\Laravel;

use Revolt\EventLoop\FiberLocal;

/**
 * A value for each fiber, and one for the main program. A fiber's value is let go of when the fiber ends:
 * where Revolt's loop runs one task after another in the same fiber, when the task ends. If the program keeps
 * the object of a fiber that has ended, its value goes when another fiber begins to use this.
 *
 * @internal
 * @template T of object
 */
final class PerFiber
{
	/** @var T|null */
	private ?object $main = null;
	/** @var \WeakMap<\Fiber<mixed, mixed, mixed, mixed>, T> */
	private \WeakMap $values;
	/** @var FiberLocal<?Task>|null */
	private readonly ?FiberLocal $tasks;

	/** @param \Closure(): T $make */
	public function __construct(private readonly \Closure $make)
	{
		/** @var \WeakMap<\Fiber<mixed, mixed, mixed, mixed>, T> $values */
		$values = new \WeakMap();
		$this->values = $values;
		/** @var FiberLocal<?Task>|null $tasks */
		$tasks = class_exists(FiberLocal::class) ? new FiberLocal(static fn (): ?Task => null) : null;
		$this->tasks = $tasks;
	}

	/** @return T */
	public function get(): object
	{
		$fiber = \Fiber::getCurrent();
		if ($fiber === null) {
			return $this->main ??= ($this->make)();
		}
		return $this->values[$fiber] ?? $this->begin($fiber);
	}

	/** @return T|null what the main program has, if it has begun */
	public function ofMain(): ?object
	{
		return $this->main;
	}

	/**
	 * @param \Fiber<mixed, mixed, mixed, mixed> $fiber
	 * @return T
	 */
	private function begin(\Fiber $fiber): object
	{
		$this->sweep();
		$value = ($this->make)();
		$this->values[$fiber] = $value;
		$values = $this->values;
		/* Revolt keeps this by the fiber: it may not keep the fiber */
		$ended = \WeakReference::create($fiber);
		$this->tasks?->set(new Task(static function () use ($values, $ended): void {
			if (($fiber = $ended->get()) !== null) {
				unset($values[$fiber]);
			}
		}));
		return $value;
	}

	private function sweep(): void
	{
		foreach ($this->values as $fiber => $value) {
			if ($fiber->isTerminated()) {
				unset($this->values[$fiber]);
			}
		}
	}
}
