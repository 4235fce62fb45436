--TEST--
Lists of hosts, generated: the first that lets the program in has it, faults of the list or the program are told at once, and one error names those that were tried
--EXTENSIONS--
mysqli
mynd
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$seed = (int) (getenv('MYND_TEST_SEED') ?: random_int(1, 1 << 31));
mt_srand($seed);
$port = (int) getenv('MYND_TEST_PORT');
/* Kinds of entries: what stands in the list, and what comes of it; null: the next one has its turn. */
$kinds = [
	'refused' => [fn() => '127.0.0.1:' . mt_rand(1, 9), null],
	'refused, IPv6' => [fn() => '[::1]:' . mt_rand(1, 9), null],
	'good' => [fn() => "127.0.0.1:$port", "127.0.0.1:$port via TCP/IP"],
	'good, port of the call' => [fn() => '127.0.0.1', '127.0.0.1 via TCP/IP'],
	'socket' => [fn() => ['localhost', 'LOCALHOST'][mt_rand(0, 1)], 'Localhost via UNIX socket'],
	'no port' => [fn() => '127.0.0.1:' . ['x', '', '0', '65536'][mt_rand(0, 3)], 2002],
	'no address' => [fn() => ['[::1', '[::1]3306', ':1'][mt_rand(0, 2)], 2002],
];
$weights = ['refused', 'refused', 'refused', 'refused, IPv6', ...array_keys($kinds)];
$blank = static fn(): string => ['', '', '', ' ', "\t", '  '][mt_rand(0, 5)];
$wrong = 0;
$seen = [];
for ($i = 0; $i < 600; $i++) {
	$entries = $outcomes = [];
	for ($n = mt_rand(2, mt_rand(0, 9) === 0 ? 32 : 5); $n > 0; $n--) {
		[$make, $outcome] = $kinds[$weights[array_rand($weights)]];
		$entries[] = $make();
		$outcomes[] = $outcome;
	}
	$empty = mt_rand(0, 19) === 0;
	if ($empty) {
		array_splice($entries, mt_rand(0, count($entries)), 0, [$blank()]);
	}
	$list = implode(',', array_map(static fn(string $entry): string => $blank() . $entry . $blank(), $entries));
	$expected = $empty || count($entries) > 32 ? 2002 : array_values(array_filter($outcomes))[0] ?? 'all refuse';
	$password = mt_rand(0, 9) === 0 ? 'wrong' : null;
	if ($password !== null && is_string($expected) && $expected !== 'all refuse') {
		$expected = 1045;
	}
	$persistent = mt_rand(0, 3) === 0 ? 'p:' : '';
	try {
		$db = link_for_test(...['host' => $persistent . $list] + ($password === null ? [] : ['password' => $password]));
		$is = $db->host_info;
		$db->query('SELECT 1')->fetch_column() === '1' || $is = 'no answer';
		$db->close();
	} catch (mysqli_sql_exception $e) {
		$names = implode('; ', array_map(static fn(string $entry): string => "$entry: Connection refused", $entries));
		$is = $e->getMessage() === $names ? 'all refuse' : $e->getCode();
	}
	$seen[$expected] = ($seen[$expected] ?? 0) + 1;
	if ($is !== $expected) {
		$wrong++;
		echo "seed $seed, list $i: ", json_encode($persistent . $list), ' gives ', json_encode($is), ', not ', json_encode($expected), "\n";
	}
}
echo count($seen), ' kinds of outcomes, ', min($seen) > 5 ? 'each of them often' : json_encode($seen), ", $wrong wrong\n";
?>
--EXPECT--
6 kinds of outcomes, each of them often, 0 wrong
