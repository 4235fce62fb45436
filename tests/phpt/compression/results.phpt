--TEST--
Compression: results of all sizes, buffered and not, several of one text, given up in the middle
--EXTENSIONS--
mysqli
--INI--
memory_limit=256M
--FILE--
<?php
require __DIR__ . '/compression.inc';
$m = compressed();

echo 'cells of many sizes: ';
$sizes = [0, 1, 49, 50, 51, 250, 251, 255, 256, 16383, 16384, 65535, 65536, 300000, 2000000];
foreach ([MYSQLI_STORE_RESULT, MYSQLI_USE_RESULT] as $mode) {
	$m->query('DROP TEMPORARY TABLE IF EXISTS cells');
	$m->query('CREATE TEMPORARY TABLE cells (n INT, t LONGTEXT, b LONGTEXT)');
	foreach ($sizes as $size) {
		$m->query("INSERT INTO cells VALUES ($size, '" . text($size) . "', '" . noise($size) . "')");
	}
	$wrong = [];
	foreach ($m->query('SELECT n, t, b FROM cells ORDER BY n', $mode) as $row) {
		$size = array_shift($sizes);
		if ($row !== ['n' => (string) $size, 't' => text($size), 'b' => noise($size)]) {
			$wrong[] = $size;
		}
		$sizes[] = $size;
	}
	echo json_encode($wrong), ' ';
}

echo "\nmany rows: ";
foreach ([MYSQLI_STORE_RESULT, MYSQLI_USE_RESULT] as $mode) {
	$n = 0;
	$ok = true;
	foreach ($m->query("SELECT seq, REPEAT(seq, 7), seq * 3 FROM " . seq($m, 50000), $mode) as $row) {
		$n++;
		$ok = $ok && array_values($row) === ["$n", str_repeat($n, 7), (string) ($n * 3)];
	}
	echo $n, ' ', json_encode($ok), ' ';
}
echo count($m->query('SELECT seq FROM ' . seq($m, 300000), MYSQLI_USE_RESULT)->fetch_all());

echo "\nseveral results: ";
$m->multi_query("SELECT 1; SELECT REPEAT('x', 40000); SET @a = 1; SELECT seq FROM " . seq($m, 20000) . "; SELECT 'last'");
do {
	$result = $m->store_result();
	echo $result ? $result->num_rows . ':' . strlen($result->fetch_row()[0]) . ' ' : '- ';
} while ($m->more_results() && $m->next_result());

echo "\nmore than 256 results: ";
$m->multi_query(str_repeat('SELECT 1;', 600));
for ($n = 0; $result = $m->store_result(); $n++) {
	$result->free();
	if (!$m->more_results() || !$m->next_result()) {
		break;
	}
}
echo $n + 1;

echo "\nan error among results: ";
$m->multi_query('SELECT 1; SELECT nothing; SELECT 2');
$m->store_result();
attempt('', fn() => $m->next_result());

echo 'given up: ';
$result = $m->query('SELECT seq, REPEAT(seq, 20) FROM ' . seq($m, 100000), MYSQLI_USE_RESULT);
$result->fetch_row();
$result->free();
echo $m->query("SELECT 'then'")->fetch_row()[0], "\n";
$result = $m->query("SELECT seq, REPEAT(seq, 20) FROM " . seq($m, 100000), MYSQLI_USE_RESULT);
$result->fetch_row();
unset($result);
echo $m->query("SELECT 'dropped'")->fetch_row()[0], "\n";

echo 'other commands: ', json_encode([@$m->ping(), $m->select_db(getenv('MYND_TEST_DB')), strlen($m->stat()) > 50, $m->set_charset('latin1')]), "\n";
attempt('an error', fn() => $m->query('SELECT nothing'));
echo $m->query("SELECT 'goes on'")->fetch_row()[0], "\n";
?>
--EXPECTF--
cells of many sizes: [] [] 
many rows: 50000 true 50000 true 300000
several results: 1:1 1:40000 - 20000:1 1:4 
more than 256 results: 600
an error among results: : ! 1054 42S22 Unknown column 'nothing' in %s
given up: then
dropped
other commands: [true,true,true,true]
an error: ! 1054 42S22 Unknown column 'nothing' in %s
goes on
