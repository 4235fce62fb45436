<?php
declare(strict_types=1);

namespace Mynd\LegacyMysql;

/** A connection. Lives as long as a handle of it does; a persistent one until the request ends. */
final class Link
{
	public static int $count = 0;

	/** The handle of the unbuffered result that was begun last, while nothing else was asked since. */
	public ?int $unbuffered = null;

	public function __construct(public readonly \mysqli $connection)
	{
		self::$count++;
	}

	public function __destruct()
	{
		self::$count--;
	}

	/**
	 * Frees an unbuffered result before the next command, as ext/mysql does, with its notice if rows are
	 * left: the program's variable is no valid result from then on.
	 */
	public function endUnbuffered(string $function): void
	{
		if ($this->unbuffered === null) {
			return;
		}
		$handle = $this->unbuffered;
		$this->unbuffered = null;
		$result = Handle::held($handle);
		if ($result instanceof Result) {
			if (!$result->ended) {
				Warnings::notice($function, 'Function called without first fetching all rows from a previous unbuffered query');
			}
			Handle::close($handle);
		}
	}

	/**
	 * Calls with mysqli's reports off, whatever the program has chosen for its own use of mysqli.
	 *
	 * @template T
	 * @param \Closure(\mysqli): T $call
	 * @return T
	 */
	public static function quietly(\mysqli $connection, \Closure $call): mixed
	{
		$mode = (new \mysqli_driver())->report_mode;
		mysqli_report(MYSQLI_REPORT_OFF);
		try {
			return $call($connection);
		} finally {
			mysqli_report($mode);
		}
	}

	/**
	 * @template T
	 * @param \Closure(\mysqli): T $call
	 * @return T
	 */
	public function call(\Closure $call): mixed
	{
		return self::quietly($this->connection, $call);
	}
}
