<?php
declare(strict_types=1);

namespace Mynd\Doctrine;

use Doctrine\DBAL\Cache\QueryCacheProfile;
use Doctrine\DBAL\Configuration;
use Doctrine\DBAL\Connection as DbalConnection;
use Doctrine\DBAL\Driver as DbalDriver;
use Doctrine\DBAL\Driver\Connection as DbalDriverConnection;
use Doctrine\DBAL\Driver\Exception as DriverException;
use Doctrine\DBAL\Driver\Middleware as DbalMiddleware;
use Doctrine\DBAL\DriverManager;
use Doctrine\DBAL\Platforms\AbstractPlatform;
use Doctrine\DBAL\Result;
use Doctrine\DBAL\Statement as DbalStatement;

/**
 * The part of Connection that DBAL 3 and 4 have in common.
 *
 * Always true: what DBAL's class keeps of a session is used in the fiber's own connection only. Here, and in
 * Connection, are the methods that touch it; all others of the class call these.
 *
 * @phpstan-import-type Params from \Doctrine\DBAL\DriverManager
 * @phpstan-import-type WrapperParameterTypeArray from DbalConnection
 */
abstract class Shared extends DbalConnection
{
	/** @var PerFiber<Slot> */
	private readonly PerFiber $slots;
	private ?AbstractPlatform $ownPlatform = null;
	private ?bool $usesSavepoints = null;

