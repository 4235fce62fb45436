<?php
declare(strict_types=1);

namespace Mynd\Revolt;

use Mynd\Poller;
use Revolt\EventLoop;
use Revolt\EventLoop\Driver;
use Revolt\EventLoop\Suspension;

/**
 * What the driver calls instead of sleeping, see Mynd\Poller.
 *
 * Always true: the loop watches one stream, however many waits there are, and it is kept running by that
 * stream only while there are some. The stream lives as long as the process has a waiter, so the loop never
 * watches one that is closed.
 *
 * @internal
 */
final class Waiter
{
	private const LOOKS = 2; /* for what is over, in a turn of the loop */

	private static ?self $installed = null;
	private static bool $isInstalled = false;

	private readonly Poller $poller;
	/** @var array<int, Wait|\Fiber> those that last, by their number */
	private array $waits = []; // @phpstan-ignore missingType.generics (Psalm knows Fiber as no template)
	private ?Driver $driver = null;
	private string $callback = '';
	/** The callback that looks in the next turn of the loop, whether the stream is readable or not. */
	private ?string $nextLook = null;

	private function __construct()
	{
		$this->poller = new Poller($this->wait(...));
	}

	public static function install(): void
	{
		self::$installed ??= new self();
		self::$installed->watch();
		\Mynd\waiter(self::$installed->poller, everywhere: true);
		self::$isInstalled = true;
	}

	/** Waits that last go on until they are over. */
	public static function uninstall(): void
	{
		if (self::$installed !== null) {
			\Mynd\remove_waiter(self::$installed->poller);
		}
		self::$isInstalled = false;
	}

	public static function isInstalled(): bool
	{
		return self::$isInstalled;
	}

	private function wait(int $number): bool
	{
		if ($this->driver !== EventLoop::getDriver()) {
			$this->watch();
		}
		if ($this->waits === []) {
			EventLoop::reference($this->callback);
		}
		$fiber = \Fiber::getCurrent();
		try {
			return $fiber === null || Region::exists() ? $this->suspend($number) : $this->suspendFiber($number, $fiber);
		} finally {
			unset($this->waits[$number]);
			if ($this->waits === []) {
				EventLoop::unreference($this->callback);
			}
		}
	}

	/**
	 * Nothing but the bytes or the time ends this wait, so resume() goes on with the fiber at once, which
	 * costs less than a Suspension.
	 *
	 * @phpstan-param \Fiber<mixed, bool, mixed, mixed> $fiber
	 * @psalm-param \Fiber $fiber
	 */
	private function suspendFiber(int $number, \Fiber $fiber): bool
	{
		$this->waits[$number] = $fiber;
		return \Fiber::suspend() === true;
	}

	private function suspend(int $number): bool
	{
		/** @var Suspension<bool> $suspension */
		$suspension = EventLoop::getSuspension();
		$wait = new Wait($suspension);
		$this->waits[$number] = $wait;
		$region = Region::current();
		try {
			$region?->begin($wait);
			return $wait->suspend();
		} finally {
			$wait->end();
			$region?->end($wait);
		}
	}

	/** The program may have chosen another driver since. What waits in the one before never goes on. */
	private function watch(): void
	{
		$driver = EventLoop::getDriver();
		if ($this->driver !== $driver) {
			$this->driver = $driver;
			$this->waits = [];
			$this->nextLook = null;
			$this->callback = EventLoop::unreference(EventLoop::onReadable($this->poller->stream(), $this->resume(...)));
		}
	}

	/**
	 * An exception that a fiber does not catch is the loop's, and the other fibers go on. Those that went on
	 * may have given a connection to others: these go on as well, in the same turn of the loop. What comes
	 * after that is the next turn's, or timers and streams of the program would wait.
	 */
	private function resume(): void
	{
		for ($looks = 0; $looks < self::LOOKS; $looks++) {
			$ready = $this->poller->ready(again: true);
			if ($ready === []) {
				$this->cancelNextLook();
				return;
			}
			foreach ($ready as $number => $isReady) {
				try {
					($this->waits[$number] ?? null)?->resume($isReady);
				} catch (\Throwable $failure) {
					EventLoop::queue(static fn () => throw $failure);
				}
			}
		}
		if ($this->waits === []) {
			$this->poller->ready(); /* the stream is readable again when something is over */
			$this->cancelNextLook();
		} elseif ($this->nextLook === null) {
			$this->nextLook = EventLoop::defer(function (): void {
				$this->nextLook = null;
				$this->resume();
			});
		}
	}

	private function cancelNextLook(): void
	{
		if ($this->nextLook !== null) {
			EventLoop::cancel($this->nextLook);
			$this->nextLook = null;
		}
	}
}
