<?php
declare(strict_types=1);

namespace Mynd\Laravel;

/**
 * One object of Laravel's, which builders, models and the container keep, and behind it for each fiber what
 * makes a connection: its PDO objects, its transactions, what was changed, what was inserted last. Fibers
 * have their PDO objects out of a pool, the main program connects as Laravel does. Grammars, listeners and
 * the log of queries are the object's.
 *
 * @internal
 */
trait IsPerFiber
{
	use KeepsStatePerFiber;

	private Options $mynd;
	/**
	 * @var array{write: \PDO|\Closure|null, read: \PDO|\Closure|null} how to connect, or what the program has
	 * given
	 */
	private array $ways = ['write' => null, 'read' => null];

	/**
	 * @param \PDO|(\Closure(): \PDO) $pdo
	 * @param string $database
	 * @param string $tablePrefix
	 * @param array<string, mixed> $config
	 */
	public function __construct($pdo, $database = '', $tablePrefix = '', array $config = [])
	{
		parent::__construct($pdo, $database, $tablePrefix, $config);
		$this->mynd = Options::of($config);
		$this->ways = ['write' => $pdo, 'read' => null];
		InOrder::add($this);
		$self = \WeakReference::create($this);
		$begin = static fn (): array => $self->get()?->stateOfFiber($tablePrefix) ?? [];
		$this->keepPerFiber(['pdo', 'readPdo', 'transactions', 'recordsModified', 'readOnWriteConnection', 'pretending', 'latestPdoTypeRetrieved', 'lastInsertId', 'tablePrefix'], $begin);
	}

	/** @return array<string, mixed> */
	private function stateOfFiber(string $prefix): array
	{
		$main = \Fiber::getCurrent() === null ? null : $this->fiberStates->ofMain();
		return [
			...$this->pdoOfType($this->readWriteType),
			'transactions' => 0, 'recordsModified' => false, 'pretending' => false, 'latestPdoTypeRetrieved' => null, 'lastInsertId' => null,
			'readOnWriteConnection' => $main->values['readOnWriteConnection'] ?? false, 'tablePrefix' => $main->values['tablePrefix'] ?? $prefix,
		];
	}

	/**
	 * @param ?string $type of the connection: "name::write" and "name::read" have one session only
	 * @return array{pdo: \PDO|\Closure|null, readPdo: \PDO|\Closure|null}
	 */
	private function pdoOfType(?string $type): array
	{
		if ($type === null) {
			return ['pdo' => $this->way('write'), 'readPdo' => $this->way('read')];
		}
		return ['pdo' => $this->way($type === 'read' && $this->ways['read'] !== null ? 'read' : 'write'), 'readPdo' => null];
	}

	/** @param 'write'|'read' $type */
	private function way(string $type): \PDO|\Closure|null
	{
		$way = $this->ways[$type];
		if (!$way instanceof \Closure || \Fiber::getCurrent() === null) {
			return $way;
		}
		/*
		 * asked when a connection is taken: Laravel tells how to read before it tells the configuration of
		 * that
		 */
		$self = \WeakReference::create($this);
		return Pools::pooled($way, static fn (): string => $self->get()?->key($type) ?? $type, $this->mynd);
	}

	/** @param 'write'|'read' $type */
	private function key(string $type): string
	{
		return $type . json_encode([$this->getConfig(), $type === 'read' ? $this->readPdoConfig : null], \JSON_PARTIAL_OUTPUT_ON_ERROR | \JSON_INVALID_UTF8_SUBSTITUTE);
	}

	/** @param \PDO|(\Closure(): \PDO)|null $pdo the first is how all fibers connect */
	public function setReadPdo($pdo)
	{
		if ($pdo instanceof \Closure && $this->ways['read'] === null) {
			$this->ways['read'] = $pdo;
			$pdo = $this->way('read');
		}
		return parent::setReadPdo($pdo);
	}

