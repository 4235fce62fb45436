<?php
// The known differences of expressions, each with the line of docs/compatibility*.md that names it.
//   'is' => fn (string $text, string $way, mixed $stock, mixed $mynd, bool $mariadb): bool

/** The answers have the same cells but for some for which the test holds; each begins with its type. */
function is_cell_by_cell(mixed $stock, mixed $mynd, Closure $test): bool
{
	[$theirs, $ours] = array_map(fn (mixed $answer) => preg_split('/"(?=(?:string\(\d+\)|int|float) )/', json_encode($answer)), [$stock, $mynd]);
	return count($theirs) === count($ours) && !in_array(false, array_map(fn (string $theirs, string $ours) => $theirs === $ours || $test($theirs, $ours), $theirs, $ours), true);
}

return [
	'PDO: an error among rows' => [
		'line' => 'An error that comes among the rows of an unbuffered result is raised by `fetchAll()`',
		'is' => fn (string $text, string $way, mixed $stock, mixed $mynd, bool $mariadb) => preg_match('/^PDO .*unbuffered/', $way) && isset($mynd['thrown']) && !isset($stock['thrown']),
	],
	'PDO: types that stock does not name' => [
		'line' => '`getColumnMeta()` names the types JSON and VECTOR with every PHP',
		'is' => fn (string $text, string $way, mixed $stock, mixed $mynd, bool $mariadb) => str_starts_with($way, 'PDO') && preg_replace('/\["string\(11\) native_type","string\(\d\) (JSON|VECTOR)"\],/', '', json_encode($mynd)) === json_encode($stock),
	],
	'a BIT of more than eight bytes' => [
		'line' => 'a cell of type BIT that has more than eight bytes',
		'is' => fn (string $text, string $way, mixed $stock, mixed $mynd, bool $mariadb) => str_contains($text, 'b64')
			&& is_cell_by_cell($stock, $mynd, fn (string $theirs, string $ours) => preg_match('/^(string\(1\)|int) 0"/', $theirs) && preg_match($mariadb ? '/^string\(20\) \d{20}"/' : '/^string\((20\) \d{20}|16\) (\\\\\\\\303\\\\\\\\277){8})"/', $ours) && strstr($theirs, '"') === strstr($ours, '"')),
	],
	'a fraction whose digits the server leaves open' => [
		'line' => 'dates and times whose decimals the server leaves open',
		'is' => fn (string $text, string $way, mixed $stock, mixed $mynd, bool $mariadb) => $mariadb && !str_contains($way, 'text')
			&& is_cell_by_cell($stock, $mynd, fn (string $theirs, string $ours) => preg_replace('/^string\(26\) ([\d: -]{19})\.\d{6}/', 'string(19) $1', $ours) === $theirs),
	],
];
