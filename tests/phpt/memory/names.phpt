--TEST--
Memory: names of columns that are new with each query do not stay until the program ends
--EXTENSIONS--
mysqli
pdo_mysql
mynd
--INI--
opcache.enable_cli=0
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
$p = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'));
$native = new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), [PDO::ATTR_EMULATE_PREPARES => false]);
$ways = [
	'fetch_row' => fn($sql) => $m->query($sql)->fetch_row(),
	'fetch_assoc' => fn($sql) => $m->query($sql)->fetch_assoc(),
	'fetch_all' => fn($sql) => $m->query($sql)->fetch_all(MYSQLI_BOTH)[0],
	'fetch_object' => fn($sql) => (array) $m->query($sql)->fetch_object(),
	'unbuffered' => function ($sql) use ($m) {
		$r = $m->query($sql, MYSQLI_USE_RESULT);
		$row = $r->fetch_assoc();
		$r->free();
		return $row;
	},
	'execute_query' => fn($sql) => $m->execute_query($sql)->fetch_assoc(),
	'fetch_fields' => fn($sql) => [$m->query($sql)->fetch_fields()[0]->name => '1'],
	'PDO' => fn($sql) => $p->query($sql)->fetch(PDO::FETCH_ASSOC),
	'PDO, native' => fn($sql) => $native->query($sql)->fetch(PDO::FETCH_ASSOC),
];
$number = 0;
$ask = function (int $times) use ($ways, &$number): int {
	$wrong = 0;
	for ($i = 0; $i < $times; $i++) {
		foreach ($ways as $name => $way) {
			$number++;
			$row = $way("SELECT 'number $number' IS NOT NULL");
			$wrong += current($row) != 1 || ($name !== 'fetch_row' && !isset($row["'number $number' IS NOT NULL"]));
		}
	}
	return $wrong;
};
echo $ask(150), " wrong\n"; /* more names than are kept */
$before = memory_get_usage();
echo $ask(500), " wrong\n";
$grown = memory_get_usage() - $before;
echo $grown < 20000 ? 'none of 4500 is kept' : "$grown bytes are kept", "\n";
/* One that was taken before its result went. */
$row = $m->query("SELECT 'the last' IS NULL, 2")->fetch_assoc();
for ($i = 0; $i < 100; $i++) {
	$ask(1);
}
echo json_encode($row), "\n";
?>
--EXPECT--
0 wrong
0 wrong
none of 4500 is kept
{"'the last' IS NULL":"0","2":"2"}
