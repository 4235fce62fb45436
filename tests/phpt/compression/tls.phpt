--TEST--
Compression over TLS: large commands and results
--EXTENSIONS--
mysqli
--SKIPIF--
<?php if (!getenv('MYND_TEST_TLS_CA')) die('skip the server has no TLS'); ?>
--FILE--
<?php
require __DIR__ . '/compression.inc';
$m = mysqli_init();
$m->ssl_set(null, null, getenv('MYND_TEST_TLS_CA'), null, null);
$m->real_connect(...[...where(host: '127.0.0.1'), MYSQLI_CLIENT_COMPRESS]);
echo is_compressed($m), ' ', $m->query("SHOW STATUS LIKE 'Ssl_cipher'")->fetch_row()[1] !== '' ? 'encrypted' : 'in clear', "\n";
$text = text(5_000_000) . noise(1_000_000);
foreach ([MYSQLI_STORE_RESULT, MYSQLI_USE_RESULT] as $mode) {
	var_dump($m->query("SELECT '$text', 'end'", $mode)->fetch_row() === [$text, 'end']);
	echo array_sum(array_column($m->query('SELECT seq FROM ' . seq($m, 100000), $mode)->fetch_all(), 0)), "\n";
}
var_dump($m->change_user(getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB')));
echo $m->query('SELECT 1')->fetch_row()[0], "\n";
?>
--EXPECT--
ON encrypted
bool(true)
5000050000
bool(true)
5000050000
bool(true)
1
