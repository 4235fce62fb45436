--TEST--
There is a server
--EXTENSIONS--
mysqli
--SKIPIF--
<?php
if (!getenv('MYND_TEST_SOCKET')) {
	die('skip there is no server: ./dev test starts one, or see "make test" in docs/testing.md');
}
?>
--FILE--
<?php
require __DIR__ . '/../connect.inc';
attempt('connected', fn() => link_for_test()->query('SELECT 6 * 7')->fetch_column());
?>
--EXPECT--
connected: "42"
