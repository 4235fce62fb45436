--TEST--
fetch_all of an unbuffered result works, and is never larger than a buffered one
--EXTENSIONS--
mysqli
--INI--
memory_limit=512M
--FILE--
<?php
require __DIR__ . "/memory.inc";
$link = link_for_test();
$sql = 'SELECT seq, seq * 2 AS two, REPEAT("t", seq % 300) AS t FROM seq_1_to_20000';
$peaks = [];
foreach ([MYSQLI_STORE_RESULT, MYSQLI_USE_RESULT] as $mode) {
	$program = fn (string $sql) => $link->query($sql, $mode)->fetch_all(MYSQLI_ASSOC);
	$all[] = $program($sql);
	$peaks[] = peak_above($program, $sql);
}
var_dump($all[0] === $all[1], count($all[1]), $peaks[1] <= $peaks[0]);
?>
--EXPECT--
bool(true)
int(20000)
bool(true)
