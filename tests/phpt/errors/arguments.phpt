--TEST--
Errors: arguments that are refused
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
$m = link_for_test();
$r = $m->query('SELECT 1 AS a, 2 AS b');
attempt('query, empty', fn() => $m->query(''));
attempt('mysqli_query, empty', fn() => mysqli_query($m, ''));
attempt('query, mode', fn() => $m->query('SELECT 1', 7));
attempt('mysqli_query, mode', fn() => mysqli_query($m, 'SELECT 1', 2));
attempt('query, copy', fn() => @$m->query('SELECT 1', 16));
attempt('mysqli_result, mode', fn() => new mysqli_result($m, 5));
attempt('kill', fn() => @$m->kill(0));
attempt('mysqli_kill', fn() => @mysqli_kill($m, -1));
attempt('begin_transaction, flags', fn() => $m->begin_transaction(-1));
attempt('mysqli_begin_transaction, name', fn() => mysqli_begin_transaction($m, 0, ''));
attempt('savepoint', fn() => $m->savepoint(''));
attempt('mysqli_release_savepoint', fn() => mysqli_release_savepoint($m, ''));
foreach ([0, 4, -1] as $mode) {
	attempt("fetch_array $mode", fn() => $r->fetch_array($mode));
	attempt("mysqli_fetch_all $mode", fn() => mysqli_fetch_all($r, $mode));
}
attempt('data_seek', fn() => $r->data_seek(-1));
attempt('mysqli_data_seek', fn() => mysqli_data_seek($r, -5));
foreach ([-1, 2] as $i) {
	attempt("fetch_column $i", fn() => $r->fetch_column($i));
	attempt("mysqli_fetch_column $i", fn() => mysqli_fetch_column($r, $i));
	attempt("fetch_field_direct $i", fn() => $r->fetch_field_direct($i));
	attempt("mysqli_field_seek $i", fn() => mysqli_field_seek($r, $i));
}
$r = $m->query('SELECT 1', MYSQLI_USE_RESULT);
attempt('mysqli_num_rows, unbuffered', fn() => mysqli_num_rows($r));
attempt('data_seek, unbuffered', fn() => $r->data_seek(0));
attempt('mysqli_data_seek, unbuffered', fn() => mysqli_data_seek($r, 0));
attempt('a result for a link', fn() => mysqli_query($r, 'SELECT 1'));
attempt('a link for a result', fn() => mysqli_fetch_row($m));
attempt('fetch_object', fn() => $r->fetch_object('NoSuchClass'));
?>
--EXPECTF--
query, empty: ! ValueError mysqli::query(): Argument #1 ($query) %s be empty
mysqli_query, empty: ! ValueError mysqli_query(): Argument #2 ($query) %s be empty
query, mode: ! ValueError mysqli::query(): Argument #2 ($result_mode) must be either MYSQLI_USE_RESULT or MYSQLI_STORE_RESULT with MYSQLI_ASYNC as an optional bitmask flag
mysqli_query, mode: ! ValueError mysqli_query(): Argument #3 ($result_mode) must be either MYSQLI_USE_RESULT or MYSQLI_STORE_RESULT with MYSQLI_ASYNC as an optional bitmask flag
query, copy: mysqli_result
mysqli_result, mode: ! ValueError mysqli_result::__construct(): Argument #2 ($result_mode) must be either MYSQLI_STORE_RESULT or MYSQLI_USE_RESULT
kill: ! ValueError mysqli::kill(): Argument #1 ($process_id) must be greater than 0
mysqli_kill: ! ValueError mysqli_kill(): Argument #2 ($process_id) must be greater than 0
begin_transaction, flags: ! ValueError mysqli::begin_transaction(): Argument #1 ($flags) must be one of the MYSQLI_TRANS_* constants
mysqli_begin_transaction, name: ! ValueError mysqli_begin_transaction(): Argument #3 ($name) %s be empty
savepoint: ! ValueError mysqli::savepoint(): Argument #1 ($name) %s be empty
mysqli_release_savepoint: ! ValueError mysqli_release_savepoint(): Argument #2 ($name) %s be empty
fetch_array 0: ! ValueError mysqli_result::fetch_array(): Argument #1 ($mode) must be one of MYSQLI_NUM, MYSQLI_ASSOC, or MYSQLI_BOTH
mysqli_fetch_all 0: ! ValueError mysqli_fetch_all(): Argument #2 ($mode) must be one of MYSQLI_NUM, MYSQLI_ASSOC, or MYSQLI_BOTH
fetch_array 4: ! ValueError mysqli_result::fetch_array(): Argument #1 ($mode) must be one of MYSQLI_NUM, MYSQLI_ASSOC, or MYSQLI_BOTH
mysqli_fetch_all 4: ! ValueError mysqli_fetch_all(): Argument #2 ($mode) must be one of MYSQLI_NUM, MYSQLI_ASSOC, or MYSQLI_BOTH
fetch_array -1: ! ValueError mysqli_result::fetch_array(): Argument #1 ($mode) must be one of MYSQLI_NUM, MYSQLI_ASSOC, or MYSQLI_BOTH
mysqli_fetch_all -1: ! ValueError mysqli_fetch_all(): Argument #2 ($mode) must be one of MYSQLI_NUM, MYSQLI_ASSOC, or MYSQLI_BOTH
data_seek: ! ValueError mysqli_result::data_seek(): Argument #1 ($offset) must be greater than or equal to 0
mysqli_data_seek: ! ValueError mysqli_data_seek(): Argument #2 ($offset) must be greater than or equal to 0
fetch_column -1: ! ValueError mysqli_result::fetch_column(): Argument #1 ($column) must be greater than or equal to 0
mysqli_fetch_column -1: ! ValueError mysqli_fetch_column(): Argument #2 ($column) must be greater than or equal to 0
fetch_field_direct -1: ! ValueError mysqli_result::fetch_field_direct(): Argument #1 ($index) must be greater than or equal to 0
mysqli_field_seek -1: ! ValueError mysqli_field_seek(): Argument #2 ($index) must be greater than or equal to 0
fetch_column 2: ! ValueError mysqli_result::fetch_column(): Argument #1 ($column) must be less than the number of fields for this result set
mysqli_fetch_column 2: ! ValueError mysqli_fetch_column(): Argument #2 ($column) must be less than the number of fields for this result set
fetch_field_direct 2: ! ValueError mysqli_result::fetch_field_direct(): Argument #1 ($index) must be less than the number of fields for this result set
mysqli_field_seek 2: ! ValueError mysqli_field_seek(): Argument #2 ($index) must be less than the number of fields for this result set
mysqli_num_rows, unbuffered: ! Error mysqli_num_rows() cannot be used in MYSQLI_USE_RESULT mode
data_seek, unbuffered: ! Error mysqli_result::data_seek() cannot be used in MYSQLI_USE_RESULT mode
mysqli_data_seek, unbuffered: ! Error mysqli_data_seek() cannot be used in MYSQLI_USE_RESULT mode
a result for a link: ! TypeError mysqli_query(): Argument #1 ($mysql) must be of type mysqli, mysqli_result given
a link for a result: ! TypeError mysqli_fetch_row(): Argument #1 ($result) must be of type mysqli_result, mysqli given
fetch_object: ! TypeError mysqli_result::fetch_object(): Argument #1 ($class) must be a valid class name, %r"?NoSuchClass"?%r given
