--TEST--
Faults while connecting: every end is one clear error within the deadline
--EXTENSIONS--
mysqli
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/peer.inc';
$greeting = Peer::frame(Peer::greeting(), 0);
$short = [MYSQLI_OPT_READ_TIMEOUT => 1];

scenario('closed at once', fn ($p) => $p->close());
scenario('closed half-way in the greeting', fn ($p) => $p->raw(substr($greeting, 0, 30))->close());
scenario('silent', fn ($p) => $p->stall(), null, $short);
scenario('silent, connect timeout', fn ($p) => $p->stall(), null, [MYSQLI_OPT_CONNECT_TIMEOUT => 1]);
scenario('silent after half a greeting', fn ($p) => $p->raw(substr($greeting, 0, 30))->stall(), null, $short);
scenario('silent after the login', fn ($p) => $p->raw($greeting)->stall(), null, $short);
scenario('closed after the login', function ($p) use ($greeting) { $p->raw($greeting); $p->hear(); $p->close(); });
scenario('reset after the greeting', fn ($p) => $p->raw($greeting)->reset());
scenario('a web server', fn ($p) => $p->raw("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n")->close());
scenario('an SSH server', fn ($p) => $p->raw("SSH-2.0-OpenSSH_9.2\r\n")->stall(), null, $short);
scenario('one byte at a time', function ($p) use ($greeting) {
	$p->slowly($greeting); $p->hear(); $p->slowly(Peer::frame(Peer::ok(), 2)); $p->command();
	$p->slowly(Peer::result(['a', 'b'], [['x', null], ['', 'yy']]));
	$p->stall();
}, rows(...));
scenario('protocol 9', fn ($p) => $p->packet("\x093.20.31\0")->stall(), null, $short);
scenario('version without an end', fn ($p) => $p->packet("\x0a" . str_repeat('8', 60))->stall(), null, $short);
scenario('greeting cut inside its packet', fn ($p) => $p->packet(substr(Peer::greeting(), 0, 24))->stall(), null, $short);
scenario('scramble of four bytes', fn ($p) => $p->packet("\x0a8.0\0" . pack('V', 1) . 'abcd')->stall(), null, $short);
scenario('wrong packet number', fn ($p) => $p->raw(Peer::frame(Peer::greeting(), 5))->stall(), null, $short);
scenario('too many connections', fn ($p) => $p->packet(Peer::err(1040, '', 'Too many connections'))->stall());
scenario('too many connections, with SQLSTATE', fn ($p) => $p->packet(Peer::err(1040, '08004', 'Too many connections'))->stall());
scenario('host blocked', fn ($p) => $p->packet(Peer::err(1129, '', "Host 'x' is blocked"))->stall());
scenario('access denied', function ($p) {
	$p->packet(Peer::greeting()); $p->hear();
	$p->packet(Peer::err(1045, '28000', "Access denied for user 'tester'@'localhost' (using password: YES)"))->stall();
});
scenario('a number of the client: a proxy has it from its own library', function ($p) {
	$p->packet(Peer::greeting()); $p->hear(); $p->packet(Peer::err(2013, 'HY000', 'Lost'))->stall();
}, null, $short);
scenario('unknown method', function ($p) {
	$p->packet(Peer::greeting()); $p->hear(); $p->packet("\xfeauth_of_nobody\0abcdefghijklmnopqrst\0")->stall();
}, null, $short);
scenario('endless switches', function ($p) {
	$p->packet(Peer::greeting()); $p->hear();
	for (;;) {
		$p->packet("\xfemysql_native_password\0abcdefghijklmnopqrst\0"); $p->hear();
	}
}, null, $short);
scenario('the pre-4.1 method', function ($p) { $p->packet(Peer::greeting()); $p->hear(); $p->packet("\xfe")->stall(); }, null, $short);
scenario('clear text without TLS', function ($p) {
	$p->packet(Peer::greeting()); $p->hear(); $p->packet("\xfemysql_clear_password\0"); $p->hear();
	echo "the password was sent: ", $p->heard, "\n"; $p->stall();
}, null, $short);
scenario('hostile RSA key', function ($p) {
	$p->packet(Peer::greeting(['method' => 'caching_sha2_password'])); $p->hear(); $p->packet("\x01\x04"); $p->hear();
	$p->packet("\x01-----BEGIN PUBLIC KEY-----\n" . str_repeat('A', 5000) . "\n-----END PUBLIC KEY-----\n")->stall();
}, null, $short);
scenario('empty more-data', function ($p) {
	$p->packet(Peer::greeting(['method' => 'caching_sha2_password'])); $p->hear(); $p->packet("\x01")->stall();
}, null, $short);
scenario('EOF where OK is due', function ($p) { $p->packet(Peer::greeting()); $p->hear(); $p->packet(Peer::eof())->stall(); }, null, $short);
scenario('rows where OK is due', function ($p) { $p->packet(Peer::greeting()); $p->hear(); $p->packet("\x03abc")->stall(); }, null, $short);
scenario('OK cut', function ($p) { $p->packet(Peer::greeting()); $p->hear(); $p->packet("\0\0")->stall(); }, null, $short);
scenario('TLS stripped', fn ($p) => $p->login()->stall(), null, $short, MYSQLI_CLIENT_SSL);
scenario('TLS: plain bytes behind the greeting', function ($p) {
	$p->raw(Peer::frame(Peer::greeting(['caps' => 0x81BFFFDF]), 0) . Peer::frame(Peer::ok(), 2))->stall();
}, null, $short, MYSQLI_CLIENT_SSL);
scenario('TLS: handshake cut', function ($p) {
	$p->packet(Peer::greeting(['caps' => 0x81BFFFDF])); $p->hear(); $p->close();
}, null, $short, MYSQLI_CLIENT_SSL);
scenario('TLS: not TLS', function ($p) {
	$p->packet(Peer::greeting(['caps' => 0x81BFFFDF])); $p->hear(); $p->packet(Peer::ok())->stall();
}, null, $short, MYSQLI_CLIENT_SSL);
?>
--EXPECT--
closed at once: warning: mysqli::real_connect(): Error while reading greeting packet. PID=N
closed at once: 2006 HY000 MySQL server has gone away
closed half-way in the greeting: warning: mysqli::real_connect(): Error while reading greeting packet. PID=N
closed half-way in the greeting: 2006 HY000 MySQL server has gone away
silent: warning: mysqli::real_connect(): Error while reading greeting packet. PID=N
silent: 2006 HY000 MySQL server has gone away
silent, connect timeout: warning: mysqli::real_connect(): Error while reading greeting packet. PID=N
silent, connect timeout: 2006 HY000 MySQL server has gone away
silent after half a greeting: warning: mysqli::real_connect(): Error while reading greeting packet. PID=N
silent after half a greeting: 2006 HY000 MySQL server has gone away
silent after the login: 2006 HY000 MySQL server has gone away
closed after the login: 2006 HY000 MySQL server has gone away
reset after the greeting: 2006 HY000 MySQL server has gone away
a web server: warning: mysqli::real_connect(): Error while reading greeting packet. PID=N
a web server: 2006 HY000 MySQL server has gone away
an SSH server: warning: mysqli::real_connect(): Error while reading greeting packet. PID=N
an SSH server: 2006 HY000 MySQL server has gone away
one byte at a time: [["x",null],["","yy"]]
protocol 9: warning: mysqli::real_connect(): Error while reading greeting packet. PID=N
protocol 9: 2006 HY000 MySQL server has gone away
version without an end: warning: mysqli::real_connect(): Error while reading greeting packet. PID=N
version without an end: 2006 HY000 MySQL server has gone away
greeting cut inside its packet: warning: mysqli::real_connect(): Error while reading greeting packet. PID=N
greeting cut inside its packet: 2006 HY000 MySQL server has gone away
scramble of four bytes: warning: mysqli::real_connect(): Error while reading greeting packet. PID=N
scramble of four bytes: 2006 HY000 MySQL server has gone away
wrong packet number: warning: mysqli::real_connect(): Error while reading greeting packet. PID=N
wrong packet number: 2006 HY000 MySQL server has gone away
too many connections: 1040 HY000 Too many connections
too many connections, with SQLSTATE: 1040 HY000 Too many connections
host blocked: 1129 HY000 Host 'x' is blocked
access denied: 1045 HY000 Access denied for user 'tester'@'localhost' (using password: YES)
a number of the client: a proxy has it from its own library: 2013 HY000 Lost
unknown method: 2054 HY000 The server requested authentication method unknown to the client [auth_of_nobody]
endless switches: 2061 HY000 The server switched the authentication method more than 2 times
the pre-4.1 method: 2054 HY000 The server requested the authentication method of servers before 4.1, which is not secure and not supported
clear text without TLS: 2061 HY000 Authentication plugin 'mysql_clear_password' reported error: the server wants the password in clear text over a connection that is not secure
hostile RSA key: 2061 HY000 Authentication plugin 'caching_sha2_password' reported error: the server's public key cannot be read
empty more-data: 2061 HY000 Authentication plugin 'caching_sha2_password' reported error: the server's answer is not understood
EOF where OK is due: 2054 HY000 The server requested authentication method unknown to the client []
rows where OK is due: 2027 HY000 Malformed packet: a packet in the authentication
OK cut: warning: mysqli::real_connect(): OK packet message length is past the packet size
OK cut: 2002 HY000 Unknown error while trying to connect via tcp://127.0.0.1:N
TLS stripped: 2006 HY000 MySQL server has gone away
TLS: plain bytes behind the greeting: 2027 HY000 Malformed packet: bytes in clear before TLS
TLS: handshake cut: warning: mysqli::real_connect(): SSL operation failed with code 1. OpenSSL Error messages:
error:0A000126:SSL routines::unexpected eof while reading
TLS: handshake cut: 2002 HY000 Cannot connect to MySQL using SSL
TLS: not TLS: warning: mysqli::real_connect(): SSL operation failed with code 1. OpenSSL Error messages:
error:0A00010B:SSL routines::wrong version number
TLS: not TLS: 2002 HY000 Cannot connect to MySQL using SSL
