--TEST--
mynd.round_trips=fewer: mysqlnd.net_read_buffer_size changes while replies that were sent ahead are in the buffer
--EXTENSIONS--
mysqli
--INI--
mynd.round_trips=fewer
mynd.pipelining=on
--FILE--
<?php
require __DIR__ . '/prologue.inc';
mt_srand(1);

/** Rows of 250 bytes, which are kept packed and read many at a time. */
const ROWS = 'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900) SELECT i, REPEAT(CHAR(65 + i MOD 26), 250) FROM n';

function are_right(mysqli_result $rows): bool
{
	for ($i = 1; $row = $rows->fetch_row(); $i++) {
		if ($row !== [(string) $i, str_repeat(chr(65 + $i % 26), 250)]) {
			return false;
		}
	}
	return $i === 901;
}

$connect = fn() => link_of(1);
$begin = fn(mysqli $m) => $m->query("SET SESSION sql_mode='ANSI'");
teach($connect, $begin);
$wrong = [];
for ($i = 0; $i < 60; $i++) {
	$size = [1024, 4096, 32768, 200000, 5000000][mt_rand(0, 4)];
	ini_set('mysqlnd.net_read_buffer_size', (string) $size);
	$m = $connect();
	$begin($m);
	$other = mt_rand(0, 2) ? link_of(null) : $m;
	if (!are_right($other->query(ROWS, mt_rand(0, 1))) || !are_right($m->query(ROWS, mt_rand(0, 1)))) {
		$wrong[] = "$i: $size";
	}
	if (mt_rand(0, 1)) { /* what is unread goes with the connection */
		$m->query(ROWS, MYSQLI_USE_RESULT)->fetch_row();
	}
	$m->close();
}
print_warnings();
attempt('wrong', fn() => $wrong);
attempt('answered ahead', fn() => (pool_counts()['answered_ahead'] ?? 0) > 5);
?>
--EXPECT--
wrong: []
answered ahead: true
