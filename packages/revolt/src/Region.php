<?php
declare(strict_types=1);

namespace Mynd\Revolt;

use Amp\Cancellation;
use Amp\CancelledException;
use Amp\CompositeCancellation;
use Amp\Future;
use Revolt\EventLoop;
use Revolt\EventLoop\FiberLocal;

/**
 * A program under cancellable(): the waits of one fiber from its beginning to its end. Regions may lie within
 * each other; a wait belongs to the innermost one, which is cancelled with those around it.
 *
 * Always true: when run() returns or throws, the region has no callback in the loop, and no KILL of it is on
 * its way, which could meet a command that comes later.
 *
 * @internal
 */
final class Region
{
	private const INTERRUPTED = 1317; /* ER_QUERY_INTERRUPTED */
	private const KILL_AGAIN = 0.05; /* seconds: the server may not have begun with the command */

	/** @var ?FiberLocal<?self> */
	private static ?FiberLocal $regions = null;
	private static int $count = 0;

	private ?CancelledException $requested = null;
	private bool $isCut = false;
	private bool $isOver = false;
	private ?Wait $wait = null;
	/** @var ?Future<void> */
	private ?Future $kill = null;
	private string $timer = '', $again = '';

	private readonly ?self $outer;
	private readonly Cancellation $cancellation;

	/** @param \mysqli|\mysqli_stmt|\PDO|null $connection null: waits are cut at once */
	public function __construct(Cancellation $cancellation, private readonly \mysqli|\mysqli_stmt|\PDO|null $connection, private readonly float $grace)
	{
		$this->outer = self::current();
		$this->cancellation = $this->outer === null ? $cancellation : new CompositeCancellation($this->outer->cancellation, $cancellation);
	}

	/** @return FiberLocal<?self> */
	private static function regions(): FiberLocal
	{
		/** @var FiberLocal<?self> $regions */
		$regions = self::$regions ?? new FiberLocal(static fn (): ?self => null);
		return self::$regions = $regions;
	}

	/** Whether any fiber can be cancelled. */
	public static function exists(): bool
	{
		return self::$count > 0;
	}

	/** Asked at each wait, so it costs a comparison where nothing can be cancelled. */
	public static function current(): ?self
	{
		return self::$count === 0 ? null : self::regions()->get();
	}

	/**
	 * @template T
	 * @param \Closure(): T $program
	 * @return T
	 */
	public function run(\Closure $program): mixed
	{
		$subscription = $this->cancellation->subscribe($this->request(...));
		$this->enter();
		try {
			$result = $program();
		} catch (\Throwable $failure) {
			$this->leave($subscription);
			$this->kill?->await();
			throw $this->requested !== null && self::isItsEnd($failure) ? $this->requested : $failure;
		} finally {
			$this->leave($subscription); /* the fiber may be destroyed, too */
		}
		$this->kill?->await();
		return $result;
	}

	private function enter(): void
	{
		self::$count++;
		self::regions()->set($this);
	}

	private function leave(string $subscription): void
	{
		if ($this->isOver) {
			return;
		}
		$this->isOver = true;
		$this->cancellation->unsubscribe($subscription);
		self::$count--;
		self::regions()->set($this->outer);
		EventLoop::cancel($this->timer);
		EventLoop::cancel($this->again);
	}

	/** Whether the server has stopped a command because of the cancellation: its error, or what wraps it. */
	private static function isItsEnd(?\Throwable $failure): bool
	{
		for (; $failure !== null; $failure = $failure->getPrevious()) {
			if ($failure instanceof \mysqli_sql_exception && $failure->getCode() === self::INTERRUPTED) {
				return true;
			}
			if ($failure instanceof \PDOException && ($failure->errorInfo[1] ?? 0) === self::INTERRUPTED) {
				return true;
			}
		}
		return false;
	}

	/* Called by the fiber's waits. */

	public function begin(Wait $wait): void
	{
		$this->wait = $wait;
		if ($this->isCut && $this->requested !== null) {
			$wait->fail($this->requested, false);
		} elseif ($this->requested !== null) {
			$this->kill();
		}
	}

	public function end(Wait $wait): void
	{
		if ($this->wait === $wait) {
			$this->wait = null;
		}
	}

	/* Called by the loop. */

	/** May come after the end, because the loop has a queue. */
	private function request(CancelledException $reason): void
	{
		if ($this->isOver) {
			return;
		}
		$this->requested = $reason;
		if ($this->connection === null) {
			$this->cut();
			return;
		}
		$this->timer = EventLoop::delay($this->grace, $this->cut(...));
		if ($this->wait !== null) {
			$this->kill();
		}
	}

	private function cut(): void
	{
		$this->isCut = true;
		if ($this->requested !== null) {
			$this->wait?->fail($this->requested);
		}
	}

	/** Tells the server, in a fiber of its own. What fails there is left to the time of grace. */
	private function kill(): void
	{
		$connection = $this->connection;
		if ($this->kill !== null || $connection === null) {
			return;
		}
		$this->kill = \Amp\async(function () use ($connection): void {
			try {
				\Mynd\cancel($connection);
			} catch (\Throwable) {
			} finally {
				$this->kill = null;
				$this->killAgain();
			}
		});
	}

	/** A KILL that has overtaken its command stops nothing: the wait lasts. */
	private function killAgain(): void
	{
		if ($this->isOver || $this->isCut) {
			return;
		}
		EventLoop::cancel($this->again);
		$this->again = EventLoop::delay(self::KILL_AGAIN, function (): void {
			if ($this->wait !== null && !$this->isOver && !$this->isCut) {
				$this->kill();
			}
		});
	}
}
