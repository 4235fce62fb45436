--TEST--
Faults in compressed frames: lengths and numbers that lie, streams that are broken or too long; one clear error, never a row that was not whole
--EXTENSIONS--
mysqli
zlib
--INI--
memory_limit=64M
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/peer.inc';
const COMPRESS = MYSQLI_CLIENT_COMPRESS;
$result = Peer::result(['a', 'b'], [['first', str_repeat('long', 30)], [null, '']]);

/* The peer answers one query with these frames, and then waits. Both ways to fetch. */
function answers(string $name, string $frames, int $bits = 0x20): void
{
	$scenario = function ($p) use ($frames, $bits) { $p->login_compressed($bits)->command()->raw($frames)->serve(); };
	$count = fn (array $rows) => array_map(fn ($row) => strlen(implode('|', $row)), $rows);
	scenario("$name, store", $scenario, fn ($link) => $count(rows($link)), [MYSQLI_OPT_READ_TIMEOUT => 1], COMPRESS);
	scenario("$name, use", $scenario, fn ($link) => $count(rows($link, MYSQLI_USE_RESULT)), [MYSQLI_OPT_READ_TIMEOUT => 1], COMPRESS);
}
answers('good', Peer::packed($result, 1));
answers('stored', Peer::packed($result, 1, true));
$bytes = str_split($result);
answers('each byte a stored frame', implode('', array_map(fn ($byte, $i) => Peer::packed($byte, $i + 1, true), $bytes, array_keys($bytes))));
answers('each byte a packed frame', implode('', array_map(fn ($byte, $i) => Peer::packed($byte, $i + 1), $bytes, array_keys($bytes))));
$halves = [substr($result, 0, 100), substr($result, 100)];
answers('numbers: a gap', Peer::packed($halves[0], 1) . Peer::packed($halves[1], 3));
answers('numbers: a repetition', Peer::packed($halves[0], 1) . Peer::packed($halves[1], 1));
answers('numbers: the first is wrong', Peer::packed($result, 2));
answers('numbers: not from the beginning', Peer::packed($halves[0], 1) . Peer::packed($halves[1], 0));
answers('length: one more than there is', Peer::packed($result, 1, false, 1));
answers('length: one less', Peer::packed($result, 1, false, -1));
answers('length: much more', Peer::packed($result, 1, false, 10000000));
answers('an empty frame', "\0\0\0\1\0\0\0");
answers('an empty frame that promises much', "\0\0\0\1\xff\xff\xff");
answers('a broken stream', str_replace("\x78\x9c", "\x78\x9d", Peer::packed($result, 1)));
$packed = Peer::packed($result, 1);
answers('a changed byte', substr_replace($packed, chr(ord($packed[60]) ^ 4), 60, 1));
answers('a wrong checksum', substr($packed, 0, -1) . chr(ord(substr($packed, -1)) ^ 1));
answers('bytes behind the stream', chr(ord($packed[0]) + 4) . substr($packed, 1) . 'more');
answers('a stream that ends early', chr(ord($packed[0]) - 4) . substr($packed, 1, -4));
$bomb = gzcompress(str_repeat("\0", 0xFFFFFF));
answers('a bomb', substr(pack('V', strlen($bomb)), 0, 3) . "\1\x64\0\0" . $bomb);
answers('a bomb that says so', Peer::packed("\1\0\0\1\1" . str_repeat("\0", 0xFFFFF0), 1));
answers('16 MB announced, nothing comes', "\xff\xff\xff\1\xff\xff\xffx");
answers('not compressed at all', $result);
answers('zstd, stored', Peer::packed($result, 1, true), 0x04000000);
answers('zstd, a zlib stream', Peer::packed($result, 1), 0x04000000);
answers('zstd, a window of 2 TB', "\x09\0\0\1\x05\0\0\x28\xb5\x2f\xfd\x00\xf8\x01\x00\x00", 0x04000000);

foreach (['zlib' => 0x20, 'zstd' => 0x04000000, 'both' => 0x04000020, 'none' => 0] as $name => $bits) {
	scenario("offered: $name", function ($p) use ($bits) {
		$p->packet(Peer::greeting(['caps' => 0x81BFF7DF & ~0x820 & ~0x04000000 | $bits]));
		$login = $p->hear();
		$caps = unpack('V', $login)[1];
		$said = ($caps & 0x20 ? 'zlib ' : '') . ($caps & 0x04000000 ? 'zstd level ' . ord(substr($login, -1)) : '');
		$p->packet(Peer::ok());
		$p->compressed = ($caps & 0x04000020) !== 0;
		$p->command()->raw($p->compressed ? Peer::packed(Peer::result(['wanted'], [[$said]]), 1, true) : Peer::result(['wanted'], [[$said]]))->stall();
	}, rows(...), [], COMPRESS);
}