	/**
	 * @param ?string $readWriteType
	 * @return $this
	 */
	public function setReadWriteType($readWriteType)
	{
		$state = $this->fiberStates->get();
		if ($readWriteType !== null && !$state->values['pdo'] instanceof \PDO) {
			$state->values = [...$state->values, ...$this->pdoOfType($readWriteType)];
		}
		return parent::setReadWriteType($readWriteType);
	}

	/**
	 * Whether the manager connects before it has kept this object. In a fiber that would wait, meanwhile
	 * another fiber may ask the manager for the same name, and is given another object: so it connects later.
	 */
	private function connectsTooEarly(): bool
	{
		return $this->reconnector === null && \Fiber::getCurrent() !== null &&
			(debug_backtrace(\DEBUG_BACKTRACE_IGNORE_ARGS, 3)[2]['function'] ?? '') === 'setPdoForType';
	}

	/** @return \PDO */
	public function getPdo()
	{
		if ($this->connectsTooEarly()) {
			/** @var \PDO $pdo for the manager, which gives it to setReadPdo(), any way to connect will do */
			$pdo = $this->getRawPdo();
			return $pdo;
		}
		return $this->limit(parent::getPdo());
	}

	/** @return \PDO */
	public function getReadPdo()
	{
		if ($this->connectsTooEarly()) {
			/** @var \PDO $pdo as above, for setPdo() */
			$pdo = $this->getRawReadPdo();
			return $pdo;
		}
		return $this->limit(parent::getReadPdo());
	}

	private function limit(\PDO $pdo): \PDO
	{
		$until = $this->mynd->deadline === null ? null : $this->fiberStates->get()->until;
		if ($until !== null) {
			\Mynd\deadline($pdo, max(0.000001, $until - hrtime(true) / 1e9));
		}
		return $pdo;
	}

	/**
	 * @param string $query
	 * @param array<array-key, mixed> $bindings
	 */
	protected function run($query, $bindings, \Closure $callback)
	{
		if ($this->mynd->deadline === null) {
			Tracing::begin($this);
			return parent::run($query, $bindings, $callback);
		}
		return parent::run($query, $bindings, fn (string $query, array $bindings): mixed => $this->runLimited(static fn (): mixed => $callback($query, $bindings)));
	}

	/** @param \Closure(): mixed $program */
	private function runLimited(\Closure $program): mixed
	{
		Tracing::begin($this);
		$state = $this->fiberStates->get();
		$outer = $state->until;
		$state->until = hrtime(true) / 1e9 + ($this->mynd->deadline ?? 0.0);
		try {
			return $program();
		} finally {
			$state->until = $outer;
			foreach ([$state->values['pdo'], $state->values['readPdo']] as $pdo) {
				$pdo instanceof \PDO && \Mynd\deadline($pdo, null);
			}
		}
	}

	/**
	 * Sends a query and does not wait for its rows.
	 *
	 * @param string $query
	 * @param array<array-key, mixed> $bindings
	 * @param bool $useReadPdo
	 */
	public function selectAsync($query, $bindings = [], $useReadPdo = true): Pending
	{
		$started = microtime(true);
		$this->reconnectIfMissingConnection();
		$statement = $this->runQueryCallback($query, $bindings, function (string $query, array $bindings) use ($useReadPdo): \PDOStatement {
			Tracing::begin($this);
			$statement = $this->prepared($this->getPdoForSelect($useReadPdo)->prepare($query, [\PDO::MYND_ATTR_ASYNC => true, \PDO::ATTR_EMULATE_PREPARES => true]));
			$this->bindValues($statement, $this->prepareBindings($bindings));
			$statement->execute();
			return $statement;
		});
		\assert($statement instanceof \PDOStatement);
		return new Pending($statement, /** @param \Closure(): list<mixed> $take */ function (\Closure $take) use ($query, $bindings, $started): array {
			/** @var list<mixed> $rows */
			$rows = $this->runQueryCallback($query, $bindings, static fn (): array => $take());
			$this->logQuery($query, $bindings, $this->getElapsedTime($started));
			return $rows;
		});
	}
}
