--TEST--
Errors: mysqli_sql_exception
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
try {
	link_for_test()->query('SELECT * FROM no_such_table');
} catch (RuntimeException $e) {
	echo $e::class, ' ', $e->getCode(), ' ', $e->getSqlState(), ' ', basename($e->getFile()), ' ', $e->getLine(), "\n";
	echo $e->getTrace()[0]['class'], ' ', $e->getTrace()[0]['function'], "\n";
	var_dump($e->getPrevious());
}
$e = new mysqli_sql_exception('text', 5);
var_dump($e->getSqlState(), $e->getMessage(), $e->getCode());
/*
 * A handler may turn warnings into exceptions: the driver's own exception still comes, with that one as its
 * previous.
 */
set_error_handler(fn(int $kind, string $text) => throw new ErrorException($text));
foreach ([MYSQLI_REPORT_OFF, MYSQLI_REPORT_ERROR | MYSQLI_REPORT_STRICT] as $mode) {
	mysqli_report($mode);
	try {
		mysqli_connect('no-such-host.invalid', 'a', 'b');
	} catch (Exception $e) {
		echo $e::class, ', behind it ', $e->getPrevious() ? $e->getPrevious()::class : 'nothing', "\n";
	}
	echo mysqli_connect_errno(), "\n";
}
?>
--EXPECT--
mysqli_sql_exception 1146 42S02 exception.php 4
mysqli query
NULL
string(5) "00000"
string(4) "text"
int(5)
ErrorException, behind it nothing
2002
mysqli_sql_exception, behind it ErrorException
2002
