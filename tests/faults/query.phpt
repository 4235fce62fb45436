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
answers('an error with a number of ours', $head . $two . Peer::frame(Peer::err(2006, 'HY000', 'MySQL server has gone away'), 6));
answers('number 0', Peer::frame(Peer::err(0, 'HY000', 'no error'), 1));
answers('number 65535', Peer::frame(Peer::err(65535, 'HY000', 'progress'), 1));
answers('0 columns', Peer::frame("\x00", 1));
answers('65536 columns', Peer::frame("\xfd\0\0\1", 1));
answers('2^32 columns', Peer::frame("\xfe\0\0\0\0\1\0\0\0", 1));
answers('NULL columns with a tail', Peer::frame("\x02\x02", 1));
answers('fewer definitions', Peer::frame("\x02", 1) . Peer::frame(Peer::column('a'), 2) . Peer::frame(Peer::eof(), 3) . Peer::frame(Peer::eof(), 4));
answers('more definitions', Peer::frame("\x01", 1) . Peer::frame(Peer::column('a'), 2) . Peer::frame(Peer::column('b'), 3) . Peer::frame(Peer::eof(), 4));
answers('definition with a NULL name', Peer::frame("\x01", 1) . Peer::frame("\3def\xfb\0\0\0\0\x0c" . str_repeat("\0", 12), 2));
answers('definition cut', Peer::frame("\x01", 1) . Peer::frame(substr(Peer::column('a'), 0, -8), 2));
answers('OK cut', Peer::frame("\0\1", 1));
foreach (['store' => MYSQLI_STORE_RESULT, 'use' => MYSQLI_USE_RESULT] as $way => $mode) {
	scenario("a file wanted, $way", function ($p) {
		$p->login()->command()->raw(Peer::frame("\xfb/etc/passwd", 1))->hear();
		$p->packet($p->heard === '' ? Peer::ok() : Peer::err(1105, 'HY000', 'The client sent something'))->serve();
	}, fn ($link) => rows($link, $mode), $short);
}
/*
 * Row by row a buffered result says false where the bad row is, with a warning in stock's words; the rows
 * before it are whole.
 */
