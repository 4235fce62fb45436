--TEST--
Connecting: TLS by flag and by ssl_set(), and how far the server's certificate is believed
--EXTENSIONS--
mysqli
--SKIPIF--
<?php if (!getenv('MYND_TEST_TLS_CA')) die('skip the server has no TLS'); ?>
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$ca = getenv('MYND_TEST_TLS_CA');
$other = getenv('MYND_TEST_TLS_OTHER_CA');
function tls(string $label, ?array $set, int $flags): void
{
	attempt($label, function () use ($set, $flags) {
		$m = mysqli_init();
		if ($set) {
			$m->ssl_set(...$set);
		}
		@$m->real_connect(...[...where(host: '127.0.0.1'), $flags]);
		return $m->query("SHOW STATUS LIKE 'Ssl_cipher'")->fetch_row()[1] !== '';
	});
}
$verify = MYSQLI_CLIENT_SSL_VERIFY_SERVER_CERT;
$trust = MYSQLI_CLIENT_SSL_DONT_VERIFY_SERVER_CERT;
tls('nothing', null, 0);
tls('flag', null, MYSQLI_CLIENT_SSL);
tls('flag, verified', null, MYSQLI_CLIENT_SSL | $verify);
tls('verify alone is no wish for TLS', null, $verify);
tls('nulls', [null, null, null, null, null], 0);
tls('empty strings', ['', '', '', '', ''], 0);
tls('CA', [null, null, $ca, null, null], 0);
tls('CA, verified', [null, null, $ca, null, null], MYSQLI_CLIENT_SSL | $verify);
tls('another CA', [null, null, $other, null, null], 0);
tls('another CA, flag', [null, null, $other, null, null], MYSQLI_CLIENT_SSL);
tls('another CA, verified', [null, null, $other, null, null], MYSQLI_CLIENT_SSL | $verify);
tls('another CA, trusted', [null, null, $other, null, null], MYSQLI_CLIENT_SSL | $trust);
tls('no such CA', [null, null, '/nowhere/ca.pem', null, null], 0);
tls('no such CA, trusted', [null, null, '/nowhere/ca.pem', null, null], MYSQLI_CLIENT_SSL | $trust);
tls('both flags: verified', null, MYSQLI_CLIENT_SSL | $trust | $verify);
tls('certificate', [getenv('MYND_TEST_TLS_KEY'), getenv('MYND_TEST_TLS_CERT'), $ca, null, null], $verify);
tls('cipher that nobody knows', [null, null, $ca, null, 'NO-SUCH-CIPHER'], 0);
?>
--EXPECT--
nothing: false
flag: true
flag, verified: ! 2002 HY000 Cannot connect to MySQL using SSL
verify alone is no wish for TLS: false
nulls: false
empty strings: false
CA: true
CA, verified: true
another CA: ! 2002 HY000 Cannot connect to MySQL using SSL
another CA, flag: ! 2002 HY000 Cannot connect to MySQL using SSL
another CA, verified: ! 2002 HY000 Cannot connect to MySQL using SSL
another CA, trusted: true
no such CA: ! 2002 HY000 Cannot connect to MySQL using SSL
no such CA, trusted: true
both flags: verified: ! 2002 HY000 Cannot connect to MySQL using SSL
certificate: true
cipher that nobody knows: ! 2002 HY000 Cannot connect to MySQL using SSL
