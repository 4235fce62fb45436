--TEST--
Passwords: in clear text only where the program's owner allowed it, and under no key that nobody vouches for if he said so
--EXTENSIONS--
mysqli
--INI--
mynd.allow_cleartext_password=1
mynd.trust_server_key=0
--SKIPIF--
<?php if (!function_exists('pcntl_fork')) die('skip needs pcntl'); ?>
--FILE--
<?php
require __DIR__ . '/peer.inc';
scenario('clear text', function ($p) {
	$p->packet(Peer::greeting());
	$p->hear();
	$p->packet("\xfemysql_clear_password\0");
	$p->packet($p->hear() === "secret\0" ? Peer::ok() : Peer::err(1045, '28000', 'It was ' . bin2hex($p->heard)))->stall();
});
foreach (['caching_sha2_password', 'sha256_password'] as $method) {
	scenario($method, function ($p) use ($method) {
		$p->packet(Peer::greeting(['method' => $method]));
		$p->hear();
		$p->packet("\x01\x04");
		$p->hear();
		$p->packet(Peer::err(1105, 'HY000', 'The client asked for a key'))->stall();
	}, null, [MYSQLI_OPT_READ_TIMEOUT => 2]);
}
?>
--EXPECT--
clear text: connected
caching_sha2_password: 2061 HY000 Authentication plugin 'caching_sha2_password' reported error: Authentication requires a secure connection, or the server's public key given beforehand
sha256_password: 2061 HY000 Authentication plugin 'sha256_password' reported error: Authentication requires a secure connection, or the server's public key given beforehand
