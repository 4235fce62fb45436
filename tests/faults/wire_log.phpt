--TEST--
The wire log of fixed conversations: each method of authentication, and servers that say what is no packet
--EXTENSIONS--
mysqli
mynd
--INI--
mynd.allow_cleartext_password=1
mynd.pipelining=off
mynd.wire_log={PWD}/wire_log.d
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/peer.inc';
require __DIR__ . '/../phpt/wire-log/wire_log.inc';
$folder = __DIR__ . '/wire_log.d';
mkdir($folder);

/** What the log has of one connection to a peer; its user is tester, its password secret. */
function conversation(string $label, callable $scenario, ?callable $program = null): void
{
	global $folder;
	scenario($label, $scenario, $program, [MYSQLI_OPT_READ_TIMEOUT => 2]);
	[$file] = glob("$folder/*");
	$lines = file_get_contents($file);
	echo without_times($lines), "\n";
	if (preg_match('/secret|' . bin2hex('secret') . '|' . chunk_split(bin2hex('secret'), 2, ' ?') . '/', preg_replace('/\(left out\)/', '', $lines), $m)) {
		echo "A PASSWORD\n";
	}
	unlink($file);
}

$key = openssl_pkey_get_details(openssl_pkey_new(['private_key_bits' => 2048]))['key'];
conversation('native', function ($p) { $p->login()->stall(); });
conversation('caching_sha2, the proof is enough', function ($p) {
	$p->packet(Peer::greeting(['method' => 'caching_sha2_password']))->hear();
	$p->packet("\x01\x03")->packet(Peer::ok())->stall();
});
conversation('caching_sha2, with a key', function ($p) use ($key) {
	$p->packet(Peer::greeting(['method' => 'caching_sha2_password']))->hear();
	$p->packet("\x01\x04")->hear();
	$p->packet("\x01$key")->hear();
	$p->packet(Peer::ok())->stall();
});
conversation('sha256', function ($p) use ($key) {
	$p->packet(Peer::greeting(['method' => 'sha256_password']))->hear();
	$p->packet("\x01$key")->hear();
	$p->packet(Peer::ok())->stall();
});
conversation('clear text', function ($p) {
	$p->packet(Peer::greeting())->hear();
	$p->packet("\xfemysql_clear_password\0")->hear();
	$p->packet(Peer::ok())->stall();
});
conversation('ed25519', function ($p) {
	$p->packet(Peer::greeting())->hear();
	$p->packet("\xfeclient_ed25519\0" . str_repeat('c', 32))->hear();
	$p->packet(Peer::ok())->stall();
});
conversation('a method that nobody knows', function ($p) {
	$p->packet(Peer::greeting())->hear();
	$p->packet("\xfeunknown_method\0" . 'challenge')->stall();
});
conversation('refused', function ($p) {
	$p->packet(Peer::greeting())->hear();
	$p->packet(Peer::err(1045, '28000', "Access denied for user 'tester'"))->stall();
});
conversation('no greeting', function ($p) { $p->packet("\x0ano end")->stall(); });
conversation('too many', function ($p) { $p->packet(Peer::err(1040, '', 'Too many connections'))->stall(); });

$query = fn($link) => rows($link);
conversation('a row that is none', function ($p) {
	$p->login()->command()->raw(Peer::packets(["\x01", Peer::column('a'), Peer::eof(), "\x03abc", "\x09abc", Peer::eof()]))->stall();
}, $query);
conversation('a packet that does not end', function ($p) {
	$p->login()->command()->raw("\x10\0\0\1\1\2\3")->close();
}, $query);
conversation('a number of no reply', function ($p) {
	$p->login()->command()->raw(Peer::frame(Peer::ok(), 7))->stall();
}, $query);
conversation('a server that says more', function ($p) {
	$p->login()->command()->raw(Peer::packets([Peer::ok()]) . Peer::frame("\xff\xbf\x0f#HY000The client was disconnected", 0))->stall();
}, $query);
conversation('LOCAL INFILE unasked', function ($p) {
	$p->login()->command()->packet("\xfb/etc/passwd")->hear();
	$p->packet(Peer::ok())->stall();
}, $query);
rmdir($folder);
?>
--CLEAN--
<?php
array_map('unlink', glob(__DIR__ . '/wire_log.d/*'));
@rmdir(__DIR__ . '/wire_log.d');
?>
--EXPECT--
native: connected
-               the log begins, TIME, process N
<   0         N  greeting: VERSION, connection N, method mysql_native_password, collation N, capabilities C; autocommit
>   1         N  login: user "tester", proof of 20 bytes, method mysql_native_password, collation N, packets of at most 3221225472 bytes, capabilities C
<   2         N  OK; autocommit
>   0        1  quit
-               the end

