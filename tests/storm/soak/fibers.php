<?php
/*
 * A process of many fibers that lives as long as the test: fibers.php FOLDER SEED. Some write on connections
 * of a Mynd\Pool, some on PDO connections that wait for places (mynd.max_per_key), some take turns on one
 * connection. What takes too long is cancelled at times.
 */
require __DIR__ . '/writer.inc';

/* The pool's connections count for mynd.max_per_key, too. */
const POOL = 4, PER_KEY = 4;

/** Fibers that wait for the driver and for times. */
final class Turns
{
	private static Mynd\Poller $poller;
	/** @var array<int, Fiber> by the numbers of their waits */
	private static array $waiting = [];
	/** @var array<int, array{float, Fiber}> until when */
	private static array $sleeping = [];

	public static function begin(): void
	{
		self::$poller = new Mynd\Poller(function (int $wait): mixed {
			self::$waiting[$wait] = Fiber::getCurrent();
			return Fiber::suspend();
		});
		Mynd\waiter(self::$poller);
	}

	public static function sleep(float $seconds): void
	{
		$fiber = Fiber::getCurrent();
		self::$sleeping[spl_object_id($fiber)] = [microtime(true) + $seconds, $fiber];
		Fiber::suspend();
	}

	public static function turn(): void
	{
		$now = microtime(true);
		$left = 0.1;
		foreach (self::$sleeping as [$until]) {
			$left = max(0.0, min($left, $until - $now));
		}
		$read = [self::$poller->stream()];
		$none = null;
		stream_select($read, $none, $none, 0, (int) ($left * 1e6));
		foreach (self::$poller->ready() as $wait => $is_ready) {
			$fiber = self::$waiting[$wait] ?? null;
			unset(self::$waiting[$wait]);
			$fiber?->resume($is_ready);
		}
		foreach (self::$sleeping as $id => [$until, $fiber]) {
			if ($until <= microtime(true)) {
				unset(self::$sleeping[$id]);
				$fiber->resume();
			}
		}
	}
}

final class Program
{
	public Mynd\Pool $pool;
	/** For all that take turns; null: whoever comes next makes it. */
	public ?mysqli $shared = null;
	private bool $connecting = false;
	public bool $pause = false, $stop = false;
	public int $resting = 0, $running = 0;

	public function __construct(public readonly string $folder)
	{
		$this->begin_pool();
	}

	private function begin_pool(): void
	{
		$this->pool = new Mynd\Pool(fn () => connect('persistent'), maximum: POOL, acquireTimeout: 20.0);
	}

	/** An action at a time, with pauses. */
	public function run(string $name, callable $action, bool $by_turns = false): void
	{
		$writer = new Writer($name, $this->folder, $by_turns);
		(new Fiber(function () use ($name, $writer, $action) {
			$this->running++;
			while (!$this->stop) {
				if ($this->pause) {
					$writer->rest();
					$this->resting++;
					while ($this->pause && !$this->stop) {
						Turns::sleep(0.02);
					}
					$this->resting--;
				}
				try {
					$action($writer);
				} catch (Mynd\PoolExhausted) { /* nobody gave one back: the server is frozen, or full */
				}
				$writer->lost = false;
				write_down($this->folder, 'fibers', $writer->told, $writer->wrong);
				$writer->told = $writer->wrong = [];
				Turns::sleep(mt_rand(0, 60) / 1000);
			}
			$this->running--;
		}))->start();
	}

	private static function act(Writer $writer, object $link): void
	{
		$limited = mt_rand(0, 3) === 0;
		$limited && Mynd\deadline($link, mt_rand(5, 20) / 10);
		for ($i = mt_rand(1, 3); $i > 0 && !$writer->lost; $i--) {
			$writer->act($link);
		}
		$limited && Mynd\deadline($link, null);
	}

	public function with_pool(Writer $writer): void
	{
		$writer->outcome_of(null, fn () => $this->pool->use(function (mysqli $link) use ($writer) {
			$writer->as_new($link);
			$writer->lost || self::act($writer, $link);
			$writer->lost || mt_rand(0, 20) > 0 || $writer->leave($link);
		}));
	}

	public function with_place(Writer $writer): void
	{
		$link = null;
		$writer->outcome_of(null, function () use (&$link) {
			$link = connect('native');
		});
		if ($link !== null) {
			$writer->as_new($link);
			$writer->lost || self::act($writer, $link);
			$writer->lost || mt_rand(0, 20) > 0 || $writer->leave($link);
		}
	}

	public function by_turns(Writer $writer): void
	{
		while ($this->connecting) {
			Turns::sleep(0.01);
		}
		if ($this->shared === null) {
			$this->connecting = true;
			$writer->outcome_of(null, function () {
				$this->shared = connect('tls');
			});
			$this->connecting = false;
		}
		$link = $this->shared;
		if ($link === null) {
			return;
		}
		for ($i = mt_rand(1, 3); $i > 0 && !$writer->lost; $i--) {
			$writer->act($link);
		}
		if ($writer->lost && $this->shared === $link) {
			$this->shared = null;
		}
	}

	/**
	 * As many connections as there may be, and the one for all, in objects of their own, as at the beginning.
	 * PHP gives memory back in pieces of 2 MB, and what a fiber keeps in one of them keeps the whole. How
	 * many there are would depend on what happened to run at once, and memory at rest would say nothing.
	 */
	public function fill(): void
	{
		$this->shared = null;
		unset($this->pool);
		gc_collect_cycles();
		gc_mem_caches();
		self::touch();
		$this->begin_pool();
		$links = [];
		for ($i = 0; $i < POOL; $i++) {
			$links[] = $this->pool->acquire();
		}
		array_map($this->pool->release(...), $links);
		$places = [];
		for ($i = 0; $i < PER_KEY; $i++) {
			$places[] = connect('native');
		}
		$this->shared = connect('tls');
	}

	/**
	 * Every page of the pieces of memory that are left, so that it does not matter which were in use before.
	 * PHP keeps a piece that it gave back a few times in a row.
	 */
	private static function touch(): void
	{
		for ($times = 0; $times < 6; $times++) {
			$pages = [];
			for ($i = 0; $i < 512; $i++) {
				$pages[] = str_repeat('x', 4000);
			}
		}
	}
}

[, $folder, $seed] = $argv;
mysqli_report(MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT);
mt_srand((int) $seed);
Turns::begin();
$program = new Program($folder);
for ($i = 0; $i < 6; $i++) {
	$program->run("p$i", $program->with_pool(...));
}
for ($i = 0; $i < 6; $i++) {
	$program->run("q$i", $program->with_place(...));
}
for ($i = 0; $i < 4; $i++) {
	$program->run("r$i", $program->by_turns(...), by_turns: true);
}
while ($program->running > 0) {
	Turns::turn();
	$program->stop = is_there("$folder/stop");
	$program->pause = is_there("$folder/pause");
	if ($program->pause && !$program->stop && $program->resting === $program->running) {
		try {
			patiently($program->fill(...));
		} catch (mysqli_sql_exception | PDOException | Mynd\PoolExhausted $e) {
			write_down($folder, 'fibers', [], ["fibers: no rest: {$e->getMessage()}"]);
		}
		rest($folder, 'fibers');
		$program->pause = false;
	}
}
