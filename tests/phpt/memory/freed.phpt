--TEST--
A 1 MB BLOB freed and then a 2 MB BLOB: the peak is 2 MB, not 3; buffers do not grow from query to query
--EXTENSIONS--
mysqli
--INI--
memory_limit=512M
--FILE--
<?php
require __DIR__ . "/memory.inc";
$link = link_for_test();
$program = function (string $sql) use ($link) {
	foreach ([MIB, 2 * MIB] as $size) {
		$row = $link->query(sprintf($sql, $size))->fetch_row();
		unset($row);
	}
};
$peak = peak_above($program, "SELECT REPEAT('b', %d)");
echo $peak >= 2 * MIB && $peak < 2.2 * MIB ? 'two' : $peak / MIB, "\n";

$usage = array_fill(0, 40, 0);
for ($i = 0; $i < 40; $i++) {
	$length = strlen($link->query("SELECT REPEAT('b', 1000000 + $i * 10000) AS b")->fetch_row()[0]);
	$usage[$i] = memory_get_usage();
}
echo max(array_slice($usage, 1)) - min(array_slice($usage, 1)) < 1024 ? "steady\n" : json_encode($usage);
?>
--EXPECT--
two
steady
