<?php
declare(strict_types=1);

namespace Mynd\LegacyMysql;

/** What is asked of the server. */
final class Query
{
	/** @return resource|bool a result; true for a statement without rows; false for an error */
	public static function run(Call $call, Link $link, string $sql, bool $buffered)
	{
		$link->endUnbuffered($call->function);
		if (!$link->call(static fn (\mysqli $connection): bool => $connection->real_query($sql))) {
			if (Settings::isOn('trace_mode', false)) {
				Warnings::warn($call->function, $link->connection->error);
			}
			return false;
		}
		$rows = self::take($link, $buffered);
		if ($rows === false) {
			return $link->connection->field_count === 0 ?: $call->fail('Unable to save result set');
		}
		$stream = Handle::open(new Result($rows, $buffered));
		if (!$buffered) {
			$link->unbuffered = get_resource_id($stream);
		}
		return $stream;
	}

	/** @return resource|bool mysql_db_query(): the database stays chosen */
	public static function inDatabase(Call $call)
	{
		[$database, $query] = [$call->text(0), $call->text(1)];
		$link = $call->link(2);
		Warnings::deprecated($call->function, 'This function is deprecated; use mysql_query() instead');
		return self::selectDb($call, $link, $database) ? self::run($call, $link, $query, true) : false;
	}

	/** @return resource */
	public static function listDatabases(Call $call)
	{
		$link = $call->link(0);
		Warnings::deprecated($call->function, 'This function is deprecated; use mysql_query() with SHOW DATABASES instead');
		return self::list($call, $link, 'SHOW DATABASES');
	}

	/** @return resource|false */
	public static function listTables(Call $call)
	{
		$database = $call->text(0);
		$link = $call->link(1);
		return self::selectDb($call, $link, $database) ? self::list($call, $link, 'SHOW TABLES') : false;
	}

	public static function selectDb(Call $call, Link $link, string $database): bool
	{
		$link->endUnbuffered($call->function);
		return $link->call(static fn (\mysqli $connection): bool => $connection->select_db($database));
	}

	/**
	 * A list that the server gives as a result.
	 *
	 * @param array<string, string> $defaults
	 * @return resource
	 */
	public static function list(Call $call, Link $link, string $sql, array $defaults = [])
	{
		$link->endUnbuffered($call->function);
		$rows = self::rowsOf($link, $sql);
		return Handle::open(new Result($rows ?: $call->fail('Unable to save MySQL query result'), true, $defaults));
	}

	/**
	 * The columns of a table, with their default values, as a result without rows.
	 *
	 * @return resource
	 */
	public static function listFields(Call $call, Link $link, string $table)
	{
		$name = '`' . str_replace('`', '``', $table) . '`';
		$link->endUnbuffered($call->function);
		$defaults = [];
		$columns = self::rowsOf($link, "SHOW COLUMNS FROM $name");
		while ($columns && is_array($column = $columns->fetch_assoc())) {
			$defaults[(string) $column['Field']] = (string) $column['Default'];
		}
		return self::list($call, $link, "SELECT * FROM $name LIMIT 0", $defaults);
	}

	private static function rowsOf(Link $link, string $sql): \mysqli_result|false
	{
		return $link->call(static fn (\mysqli $connection): bool => $connection->real_query($sql)) ? self::take($link, true) : false;
	}

	private static function take(Link $link, bool $buffered): \mysqli_result|false
	{
		return $link->call(static fn (\mysqli $connection): \mysqli_result|false => $buffered
			? $connection->store_result()
			: $connection->use_result());
	}

	/** A number as PHP 5 had it: beyond its integers it goes on from the lowest one. */
	public static function number(int|string $number): int
	{
		if (is_int($number) || (string) (int) $number === $number) {
			return (int) $number;
		}
		[$high, $low] = [(int) substr($number, 0, -9), (int) substr($number, -9)];
		return ($high - 18446744073 + 1) * 1_000_000_000 + ($low - 709551616 - 1_000_000_000);
	}
}
