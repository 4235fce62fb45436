--TEST--
Compression: on where it was asked for, and only there
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/compression.inc';
echo 'not asked for: ', is_compressed(link_for_test()), "\n";
echo 'asked for: ', is_compressed(compressed()), "\n";
$m = compressed();
$m->change_user(getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'));
echo 'after change_user: ', is_compressed($m), "\n";
$m->real_connect(...where());
echo 'the same object, connected without: ', is_compressed($m), "\n";
$m->real_connect(...[...where(), MYSQLI_CLIENT_COMPRESS]);
echo 'and with it again: ', is_compressed($m), "\n";
echo 'over TCP: ', is_compressed(compressed(0, host: '127.0.0.1')), "\n";
$tls = compressed(MYSQLI_CLIENT_SSL | MYSQLI_CLIENT_SSL_DONT_VERIFY_SERVER_CERT, host: '127.0.0.1');
echo 'over TLS: ', is_compressed($tls), ', ', $tls->query("SHOW STATUS LIKE 'Ssl_version'")->fetch_row()[1] !== '' ? 'encrypted' : 'in clear', "\n";
$m = mysqli_init();
$m->options(MYSQLI_INIT_COMMAND, "SET @init = 'done'");
$m->real_connect(...[...where(), MYSQLI_CLIENT_COMPRESS]);
echo 'init command: ', $m->query('SELECT @init')->fetch_row()[0], "\n";
attempt('a wrong password', fn() => compressed(0, password: 'wrong') && false);

ob_start();
phpinfo(INFO_MODULES);
preg_match('/^Compression => .*$/m', ob_get_clean(), $match);
echo $match[0], "\n";
?>
--EXPECTF--
not asked for: OFF
asked for: ON
after change_user: ON
the same object, connected without: OFF
and with it again: ON
over TCP: ON
over TLS: ON, encrypted
init command: done
a wrong password: ! 1045 HY000 Access denied for user %s
Compression => supported
