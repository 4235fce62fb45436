--TEST--
Objects: properties are read through, never stored
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
error_reporting(E_ALL);
print_warnings();
$names = function (object $o): string {
	ob_start();
	var_dump($o);
	preg_match_all('/^  \["(\w+)"/m', ob_get_clean(), $found);
	return implode(' ', $found[1]);
};
$m = link_for_test();
$result = $m->query('SELECT 1 AS a');
echo $names($m), "\n", $names(mysqli_init()), "\n", $names($result), "\n", $names(new mysqli_driver()), "\n";
attempt('foreach', function () use ($m) {
	foreach ($m as $name => $value) {
		return $name;
	}
});
attempt('the array', fn() => (array) $m);
attempt('get_object_vars()', fn() => get_object_vars($result));
attempt('json', fn() => json_encode($m));
attempt('property_exists()', fn() => [property_exists($m, 'errno'), property_exists($m, 'nope')]);
attempt('isset()', fn() => [isset($m->errno), isset($m->info), isset($m->nope), isset($m->error_list)]);
attempt('empty()', fn() => [empty($m->errno), empty($m->thread_id), empty($m->nope)]);
attempt('??', fn() => [$m->errno ?? 'none', $m->info ?? 'none', $m->nope ?? 'none']);
attempt('unknown', fn() => $m->nope);
attempt('write', fn() => $m->errno = 1);
attempt('write to a result', fn() => $result->num_rows = 1);
attempt('reference', function () use ($m) {
	$reference = &$m->error_list;
});
attempt('increment', fn() => $m->errno++);
attempt('unset', function () use ($m) {
	unset($m->errno);
	return $m->errno;
});
attempt('dynamic', fn() => $m->mine = 5);
attempt('and read', fn() => $m->mine);
$m->close();
echo $names($m), "\n";
attempt('isset() on a closed one', fn() => [isset($m->errno), empty($m->errno), $m->errno ?? 'none', isset($m->client_info)]);
$result->free();
attempt('isset() on a freed result', fn() => [isset($result->num_rows), empty($result->lengths), $result->type ?? 'none']);
echo $names($result), "|\n";
foreach (['current_field', 'field_count', 'lengths', 'num_rows', 'type'] as $name) {
	attempt($name, fn() => $result->$name);
}
?>
--EXPECT--
affected_rows client_info client_version connect_errno connect_error errno error error_list field_count host_info info insert_id server_info server_version sqlstate protocol_version thread_id warning_count
client_info client_version connect_errno connect_error errno error
current_field field_count lengths num_rows type
client_info client_version report_mode
foreach: null
the array: []
get_object_vars(): []
json: "{}"
property_exists(): [true,false]
isset(): [true,false,false,true]
empty(): [true,false,true]
??: [0,"none","none"]
  Warning: Undefined property: mysqli::$nope
unknown: null
write: ! Error Cannot write read-only property mysqli::$errno
write to a result: ! Error Cannot write read-only property mysqli_result::$num_rows
reference: ! Error Cannot access uninitialized non-nullable property mysqli::$error_list by reference
increment: ! Error Typed property mysqli::$errno must not be accessed before initialization
unset: 0
  Deprecated: Creation of dynamic property mysqli::$mine is deprecated
dynamic: 5
and read: 5
client_info client_version connect_errno connect_error
isset() on a closed one: [false,true,"none",true]
isset() on a freed result: [false,true,"none"]
|
current_field: ! Error mysqli_result object is already closed
field_count: ! Error mysqli_result object is already closed
lengths: ! Error Property access is not allowed yet
num_rows: ! Error mysqli_result object is already closed
type: ! Error Property access is not allowed yet
