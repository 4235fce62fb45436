--TEST--
Compression: zstd where the server has it
--EXTENSIONS--
mysqli
--CONFLICTS--
all
--SKIPIF--
<?php
require __DIR__ . '/compression.inc';
if (!link_for_test()->query("SHOW STATUS LIKE 'Compression_algorithm'")->num_rows) die('skip the server has no zstd');
?>
--INI--
memory_limit=256M
--FILE--
<?php
require __DIR__ . '/compression.inc';
$status = fn(mysqli $m, string $name) => $m->query("SHOW STATUS LIKE '$name'")->fetch_row()[1];
$m = compressed();
echo $status($m, 'Compression'), ' ', $status($m, 'Compression_algorithm'), ' ', $status($m, 'Compression_level'), "\n";
$text = text(5_000_000) . noise(1_000_000);
foreach ([MYSQLI_STORE_RESULT, MYSQLI_USE_RESULT] as $mode) {
	var_dump($m->query("SELECT '$text', REPEAT('$text', 4), 'end'", $mode)->fetch_row() === [$text, str_repeat($text, 4), 'end']);
	$rows = $m->query("WITH RECURSIVE t (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM t WHERE n < 1000) SELECT a.n * 1000 + b.n, REPEAT(b.n, 9) FROM t a, t b WHERE a.n < 60 ORDER BY a.n, b.n", $mode)->fetch_all();
	echo count($rows), ' ', json_encode(end($rows)), "\n";
}
$m->multi_query("SELECT 1; SELECT REPEAT('x', 40000); SET @a = 1; SELECT 'last'");
do {
	$result = $m->store_result();
	echo $result ? strlen($result->fetch_row()[0]) . ' ' : '- ';
} while ($m->more_results() && $m->next_result());
echo "\n";
$algorithms = $m->query('SELECT @@GLOBAL.protocol_compression_algorithms')->fetch_row()[0];
foreach (['zlib', 'zlib,uncompressed', 'uncompressed'] as $only) { /* the server's choice */
	$m->query("SET GLOBAL protocol_compression_algorithms = '$only,uncompressed'");
	$other = compressed();
	echo "$only: ", $status($other, 'Compression'), ' ', $status($other, 'Compression_algorithm'), ' ', strlen($other->query("SELECT '$text'")->fetch_row()[0]), "\n";
}
$m->query("SET GLOBAL protocol_compression_algorithms = '$algorithms'");
?>
--EXPECT--
ON zstd 3
bool(true)
59000 ["60000","100010001000100010001000100010001000"]
bool(true)
59000 ["60000","100010001000100010001000100010001000"]
1 40000 - 4 
zlib: ON zlib 6000000
zlib,uncompressed: ON zlib 6000000
uncompressed: OFF  6000000
