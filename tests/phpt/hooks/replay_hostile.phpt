--TEST--
Mynd\replay(): bytes that were changed or cut anywhere: never a row that was not whole, never memory that the bytes do not account for
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
$m->query("CREATE TEMPORARY TABLE t (i INT, n DECIMAL(9,3), f FLOAT, d DATE, dt DATETIME(3), ti TIME(2), b BIT(9), tx TEXT)");
$m->query("INSERT INTO t VALUES (1, 2.5, 1.5, '2024-02-29', '2024-02-29 11:12:13.456', '-838:59:59', 5, 'abc'), (NULL, NULL, NULL, NULL, NULL, NULL, NULL, REPEAT('x', 260))");

/**
 * What can be read is read, so that a sanitizer sees it: rows have a cell for each column, and PHP's own
 * kinds.
 */
function read_whole(string $bytes): bool
{
	try {
		$r = Mynd\replay($bytes);
	} catch (ValueError) {
		return false;
	}
	$columns = $r->field_count;
	strlen(serialize($r->fetch_fields()));
	foreach ($r->fetch_all(MYSQLI_NUM) as $row) {
		count($row) === $columns && strlen(serialize($row)) > 0 or print "a row that is not whole\n";
	}
	$r->data_seek(0);
	while ($r->fetch_assoc()) {
		count($r->lengths) === $columns or print "lengths that are not whole\n";
	}
	return true;
}

foreach (['text' => $m->query('SELECT * FROM t'), 'binary' => $m->execute_query('SELECT * FROM t')] as $name => $result) {
	$bytes = Mynd\capture($result);
	$content = substr($bytes, 0, -8);
	$length = strlen($content);
	$with = fn(string $content) => $content . hash('xxh64', $content, true);
	$read = ['with the old checksum' => 0, 'cut' => 0, 'changed' => 0];
	$peak = 0;
	memory_reset_peak_usage();
	$before = memory_get_usage();
	for ($i = 0; $i < $length; $i++) {
		$read['cut'] += read_whole($with(substr($content, 0, $i)));
		$changes = [0x00, 0x01, 0x7f, 0x80, 0xfb, 0xfc, 0xfd, 0xfe, 0xff, ord($content[$i]) ^ 1, ord($content[$i]) + 1 & 255, ord($content[$i]) - 1 & 255];
		foreach ($changes as $change) {
			if ($change === ord($content[$i])) {
				continue;
			}
			$changed = substr_replace($content, chr($change), $i, 1);
			$read['with the old checksum'] += read_whole($changed . substr($bytes, -8));
			$read['changed'] += read_whole($with($changed));
		}
	}
	mt_srand(3);
	for ($n = 0; $n < 3000; $n++) {
		$changed = $content;
		for ($k = mt_rand(2, 6); $k > 0; $k--) {
			$changed[mt_rand(5, $length - 1)] = chr(mt_rand(0, 255));
		}
		read_whole($with($changed));
		read_whole($with(substr_replace($content, random_bytes(mt_rand(1, 9)), mt_rand(24, $length - 1), mt_rand(0, 9))));
	}
	echo "$name: cut ones that were a result: ", $read['cut'], ', with a checksum that is wrong: ', $read['with the old checksum'],
		', changed in a cell or a name and so another result: ', $read['changed'] > 500 ? 'some' : $read['changed'],
		', memory: ', memory_get_peak_usage() - $before < 1 << 18 ? 'little' : memory_get_peak_usage() - $before, "\n";
}
?>
--EXPECT--
text: cut ones that were a result: 0, with a checksum that is wrong: 0, changed in a cell or a name and so another result: some, memory: little
binary: cut ones that were a result: 0, with a checksum that is wrong: 0, changed in a cell or a name and so another result: some, memory: little