	/**
	 * @param array<string, mixed> $params
	 * @phpstan-param Params $params
	 * @param object|null $eventManager of DBAL 3
	 */
	public function __construct(#[\SensitiveParameter] array $params, DbalDriver $driver, ?Configuration $config = null, ?object $eventManager = null)
	{
		$config ??= new Configuration();
		$driver = self::innermost($driver, $params, $config);
		/** @phpstan-ignore arguments.count (of DBAL 3) */
		parent::__construct($params, $driver, $config, $eventManager);
		/* no circle: who lets go of this lets go of the main program's connection */
		$self = \WeakReference::create($this);
		$this->slots = new PerFiber(static function () use ($params, $driver, $config, $eventManager, $self): Slot {
			/** @phpstan-ignore arguments.count (of DBAL 3) */
			$own = new Own($params, $driver, $config, $eventManager);
			if (($usesSavepoints = $self->get()?->usesSavepoints) !== null) {
				$own->setNestTransactionsWithSavepoints($usesSavepoints);
			}
			return new Slot($own);
		});
	}

	/**
	 * The driver with this package's middleware below all others, so that they see asynchronous queries: DBAL
	 * wraps in the order of the configuration, where frameworks put their own ones first. So all wrap once
	 * more. A driver that is not DriverManager's stays where it is.
	 *
	 * @phpstan-param Params $params
	 */
	private static function innermost(DbalDriver $driver, #[\SensitiveParameter] array $params, Configuration $config): DbalDriver
	{
		$middlewares = $config->getMiddlewares();
		$ours = array_filter($middlewares, static fn (DbalMiddleware $one): bool => $one instanceof Middleware);
		$others = array_diff_key($middlewares, $ours);
		$named = array_intersect_key($params, ['driver' => 1, 'driverClass' => 1]);
		$inner = null;
		if ($others !== [] && $named !== [] && array_key_first($middlewares) !== array_key_first($ours)) {
			$inner = DriverManager::getConnection($named, (clone $config)->setMiddlewares([]))->getDriver();
		}
		$last = end($middlewares);
		if ($inner === null || $last === false || $last->wrap($inner)::class !== $driver::class) {
			return $ours === [] ? (new Middleware())->wrap($driver) : $driver;
		}
		$driver = $inner;
		foreach ([...($ours === [] ? [new Middleware()] : $ours), ...$others] as $middleware) {
			$driver = $middleware->wrap($driver);
		}
		return $driver;
	}

	protected function own(): Own
	{
		return $this->slots->get()->own;
	}

	/**
	 * Sends a query, or any other command, and does not wait for its reply. Values and types are those of
	 * executeQuery(). Several may be outstanding on a connection; the server runs them one after the other.
	 * The next command of the fiber that is not asynchronous takes their replies first, and is not sent if
	 * one of them is an error of which the program was not told: it fails with that error.
	 *
	 * @param list<mixed>|array<string, mixed> $params
	 * @phpstan-param WrapperParameterTypeArray $types
	 * @throws \Doctrine\DBAL\Exception if it cannot be sent
	 */
	public function executeQueryAsync(string $sql, array $params = [], array $types = []): Pending
	{
		$own = $this->own();
		$driver = SharedDriverConnection::of($own->getNativeConnection()) ?? throw new \LogicException('The connection is not one of mynd/doctrine\'s middleware');
		[$result, $late] = $driver->later(static fn (): Result => $own->executeQuery($sql, $params, $types));
		return new Pending($result, $late, static fn (DriverException $e): \Throwable => $own->convertExceptionDuringQuery($e, $sql, $params, $types));
	}

	public function getDatabasePlatform(): AbstractPlatform
	{
		return $this->ownPlatform ??= $this->own()->getDatabasePlatform();
	}

	public function connect(): DbalDriverConnection
	{
		return $this->own()->driverConnection();
	}

	/** Of DBAL 3. */
	public function getWrappedConnection(): DbalDriverConnection
	{
		return $this->own()->driverConnection();
	}

	public function getServerVersion(): string
	{
		return $this->own()->driverConnection()->getServerVersion();
	}

	public function isAutoCommit(): bool
	{
		return $this->own()->isAutoCommit();
	}

	/**
	 * Of this fiber. For all of them it is said by the configuration.
	 *
	 * @param bool $autoCommit
	 */
	public function setAutoCommit($autoCommit): void
	{
		$this->own()->setAutoCommit((bool) $autoCommit);
	}

	public function isConnected(): bool
	{
		return $this->own()->isConnected();
	}

	public function isTransactionActive(): bool
	{
		return $this->own()->isTransactionActive();
	}

	public function close(): void
	{
		$this->own()->close();
	}

	/**
	 * @param string $value
	 * @param mixed ...$type of DBAL 3
	 */
	public function quote($value, ...$type): string
	{
		return $this->own()->quote($value, ...$type);
	}

	public function prepare(string $sql): DbalStatement
	{
		return $this->own()->prepare($sql);
	}

	/**
	 * @param list<mixed>|array<string, mixed> $params
	 * @phpstan-param WrapperParameterTypeArray $types
	 */
	public function executeQuery(string $sql, array $params = [], $types = [], ?QueryCacheProfile $qcp = null): Result
	{
		return $this->own()->executeQuery($sql, $params, $types, $qcp);
	}

	/**
	 * @param string $sql
	 * @param list<mixed>|array<string, mixed> $params
	 * @phpstan-param WrapperParameterTypeArray $types
	 */
	public function executeCacheQuery($sql, $params, $types, QueryCacheProfile $qcp): Result
	{
		return $this->own()->executeCacheQuery($sql, $params, $types, $qcp);
	}

	/**
	 * @param string $sql
	 * @param list<mixed>|array<string, mixed> $params
	 * @phpstan-param WrapperParameterTypeArray $types
	 */
	public function executeStatement($sql, array $params = [], array $types = []): int|string
	{
		return $this->own()->executeStatement($sql, $params, $types);
	}

	public function getTransactionNestingLevel(): int
	{
		return $this->own()->getTransactionNestingLevel();
	}

	/** @param string|null $name of DBAL 3 */
	public function lastInsertId($name = null): int|string
	{
		return $this->own()->lastInsertId();
	}

	/**
	 * The function gets this object, as with DBAL.
	 *
	 * @template T
	 * @param \Closure(DbalConnection): T $func
	 * @return T
	 */
	public function transactional(\Closure $func): mixed
	{
		return $this->own()->transactional(fn (): mixed => $func($this));
	}

	/**
	 * Of DBAL 3: of all fibers from then on, and of this one.
	 *
	 * @param bool $nestTransactionsWithSavepoints
	 */
	public function setNestTransactionsWithSavepoints($nestTransactionsWithSavepoints): void
	{
		$this->own()->setNestTransactionsWithSavepoints((bool) $nestTransactionsWithSavepoints);
		$this->usesSavepoints = (bool) $nestTransactionsWithSavepoints;
	}

	public function getNestTransactionsWithSavepoints(): bool
	{
		return $this->own()->getNestTransactionsWithSavepoints();
	}

	/** @return \mysqli|\PDO */
	public function getNativeConnection()
	{
		$native = $this->own()->getNativeConnection();
		return $native instanceof \mysqli || $native instanceof \PDO ? $native : throw new \LogicException('mynd/doctrine is for the drivers pdo_mysql and mysqli');
	}

	public function setRollbackOnly(): void
	{
		$this->own()->setRollbackOnly();
	}

	public function isRollbackOnly(): bool
	{
		return $this->own()->isRollbackOnly();
	}
}
