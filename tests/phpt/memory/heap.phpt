--TEST--
Row by row, the heap bytes allocated beyond those of the program with SELECT 1 are within 5% of the data
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
require __DIR__ . '/memory.inc';
$link = link_for_test();
$link->query('DROP TABLE IF EXISTS heap_blobs');
$link->query('CREATE TABLE heap_blobs (id INT PRIMARY KEY, b LONGBLOB)');
foreach (SIZES as $i => $size) {
	$link->query("INSERT INTO heap_blobs VALUES ($i, REPEAT('m', $size))");
}

/** Bytes that the program asked the heap for. */
function heap(string $table, string $way): int
{
	$answer = child('mynd', [[], 'blobs', $table, $way], ['valgrind', '--trace-children=yes'], ['USE_ZEND_ALLOC' => '0']);
	preg_match_all('/total heap usage: .* ([\d,]+) bytes allocated/', $answer['errors'], $all);
	return max(array_map(fn($n) => (int) str_replace(',', '', $n), $all[1]));
}

foreach (['use loop', 'store loop'] as $way) {
	$bytes = heap('heap_blobs', $way) - heap('', $way);
	$data = array_sum(SIZES);
	echo "$way: ", $bytes >= $data && $bytes <= $data * 1.05 ? 'ok' : $bytes / $data, "\n";
}
$link->query('DROP TABLE heap_blobs');
?>
--EXPECT--
use loop: ok
store loop: ok