caching_sha2, the proof is enough: connected
-               the log begins, TIME, process N
<   0         N  greeting: VERSION, connection N, method caching_sha2_password, collation N, capabilities C; autocommit
>   1         N  login: user "tester", proof of 32 bytes, method caching_sha2_password, collation N, packets of at most 3221225472 bytes, capabilities C
<   2        2  of the method, 1 byte: the proof is enough
<   3        7  OK; autocommit
>   0        1  quit
-               the end

caching_sha2, with a key: connected
-               the log begins, TIME, process N
<   0         N  greeting: VERSION, connection N, method caching_sha2_password, collation N, capabilities C; autocommit
>   1         N  login: user "tester", proof of 32 bytes, method caching_sha2_password, collation N, packets of at most 3221225472 bytes, capabilities C
<   2        2  of the method, 1 byte: the password is wanted
>   3        1  proof, 1 byte
<   4      452  of the method, 451 bytes
>   5      256  proof, 256 bytes
<   6        7  OK; autocommit
>   0        1  quit
-               the end

sha256: connected
-               the log begins, TIME, process N
<   0         N  greeting: VERSION, connection N, method sha256_password, collation N, capabilities C; autocommit
>   1         N  login: user "tester", proof of 1 bytes, method sha256_password, collation N, packets of at most 3221225472 bytes, capabilities C
<   2      452  of the method, 451 bytes
>   3      256  proof, 256 bytes
<   4        7  OK; autocommit
>   0        1  quit
-               the end

clear text: connected
-               the log begins, TIME, process N
<   0         N  greeting: VERSION, connection N, method mysql_native_password, collation N, capabilities C; autocommit
>   1         N  login: user "tester", proof of 20 bytes, method mysql_native_password, collation N, packets of at most 3221225472 bytes, capabilities C
<   2       22  another method: mysql_clear_password, challenge of 0 bytes
>   3        7  proof, 7 bytes
<   4        7  OK; autocommit
>   0        1  quit
-               the end

ed25519: connected
-               the log begins, TIME, process N
<   0         N  greeting: VERSION, connection N, method mysql_native_password, collation N, capabilities C; autocommit
>   1         N  login: user "tester", proof of 20 bytes, method mysql_native_password, collation N, packets of at most 3221225472 bytes, capabilities C
<   2       48  another method: client_ed25519, challenge of 32 bytes
>   3       64  proof, 64 bytes
<   4         N  OK; autocommit
>   0        1  quit
-               the end

a method that nobody knows: 2054 HY000 The server requested authentication method unknown to the client [unknown_method]
-               the log begins, TIME, process N
<   0         N  greeting: VERSION, connection N, method mysql_native_password, collation N, capabilities C; autocommit
>   1         N  login: user "tester", proof of 20 bytes, method mysql_native_password, collation N, packets of at most 3221225472 bytes, capabilities C
<   2       25  another method: unknown_method, challenge of 9 bytes
-               failure: error 2054, The server requested authentication method unknown to the client [unknown_method], after N bytes from the server
-               the end

refused: 1045 HY000 Access denied for user 'tester'
-               the log begins, TIME, process N
<   0         N  greeting: VERSION, connection N, method mysql_native_password, collation N, capabilities C; autocommit
>   1         N  login: user "tester", proof of 20 bytes, method mysql_native_password, collation N, packets of at most 3221225472 bytes, capabilities C
<   2       40  error 1045 (28000): "Access denied for user 'tester'"
-               the end

