--TEST--
Read buffer: a result that is smaller costs one read call; sizes from 1 byte to 5 MB; settings change nothing on open links
--EXTENSIONS--
mysqli
pcntl
posix
--FILE--
<?php
require __DIR__ . '/lifetime.inc';
require __DIR__ . '/../../faults/peer.inc';

/**
 * A peer that answers each query with a result of so many bytes, as the query says; each is one write, which
 * up to 32,000 bytes TCP does not divide.
 */
function peer(): Peer
{
	return Peer::start(function (Peer $p) {
		$p->login();
		while ($bytes = (int) substr($p->command()->heard, 1)) {
			$two = fn(int $length) => Peer::result(['a'], [[str_repeat('x', 200)], [str_repeat('y', $length)]]);
			$p->raw($two($bytes - strlen($two(300)) + 300));
		}
	});
}

/** Read calls that a result of so many bytes costs. */
function reads(mysqli $m, int $bytes, int $mode = MYSQLI_STORE_RESULT): int
{
	$before = Mynd\stats($m);
	$rows = $m->query((string) $bytes, $mode)->fetch_all();
	$after = Mynd\stats($m);
	if ($after['bytes_read'] - $before['bytes_read'] !== $bytes || $rows[0][0] !== str_repeat('x', 200) || ltrim($rows[1][0], 'y') !== '') {
		echo "wrong\n";
	}
	return $after['reads'] - $before['reads'];
}
$peers[] = $peer = peer();
$m = $peer->connect();
foreach ([1000, 10000, 32000] as $bytes) {
	echo "32768: $bytes bytes: ", reads($m, $bytes), ' ', reads($m, $bytes, MYSQLI_USE_RESULT), "\n";
}
echo '32768: 40000 bytes: ', reads($m, 40000) > 1 ? 'more' : 'one', "\n";
$peers[] = $peer = peer();
$exact = $peer->connect([MYSQLI_OPT_NET_READ_BUFFER_SIZE => 16384]);
foreach ([16383, 16384, 16385] as $bytes) {
	echo "16384: $bytes bytes: ", reads($exact, $bytes), ' ', reads($exact, $bytes, MYSQLI_USE_RESULT), "\n";
}
echo "settings change nothing on it\n";
$m->options(MYSQLI_OPT_NET_READ_BUFFER_SIZE, 1024);
ini_set('mysqlnd.net_read_buffer_size', '1024');
echo '30000 bytes: ', reads($m, 30000), "\n";
$peers[] = $peer = peer();
$small = $peer->connect();
echo 'by ini_set, for the next one: ', reads($small, 1000), ' ', reads($small, 30000) > 1 ? 'more' : 'one', "\n";
$peers[] = $peer = peer();
$large = $peer->connect([MYSQLI_OPT_NET_READ_BUFFER_SIZE => 100000]);
echo 'by options(): ', reads($large, 30000), ' ', reads($large, 32000), "\n";
echo 'each keeps its own: ', reads($m, 30000), ' ', reads($small, 30000) > 1 ? 'more' : 'one', ' ', reads($large, 32000), "\n";
foreach ($peers as $peer) {
	$peer->end();
}

/* Sizes that are absurd or large, against the server. */
foreach (['1', '0', '-1', '1024', '1025', '4096', '5242880'] as $size) {
	ini_set('mysqlnd.net_read_buffer_size', $size);
	$m = link_for_test();
	$sum = 0;
	foreach ([MYSQLI_STORE_RESULT, MYSQLI_USE_RESULT] as $mode) {
		foreach ($m->query("SELECT seq AS s, REPEAT('z', seq * 37) AS t, NULL, REPEAT('w', 300) FROM seq_1_to_300", $mode) as $row) {
			$sum += $row['s'] + strlen($row['t']);
		}
		$sum += strlen($m->query("SELECT REPEAT('v', 1000000)", $mode)->fetch_column());
	}
	echo "$size: $sum\n";
}
?>
--EXPECT--
32768: 1000 bytes: 1 1
32768: 10000 bytes: 1 1
32768: 32000 bytes: 1 1
32768: 40000 bytes: more
16384: 16383 bytes: 1 1
16384: 16384 bytes: 1 1
16384: 16385 bytes: 2 2
settings change nothing on it
30000 bytes: 1
by ini_set, for the next one: 1 more
by options(): 1 1
each keeps its own: 1 more 1
1: 5431400
0: 5431400
-1: 5431400
1024: 5431400
1025: 5431400
4096: 5431400
5242880: 5431400
