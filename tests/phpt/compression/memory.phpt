--TEST--
Compression: large cells are unpacked straight into their values: row by row the peak is the largest of them
--EXTENSIONS--
mysqli
--INI--
memory_limit=128M
--SKIPIF--
<?php if (getenv('USE_ZEND_ALLOC') === '0') die('skip needs the engine\'s allocator'); ?>
--FILE--
<?php
require __DIR__ . '/compression.inc';
require __DIR__ . '/../memory/within.inc';
const SIZES = [1 << 15, 1 << 20, 1 << 23, (1 << 24) - 1];
$m = compressed();
$m->query('CREATE TEMPORARY TABLE blobs (id INT PRIMARY KEY, b LONGBLOB)');
foreach (SIZES as $i => $size) {
	$m->query("INSERT INTO blobs VALUES ($i, REPEAT('m', $size))");
}
$use = function () use ($m) {
	$result = $m->query('SELECT b FROM blobs ORDER BY id', MYSQLI_USE_RESULT);
	while ($row = $result->fetch_row()) {
		unset($row);
	}
};
$use(); /* warm */
within('row by row, unbuffered', peak($use), max(SIZES));
$store = function () use ($m) {
	$rows = $m->query('SELECT b FROM blobs ORDER BY id')->fetch_all();
};
$store(); /* warm */
within('all, buffered', peak($store), array_sum(SIZES));
$resident = fn() => (int) filter_var(preg_grep('/^VmRSS/', file('/proc/self/status'))[21] ?? current(preg_grep('/^VmRSS/', file('/proc/self/status'))), FILTER_SANITIZE_NUMBER_INT);
$before = $resident();
for ($i = 0; $i < 30; $i++) {
	$use();
}
echo 'resident memory does not grow: ';
var_dump($resident() - $before < 4096);
?>
--EXPECT--
row by row, unbuffered: ok
all, buffered: ok
resident memory does not grow: bool(true)
