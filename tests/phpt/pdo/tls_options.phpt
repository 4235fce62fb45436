--TEST--
PDO: an SSL option asks for TLS whatever its value is, and never ends in plain text
--EXTENSIONS--
pdo_mysql
--SKIPIF--
<?php if (!getenv('MYND_TEST_TLS_CA')) die('skip the server has no TLS'); ?>
--FILE--
<?php
require __DIR__ . '/pdo.inc';
$ca = getenv('MYND_TEST_TLS_CA');
$verify = PDO::MYSQL_ATTR_SSL_VERIFY_SERVER_CERT;
$connect = function (array $options) {
	$p = new PDO('mysql:host=127.0.0.1;port=' . getenv('MYND_TEST_PORT'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), $options);
	return $p->query("SHOW STATUS LIKE 'Ssl_cipher'")->fetch(PDO::FETCH_NUM)[1] === '' ? 'plain' : 'encrypted';
};
foreach ([PDO::MYSQL_ATTR_SSL_KEY => 'key', PDO::MYSQL_ATTR_SSL_CERT => 'certificate', PDO::MYSQL_ATTR_SSL_CA => 'CA', PDO::MYSQL_ATTR_SSL_CAPATH => 'folder of CAs', PDO::MYSQL_ATTR_SSL_CIPHER => 'cipher'] as $option => $name) {
	foreach (['', null, false] as $value) {
		foreach (['' => [], ', trusted' => [$verify => false], ', verified' => [$verify => true]] as $how => $more) {
			attempt("$name " . json_encode($value) . $how, fn () => $connect([$option => $value] + $more));
		}
	}
}
attempt('cipher " ", trusted', fn () => $connect([PDO::MYSQL_ATTR_SSL_CIPHER => ' ', $verify => false]));
attempt('an empty key beside a CA', fn () => $connect([PDO::MYSQL_ATTR_SSL_KEY => '', PDO::MYSQL_ATTR_SSL_CA => $ca]));
attempt('CA', fn () => $connect([PDO::MYSQL_ATTR_SSL_CA => $ca]));
attempt('no option', fn () => $connect([]));
attempt('trusted alone is no wish', fn () => $connect([$verify => false]));
?>
--EXPECT--
key "": ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
key "", trusted: "encrypted"
key "", verified: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
key null: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
key null, trusted: "encrypted"
key null, verified: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
key false: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
key false, trusted: "encrypted"
key false, verified: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
certificate "": ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
certificate "", trusted: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
certificate "", verified: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
certificate null: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
certificate null, trusted: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
certificate null, verified: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
certificate false: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
certificate false, trusted: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
certificate false, verified: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
CA "": ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
CA "", trusted: "encrypted"
CA "", verified: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
CA null: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
CA null, trusted: "encrypted"
CA null, verified: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
CA false: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
CA false, trusted: "encrypted"
CA false, verified: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
folder of CAs "": ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
folder of CAs "", trusted: "encrypted"
folder of CAs "", verified: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
folder of CAs null: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
folder of CAs null, trusted: "encrypted"
folder of CAs null, verified: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
folder of CAs false: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
folder of CAs false, trusted: "encrypted"
folder of CAs false, verified: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
cipher "": ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
cipher "", trusted: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
cipher "", verified: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
cipher null: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
cipher null, trusted: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
cipher null, verified: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
cipher false: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
cipher false, trusted: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
cipher false, verified: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
cipher " ", trusted: ! 2002 SQLSTATE[HY000] [2002] Cannot connect to MySQL using SSL ["HY000",2002,"Cannot connect to MySQL using SSL"]
an empty key beside a CA: "encrypted"
CA: "encrypted"
no option: "plain"
trusted alone is no wish: "plain"