/* Bytes that follow the login's OK in the same write are compressed already. */
/* From 8.4 on stock, and so mynd, reports the server's own error. */
function gone_by(mysqli_sql_exception $e): int
{
	return PHP_VERSION_ID >= 80400 && in_array($e->getCode(), [1053, 4031], true) ? 2006 : $e->getCode();
}

scenario('words behind the login', function ($p) {
	$p->packet(Peer::greeting(['caps' => 0x81BFF7DF & ~0x820 & ~0x04000000 | 0x20]))->hear();
	$p->raw(Peer::frame(Peer::ok(), 2) . Peer::packed(Peer::frame(Peer::err(1053, '08S01', 'Server shutdown in progress'), 0), 0))->stall();
}, function ($link) {
	try {
		return rows($link);
	} catch (mysqli_sql_exception $e) {
		return [gone_by($e), Mynd\last_failure($link)['message']];
	}
}, [], COMPRESS);
scenario('an unsolicited error 4031', function ($p) use ($result) {
	$p->login_compressed()->command();
	$p->raw(Peer::packed($result, 1) . Peer::packed(Peer::frame(Peer::err(4031, 'HY000', 'The client was disconnected by the server because of inactivity.'), 0), 0))->stall();
}, function ($link) {
	rows($link);
	try {
		return rows($link);
	} catch (mysqli_sql_exception $e) {
		return [gone_by($e), Mynd\last_failure($link)['message']];
	}
}, [], COMPRESS);
scenario('a file wanted', function ($p) {
	$p->login_compressed()->command()->packet("\xfb/etc/passwd");
	$p->hear();
	$p->packet($p->heard === '' && $p->number === 3 ? Peer::ok() : Peer::err(1105, 'HY000', "The client said $p->number"))->serve();
}, rows(...), [], COMPRESS);
scenario('change_user with a switch of method', function ($p) {
	$p->login_compressed()->command()->packet("\xfemysql_native_password\0ABCDEFGHIJKLMNOPQRST\0");
	$p->hear();
	$p->packet(strlen($p->heard) === 20 && $p->number === 3 ? Peer::ok() : Peer::err(1105, 'HY000', "The client said $p->number"))->serve();
}, fn ($link) => [$link->change_user('other', 'other', ''), rows($link)], [], COMPRESS);
scenario('a long command, refused after its first frame', function ($p) {
	$p->login_compressed()->hear_frame();
	$p->sequence = 1;
	$p->packet(Peer::err(1153, '08S01', 'Got a packet bigger than max_allowed_packet bytes'))->close();
}, fn ($link) => $link->query("SELECT '" . str_repeat('x', 3 << 20) . "'"), [], COMPRESS);
echo memory_get_peak_usage() < 40e6 ? "small\n" : "large\n";

