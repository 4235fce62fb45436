<?php
// The known differences of expressions, each with the line of docs/compatibility*.md that names it.
//   'is' => fn (string $text, string $way, mixed $stock, mixed $mynd, bool $mariadb): bool

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
		'is' => fn (string $text, string $way, mixed $stock, mixed $mynd, bool $mariadb) => $mariadb && str_contains($text, 'b64') && array_filter(['"string(1) 0"', '"int 0"'],
			fn (string $zero) => preg_replace('/"string\(20\) \d{20}"/', $zero, json_encode($mynd)) === json_encode($stock)) !== [],
	],
	'a fraction whose digits the server leaves open' => [
		'line' => 'dates and times whose decimals the server leaves open',
		'is' => function (string $text, string $way, mixed $stock, mixed $mynd, bool $mariadb): bool {
			[$theirs, $ours] = array_map(fn (mixed $answer) => explode('"string(', json_encode($answer)), [$stock, $mynd]);
			$is_open = fn (string $theirs, string $ours) => $theirs === $ours || preg_replace('/^26\) ([\d: -]{19})\.\d{6}/', '19) $1', $ours) === $theirs;
			return $mariadb && !str_contains($way, 'text') && count($theirs) === count($ours) && !in_array(false, array_map($is_open, $theirs, $ours), true);
		},
	],
];
