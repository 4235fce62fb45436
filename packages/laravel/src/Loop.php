<?php
declare(strict_types=1);

namespace Mynd\Laravel;

use Mynd\Poller;

/**
 * The loop of DB::concurrently() where there is no other: while it runs, the driver's waits in its fibers
 * suspend them. What is called in one of its fibers runs in the same loop. Waits of other fibers block, and
 * so does the rest of the program.
 *
 * Always true: when run() returns or throws, all of its fibers have ended.
 *
 * @internal
 */
final class Loop
{
	private static ?self $running = null;
	/** One that has run, for the next call: it keeps its poller. */
	private static ?self $idle = null;

	/** @var array<int, Group> of each fiber that has not ended, by its id */
	private array $groups = [];
	/** @var array<int, array{\Fiber<mixed, mixed, mixed, mixed>, int}> fibers that wait, and their waits */
	private array $waiting = [];
	/** @var array<int, int> the fibers' ids, by the numbers of their waits */
	private array $numbers = [];
	/** @var array<int, Group> those for which a fiber of this loop waits, by its id */
	private array $nested = [];
	/** @var array<int, true> fibers that may not wait any more */
	private array $cancelled = [];

	private readonly Poller $poller;

	private function __construct()
	{
		$this->poller = new Poller($this->await(...));
	}

	/** Whether the fiber that asks is one of a loop. */
	public static function isInside(): bool
	{
		$fiber = \Fiber::getCurrent();
		return $fiber !== null && isset(self::$running?->groups[spl_object_id($fiber)]);
	}

	/**
	 * @template K of array-key
	 * @param array<K, \Closure(): mixed> $programs
	 * @return array<K, mixed>
	 */
	public static function run(array $programs): array
	{
		$group = new Group($programs, \Fiber::getCurrent());
		if (self::isInside() && self::$running !== null) {
			self::$running->runNested($group);
		} else {
			self::runApart($group);
		}
		/** @var array<K, mixed> $values */
		$values = $group->values;
		return $group->failure === null ? $values : throw $group->failure;
	}

	private static function runApart(Group $group): void
	{
		$outer = self::$running;
		$loop = self::$running = self::$idle ?? new self();
		self::$idle = null;
		ini_set('mynd.kill_abandoned', '1'); /* of the connections that are made here from now on */
		$waiter = \Mynd\waiter($loop->poller);
		try {
			$loop->start($group);
			while ($group->fibers !== []) {
				$loop->turn();
			}
		} finally {
			\Mynd\waiter($waiter);
			self::$running = $outer;
			self::$idle = $loop->groups === [] ? $loop : null;
		}
	}

	private function runNested(Group $group): void
	{
		if ($group->parent !== null && isset($this->cancelled[spl_object_id($group->parent)])) {
			throw new Cancelled();
		}
		$this->start($group);
		if ($group->fibers !== [] && $group->parent !== null) {
			$this->nested[spl_object_id($group->parent)] = $group;
			\Fiber::suspend();
		}
	}

	private function start(Group $group): void
	{
		foreach ($group->programs as $key => $program) {
			if ($group->failure !== null) {
				return;
			}
			$fiber = new \Fiber(static function () use ($group, $key, $program): void {
				try {
					$group->values[$key] = $program();
				} catch (\Throwable $e) {
					$group->failure ??= $e;
				}
			});
			$id = spl_object_id($fiber);
			$this->groups[$id] = $group;
			$group->fibers[$id] = $fiber;
			$this->goOn($fiber, static fn (): mixed => $fiber->start());
		}
		$group->programs = [];
	}

	/**
	 * Instead of a sleep of the driver.
	 *
	 * @return bool|null null: the driver is to block
	 */
	private function await(int $number): ?bool
	{
		$fiber = \Fiber::getCurrent();
		if ($fiber === null || !isset($this->groups[$id = spl_object_id($fiber)])) {
			return null;
		}
		if (isset($this->cancelled[$id])) {
			throw new Cancelled();
		}
		$this->waiting[$id] = [$fiber, $number];
		$this->numbers[$number] = $id;
		return (bool) \Fiber::suspend();
	}

	/**
	 * @param \Fiber<mixed, mixed, mixed, mixed> $fiber
	 * @param \Closure(): mixed $how
	 */
	private function goOn(\Fiber $fiber, \Closure $how): void
	{
		$how();
		$id = spl_object_id($fiber);
		if ($fiber->isTerminated()) {
			$this->end($id);
		} elseif (!isset($this->waiting[$id]) && !isset($this->nested[$id])) {
			$group = $this->groups[$id];
			$group->failure ??= new \LogicException('A task of DB::concurrently() has suspended its fiber by itself');
			$this->end($id);
		}
	}

	private function end(int $id): void
	{
		$group = $this->groups[$id];
		unset($this->groups[$id], $this->cancelled[$id], $group->fibers[$id]);
		if ($group->failure !== null) {
			$this->cancel($group);
		}
		$parent = $group->parent;
		if ($group->fibers === [] && $parent !== null && ($this->nested[spl_object_id($parent)] ?? null) === $group) {
			unset($this->nested[spl_object_id($parent)]);
			$this->goOn($parent, static fn (): mixed => $parent->resume());
		}
	}

	/** Ends the waits of those that go on, and all that they would begin. */
	private function cancel(Group $group): void
	{
		foreach (array_keys($group->fibers) as $id) {
			$fiber = $this->fiberOf($group, $id);
			if ($fiber === null || isset($this->cancelled[$id])) { /* it has ended meanwhile */
				continue;
			}
			$this->cancelled[$id] = true;
			if (isset($this->waiting[$id])) {
				unset($this->numbers[$this->waiting[$id][1]], $this->waiting[$id]);
				$this->goOn($fiber, static fn (): mixed => $fiber->throw(new Cancelled()));
			} elseif (isset($this->nested[$id])) {
				$this->nested[$id]->failure ??= new Cancelled();
				$this->cancel($this->nested[$id]);
			}
		}
	}

	/** @return \Fiber<mixed, mixed, mixed, mixed>|null */
	private function fiberOf(Group $group, int $id): ?\Fiber
	{
		return $group->fibers[$id] ?? null;
	}

	private function turn(): void
	{
		$ready = $this->poller->ready(again: true);
		if ($ready === []) {
			$read = [$this->poller->stream()];
			$none = null;
			@stream_select($read, $none, $none, 60); /* a signal may interrupt it */
		}
		foreach ($ready as $number => $isReady) {
			$id = $this->numbers[$number] ?? null;
			if ($id !== null) { /* or one before it has ended its wait */
				[$fiber] = $this->waiting[$id];
				unset($this->numbers[$number], $this->waiting[$id]);
				$this->goOn($fiber, static fn (): mixed => $fiber->resume($isReady));
			}
		}
	}
}
