--TEST--
Results: freed, in every way
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
foreach ([MYSQLI_STORE_RESULT, MYSQLI_USE_RESULT] as $mode) {
	foreach (['free', 'close', 'free_result'] as $method) {
		$r = $m->query('SELECT 1 UNION SELECT 2', $mode);
		$r->fetch_row();
		attempt("$method()", fn() => $r->$method());
		attempt('again', fn() => $r->$method());
		attempt('query()', fn() => $m->query('SELECT 3')->fetch_column());
	}
	$r = $m->query('SELECT 1 UNION SELECT 2', $mode);
	attempt('mysqli_free_result()', fn() => mysqli_free_result($r));
	attempt('again', fn() => mysqli_free_result($r));
}
foreach (['data_seek' => [0], 'fetch_field' => [], 'fetch_fields' => [], 'fetch_field_direct' => [0], 'fetch_all' => [], 'fetch_array' => [], 'fetch_assoc' => [],
	'fetch_row' => [], 'fetch_column' => [], 'field_seek' => [0]] as $method => $arguments) {
	attempt("$method()", fn() => $r->$method(...$arguments));
}
foreach (['mysqli_num_rows', 'mysqli_num_fields', 'mysqli_field_tell', 'mysqli_fetch_lengths'] as $function) {
	attempt("$function()", fn() => $function($r));
}
?>
--EXPECT--
free(): null
again: ! Error mysqli_result object is already closed
query(): "3"
close(): null
again: ! Error mysqli_result object is already closed
query(): "3"
free_result(): null
again: ! Error mysqli_result object is already closed
query(): "3"
mysqli_free_result(): null
again: ! Error mysqli_result object is already closed
free(): null
again: ! Error mysqli_result object is already closed
query(): "3"
close(): null
again: ! Error mysqli_result object is already closed
query(): "3"
free_result(): null
again: ! Error mysqli_result object is already closed
query(): "3"
mysqli_free_result(): null
again: ! Error mysqli_result object is already closed
data_seek(): ! Error mysqli_result object is already closed
fetch_field(): ! Error mysqli_result object is already closed
fetch_fields(): ! Error mysqli_result object is already closed
fetch_field_direct(): ! Error mysqli_result object is already closed
fetch_all(): ! Error mysqli_result object is already closed
fetch_array(): ! Error mysqli_result object is already closed
fetch_assoc(): ! Error mysqli_result object is already closed
fetch_row(): ! Error mysqli_result object is already closed
fetch_column(): ! Error mysqli_result object is already closed
field_seek(): ! Error mysqli_result object is already closed
mysqli_num_rows(): ! Error mysqli_result object is already closed
mysqli_num_fields(): ! Error mysqli_result object is already closed
mysqli_field_tell(): ! Error mysqli_result object is already closed
mysqli_fetch_lengths(): ! Error mysqli_result object is already closed
