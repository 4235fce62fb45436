--TEST--
Statistics: queries, results and rows
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/stats.inc';
$link = link_for_test();
$link->query('CREATE TEMPORARY TABLE t (id INT PRIMARY KEY, label VARCHAR(10))');
$link->query("INSERT INTO t VALUES (1, 'a'), (2, 'b'), (3, 'c')");
const SELECT = 'SELECT id, label FROM t';

moved('buffered, not fetched', $link, fn($link) => $link->query(SELECT)->free());
moved('buffered, all fetched', $link, function ($link) {
	$result = $link->query(SELECT);
	$result->fetch_all();
	$result->free();
});
moved('buffered, dropped', $link, function ($link) {
	$link->query(SELECT);
});
moved('unbuffered, one fetched', $link, function ($link) {
	$result = $link->query(SELECT, MYSQLI_USE_RESULT);
	$result->fetch_row();
	$result->free();
});
moved('unbuffered, all fetched', $link, function ($link) {
	$result = $link->query(SELECT, MYSQLI_USE_RESULT);
	while ($result->fetch_row());
	$result->free();
});
moved('no index', $link, fn($link) => $link->query("SELECT id FROM t WHERE label = 'x'"), '/index_used/');
moved('UPDATE', $link, fn($link) => $link->query("UPDATE t SET label = 'x'"));
moved('UPDATE of nothing', $link, fn($link) => $link->query("UPDATE t SET label = 'x'"));
moved('error', $link, function ($link) {
	try {
		$link->query('SELECT nothing');
	} catch (mysqli_sql_exception) {
	}
});
moved('ping', $link, fn($link) => @$link->ping());
moved('select_db', $link, fn($link) => $link->select_db(getenv('MYND_TEST_DB')));
moved('stat', $link, fn($link) => $link->stat());
moved('set_charset', $link, fn($link) => $link->set_charset('utf8mb4'));
moved('change_user', $link, fn($link) => $link->change_user(getenv('MYND_TEST_USER'), getenv('MYND_TEST_PASSWORD'), getenv('MYND_TEST_DB')));
moved('multi_query', $link, function ($link) {
	$link->multi_query('SELECT 1; SELECT 2');
	do {
		$link->store_result()->free();
	} while ($link->next_result());
});
?>
--EXPECT--
buffered, not fetched: result_set_queries+1 buffered_sets+1 rows_fetched_from_server_normal+3 rows_buffered_from_client_normal+3 explicit_free_result+1 com_query+1
buffered, all fetched: result_set_queries+1 buffered_sets+1 rows_fetched_from_server_normal+3 rows_buffered_from_client_normal+3 rows_fetched_from_client_normal_buffered+3 copy_on_write_saved+6 explicit_free_result+1 proto_text_fetched_int+3 proto_text_fetched_string+3 com_query+1
buffered, dropped: result_set_queries+1 buffered_sets+1 rows_fetched_from_server_normal+3 rows_buffered_from_client_normal+3 implicit_free_result+1 com_query+1
unbuffered, one fetched: result_set_queries+1 unbuffered_sets+1 flushed_normal_sets+1 rows_fetched_from_server_normal+3 rows_fetched_from_client_normal_unbuffered+1 rows_skipped_normal+2 copy_on_write_saved+2 explicit_free_result+1 proto_text_fetched_int+1 proto_text_fetched_string+1 com_query+1
unbuffered, all fetched: result_set_queries+1 unbuffered_sets+1 rows_fetched_from_server_normal+3 rows_fetched_from_client_normal_unbuffered+3 copy_on_write_saved+6 explicit_free_result+1 proto_text_fetched_int+3 proto_text_fetched_string+3 com_query+1
no index: no_index_used+1
UPDATE: non_result_set_queries+1 rows_affected_normal+3 com_query+1
UPDATE of nothing: non_result_set_queries+1 com_query+1
error: com_query+1
ping: com_ping+1
select_db: com_init_db+1
stat: com_statistics+1
set_charset: non_result_set_queries+1 com_query+1
change_user: com_change_user+1
multi_query: result_set_queries+2 buffered_sets+2 rows_fetched_from_server_normal+2 rows_buffered_from_client_normal+2 explicit_free_result+2 com_query+1 com_stmt_set_option+1
