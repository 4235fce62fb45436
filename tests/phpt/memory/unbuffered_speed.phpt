--TEST--
An unbuffered fetch is never slower than a buffered one (in instructions, which no other work on the machine changes; ./dev bench fetch has the times)
--EXTENSIONS--
mysqli
--SKIPIF--
<?php
if (!getenv('MYND_PHP_CMD')) die('skip needs MYND_PHP_CMD');
if (!preg_match('/^valgrind-/', (string) shell_exec('valgrind --version 2>&1'))) die('skip needs valgrind');
?>
--FILE--
<?php
require __DIR__ . '/run.inc';

/** Instructions of a program that reads the result so. */
function instructions(string $query, string $way): int
{
	$under = ['valgrind', '--tool=callgrind', '--callgrind-out-file=/dev/null', '--trace-children=yes'];
	preg_match_all('/Collected : (\d+)/', child('mynd', [[], 'peak', $query, $way], $under)['errors'], $all);
	return max(array_map(intval(...), $all[1]));
}

$query = fn(int $rows) => "SELECT seq, LPAD(seq, 20, 'x') AS a, LPAD(seq, 60, 'y') AS b, NULL AS c FROM seq_1_to_$rows";
foreach (['loop', 'all'] as $how) {
	[$use, $store] = array_map(fn($mode) => instructions($query(20000), "$mode $how") - instructions($query(1), "$mode $how"), ['use', 'store']);
	echo "$how: ", $use > 1000000 && $use <= $store ? 'ok' : "unbuffered $use, buffered $store", "\n";
}
?>
--EXPECT--
loop: ok
all: ok
