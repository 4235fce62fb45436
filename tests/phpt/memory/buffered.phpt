--TEST--
All rows in one buffered result: the peak is the data
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
	$result = $link->query($sql);
	while ($row = $result->fetch_assoc()) {
		$length = strlen(end($row));
	}
};
within('buffered', peak_above($program, 'SELECT b FROM blobs ORDER BY id'), array_sum(SIZES));
$program = function (string $sql) use ($link) {
	$rows = $link->query($sql)->fetch_all();
};
within('fetch_all', peak_above($program, 'SELECT b FROM blobs ORDER BY id'), array_sum(SIZES));
?>
--EXPECT--
buffered: ok
fetch_all: ok
