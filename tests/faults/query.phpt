--TEST--
Faults in replies: one clear error, never a row that was not whole, the link works or is gone
--EXTENSIONS--
mysqli
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/peer.inc';
$short = [MYSQLI_OPT_READ_TIMEOUT => 1];
$head = Peer::frame("\x02", 1) . Peer::frame(Peer::column('a'), 2) . Peer::frame(Peer::column('b'), 3) . Peer::frame(Peer::eof(), 4);

/* Scenarios in which the peer answers one query with these bytes, and then waits. Both ways to fetch. */
function answers(string $name, string $bytes, array $options = [MYSQLI_OPT_READ_TIMEOUT => 1]): void
{
	$scenario = function ($p) use ($bytes) { $p->login()->command()->raw($bytes)->serve(); };
	scenario("$name, store", $scenario, rows(...), $options);
	scenario("$name, use", $scenario, fn ($link) => rows($link, MYSQLI_USE_RESULT), $options);
}
$row = fn (string $payload, int $n = 5) => Peer::frame($payload, $n);
$two = $row("\1x\1y");

answers('good', Peer::result(['a', 'b'], [['x', 'y'], [null, '']]));
answers('silent in mid row', $head . $two . substr($row(str_repeat("\1z", 2), 6), 0, 6));
answers('packet number gap', $head . $row("\1x\1y", 6));
answers('packet number repeated', $head . $two . $two);
answers('too few cells', $head . $row("\1x") . Peer::frame(Peer::eof(), 6));
answers('too many cells', $head . $row("\1x\1y\1z") . Peer::frame(Peer::eof(), 6));
answers('cell longer than its row', $head . $row("\1x\x09y") . Peer::frame(Peer::eof(), 6));
answers('length prefix cut: fc', $head . $row("\1x\xfc") . Peer::frame(Peer::eof(), 6));
answers('length prefix cut: fd', $head . $row("\1x\xfd\1\0") . Peer::frame(Peer::eof(), 6));
answers('length prefix cut: fe', $head . $row("\1x\xfe\1\0\0\0\0\0\0") . Peer::frame(Peer::eof(), 6));
answers('length 2^64-1', $head . $row("\1x\xfe\xff\xff\xff\xff\xff\xff\xff\xff") . Peer::frame(Peer::eof(), 6));
answers('length 2^63-1', $head . $row("\xfe\xff\xff\xff\xff\xff\xff\xff\x7f\1y") . Peer::frame(Peer::eof(), 6));
answers('a pointer of our own', $head . $row("\1x\xff\x08\0\0\0\0\0\0\0AAAAAAAA") . Peer::frame(Peer::eof(), 6));
answers('an error among the rows', $head . $two . Peer::frame(Peer::err(1317, '70100', 'Query execution was interrupted'), 6));
answers('an error that poses as ours', $head . $two . Peer::frame(Peer::err(2006, 'HY000', 'MySQL server has gone away'), 6));
answers('0 columns', Peer::frame("\x00", 1));
answers('65536 columns', Peer::frame("\xfd\0\0\1", 1));
answers('2^32 columns', Peer::frame("\xfe\0\0\0\0\1\0\0\0", 1));
answers('NULL columns with a tail', Peer::frame("\x02\x02", 1));
answers('fewer definitions', Peer::frame("\x02", 1) . Peer::frame(Peer::column('a'), 2) . Peer::frame(Peer::eof(), 3) . Peer::frame(Peer::eof(), 4));
answers('more definitions', Peer::frame("\x01", 1) . Peer::frame(Peer::column('a'), 2) . Peer::frame(Peer::column('b'), 3) . Peer::frame(Peer::eof(), 4));
answers('definition with a NULL name', Peer::frame("\x01", 1) . Peer::frame("\3def\xfb\0\0\0\0\x0c" . str_repeat("\0", 12), 2));
answers('definition cut', Peer::frame("\x01", 1) . Peer::frame(substr(Peer::column('a'), 0, -8), 2));
answers('OK cut', Peer::frame("\0\1", 1));
answers('a file wanted', Peer::frame("\xfb/etc/passwd", 1));
answers('error without a text', Peer::frame("\xff", 1));
answers('an error of 5000 bytes', Peer::frame(Peer::err(1064, '42000', str_repeat('e', 5000)), 1));
answers('an OK of 6000 bytes', Peer::frame(Peer::ok(7, 2, str_repeat('i', 6000)), 1));
answers('garbage in session tracking', Peer::frame("\0\0\0\x02\x40\0\0\0\x09\x01\x07abc", 1));
?>
--EXPECT--
