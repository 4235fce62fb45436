<?php
declare(strict_types=1);

namespace Shop;

use Amp\Cancellation;
use Amp\CancelledException;
use Amp\NullCancellation;
use Doctrine\DBAL\Connection;
use Mynd\Pool;
use Mynd\PoolExhausted;
use PDO;

use function Amp\delay;
use function Mynd\Revolt\cancellable;

/**
 * One worker's pool of connections, as PDO or as Doctrine's DBAL. A fiber has one connection at a time, for
 * as long as its function runs.
 *
 * A server that restarts takes some seconds, and commands that were under way then fail. What may be done
 * twice is done again until the time is over: so the function that is given here must be one that may run
 * twice. It reads, or it writes under a key that the client has chosen, see Shop::order().
 */
final class Database
{
	/**
	 * The server cannot be reached (2002, 2003), has closed the connection (2006, 2013), is shutting down or
	 * starting (1053, 1927), has more connections than it takes (1040), or has rolled the transaction back
	 * because it met another one (1205, 1213).
	 */
	private const PASSES = [2002, 2003, 2006, 2013, 1053, 1927, 1040, 1205, 1213];

	/** @var Pool<PDO> */
	private readonly Pool $pool;

	/** @param float $patience seconds for which a function is tried again */
	public function __construct(string $dsn, string $user, #[\SensitiveParameter] string $password, int $connections = 10, private readonly float $patience = 5.0)
	{
		$this->pool = new Pool(
			static fn (): PDO => new PDO($dsn, $user, $password, [PDO::ATTR_EMULATE_PREPARES => false, PDO::ATTR_DEFAULT_FETCH_MODE => PDO::FETCH_ASSOC]),
			maximum: $connections,
			acquireTimeout: $patience,
		);
	}

	/**
	 * @template T
	 * @param \Closure(PDO): T $program may run twice
	 * @param Cancellation $gone when nobody wants the answer any more: the server is told to stop the query
	 * that runs (the connection stays), and the wait for a connection ends
	 * @return T
	 * @throws Unavailable
	 * @throws CancelledException
	 */
	public function with_pdo(\Closure $program, Cancellation $gone = new NullCancellation()): mixed
	{
		$use = fn (): mixed => $this->pool->use(
			static fn (PDO $pdo): mixed => cancellable(static fn (): mixed => $program($pdo), $gone, $pdo));
		$until = \microtime(true) + $this->patience;
		for ($pause = 0.05;; $pause = \min(2 * $pause, 0.5)) {
			try {
				return cancellable($use, $gone);
			} catch (PoolExhausted $failure) {
				throw new Unavailable('all connections are in use', 0, $failure);
			} catch (\Throwable $failure) {
				if (!self::may_pass($failure)) {
					throw $failure;
				}
				if (\microtime(true) + $pause > $until) {
					throw new Unavailable('the database does not answer', 0, $failure);
				}
			}
			delay($pause, cancellation: $gone);
		}
	}

	/**
	 * @template T
	 * @param \Closure(Connection): T $program may run twice
	 * @return T
	 * @throws Unavailable
	 * @throws CancelledException
	 */
	public function with_dbal(\Closure $program, Cancellation $gone = new NullCancellation()): mixed
	{
		return $this->with_pdo(static fn (PDO $pdo): mixed => $program(new Connection([], new GivenPdo($pdo))), $gone);
	}

	/** DBAL has an exception of its own around that of PDO. */
	private static function may_pass(?\Throwable $failure): bool
	{
		for (; $failure !== null; $failure = $failure->getPrevious()) {
			if ($failure instanceof \PDOException && \in_array($failure->errorInfo[1] ?? $failure->getCode(), self::PASSES, true)) {
				return true;
			}
		}
		return false;
	}

	/** @return array<string, int|float|null> the limits and numbers of the pool */
	public function stats(): array
	{
		return $this->pool->stats();
	}

	public function close(): void
	{
		$this->pool->close();
	}
}
