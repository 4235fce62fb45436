--TEST--
Row by row, each row dropped before the next is fetched: the peak is the largest row
--EXTENSIONS--
mysqli
--INI--
memory_limit=512M
--FILE--
<?php
require __DIR__ . "/memory.inc";
$link = link_for_test();
blobs($link);
foreach (['buffered' => MYSQLI_STORE_RESULT, 'unbuffered' => MYSQLI_USE_RESULT] as $name => $mode) {
	$program = function (string $sql) use ($link, $mode) {
		/* One result a row: a buffered result of all rows holds all of them by design. */
		for ($i = 0; $i < count(SIZES); $i++) {
			$result = $link->query(str_contains($sql, 'blobs') ? "$sql WHERE id = $i" : $sql, $mode);
			while ($row = $result->fetch_assoc()) {
				$length = strlen(end($row));
				unset($row);
			}
			unset($result);
		}
	};
	within("$name, a result a row", peak_above($program, 'SELECT b FROM blobs'), SIZES[9]);
}
$program = function (string $sql) use ($link) {
	$result = $link->query($sql, MYSQLI_USE_RESULT);
	while ($row = $result->fetch_assoc()) {
		$length = strlen(end($row));
		unset($row);
	}
};
within('unbuffered, one result', peak_above($program, 'SELECT b FROM blobs ORDER BY id'), SIZES[9]);
?>
--EXPECT--
buffered, a result a row: ok
unbuffered, a result a row: ok
unbuffered, one result: ok
