--TEST--
Mynd\within(): the limits end with a fatal error: shutdown functions have none
--EXTENSIONS--
mysqli
--INI--
memory_limit=16M
--SKIPIF--
<?php
if (getenv('USE_ZEND_ALLOC') === '0') die('skip there is no limit without the engine\'s allocator');
?>
--FILE--
<?php
require __DIR__ . '/fibers.inc';
$m = link_for_test();
register_shutdown_function(function () use ($m) {
	usleep(101000);
	echo $m->query("SELECT 'not limited'")->fetch_column(), "\n";
	try {
		Mynd\within(0.2, fn() => $m->query('SELECT SLEEP(30) FROM seq_1_to_3'));
	} catch (mysqli_sql_exception $e) {
		echo 'limited: ', $e->getCode(), "\n";
	}
	echo $m->query("SELECT 'not limited'")->fetch_column(), "\n";
});
Mynd\within(60, fn() => Mynd\within(0.1, fn() => str_repeat('x', 100_000_000)));
?>
--EXPECTF--
%AFatal error: Allowed memory size of %d bytes exhausted %s
not limited
limited: 1317
not limited
