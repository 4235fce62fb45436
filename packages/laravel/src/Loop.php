<?php
declare(strict_types=1);

namespace Mynd\Laravel;

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

	/** @var array<int, Group> of each fiber that has not ended, by its id */
	private array $groups = [];
	/**
	 * @var array<int, array{\Fiber<mixed, mixed, mixed, mixed>, resource, int, ?float}> what fibers wait for,
	 * until when
	 */
	private array $waiting = [];
	/** @var array<int, Group> those for which a fiber of this loop waits, by its id */
	private array $nested = [];
	/** @var array<int, true> fibers that may not wait any more */
	private array $cancelled = [];

	/** Whether the fiber that asks is one of a loop. */
	public static function is_inside(): bool
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
		if (self::is_inside() && self::$running !== null) {
			self::$running->run_nested($group);
		} else {
			self::run_apart($group);
		}
		/** @var array<K, mixed> $values */
		$values = $group->values;
		return $group->failure === null ? $values : throw $group->failure;
	}

	private static function run_apart(Group $group): void
	{
		$outer = self::$running;
		$loop = self::$running = new self();
		ini_set('mynd.kill_abandoned', '1'); /* of the connections that are made here from now on */
		$waiter = \Mynd\await_with($loop->await(...));
		try {
			$loop->start($group);
			while ($group->fibers !== []) {
				$loop->turn();
			}
		} finally {
			\Mynd\await_with($waiter);
			self::$running = $outer;
		}
	}

	private function run_nested(Group $group): void
	{
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
			$this->go_on($fiber, static fn (): mixed => $fiber->start());
		}
		$group->programs = [];
	}

	/**
	 * Instead of a sleep of the driver.
	 *
	 * @param resource $stream
	 * @return bool|null null: the driver is to block
	 */
	public function await($stream, int $events, ?float $timeout): ?bool
	{
		$fiber = \Fiber::getCurrent();
		if ($fiber === null || !isset($this->groups[$id = spl_object_id($fiber)])) {
			return null;
		}
		if (isset($this->cancelled[$id])) {
			throw new Cancelled('another task of DB::concurrently() has failed');
		}
		$this->waiting[$id] = [$fiber, $stream, $events, $timeout === null ? null : hrtime(true) / 1e9 + $timeout];
		return (bool) \Fiber::suspend();
	}

	/**
	 * @param \Fiber<mixed, mixed, mixed, mixed> $fiber
	 * @param \Closure(): mixed $how
	 */
	private function go_on(\Fiber $fiber, \Closure $how): void
	{
		$how();
		$id = spl_object_id($fiber);
		if (!$fiber->isTerminated()) {
			if (!isset($this->waiting[$id]) && !isset($this->nested[$id])) {
				$group = $this->groups[$id];
				$group->failure ??= new \LogicException('A task of DB::concurrently() has suspended its fiber by itself');
				$this->end($id);
			}
			return;
		}
		$this->end($id);
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
			$this->go_on($parent, static fn (): mixed => $parent->resume());
		}
	}

	/** Ends the waits of those that go on, and all that they would begin. */
	private function cancel(Group $group): void
	{
		foreach ($group->fibers as $id => $fiber) {
			if (isset($this->cancelled[$id])) {
				continue;
			}
			$this->cancelled[$id] = true;
			if (isset($this->waiting[$id])) {
				unset($this->waiting[$id]);
				$this->go_on($fiber, static fn (): mixed => $fiber->throw(new Cancelled('another task of DB::concurrently() has failed')));
			} elseif (isset($this->nested[$id])) {
				$this->nested[$id]->failure ??= new Cancelled('another task of DB::concurrently() has failed');
				$this->cancel($this->nested[$id]);
			}
		}
	}

	private function turn(): void
	{
		$read = $write = $none = [];
		$left = 60.0;
		$now = hrtime(true) / 1e9;
		foreach ($this->waiting as $id => [, $stream, $events, $until]) {
			if (($events & \Mynd\READ) !== 0) {
				$read[$id] = $stream;
			}
			if (($events & \Mynd\WRITE) !== 0) {
				$write[$id] = $stream;
			}
			$left = $until === null ? $left : max(0.0, min($left, $until - $now));
		}
		if ($read !== [] || $write !== []) {
			stream_select($read, $write, $none, (int) $left, (int) (fmod($left, 1) * 1e6));
		}
		foreach (array_keys($this->waiting) as $id) {
			[$fiber, , , $until] = $this->wait_of($id) ?? [null, null, 0, null];
			if ($fiber === null) { /* one before it has ended its wait */
				continue;
			}
			$is_ready = isset($read[$id]) || isset($write[$id]);
			if ($is_ready || ($until !== null && hrtime(true) / 1e9 >= $until)) {
				unset($this->waiting[$id]);
				$this->go_on($fiber, static fn (): mixed => $fiber->resume($is_ready));
			}
		}
	}

	/** @return array{\Fiber<mixed, mixed, mixed, mixed>, resource, int, ?float}|null */
	private function wait_of(int $id): ?array
	{
		return $this->waiting[$id] ?? null;
	}
}
