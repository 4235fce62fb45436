--TEST--
Mynd\capture() and Mynd\replay(): the same rows, columns and settings, in every way to read them, with no link
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
$m->query("CREATE TEMPORARY TABLE t (ti TINYINT, tu TINYINT UNSIGNED, si SMALLINT, mi MEDIUMINT, i INT AUTO_INCREMENT PRIMARY KEY, iz INT(6) ZEROFILL, b BIGINT, bu BIGINT UNSIGNED,
	f FLOAT, fd FLOAT(7,3), d DOUBLE, n DECIMAL(10,3), y YEAR, da DATE, t TIME(2), dt DATETIME(3), ts TIMESTAMP NULL, b8 BIT(8), b64 BIT(64),
	c CHAR(4), v VARCHAR(9), tx LONGTEXT, bl LONGBLOB, e ENUM('p','q'), s SET('p','q'), j JSON)");
$m->query("INSERT INTO t VALUES (-128, 255, -32768, -8388608, 7, 42, -9223372036854775808, 18446744073709551615,
	1.1, 1234.5678, 1e100, 12345.678, 2024, '2024-02-29', '-838:59:59', '2024-02-29 11:12:13.456', '2024-02-29 11:12:13', b'11111111', ~0,
	'ab', 'cd', 'text', 'blob', 'q', 'p,q', '{\"a\": 1}')");
$m->query("INSERT INTO t (ti, bu, b64, f, d, y, t, tx, bl) VALUES (0, 9223372036854775807, 1, -0.5, 0.1, 0, '00:00:01', REPEAT('long', 2000), REPEAT('z', 100000))");
$m->query('INSERT INTO t () VALUES (), ()');

/** Everything that a program can learn of a result, as text. */
function all_of(mysqli_result $r): string
{
	$said = [$r->num_rows, $r->field_count, $r->type, $r->current_field];
	$said[] = $r->fetch_fields();
	$said[] = [$r->fetch_field(), $r->fetch_field_direct($r->field_count - 1), $r->current_field, $r->field_seek(0)];
	foreach ([MYSQLI_NUM, MYSQLI_ASSOC, MYSQLI_BOTH] as $mode) {
		$r->data_seek(0);
		$said[] = $r->fetch_all($mode);
	}
	for ($i = $r->num_rows - 1; $i >= 0; $i -= 2) {
		$said[] = [$r->data_seek($i), $r->fetch_object(), $r->lengths, $r->fetch_column($r->field_count - 1)];
	}
	$said[] = [$r->data_seek($r->num_rows), iterator_to_array($r), iterator_to_array($r), $r->fetch_row(), $r->fetch_assoc()];
	return serialize($said);
}

function compare(string $label, mysqli_result $result): void
{
	$bytes = Mynd\capture($result);
	$again = Mynd\replay($bytes);
	$m = null;
	echo "$label: ", $again->num_rows, ' rows, ', all_of($again) === all_of($result) ? 'the same' : 'DIFFERENT', ', ',
		Mynd\capture($again) === $bytes ? 'captured again the same' : 'captured again DIFFERENT', "\n";
}

foreach ([0, 1] as $native) {
	$m->options(MYSQLI_OPT_INT_AND_FLOAT_NATIVE, $native);
	compare("text, native $native", $m->query('SELECT * FROM t'));
	compare("binary, native $native", $m->execute_query('SELECT * FROM t WHERE 1 = ?', [1]));
}
/* The setting goes with the result, wherever the link's stands later. */
$native = Mynd\replay(Mynd\capture($m->query('SELECT 1 a')));
$m->options(MYSQLI_OPT_INT_AND_FLOAT_NATIVE, 0);
$plain = Mynd\replay(Mynd\capture($m->query('SELECT 1 a')));
var_dump($native->fetch_column(), $plain->fetch_column());

compare('no rows', $m->query('SELECT * FROM t WHERE 0'));
compare('one empty cell', $m->query("SELECT '' a, NULL b"));
compare('columns of one name', $m->query("SELECT 1 a, 2 a, 3 `0`, 4 ``, 'x' `é`"));
compare('many columns', $m->query('SELECT ' . implode(',', range(1, 900))));
compare('many rows', $m->query("SELECT seq, REPEAT('x', seq % 300), IF(seq % 3, NULL, seq) FROM seq_1_to_6000"));
compare('large cells among small ones', $m->query("SELECT seq, REPEAT('x', IF(seq % 9, seq % 50, 8000 + seq)), IF(seq % 4, NULL, REPEAT('y', 250 + seq % 30)) FROM seq_1_to_700"));
compare('large cells, binary', $m->execute_query("SELECT seq, REPEAT('x', IF(seq % 9, seq % 50, 8000 + seq)), NULL, IF(seq % 4, NULL, REPEAT('y', 250 + seq % 30)) FROM seq_1_to_700 WHERE seq > ?", [3]));
compare('a cell of 3 MB', $m->query("SELECT 1, REPEAT('abc', 1000000), 2"));
compare('a reply of an asynchronous query', (function () use ($m) {
	$m->query('SELECT * FROM t', MYSQLI_ASYNC);
	return $m->reap_async_query();
})());

/* The result stays where it was, and needs no link. */
$r = $m->query('SELECT seq FROM seq_1_to_5');
$r->fetch_row();
$bytes = Mynd\capture($r);
echo 'goes on at ', $r->fetch_column(), ', replayed from ', Mynd\replay($bytes)->fetch_column(), "\n";
$m->close();
echo 'with the link closed: ', json_encode(Mynd\replay($bytes)->fetch_all()), ' ', json_encode(Mynd\replay(Mynd\capture($r))->fetch_all()), "\n";
$again = Mynd\replay($bytes);
$bytes = null;
$kept = $again->fetch_row();
$again->free();
attempt('freed', fn() => $again->fetch_row());
echo json_encode($kept), "\n";
?>
--EXPECT--
text, native 0: 4 rows, the same, captured again the same
binary, native 0: 4 rows, the same, captured again the same
text, native 1: 4 rows, the same, captured again the same
binary, native 1: 4 rows, the same, captured again the same
int(1)
string(1) "1"
no rows: 0 rows, the same, captured again the same
one empty cell: 1 rows, the same, captured again the same
columns of one name: 1 rows, the same, captured again the same
many columns: 1 rows, the same, captured again the same
many rows: 6000 rows, the same, captured again the same
large cells among small ones: 700 rows, the same, captured again the same
large cells, binary: 697 rows, the same, captured again the same
a cell of 3 MB: 1 rows, the same, captured again the same
a reply of an asynchronous query: 4 rows, the same, captured again the same
goes on at 2, replayed from 1
with the link closed: [["1"],["2"],["3"],["4"],["5"]] [["1"],["2"],["3"],["4"],["5"]]
freed: ! Error mysqli_result object is already closed
["1"]