$by_row = function ($link) {
	$result = $link->query('SELECT something');
	$seen = [$result->num_rows];
	do {
		$seen[] = $row = $result->fetch_row();
	} while ($row !== null);
	$seen[] = $result->fetch_row();
	$result->data_seek(1);
	$seen[] = @$result->fetch_assoc();
	$result->data_seek(0);
	$seen[] = $result->fetch_column(1);
	try {
		$seen[] = $link->query('SELECT 1');
	} catch (mysqli_sql_exception $e) {
		$seen[] = $e->getCode();
	}
	return $seen;
};
$bad_row = fn (string $bad) => $head . $two . $row($bad, 6) . $row("\1v\1w", 7) . Peer::frame(Peer::eof(), 8);
foreach (['too few cells' => "\1x", 'too many cells' => "\1x\1y\1z", 'cell longer than its row' => "\1x\x09y"] as $name => $bad) {
	scenario("$name, row by row", fn ($p) => $p->login()->command()->raw($bad_row($bad))->serve(), $by_row, $short);
}
answers('error without a text', Peer::frame("\xff", 1));
answers('an error of 5000 bytes', Peer::frame(Peer::err(1064, '42000', str_repeat('e', 5000)), 1));
answers('an OK of 6000 bytes', Peer::frame(Peer::ok(7, 2, str_repeat('i', 6000)), 1));
answers('garbage in session tracking', Peer::frame("\0\0\0\x02\x40\0\0\0\x09\x01\x07abc", 1));
?>
--EXPECT--
good, store: [["x","y"],[null,""]]
good, use: [["x","y"],[null,""]]
silent in mid row, store: 2006 HY000 MySQL server has gone away
silent in mid row, use: 2006 HY000 MySQL server has gone away
packet number gap, store: 2027 HY000 Packets out of order. Expected 5 received 6. Packet size=4
packet number gap, use: 2027 HY000 Packets out of order. Expected 5 received 6. Packet size=4
packet number repeated, store: 2027 HY000 Packets out of order. Expected 6 received 5. Packet size=4
packet number repeated, use: 2027 HY000 Packets out of order. Expected 6 received 5. Packet size=4
too few cells, store: 2027 HY000 Malformed packet: a row with the wrong number of cells
too few cells, use: 2027 HY000 Malformed packet: a row with the wrong number of cells
too many cells, store: 2027 HY000 Malformed packet: a row with the wrong number of cells
too many cells, use: 2027 HY000 Malformed packet: a row with the wrong number of cells
cell longer than its row, store: 2027 HY000 Malformed packet: a row with the wrong number of cells
cell longer than its row, use: 2027 HY000 Malformed packet: a row with the wrong number of cells
length prefix cut: fc, store: 2027 HY000 Malformed packet: a row with the wrong number of cells
length prefix cut: fc, use: 2027 HY000 Malformed packet: a row with the wrong number of cells
length prefix cut: fd, store: 2027 HY000 Malformed packet: a row with the wrong number of cells
length prefix cut: fd, use: 2027 HY000 Malformed packet: a row with the wrong number of cells
length prefix cut: fe, store: 2027 HY000 Malformed packet: a row with the wrong number of cells
length prefix cut: fe, use: 2027 HY000 Malformed packet: a row with the wrong number of cells
length 2^64-1, store: 2027 HY000 Malformed packet: a row with the wrong number of cells
length 2^64-1, use: 2027 HY000 Malformed packet: a row with the wrong number of cells
length 2^63-1, store: 2027 HY000 Malformed packet: a row with the wrong number of cells
length 2^63-1, use: 2027 HY000 Malformed packet: a row with the wrong number of cells
a pointer of our own, store: 2027 HY000 Malformed packet: a row with the wrong number of cells
a pointer of our own, use: 2027 HY000 Malformed packet: a row with the wrong number of cells
an error among the rows, store: 1317 70100 Query execution was interrupted
an error among the rows, store: then ["1"]
an error among the rows, use: 1317 70100 Query execution was interrupted
an error among the rows, use: then ["1"]
an error with a number of ours, store: 2006 HY000 MySQL server has gone away
an error with a number of ours, store: then ["1"]
an error with a number of ours, use: 2006 HY000 MySQL server has gone away
an error with a number of ours, use: then ["1"]
number 0, store: 2027 HY000 Malformed packet: an error number that is not the server's to send
number 0, use: 2027 HY000 Malformed packet: an error number that is not the server's to send
number 65535, store: 2027 HY000 Malformed packet: an error number that is not the server's to send
number 65535, use: 2027 HY000 Malformed packet: an error number that is not the server's to send
0 columns, store: 2027 HY000 Malformed packet: the OK packet is too short
0 columns, use: 2027 HY000 Malformed packet: the OK packet is too short
65536 columns, store: 2027 HY000 Malformed packet: an impossible column count
65536 columns, use: 2027 HY000 Malformed packet: an impossible column count
2^32 columns, store: 2027 HY000 Malformed packet: an impossible column count
2^32 columns, use: 2027 HY000 Malformed packet: an impossible column count
NULL columns with a tail, store: 2027 HY000 Malformed packet: bytes after the column count
NULL columns with a tail, use: 2027 HY000 Malformed packet: bytes after the column count
fewer definitions, store: 2027 HY000 Malformed packet: a name in the column definition goes beyond its end
fewer definitions, use: 2027 HY000 Malformed packet: a name in the column definition goes beyond its end
more definitions, store: 2027 HY000 Malformed packet: not an EOF packet
more definitions, use: 2027 HY000 Malformed packet: not an EOF packet
definition with a NULL name, store: 2027 HY000 Malformed packet: a name in the column definition goes beyond its end
definition with a NULL name, use: 2027 HY000 Malformed packet: a name in the column definition goes beyond its end
definition cut, store: 2027 HY000 Malformed packet: the fixed fields of the column definition
definition cut, use: 2027 HY000 Malformed packet: the fixed fields of the column definition
OK cut, store: 2027 HY000 Malformed packet: the OK packet is too short
OK cut, use: 2027 HY000 Malformed packet: the OK packet is too short
a file wanted, store: 2068 HY000 LOAD DATA LOCAL INFILE is forbidden, check related settings like mysqli.allow_local_infile|mysqli.local_infile_directory or PDO::MYSQL_ATTR_LOCAL_INFILE|PDO::MYSQL_ATTR_LOCAL_INFILE_DIRECTORY
a file wanted, store: then ["1"]
a file wanted, use: 2068 HY000 LOAD DATA LOCAL INFILE is forbidden, check related settings like mysqli.allow_local_infile|mysqli.local_infile_directory or PDO::MYSQL_ATTR_LOCAL_INFILE|PDO::MYSQL_ATTR_LOCAL_INFILE_DIRECTORY
a file wanted, use: then ["1"]
too few cells, row by row: warning: mysqli_result::fetch_row(): Malformed server packet. Field length pointing after end of packet
too few cells, row by row: warning: mysqli_result::fetch_assoc(): Malformed server packet. Field length pointing after end of packet
too few cells, row by row: [2,["x","y"],false,null,null,false,"y",2006]
too many cells, row by row: warning: mysqli_result::fetch_row(): Malformed server packet. Field length pointing after end of packet
too many cells, row by row: warning: mysqli_result::fetch_assoc(): Malformed server packet. Field length pointing after end of packet
too many cells, row by row: [2,["x","y"],false,null,null,false,"y",2006]
cell longer than its row, row by row: warning: mysqli_result::fetch_row(): Malformed server packet. Field length pointing after end of packet
cell longer than its row, row by row: warning: mysqli_result::fetch_assoc(): Malformed server packet. Field length pointing after end of packet
cell longer than its row, row by row: [2,["x","y"],false,null,null,false,"y",2006]
error without a text, store: 2027 HY000 Malformed packet: the error packet is too short
error without a text, use: 2027 HY000 Malformed packet: the error packet is too short
an error of 5000 bytes, store: 1064 42000 1023 bytes
an error of 5000 bytes, store: then ["1"]
an error of 5000 bytes, use: 1064 42000 1023 bytes
an error of 5000 bytes, use: then ["1"]
an OK of 6000 bytes, store: {"affected":7,"info":6000}
an OK of 6000 bytes, use: {"affected":7,"info":6000}
garbage in session tracking, store: {"affected":0,"info":0}
garbage in session tracking, use: {"affected":0,"info":0}
