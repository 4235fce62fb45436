--TEST--
A warning of other code, while PDO's constructor waits, is a warning and no PDOException
--EXTENSIONS--
mynd
pdo_mysql
--FILE--
<?php
require __DIR__ . '/fibers.inc';

$at_wait = $warnings = 0;
Mynd\await_with(function ($stream, int $events, ?float $timeout) use (&$at_wait): bool {
	$at_wait++;
	file_get_contents(__DIR__ . '/nothing of the kind'); // in the fiber that waits
	return Loop::wait($stream, $events, $timeout);
});
set_error_handler(function (int $level, string $text) use (&$warnings): bool {
	$warnings++;
	return true;
});
$is_open = false;
Loop::start(function () use (&$is_open): void {
	new PDO('mysql:unix_socket=' . getenv('MYND_TEST_SOCKET'), getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'));
	$is_open = true;
});
var_dump($is_open);
file_get_contents(__DIR__ . '/nothing of the kind'); // while that fiber is suspended
Loop::run();
restore_error_handler();
var_dump($is_open, $at_wait > 0, $warnings === $at_wait + 1);
?>
--EXPECT--
bool(false)
bool(true)
bool(true)
bool(true)
