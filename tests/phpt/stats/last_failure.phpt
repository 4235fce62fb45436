--TEST--
Mynd\last_failure(): the cause behind a lost link
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/stats.inc';
$link = link_for_test();
var_dump(Mynd\last_failure($link));
try {
	$link->query('SELECT nothing');
} catch (mysqli_sql_exception) {
}
echo "an error of the server is no failure of the link: ";
var_dump(Mynd\last_failure($link));
$received = (int) $link->get_connection_stats()['bytes_received'];
$killer = link_for_test();
$killer->query('KILL ' . $link->thread_id);
/* The server may answer a query yet, and may say that the link was killed, before it closes. */
for ($i = 0; $i < 10 && Mynd\last_failure($link) === null; $i++) {
	try {
		$link->query('SELECT 1');
	} catch (mysqli_sql_exception $e) {
	}
}
echo $e->getCode(), ' ', $e->getMessage(), "\n";
$failure = Mynd\last_failure($link);
echo implode(' ', array_keys($failure)), "\n", $failure['cause'], ' ', $failure['code'], "\n";
var_dump($failure['offset'] >= $received, is_int($failure['errno']), $failure['message'] !== '');

$slow = mysqli_init();
$slow->options(MYSQLI_OPT_READ_TIMEOUT, 1);
$slow->real_connect(null, getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB'), 0, getenv('MYND_TEST_SOCKET'));
try {
	$slow->query('SELECT SLEEP(30)');
} catch (mysqli_sql_exception $e) {
	echo $e->getCode(), ' ', $e->getMessage(), "\n";
}
echo Mynd\last_failure($slow)['cause'], "\n";
/* A connect that failed: stock's words are in the error, here is why. */
mysqli_report(MYSQLI_REPORT_OFF);
$strict = mysqli_init();
$strict->ssl_set(null, null, getenv('MYND_TEST_TLS_OTHER_CA'), null, null);
@$strict->real_connect(getenv('MYND_TEST_HOST'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), '', (int) getenv('MYND_TEST_PORT'));
$failure = Mynd\last_failure($strict);
echo "$strict->connect_error: $failure[cause] $failure[code] $failure[message]\n";
foreach ([new stdClass, new ArrayObject] as $object) {
	try {
		Mynd\last_failure($object);
	} catch (TypeError $e) {
		echo $e->getMessage(), "\n";
	}
}
?>
--EXPECT--
NULL
an error of the server is no failure of the link: NULL
2006 MySQL server has gone away
cause code errno offset message may_have_run
lost 2006
bool(true)
bool(true)
bool(true)
2006 MySQL server has gone away
timed out
Cannot connect to MySQL using SSL: refused 2002 self-signed certificate in certificate chain
Mynd\last_failure(): Argument #1 ($connection) must be a connection of mynd, stdClass given
Mynd\last_failure(): Argument #1 ($connection) must be a connection of mynd, ArrayObject given
