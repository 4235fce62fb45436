--TEST--
TLS: later connects to the same server resume the session, where that proves as much
--EXTENSIONS--
mysqli
--SKIPIF--
<?php
if (!function_exists('Mynd\stats')) die('skip counts that only mynd has');
if (!getenv('MYND_TEST_TLS_CA')) die('skip the server has no TLS');
?>
--FILE--
<?php
function resumed(string $host, bool $verify): int
{
	$link = mysqli_init();
	if ($verify) {
		$link->ssl_set(null, null, getenv('MYND_TEST_TLS_CA'), null, null);
	}
	$link->real_connect($host, getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), null, (int) getenv('MYND_TEST_PORT'), null,
		$verify ? MYSQLI_CLIENT_SSL | MYSQLI_CLIENT_SSL_VERIFY_SERVER_CERT : MYSQLI_CLIENT_SSL);
	$link->query('SELECT 1');
	$stats = Mynd\stats($link);
	assert($stats['tls_handshakes'] === 1);
	$link->close();
	return $stats['tls_resumed'];
}

echo 'the first: ', resumed('127.0.0.1', false), ', the next: ', resumed('127.0.0.1', false), "\n";
echo 'verified: ', resumed('127.0.0.1', true), ', again: ', resumed('127.0.0.1', true), "\n";
echo 'trusting again: ', resumed('127.0.0.1', false), "\n";
?>
--EXPECT--
the first: 0, the next: 1
verified: 0, again: 1
trusting again: 1
