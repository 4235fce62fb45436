--TEST--
Big packets: a cell at the borders of 16 MB frames, a missing empty tail, an absurd length
--EXTENSIONS--
mysqli
--INI--
memory_limit=256M
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/peer.inc';
const FRAME = 0xFFFFFF;

/* A row whose payload is exactly $size bytes: one big cell of it and a small one. */
function big_row(int $size): array
{
	$cell = str_repeat('0123456789abcdef', intdiv($size, 16) + 1);
	$prefix = strlen(Peer::lenenc($size - 12));
	$cell = substr($cell, 0, $size - $prefix - 4);
	return [$cell, Peer::text($cell) . Peer::text('end')];
}

foreach ([FRAME - 1, FRAME, FRAME + 1, FRAME + 3, 2 * FRAME, 2 * FRAME + 9] as $size) {
	foreach ([MYSQLI_STORE_RESULT, MYSQLI_USE_RESULT] as $mode) {
		[$cell, $payload] = big_row($size);
		if (strlen($payload) !== $size) {
			echo "wrong test\n";
		}
		$peer = Peer::start(function ($p) use ($payload) {
			$p->login()->command();
			foreach (["\x02", Peer::column('a'), Peer::column('b'), Peer::eof(), $payload, Peer::text('x') . Peer::text('y'), Peer::eof()] as $part) {
				$p->packet($part);
			}
			$p->serve();
		});
		$link = $peer->connect();
		$rows = $link->query('SELECT', $mode)->fetch_all();
		echo $size - FRAME, ' ', count($rows), ' ', var_export($rows[0][0] === $cell && $rows[0][1] === 'end' && $rows[1] === ['x', 'y'], true),
			' ', $link->query('SELECT 1')->fetch_row()[0], "\n";
		unset($rows, $link);
		$peer->end();
	}
}

$head = Peer::frame("\x02", 1) . Peer::frame(Peer::column('a'), 2) . Peer::frame(Peer::column('b'), 3) . Peer::frame(Peer::eof(), 4);
scenario('the empty tail is missing', function ($p) use ($head) {
	[, $payload] = big_row(FRAME);
	$p->login()->command()->raw($head . Peer::frame($payload, 5))->close();
}, fn ($link) => count(rows($link)));
scenario('a cell of 3 GiB', function ($p) use ($head) {
	$p->login()->command()->raw($head . "\xff\xff\xff\x05\xfe" . pack('P', 3 << 30) . str_repeat('x', 100000))->stall();
}, fn ($link) => count(rows($link)), [MYSQLI_OPT_READ_TIMEOUT => 1]);
echo memory_get_peak_usage() < 200e6 ? "small\n" : "large\n";
?>
--EXPECT--
-1 2 true 1
-1 2 true 1
0 2 true 1
0 2 true 1
1 2 true 1
1 2 true 1
3 2 true 1
3 2 true 1
16777215 2 true 1
16777215 2 true 1
16777224 2 true 1
16777224 2 true 1
the empty tail is missing: 2006 HY000 MySQL server has gone away
a cell of 3 GiB: 2008 HY000 Out of memory
small