/* A reply that ends at any byte. */
$whole = [['first', str_repeat('long', 30)], [null, '']];
foreach ([MYSQLI_STORE_RESULT, MYSQLI_USE_RESULT] as $mode) {
	foreach ([Peer::packed($result, 1), Peer::packed($halves[0], 1) . Peer::packed($halves[1], 2, true)] as $reply) {
		for ($cut = 0; $cut < strlen($reply); $cut += 3) {
			$peer = Peer::start(fn ($p) => $p->login_compressed()->command()->raw(substr($reply, 0, $cut))->close());
			$link = $peer->connect([], COMPRESS);
			$rows = [];
			try {
				$found = $link->query('SELECT', $mode);
				while ($row = $found->fetch_row()) {
					$rows[] = $row;
				}
				echo "cut at $cut: no error\n";
			} catch (mysqli_sql_exception $e) {
				if ($e->getCode() !== 2006 || $rows !== array_slice($whole, 0, count($rows))) {
					echo "cut at $cut: {$e->getCode()} ", json_encode($rows), "\n";
				}
			}
			unset($found, $link);
			$peer->end();
		}
	}
}
echo "done\n";
?>
--EXPECT--
good, store: [126,1]
good, use: [126,1]
stored, store: [126,1]
stored, use: [126,1]
each byte a stored frame, store: [126,1]
each byte a stored frame, use: [126,1]
each byte a packed frame, store: [126,1]
each byte a packed frame, use: [126,1]
numbers: a gap, store: 2027 HY000 Malformed packet: compressed frames out of order, expected 2 received 3, size 30
numbers: a gap, use: 2027 HY000 Malformed packet: compressed frames out of order, expected 2 received 3, size 30
numbers: a repetition, store: 2027 HY000 Malformed packet: compressed frames out of order, expected 2 received 1, size 30
numbers: a repetition, use: 2027 HY000 Malformed packet: compressed frames out of order, expected 2 received 1, size 30
numbers: the first is wrong, store: 2027 HY000 Malformed packet: compressed frames out of order, expected 1 received 2, size 86
numbers: the first is wrong, use: 2027 HY000 Malformed packet: compressed frames out of order, expected 1 received 2, size 86
numbers: not from the beginning, store: 2027 HY000 Malformed packet: compressed frames out of order, expected 2 received 0, size 30
numbers: not from the beginning, use: 2027 HY000 Malformed packet: compressed frames out of order, expected 2 received 0, size 30
length: one more than there is, store: 2027 HY000 Malformed packet: a compressed frame is shorter than it says
length: one more than there is, use: 2027 HY000 Malformed packet: a compressed frame is shorter than it says
length: one less, store: 2027 HY000 Malformed packet: a compressed frame is not as long as it says
length: one less, use: 2027 HY000 Malformed packet: a compressed frame is not as long as it says
length: much more, store: 2027 HY000 Malformed packet: a compressed frame is shorter than it says
length: much more, use: 2027 HY000 Malformed packet: a compressed frame is shorter than it says
an empty frame, store: 2027 HY000 Malformed packet: an empty compressed frame
an empty frame, use: 2027 HY000 Malformed packet: an empty compressed frame
an empty frame that promises much, store: 2027 HY000 Malformed packet: an empty compressed frame
an empty frame that promises much, use: 2027 HY000 Malformed packet: an empty compressed frame
a broken stream, store: 2027 HY000 Malformed packet: a broken zlib stream
a broken stream, use: 2027 HY000 Malformed packet: a broken zlib stream
a changed byte, store: 2027 HY000 Malformed packet: a broken zlib stream
a changed byte, use: 2027 HY000 Malformed packet: a broken zlib stream
a wrong checksum, store: 2027 HY000 Malformed packet: a broken zlib stream
a wrong checksum, use: 2027 HY000 Malformed packet: a broken zlib stream
bytes behind the stream, store: 2027 HY000 Malformed packet: bytes after the stream of a compressed frame
bytes behind the stream, use: 2027 HY000 Malformed packet: bytes after the stream of a compressed frame
a stream that ends early, store: 2027 HY000 Malformed packet: a compressed frame is not as long as it says
a stream that ends early, use: 2027 HY000 Malformed packet: a compressed frame is not as long as it says
a bomb, store: 2027 HY000 Malformed packet: a compressed frame is not as long as it says
a bomb, use: 2027 HY000 Malformed packet: a compressed frame is not as long as it says
a bomb that says so, store: 2027 HY000 Malformed packet: an empty reply
a bomb that says so, use: 2027 HY000 Malformed packet: an empty reply
16 MB announced, nothing comes, store: 2006 HY000 MySQL server has gone away
16 MB announced, nothing comes, use: 2006 HY000 MySQL server has gone away
not compressed at all, store: 2027 HY000 Malformed packet: a compressed frame is not as long as it says
not compressed at all, use: 2027 HY000 Malformed packet: a compressed frame is not as long as it says
zstd, stored, store: [126,1]
zstd, stored, use: [126,1]
zstd, a zlib stream, store: 2027 HY000 Malformed packet: a broken zstd stream
zstd, a zlib stream, use: 2027 HY000 Malformed packet: a broken zstd stream
zstd, a window of 2 TB, store: 2027 HY000 Malformed packet: a broken zstd stream
zstd, a window of 2 TB, use: 2027 HY000 Malformed packet: a broken zstd stream
offered: zlib: [["zlib "]]
offered: zstd: [["zstd level 3"]]
offered: both: [["zstd level 3"]]
offered: none: [[""]]
words behind the login: [2006,"1053 Server shutdown in progress"]
an unsolicited error 4031: [2006,"4031 The client was disconnected by the server because of inactivity."]
a file wanted: 2068 HY000 LOAD DATA LOCAL INFILE is forbidden, check related settings like mysqli.allow_local_infile|mysqli.local_infile_directory or PDO::MYSQL_ATTR_LOCAL_INFILE|PDO::MYSQL_ATTR_LOCAL_INFILE_DIRECTORY
a file wanted: then ["1"]
change_user with a switch of method: [true,[["1"]]]
a long command, refused after its first frame: 1153 08S01 Got a packet bigger than max_allowed_packet bytes
small
done
