<?php
declare(strict_types=1);

namespace Mynd\LegacyMysql;

/** Rows of a result, as arrays and objects, and single values. */
final class Rows
{
	/** @return array<array-key, string|null>|false */
	public static function fetch(Call $call, int $type): array|false
	{
		if ($type & ~MYSQL_BOTH) {
			Warnings::warn($call->function, 'The result type should be either MYSQL_NUM, MYSQL_ASSOC or MYSQL_BOTH');
			$type = MYSQL_BOTH;
		}
		$result = $call->result(0);
		/** @var array<array-key, string|null>|false|null $row */
		$row = match ($type) {
			MYSQL_NUM => $result->rows->fetch_row(),
			MYSQL_ASSOC => $result->rows->fetch_assoc(),
			default => $result->rows->fetch_array(),
		};
		return $result->advance($row);
	}

	/** The class is looked for before the result, and properties are set before the constructor runs. */
	public static function fetchObject(Call $call): object|false|null
	{
		$class = $call->has(1) ? $call->text(1) : \stdClass::class;
		if (!class_exists($class)) {
			Warnings::warn($call->function, "Could not find class '$class'");
			return null;
		}
		$held = $call->resultOrFail(0);
		$arguments = $call->value(2);
		if (!method_exists($class, '__construct')) {
			if ($call->has(2)) {
				self::refuseRow($held, "Class $class does not have a constructor hence you cannot use ctor_params");
			}
			return $held->advance($held->rows->fetch_object($class));
		}
		if ($arguments !== null && !is_array($arguments)) {
			self::refuseRow($held, 'Parameter ctor_params must be an array');
		}
		return $held->advance($held->rows->fetch_object($class, array_values($arguments ?? [])));
	}

	/** The row has been fetched by then; after the last one nothing is refused. */
	private static function refuseRow(Result $result, string $text): never
	{
		if ($result->advance($result->rows->fetch_row()) !== false) {
			throw new \Exception($text);
		}
		throw new Refused(false);
	}

	public static function seek(Call $call): bool
	{
		[$result, $row] = [$call->id(0), $call->number(1)];
		$held = $call->result(0);
		if ($row < 0 || $row >= $held->count()) {
			$call->fail("Offset $row is invalid for MySQL result index $result (or the query data is unbuffered)");
		}
		$held->seek($row);
		return true;
	}

	/** mysql_result(): one value of one row. */
	public static function value(Call $call): ?string
	{
		[$result, $row] = [$call->id(0), $call->number(1)];
		$held = $call->result(0);
		if ($row < 0 || $row >= $held->count()) {
			$call->fail("Unable to jump to row $row on MySQL result index $result");
		}
		$held->seek($row);
		$column = $call->has(2) ? self::column($call, $held) : 0;
		/** @var list<string|null>|false|null $values */
		$values = $held->rows->fetch_row();
		$values = $held->advance($values) ?: throw new Refused(false);
		return $values[$column] ?? null;
	}

	/** A column's number, or its name, or table.name. */
	private static function column(Call $call, Result $result): int
	{
		if (is_string($call->value(2))) {
			return self::columnNamed($call, $result, $call->text(2));
		}
		$column = $call->integer(2);
		if ($column < 0 || $column >= $result->rows->field_count) {
			$call->fail('Bad column offset specified');
		}
		return $column;
	}

	/**
	 * Leaves the field that mysql_fetch_field() gives next after the one that was found, as ext/mysql does.
	 */
	private static function columnNamed(Call $call, Result $result, string $wanted): int
	{
		$dot = strpos($wanted, '.');
		[$table, $name] = $dot === false ? [null, $wanted] : [substr($wanted, 0, $dot), substr($wanted, $dot + 1)];
		$result->rows->field_seek(0);
		for ($at = 0; $field = $result->rows->fetch_field(); $at++) {
			$column = Column::of($field);
			if (strcasecmp($column->name, $name) === 0 && ($table === null || strcasecmp($column->table, $table) === 0)) {
				return $at;
			}
		}
		$call->fail("$wanted not found in MySQL result index {$call->id(0)}");
	}

	/** @return list<int>|false of the row that was fetched last */
	public static function lengths(Call $call): array|false
	{
		$lengths = $call->result(0)->rows->lengths;
		/** @var list<int>|null $lengths */
		return $lengths ?? false;
	}

	public static function free(Call $call): bool
	{
		$call->result(0);
		Handle::close($call->id(0));
		return true;
	}
}
