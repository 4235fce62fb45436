--TEST--
Lifetime: replies that are given up: what is left is read, but for much of a text that certainly writes nothing, for which the link is given up; errors among it are nobody's
--EXTENSIONS--
mysqli
pcntl
posix
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') die('skip there is no limit without the engine\'s allocator');
?>
--INI--
memory_limit=48M
--FILE--
<?php
require __DIR__ . '/lifetime.inc';
require __DIR__ . '/../../faults/peer.inc';
const MIB = 1 << 20;

/* Results of about 1 KB a row that cannot fit: 2008, and then the next command. */
foreach (['store' => fn($m, $rows) => $m->query("SELECT CONCAT(seq, REPEAT('x', 1000)) FROM seq_1_to_$rows"),
	'use, fetch_all' => fn($m, $rows) => $m->query("SELECT CONCAT(seq, REPEAT('x', 1000)) FROM seq_1_to_$rows", MYSQLI_USE_RESULT)->fetch_all(),
	'store, fetch_all' => fn($m, $rows) => $m->query("SELECT CONCAT(seq, REPEAT('x', 1000)) FROM seq_1_to_" . $rows / 2)->fetch_all(MYSQLI_BOTH),
	'multi_query' => fn($m, $rows) => $m->multi_query("SELECT CONCAT(seq, REPEAT('x', 1000)) FROM seq_1_to_$rows; SELECT 2; SELECT 3") && $m->store_result(),
	'one cell' => fn($m, $rows) => $m->query('SELECT REPEAT(1, ' . $rows * 1000 . '), 1, 2 UNION ALL SELECT 3, 4, 5', MYSQLI_USE_RESULT)->fetch_row(),
] as $how => $program) {
	foreach ([60000, 240000] as $rows) {
		$m = link_for_test();
		echo "$how, $rows rows: ";
		try {
			$program($m, $rows);
			echo 'fits';
		} catch (mysqli_sql_exception $e) {
			echo $e->getCode(), ' ', $m->errno;
		}
		$before = Mynd\stats($m)['bytes_read'];
		try {
			$then = $m->query('SELECT 1')->fetch_column();
		} catch (mysqli_sql_exception $e) {
			$then = $e->getCode() . ' (' . Mynd\last_failure($m)['cause'] . ')';
		}
		$read = Mynd\stats($m)['bytes_read'] - $before;
		echo ", then $then, ", $read > 66 * MIB ? 'read to its end' : 'no more than 64 MiB read for it', "\n";
		echo memory_get_usage() > 4 * MIB ? 'memory is held: ' . memory_get_usage() . "\n" : '';
	}
}

/* A stored result of which not all fits as an array is still there. */
$m = link_for_test();
$r = $m->query("SELECT seq, REPEAT('x', 30) FROM seq_1_to_300000");
attempt('fetch_all', fn() => count($r->fetch_all()));
attempt('from the start', fn() => [$r->data_seek(0), ...$r->fetch_row()]);
for ($rows = 1; $row = $r->fetch_row(); $rows++) {
	$last = $row[0];
}
echo "$rows rows, the last is $last\n";

/* An error in the middle of rows that nobody wants any more. */
$peer = Peer::start(function (Peer $p) {
	$p->login();
	$p->command();
	$whole = Peer::result(['a'], [['1'], ['2'], ['3']]);
	$p->raw(substr($whole, 0, -9) . Peer::frame(Peer::err(1317, '70100', 'Query execution was interrupted'), ord($whole[-6])));
	$p->serve();
});
$m = $peer->connect();
$r = $m->query('SELECT many', MYSQLI_USE_RESULT);
attempt('a row', fn() => $r->fetch_row());
unset($r);
attempt('the next command', fn() => $m->query('SELECT 1')->fetch_row());
attempt('its error', fn() => [$m->errno, $m->error]);
$peer->end();
?>
--EXPECT--
store, 60000 rows: 2008 2008, then 1, no more than 64 MiB read for it
store, 240000 rows: 2008 2008, then 1, read to its end
use, fetch_all, 60000 rows: 2008 2008, then 1, no more than 64 MiB read for it
use, fetch_all, 240000 rows: 2008 2008, then 1, read to its end
store, fetch_all, 60000 rows: 2008 2008, then 1, no more than 64 MiB read for it
store, fetch_all, 240000 rows: 2008 2008, then 1, read to its end
multi_query, 60000 rows: 2008 2008, then 1, no more than 64 MiB read for it
multi_query, 240000 rows: 2008 2008, then 1, read to its end
one cell, 60000 rows: 2008 2008, then 1, no more than 64 MiB read for it
one cell, 240000 rows: 2008 2008, then 2006 (memory), no more than 64 MiB read for it
fetch_all: ! 2008 HY000 Out of memory
from the start: [true,"1","xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"]
300000 rows, the last is 300000
a row: ["1"]
the next command: ["1"]
its error: [0,""]
