--TEST--
Buffered results: rows of all sizes, received into the store and copied there, are what the server sent
--EXTENSIONS--
mysqli
--INI--
memory_limit=512M
--FILE--
<?php
require __DIR__ . '/../connect.inc';

/** Rows are (id, text, its hash by the server, a second text that is sometimes NULL). */
function wrong_rows(mysqli $link, string $length, int $rows): string
{
	$hash = fn (string $text): string => substr(hash('sha256', $text), 0, 32);
	$sql = "SELECT seq, @t := REPEAT(CHAR(97 + seq % 26), $length), LEFT(SHA2(@t, 256), 32), IF(seq % 5 = 0, NULL, REPEAT('x', seq % 40)) FROM seq_1_to_$rows";
	$result = $link->query($sql);
	$wrong = 0;
	$at = 1;
	while ($row = $result->fetch_row()) {
		$second = $at % 5 === 0 ? null : str_repeat('x', $at % 40);
		$wrong += (int) $row[0] !== $at || $hash($row[1]) !== $row[2] || $row[3] !== $second;
		$at++;
	}
	foreach ([$rows - 1, 0, intdiv($rows, 2), 64, 63] as $seek) {
		$result->data_seek($seek);
		$row = $result->fetch_row();
		$wrong += (int) $row[0] !== $seek + 1 || $hash($row[1]) !== $row[2];
	}
	$all = $link->query($sql)->fetch_all();
	foreach ($all as $i => $row) {
		$wrong += (int) $row[0] !== $i + 1 || $hash($row[1]) !== $row[2];
	}
	return $at - 1 . ' and ' . count($all) . " rows, $wrong wrong";
}

foreach ([32768, 16000, 70000, 300000] as $buffer) {
	ini_set('mysqlnd.net_read_buffer_size', $buffer);
	$link = link_for_test();
	echo "read buffer of $buffer\n";
	echo 'small: ', wrong_rows($link, 'seq % 200', 30000), "\n";
	echo 'some cells of 256 bytes and more: ', wrong_rows($link, 'IF(seq % 70 = 0, 250 + seq % 400, seq % 200)', 30000), "\n";
	echo 'some strings of their own: ', wrong_rows($link, 'IF(seq % 900 = 0, 8000 + seq % 200, seq % 200)', 20000), "\n";
	echo 'some rows longer than the buffer: ', wrong_rows($link, 'IF(seq % 2000 = 0, 40000 + seq % 60000, seq % 200)', 20000), "\n";
	echo 'rows around the length of a chunk: ', wrong_rows($link, '1000 + seq % 32000', 300), "\n";
	$link->multi_query('SELECT seq, REPEAT("y", 200) FROM seq_1_to_10000; SELECT 1, 2');
	$first = $link->store_result();
	$link->next_result();
	$second = $link->store_result()->fetch_row();
	echo 'followed by another: ', $first->num_rows, ' ', implode(' ', $second), "\n";
	$link->close();
}
?>
--EXPECT--
read buffer of 32768
small: 30000 and 30000 rows, 0 wrong
some cells of 256 bytes and more: 30000 and 30000 rows, 0 wrong
some strings of their own: 20000 and 20000 rows, 0 wrong
some rows longer than the buffer: 20000 and 20000 rows, 0 wrong
rows around the length of a chunk: 300 and 300 rows, 0 wrong
followed by another: 10000 1 2
read buffer of 16000
small: 30000 and 30000 rows, 0 wrong
some cells of 256 bytes and more: 30000 and 30000 rows, 0 wrong
some strings of their own: 20000 and 20000 rows, 0 wrong
some rows longer than the buffer: 20000 and 20000 rows, 0 wrong
rows around the length of a chunk: 300 and 300 rows, 0 wrong
followed by another: 10000 1 2
read buffer of 70000
small: 30000 and 30000 rows, 0 wrong
some cells of 256 bytes and more: 30000 and 30000 rows, 0 wrong
some strings of their own: 20000 and 20000 rows, 0 wrong
some rows longer than the buffer: 20000 and 20000 rows, 0 wrong
rows around the length of a chunk: 300 and 300 rows, 0 wrong
followed by another: 10000 1 2
read buffer of 300000
small: 30000 and 30000 rows, 0 wrong
some cells of 256 bytes and more: 30000 and 30000 rows, 0 wrong
some strings of their own: 20000 and 20000 rows, 0 wrong
some rows longer than the buffer: 20000 and 20000 rows, 0 wrong
rows around the length of a chunk: 300 and 300 rows, 0 wrong
followed by another: 10000 1 2
