--TEST--
Statistics: prepared statements, their results and rows
--EXTENSIONS--
mysqli
--SKIPIF--
<?php if (PHP_VERSION_ID >= 80400) die('skip sets the size of batches, for which 8.4 has no constant'); ?>
--INI--
mynd.pipelining=off
--FILE--
<?php
require __DIR__ . '/stats.inc';
$link = link_for_test();
$link->query('CREATE TEMPORARY TABLE t (id INT PRIMARY KEY, label VARCHAR(10))');
$link->query("INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, NULL)");
const SELECT = 'SELECT id, label FROM t ORDER BY id';
function prepared(mysqli $link, callable $use, string $sql = SELECT): void
{
	$s = $link->prepare($sql);
	$use($s);
	$s->close();
}
function fetch(mysqli_stmt $s, int $rows = PHP_INT_MAX): void
{
	$s->bind_result($id, $label);
	for ($i = 0; $i < $rows && $s->fetch(); $i++);
}
moved('never executed', $link, fn ($link) => $link->prepare(SELECT)->close());
moved('never executed, dropped', $link, function ($link) {
	$link->prepare(SELECT);
});
moved('prepare fails', $link, function ($link) {
	try {
		$link->prepare('SELECT nothing');
	} catch (mysqli_sql_exception) {
	}
});
moved('execute fails', $link, fn ($link) => prepared($link, function ($s) {
	try {
		$s->execute();
	} catch (mysqli_sql_exception) {
	}
}, "INSERT INTO t VALUES (1, 'a')"));
moved('store_result, all fetched', $link, fn ($link) => prepared($link, function ($s) {
	$s->execute();
	$s->store_result();
	fetch($s);
}));
moved('get_result, all fetched', $link, fn ($link) => prepared($link, function ($s) {
	$s->execute();
	$r = $s->get_result();
	$r->fetch_all();
	$r->free();
}));
moved('unbuffered, all fetched', $link, fn ($link) => prepared($link, function ($s) {
	$s->execute();
	fetch($s);
}));
moved('unbuffered, one fetched', $link, fn ($link) => prepared($link, function ($s) {
	$s->execute();
	fetch($s, 1);
	$s->free_result();
}));
moved('executed, not taken', $link, function ($link) {
	prepared($link, fn ($s) => $s->execute());
	$link->query('DO 1');
});
moved('executed twice', $link, fn ($link) => prepared($link, function ($s) {
	for ($i = 0; $i < 2; $i++) {
		$s->execute();
		fetch($s);
	}
}));
moved('cursor, all fetched, one at a time', $link, fn ($link) => prepared($link, function ($s) {
	$s->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, MYSQLI_CURSOR_TYPE_READ_ONLY);
	$s->attr_set(MYSQLI_STMT_ATTR_PREFETCH_ROWS, 1);
	$s->execute();
	fetch($s);
}));
moved('cursor, stored', $link, fn ($link) => prepared($link, function ($s) {
	$s->attr_set(MYSQLI_STMT_ATTR_CURSOR_TYPE, MYSQLI_CURSOR_TYPE_READ_ONLY);
	$s->execute();
	$s->store_result();
	fetch($s, 2);
}));
moved('UPDATE', $link, fn ($link) => prepared($link, fn ($s) => $s->execute(), "UPDATE t SET label = CONCAT(id, 'x')"));
moved('reset', $link, fn ($link) => prepared($link, function ($s) {
	$s->execute();
	fetch($s, 2);
	$s->reset();
}));
moved('long data', $link, fn ($link) => prepared($link, function ($s) {
	$s->bind_param('b', $blob);
	$s->send_long_data(0, 'abc');
	$s->send_long_data(0, 'def');
	$s->execute();
	$s->get_result();
}, 'SELECT LENGTH(?)'));
moved('execute_query, new', $link, fn ($link) => $link->execute_query(SELECT)->free());
moved('execute_query, cached', $link, fn ($link) => $link->execute_query(SELECT)->free());
moved('the cache is emptied', $link, fn ($link) => $link->query('SET @a = 1'));
?>
--EXPECT--
never executed: ps_prepared_never_executed+1 explicit_stmt_close+1 com_stmt_prepare+1 com_stmt_close+1
never executed, dropped: ps_prepared_never_executed+1 implicit_stmt_close+1 com_stmt_prepare+1 com_stmt_close+1
prepare fails: com_stmt_prepare+1
execute fails: ps_prepared_once_executed+1 explicit_stmt_close+1 com_stmt_prepare+1 com_stmt_execute+1 com_stmt_close+1
store_result, all fetched: result_set_queries+1 ps_buffered_sets+1 ps_prepared_once_executed+1 rows_fetched_from_server_ps+3 rows_buffered_from_client_ps+3 rows_fetched_from_client_ps_buffered+3 copy_on_write_saved+2 implicit_free_result+1 explicit_stmt_close+1 proto_binary_fetched_null+1 proto_binary_fetched_int+3 proto_binary_fetched_string+2 com_stmt_prepare+1 com_stmt_execute+1 com_stmt_close+1
get_result, all fetched: result_set_queries+1 ps_buffered_sets+1 ps_prepared_once_executed+1 rows_fetched_from_server_ps+3 rows_buffered_from_client_ps+3 rows_fetched_from_client_ps_buffered+3 copy_on_write_saved+2 explicit_free_result+1 explicit_stmt_close+1 proto_binary_fetched_null+1 proto_binary_fetched_int+3 proto_binary_fetched_string+2 com_stmt_prepare+1 com_stmt_execute+1 com_stmt_close+1
unbuffered, all fetched: result_set_queries+1 ps_unbuffered_sets+1 ps_prepared_once_executed+1 rows_fetched_from_server_ps+3 rows_fetched_from_client_ps_unbuffered+3 copy_on_write_saved+2 implicit_free_result+1 explicit_stmt_close+1 proto_binary_fetched_null+1 proto_binary_fetched_int+3 proto_binary_fetched_string+2 com_stmt_prepare+1 com_stmt_execute+1 com_stmt_close+1
unbuffered, one fetched: result_set_queries+1 ps_unbuffered_sets+1 flushed_ps_sets+1 ps_prepared_once_executed+1 rows_fetched_from_server_ps+3 rows_fetched_from_client_ps_unbuffered+1 rows_skipped_ps+2 copy_on_write_saved+1 explicit_free_result+1 explicit_stmt_close+1 proto_binary_fetched_int+1 proto_binary_fetched_string+1 com_stmt_prepare+1 com_stmt_execute+1 com_stmt_close+1
executed, not taken: result_set_queries+1 non_result_set_queries+1 ps_prepared_once_executed+1 rows_fetched_from_server_ps+3 rows_skipped_ps+3 explicit_stmt_close+1 com_query+1 com_stmt_prepare+1 com_stmt_execute+1 com_stmt_close+1
executed twice: result_set_queries+2 ps_unbuffered_sets+2 rows_fetched_from_server_ps+6 rows_fetched_from_client_ps_unbuffered+6 copy_on_write_saved+4 implicit_free_result+2 explicit_stmt_close+1 proto_binary_fetched_null+2 proto_binary_fetched_int+6 proto_binary_fetched_string+4 com_stmt_prepare+1 com_stmt_execute+2 com_stmt_close+1
cursor, all fetched, one at a time: result_set_queries+1 ps_unbuffered_sets+1 ps_prepared_once_executed+1 rows_fetched_from_server_ps+3 rows_fetched_from_client_ps_cursor+3 copy_on_write_saved+2 implicit_free_result+1 explicit_stmt_close+1 proto_binary_fetched_null+1 proto_binary_fetched_int+3 proto_binary_fetched_string+2 com_stmt_prepare+1 com_stmt_execute+1 com_stmt_close+1 com_stmt_fetch+4
cursor, stored: result_set_queries+1 ps_buffered_sets+1 ps_prepared_once_executed+1 rows_fetched_from_server_ps+3 rows_buffered_from_client_ps+3 rows_fetched_from_client_ps_buffered+2 copy_on_write_saved+2 implicit_free_result+1 explicit_stmt_close+1 proto_binary_fetched_int+2 proto_binary_fetched_string+2 com_stmt_prepare+1 com_stmt_execute+1 com_stmt_close+1 com_stmt_fetch+1
UPDATE: non_result_set_queries+1 ps_prepared_once_executed+1 rows_affected_ps+3 explicit_stmt_close+1 com_stmt_prepare+1 com_stmt_execute+1 com_stmt_close+1
reset: result_set_queries+1 ps_unbuffered_sets+1 ps_prepared_once_executed+1 rows_fetched_from_server_ps+3 rows_fetched_from_client_ps_unbuffered+2 rows_skipped_ps+1 copy_on_write_performed+2 implicit_free_result+1 explicit_stmt_close+1 proto_binary_fetched_int+2 proto_binary_fetched_string+2 com_stmt_prepare+1 com_stmt_execute+1 com_stmt_close+1 com_stmt_reset+1
long data: result_set_queries+1 ps_buffered_sets+1 ps_prepared_once_executed+1 rows_fetched_from_server_ps+1 rows_buffered_from_client_ps+1 implicit_free_result+1 explicit_stmt_close+1 com_stmt_prepare+1 com_stmt_execute+1 com_stmt_send_long_data+2 com_stmt_close+1
execute_query, new: result_set_queries+1 ps_buffered_sets+1 rows_fetched_from_server_ps+3 rows_buffered_from_client_ps+3 explicit_free_result+1 com_stmt_prepare+1 com_stmt_execute+1
execute_query, cached: result_set_queries+1 ps_buffered_sets+1 rows_fetched_from_server_ps+3 rows_buffered_from_client_ps+3 explicit_free_result+1 com_stmt_execute+1
the cache is emptied: non_result_set_queries+1 implicit_stmt_close+1 com_query+1 com_stmt_close+1
