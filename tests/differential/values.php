<?php
// Values of a program. A program is JSON: what JSON has no word for is an object with one key, as listed in
// value_of().
//   {"hex": "00ff"}          bytes that are no UTF-8
//   {"repeat": ["61", 70000]} a long string: these bytes so many times
//   {"float": "-0.0"}        a float, also INF and NAN
//   {"const": "MYSQLI_ASSOC"} {"env": "MYND_TEST_SOCKET"} {"slot": "m0"} {"var": "v0"} (a reference)
//   {"map": [[key, value], ...]}
//   {"bits": [...]}          values joined by |
//   {"object": ["Plain", arguments]} {"closure": "pairs"}  what shapes.php declares
// Not here: what a value looks like in a result (canon.php), as PHP source (print.php).

/** A string of bytes as a value of a program. */
function bytes_value(string $bytes): array|string
{
	if (strlen($bytes) > 64 && str_repeat($bytes[0], strlen($bytes)) === $bytes) {
		return ['repeat' => [bin2hex($bytes[0]), strlen($bytes)]];
	}
	return preg_match('//u', $bytes) ? $bytes : ['hex' => bin2hex($bytes)];
}

function float_value(float $number): array
{
	return ['float' => is_nan($number) ? 'NAN' : (is_infinite($number) ? ($number > 0 ? 'INF' : '-INF') : var_export($number, true))];
}

function constant_value(string ...$names): array
{
	$values = array_map(fn ($name) => ['const' => $name], $names);
	return count($values) === 1 ? $values[0] : ['bits' => $values];
}

function list_value(array $list): array
{
	return ['map' => array_map(fn ($key, $value) => [$key, $value], array_keys($list), $list)];
}

/** The PHP value; slots and variables are taken from the run. */
function value_of(mixed $value, Run $run): mixed
{
	if (!is_array($value)) {
		return $value;
	}
	$kind = array_key_first($value);
	$inner = $value[$kind];
	return match ($kind) {
		'hex' => hex2bin($inner),
		'repeat' => str_repeat(hex2bin($inner[0]), $inner[1]),
		'float' => match ($inner) { 'INF' => INF, '-INF' => -INF, 'NAN' => NAN, default => (float) $inner },
		'const' => defined($inner) ? constant($inner) : 0,
		'env' => str_ends_with($inner, '_PORT') ? (int) getenv($inner) : getenv($inner),
		'slot' => $run->slots[$inner] ?? null,
		'bits' => array_reduce($inner, fn ($sum, $bit) => $sum | value_of($bit, $run), 0),
		'map' => map_of($inner, $run),
		'object' => new $inner[0](...$inner[1]),
		'closure' => Shapes::closure($inner),
		'join' => implode('', array_map(fn ($part) => value_of($part, $run), $inner)),
	};
}

/** A key of an array may be a constant. */
function key_of(mixed $key, Run $run): int|string
{
	return is_array($key) ? value_of($key, $run) : $key;
}

/** An array; {"var"} in it is a reference. */
function map_of(array $pairs, Run $run): array
{
	$map = [];
	foreach ($pairs as [$key, $value]) {
		$key = key_of($key, $run);
		if (is_array($value) && array_key_first($value) === 'var') {
			$map[$key] = &$run->vars[$value['var']];
		} else {
			$map[$key] = value_of($value, $run);
		}
	}
	return $map;
}
