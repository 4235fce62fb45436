<?php
// What is compared: a value, an exception, an object's properties as text that two processes can be compared
// by. Floats are their bits, strings their bytes; long ones their length, start and hash.
// A side's own name (MYND_TEST_OWN_NAME, of its database and its user) is OWN.
// Not here: what the two texts may differ in (known.php).

function canon(mixed $value, int $depth = 0): mixed
{
	if (is_string($value)) {
		return canon_string($value);
	}
	if (is_int($value)) {
		return "int $value";
	}
	if (is_float($value)) {
		return 'float ' . bin2hex(pack('E', $value)) . ' ' . var_export($value, true);
	}
	if (is_array($value)) {
		return $depth > 6 ? 'deep' : canon_array($value, $depth);
	}
	return is_object($value) ? canon_object($value, $depth) : get_debug_type($value) . (is_bool($value) ? ($value ? ' true' : ' false') : '');
}

function canon_string(string $value, int $whole = 160): string
{
	$own = getenv('MYND_TEST_OWN_NAME');
	$value = $own === false ? $value : str_replace($own, 'OWN', $value);
	$length = strlen($value);
	$shown = $length > $whole ? substr($value, 0, 48) : $value;
	return "string($length) " . addcslashes($shown, "\0..\37\\\177..\377") . ($length > $whole ? '... ' . hash('xxh128', $value) : '');
}

/** A message is shown as it is, so that the list can look for words in it. */
function canon_message(string $text): string
{
	return canon_string($text, 2000);
}

function canon_array(array $value, int $depth): array
{
	$lines = [];
	foreach ($value as $key => $inner) {
		$lines[] = [is_int($key) ? "#$key" : canon_string($key), canon($inner, $depth + 1)];
	}
	return $lines === [] ? ['empty'] : $lines;
}

function canon_object(object $value, int $depth): mixed
{
	if ($value instanceof PDORow) {
		$cells = [];
		foreach ($value as $name => $cell) {
			$cells[] = [canon_string($name), canon($cell, $depth + 1)];
		}
		return ['PDORow' => $cells];
	}
	if ($value instanceof mysqli || $value instanceof mysqli_result || $value instanceof mysqli_stmt || $value instanceof mysqli_warning
		|| $value instanceof PDO || $value instanceof Traversable || $value instanceof Closure) {
		return $value::class;
	}
	return [$value::class => canon_array(array_combine(
		array_map(fn ($name) => strtr($name, "\0", ':'), array_keys((array) $value)),
		array_values((array) $value),
	), $depth)];
}

function canon_throwable(Throwable $thrown): array
{
	$said = [$thrown::class, canon($thrown->getCode()), canon_message($thrown->getMessage())];
	if ($thrown instanceof mysqli_sql_exception) {
		$said[] = canon($thrown->getSqlState());
	}
	if ($thrown instanceof PDOException) {
		$said[] = canon($thrown->errorInfo);
	}
	if ($thrown->getPrevious() !== null) {
		$said[] = canon_throwable($thrown->getPrevious());
	}
	return $said;
}

/** The properties of every kind of object, read after every call. */
final class Properties
{
	private const OF = [
		mysqli::class => ['affected_rows', 'client_info', 'client_version', 'connect_errno', 'connect_error', 'errno', 'error', 'error_list',
			'field_count', 'host_info', 'info', 'insert_id', 'server_info', 'server_version', 'sqlstate', 'protocol_version', 'thread_id', 'warning_count'],
		mysqli_result::class => ['current_field', 'field_count', 'lengths', 'num_rows', 'type'],
		mysqli_stmt::class => ['affected_rows', 'insert_id', 'num_rows', 'param_count', 'field_count', 'errno', 'error', 'error_list', 'sqlstate', 'id'],
		mysqli_warning::class => ['message', 'sqlstate', 'errno'],
	];

	/** @param array<string, mixed> $left_out by name @return array<string, mixed> name => canonical value */
	public static function of(object $object, array $masked, array $left_out = []): array
	{
		foreach (self::OF as $class => $names) {
			if ($object instanceof $class) {
				return self::read($object, array_filter($names, fn ($name) => !isset($left_out[$name])), $masked);
			}
		}
		return match (true) {
			$object instanceof PDO => self::ask($object, ['errorCode', 'errorInfo', 'inTransaction']),
			$object instanceof PDOStatement => self::ask($object, ['errorCode', 'errorInfo', 'rowCount', 'columnCount']) + ['queryString' => canon($object->queryString)],
			default => [],
		};
	}

	private static function read(object $object, array $names, array $masked): array
	{
		$values = [];
		foreach ($names as $name) {
			try {
				$value = $object->$name;
				$values[$name] = in_array($name, $masked, true) ? get_debug_type($value) : canon($value);
			} catch (Throwable $thrown) {
				$values[$name] = canon_throwable($thrown);
			}
		}
		return $values;
	}

	private static function ask(object $object, array $methods): array
	{
		$values = [];
		foreach ($methods as $method) {
			try {
				$values[$method] = canon($object->$method());
			} catch (Throwable $thrown) {
				$values[$method] = canon_throwable($thrown);
			}
		}
		return $values;
	}
}
