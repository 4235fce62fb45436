--TEST--
Row by row, the previous row still held: the peak is the two largest rows
--EXTENSIONS--
mysqli
--INI--
memory_limit=512M
--FILE--
<?php
require __DIR__ . "/memory.inc";
$link = link_for_test();
blobs($link);
$program = function (string $sql) use ($link) {
	$result = $link->query($sql, MYSQLI_USE_RESULT);
	while ($row = $result->fetch_assoc()) {
		$length = strlen(end($row));
	}
};
within('held', peak_above($program, 'SELECT b FROM blobs ORDER BY id'), 24 * MIB);
?>
--EXPECT--
held: ok
