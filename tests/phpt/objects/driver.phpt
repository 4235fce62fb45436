--TEST--
Objects: mysqli_driver is the report mode
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
error_reporting(E_ALL);
print_warnings();
$d = new mysqli_driver();
attempt('at start', fn() => $d->report_mode);
attempt('mysqli_report()', fn() => [mysqli_report(0), $d->report_mode]);
attempt('written', function () use ($d) {
	$d->report_mode = 255;
	return (new mysqli_driver())->report_mode;
});
attempt('a numeric string', function () use ($d) {
	$d->report_mode = '3';
	return $d->report_mode;
});
attempt('a word', fn() => $d->report_mode = 'abc');
attempt('null', fn() => $d->report_mode = null);
attempt('still', fn() => $d->report_mode);
attempt('|=', function () use ($d) {
	$d->report_mode |= 4;
	return $d->report_mode;
});
attempt('client_info', fn() => [$d->client_info === mysqli_get_client_info(), $d->client_version === mysqli_get_client_version()]);
attempt('client_info says', fn() => [str_starts_with($d->client_info, 'mysqlnd '), $d->client_version === PHP_VERSION_ID]);
attempt('client_info, written', fn() => $d->client_info = 'x');
attempt('driver_version', fn() => $d->driver_version);
attempt('isset()', fn() => [isset($d->report_mode), isset($d->driver_version), isset($d->client_info)]);
attempt('the array', fn() => (array) $d);
attempt('serialized', fn() => serialize($d));
attempt('clone', fn() => clone $d);
?>
--EXPECT--
at start: 3
mysqli_report(): [true,0]
written: 255
a numeric string: 3
a word: ! TypeError Cannot assign string to property mysqli_driver::$report_mode of type int
null: ! TypeError Cannot assign null to property mysqli_driver::$report_mode of type int
still: 3
|=: 3
client_info: [true,true]
client_info says: [true,true]
client_info, written: ! Error Cannot write read-only property mysqli_driver::$client_info
  Deprecated: The driver_version property is deprecated
driver_version: 101009
isset(): [true,false,true]
the array: {"report_mode":4}
serialized: "O:13:\"mysqli_driver\":1:{s:11:\"report_mode\";i:4;}"
clone: ! Error Trying to clone an uncloneable object of class mysqli_driver
