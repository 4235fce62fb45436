<?php
declare(strict_types=1);

namespace Mynd\Doctrine;

use Doctrine\DBAL\Driver\Connection as DbalDriverConnection;
use Doctrine\DBAL\Driver\Middleware\AbstractConnectionMiddleware;
use Doctrine\DBAL\Driver\Result as DriverResult;
use Doctrine\DBAL\Driver\Statement as DriverStatement;

/**
 * The part of DriverConnection that DBAL 3 and 4 have in common.
 *
 * It is a connection of the driver pdo_mysql or mysqli: its commands have the time limit of the options, and
 * while later() runs, a query is sent and its reply is taken later.
 *
 * Always true: `outstanding` has the results whose replies are to come, in the order in which they were sent.
 * A command that is not asynchronous takes all of them first. If one has failed of which the program was not
 * told, that command is not sent, and fails with that error.
 *
 * @internal
 */
abstract class SharedDriverConnection extends AbstractConnectionMiddleware
{
	/** @var \WeakMap<object, \WeakReference<self>>|null by the connection of mysqli or PDO */
	private static ?\WeakMap $all = null;

	public readonly \mysqli|\PDO $native;
	/** @var list<LateResult> */
	private array $outstanding = [];
	/** @var list<LateResult> those of which the program may not have been told */
	private array $failed = [];
	private bool $isLater = false;
	private ?LateResult $last = null;

	public function __construct(DbalDriverConnection $connection, private readonly Middleware $options)
	{
		parent::__construct($connection);
		$native = parent::getNativeConnection();
		if (!$native instanceof \mysqli && !$native instanceof \PDO) {
			throw new \LogicException('mynd/doctrine is for the drivers pdo_mysql and mysqli');
		}
		$this->native = $native;
		/** @var \WeakMap<object, \WeakReference<self>> $all */
		$all = self::$all ?? new \WeakMap();
		self::$all = $all;
		$all[$native] = \WeakReference::create($this);
	}

	/** Other middlewares may stand between DBAL and this one, so it is found by what is below all of them. */
	public static function of(mixed $native): ?self
	{
		return \is_object($native) ? (self::$all[$native] ?? null)?->get() : null;
	}

	/**
	 * Calls a function that runs one query by DBAL. What it returns has not been waited for.
	 *
	 * @template T
	 * @param \Closure(): T $query
	 * @return array{T, LateResult}
	 */
	public function later(\Closure $query): array
	{
		$this->isLater = true;
		$this->last = null;
		try {
			$result = $query();
			return [$result, $this->last ?? throw new \LogicException('DBAL has sent no query')];
		} finally {
			$this->isLater = false;
			$this->last = null;
		}
	}

	/**
	 * Sends a query. Until its reply is taken, the time limit goes on.
	 *
	 * @param \Closure(): (\mysqli_stmt|\PDOStatement) $send returns what Mynd\reap() takes
	 */
	public function send(\Closure $send): LateResult
	{
		$this->limit();
		try {
			$pending = $send();
		} catch (\Throwable $e) {
			$this->outstanding === [] && $this->unlimit();
			throw $e;
		}
		return $this->outstanding[] = $this->last = new LateResult($this, $pending);
	}

	public function first(): ?LateResult
	{
		return $this->outstanding[0] ?? null;
	}

	/** Called by the first of them when its reply was taken. */
	public function taken(LateResult $late): void
	{
		array_shift($this->outstanding);
		if ($late->hasFailed()) {
			$this->failed[] = $late;
		}
		$this->outstanding === [] && $this->unlimit();
	}

	/** Takes all replies. What has failed is told to whoever asks for its result, or by the next command. */
	public function settle(): void
	{
		while ($this->outstanding !== []) {
			$this->outstanding[0]->take();
		}
	}

	/**
	 * No command comes any more. Replies that the program can still take stay outstanding; the others are
	 * given up.
	 */
	public function letGo(): void
	{
		$left = array_map(\WeakReference::create(...), $this->outstanding);
		$this->failed = $this->outstanding = [];
		$this->outstanding = array_values(array_filter(array_map(static fn (\WeakReference $one): ?LateResult => $one->get(), $left)));
	}

	/**
	 * A command that is not asynchronous.
	 *
	 * @template T
	 * @param \Closure(): T $command
	 * @return T
	 */
	public function run(\Closure $command): mixed
	{
		$this->settle();
		$failed = $this->failed;
		$this->failed = [];
		foreach ($failed as $late) {
			$late->tell();
		}
		return $this->runLimited($command);
	}

	/**
	 * The same, although something asynchronous before it has failed: that is told later.
	 *
	 * @template T
	 * @param \Closure(): T $command
	 * @return T
	 */
	public function runBehind(\Closure $command): mixed
	{
		$this->settle();
		return $this->runLimited($command);
	}

	/**
	 * @template T
	 * @param \Closure(): T $command
	 * @return T
	 */
	private function runLimited(\Closure $command): mixed
	{
		$this->limit();
		try {
			return $command();
		} catch (\mysqli_sql_exception | \PDOException $e) {
			throw Failed::of($e);
		} finally {
			$this->unlimit();
		}
	}

	private function limit(): void
	{
		Tracing::begin($this->options->name);
		if ($this->options->deadline !== null) {
			\Mynd\deadline($this->native, $this->options->deadline);
		}
	}

	private function unlimit(): void
	{
		if ($this->options->deadline !== null) {
			\Mynd\deadline($this->native, null);
		}
	}

	public function prepare(string $sql): DriverStatement
	{
		if ($this->isLater) {
			return LateStatement::of($this, $sql);
		}
		return $this->run(fn (): DriverStatement => new Statement(parent::prepare($sql), $this));
	}

	public function query(string $sql): DriverResult
	{
		if ($this->isLater) {
			return LateStatement::of($this, $sql)->execute();
		}
		return $this->run(fn (): DriverResult => parent::query($sql));
	}

	public function exec(string $sql): int
	{
		return $this->run(fn (): int => (int) parent::exec($sql));
	}

	/** A rollback is sent although something asynchronous before it has failed, and that is over then. */
	protected function forgetFailed(): void
	{
		$this->settle();
		$this->failed = [];
	}

	/**
	 * With mysqli DBAL 3 returns false where the server has refused it.
	 *
	 * @param \Closure(): mixed $command
	 */
	protected function finish(\Closure $command): void
	{
		if ($this->run($command) === false) {
			throw new Failed(
				$this->native instanceof \mysqli ? $this->native->error : 'it has failed',
				$this->native instanceof \mysqli ? $this->native->sqlstate : null,
				$this->native instanceof \mysqli ? $this->native->errno : 0,
			);
		}
	}
}