no greeting: warning: mysqli::real_connect(): Error while reading greeting packet. PID=N
no greeting: 2006 HY000 MySQL server has gone away
-               the log begins, TIME, process N
<   0        7  7 bytes that are not known: 0a 6e 6f 20 65 6e 64
-               failure: error 2027, Malformed packet: the greeting's version has no end, after N bytes from the server
-               the end

too many: 1040 HY000 Too many connections
-               the log begins, TIME, process N
<   0       23  error 1040 (08004): "Too many connections"
-               the end

a row that is none: 2027 HY000 Malformed packet: a row with the wrong number of cells
-               the log begins, TIME, process N
<   0         N  greeting: VERSION, connection N, method mysql_native_password, collation N, capabilities C; autocommit
>   1         N  login: user "tester", proof of 20 bytes, method mysql_native_password, collation N, packets of at most 3221225472 bytes, capabilities C
<   2         N  OK; autocommit
>   0       17  query "SELECT something"
<   1        1  1 column
<   2       28  column "a" of "t": VAR_STRING(255), collation N
<   3        5  end of definitions; autocommit
<   4        4  row: "abc"
<   5        4  row: "abc"..., which is no row: 09 61 62 63
<   6        5  end of rows; autocommit; 2 rows
-               failure: error 2027, Malformed packet: a row with the wrong number of cells, after N bytes from the server
-               failure: error 2006, MySQL server has gone away, after N bytes from the server
-               the end

a packet that does not end: 2006 HY000 MySQL server has gone away
-               the log begins, TIME, process N
<   0         N  greeting: VERSION, connection N, method mysql_native_password, collation N, capabilities C; autocommit
>   1         N  login: user "tester", proof of 20 bytes, method mysql_native_password, collation N, packets of at most 3221225472 bytes, capabilities C
<   2         N  OK; autocommit
>   0       17  query "SELECT something"
-               failure: error 2006, MySQL server has gone away, after N bytes from the server
-               a packet from the server is not whole, 3 bytes of it are here
-               the end

a number of no reply: 2027 HY000 Packets out of order. Expected 1 received 7. Packet size=7
-               the log begins, TIME, process N
<   0         N  greeting: VERSION, connection N, method mysql_native_password, collation N, capabilities C; autocommit
>   1         N  login: user "tester", proof of 20 bytes, method mysql_native_password, collation N, packets of at most 3221225472 bytes, capabilities C
<   2         N  OK; autocommit
>   0       17  query "SELECT something"
<   7        7  OK; autocommit
-               failure: error 2027, Packets out of order. Expected 1 received 7. Packet size=7, after N bytes from the server
-               the end

a server that says more: {"affected":0,"info":0}
-               the log begins, TIME, process N
<   0         N  greeting: VERSION, connection N, method mysql_native_password, collation N, capabilities C; autocommit
>   1         N  login: user "tester", proof of 20 bytes, method mysql_native_password, collation N, packets of at most 3221225472 bytes, capabilities C
<   2         N  OK; autocommit
>   0       17  query "SELECT something"
<   1        7  OK; autocommit
<   0       36  unasked: error 4031 (HY000): "The client was disconnected"
>   0        1  quit
-               the end

LOCAL INFILE unasked: 2068 HY000 LOAD DATA LOCAL INFILE is forbidden, check related settings like mysqli.allow_local_infile|mysqli.local_infile_directory or PDO::MYSQL_ATTR_LOCAL_INFILE|PDO::MYSQL_ATTR_LOCAL_INFILE_DIRECTORY
-               the log begins, TIME, process N
<   0         N  greeting: VERSION, connection N, method mysql_native_password, collation N, capabilities C; autocommit
>   1         N  login: user "tester", proof of 20 bytes, method mysql_native_password, collation N, packets of at most 3221225472 bytes, capabilities C
<   2         N  OK; autocommit
>   0       17  query "SELECT something"
<   1       12  the file is wanted: "/etc/passwd"
>   2        0  the end of the file
<   3        7  OK; autocommit
>   0        9  query "SELECT 1"
-               failure: error 2006, MySQL server has gone away, after N bytes from the server
-               the end
