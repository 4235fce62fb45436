--TEST--
Stream filters: a filter that changes the settings of the connect in whose middle it runs
--EXTENSIONS--
mynd
--FILE--
<?php
require __DIR__ . '/filters.inc';

$m = mysqli_init();
$m->ssl_set(null, null, getenv('MYND_TEST_TLS_CA'), null, null);
$pieces = 0;
$filter = Mynd\filter('test.settings', function (string $bytes) use ($m, &$pieces) {
	if ($pieces++ === 0) { // the request for TLS
		$m->ssl_set('/nowhere/' . str_repeat('key', 100), null, str_repeat('/nowhere/authority', 10), null, null);
		$m->options(MYSQLI_SET_CHARSET_NAME, 'utf8mb4');
		$m->options(MYSQLI_INIT_COMMAND, "SET @begun = 'so'");
	}
	return $bytes;
}, STREAM_FILTER_WRITE);
try {
	@$m->real_connect('127.0.0.1', getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), (int) getenv('MYND_TEST_PORT'), null, MYSQLI_CLIENT_SSL);
	echo "connected\n";
} catch (mysqli_sql_exception $e) {
	echo $e->getCode(), ' ', $e->getMessage(), "\n";
}
$filter->remove();
echo "$pieces piece\n";
?>
--EXPECT--
2002 Cannot connect to MySQL using SSL
1 piece
