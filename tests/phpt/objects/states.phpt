--TEST--
Objects: what closed, unconnected and constructorless ones refuse
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
class Sub extends mysqli
{
	public function __construct()
	{
	}
}
$methods = ['autocommit' => [true], 'begin_transaction' => [], 'change_user' => ['a', 'b', null], 'character_set_name' => [], 'commit' => [],
	'dump_debug_info' => [], 'get_charset' => [], 'get_connection_stats' => [], 'get_server_info' => [], 'get_warnings' => [],
	'kill' => [1], 'multi_query' => ['x'], 'more_results' => [], 'next_result' => [], 'ping' => [], 'query' => ['x'],
	'real_escape_string' => ['x'], 'escape_string' => ['x'], 'real_query' => ['x'], 'release_savepoint' => ['x'], 'rollback' => [],
	'savepoint' => ['x'], 'select_db' => ['x'], 'set_charset' => ['x'], 'stat' => [], 'store_result' => [], 'use_result' => [],
	'refresh' => [1], 'close' => [], 'options' => [MYSQLI_OPT_CONNECT_TIMEOUT, 1], 'set_opt' => [MYSQLI_OPT_CONNECT_TIMEOUT, 1],
	'ssl_set' => [null, null, null, null, null], 'thread_safe' => []];
$functions = ['mysqli_affected_rows', 'mysqli_errno', 'mysqli_error', 'mysqli_error_list', 'mysqli_field_count', 'mysqli_get_host_info',
	'mysqli_get_proto_info', 'mysqli_get_server_info', 'mysqli_get_server_version', 'mysqli_info', 'mysqli_insert_id', 'mysqli_sqlstate',
	'mysqli_thread_id', 'mysqli_warning_count', 'mysqli_close', 'mysqli_stat', 'mysqli_ping', 'mysqli_use_result'];
$properties = ['affected_rows', 'client_info', 'connect_errno', 'connect_error', 'errno', 'error', 'error_list', 'field_count', 'host_info', 'info',
	'insert_id', 'server_info', 'server_version', 'sqlstate', 'protocol_version', 'thread_id', 'warning_count', 'client_version'];
$make = [
	'closed' => function () {
		$m = link_for_test();
		$m->close();
		return $m;
	},
	'unconnected' => fn() => mysqli_init(),
	'without its constructor' => fn() => (new ReflectionClass('mysqli'))->newInstanceWithoutConstructor(),
	'a subclass without the parent\'s' => fn() => new Sub(),
];
foreach ($make as $state => $object) {
	$lines = [];
	$note = function (string $name, callable $program) use (&$lines) {
		try {
			$answer = @$program();
			$answer = 'works: ' . show(is_string($answer) ? 'a string' : (is_int($answer) && $answer > 1000 ? 'a number' : $answer));
		} catch (Error $e) {
			$answer = $e->getMessage();
		}
		$lines[$answer][] = $name;
	};
	foreach ($methods as $name => $arguments) {
		$m = $object();
		$note("$name()", fn() => $m->$name(...$arguments));
	}
	foreach ($functions as $name) {
		$m = $object();
		$note("$name()", fn() => $name($m));
	}
	foreach ($properties as $name) {
		$m = $object();
		$note("->$name", fn() => $m->$name);
	}
	echo "--- $state\n";
	foreach ($lines as $answer => $names) {
		echo "$answer\n", wordwrap('  ' . implode(' ', $names), 130, "\n  "), "\n";
	}
}
?>
--EXPECT--
--- closed
mysqli object is already closed
  autocommit() begin_transaction() change_user() character_set_name() commit() dump_debug_info() get_charset()
  get_connection_stats() get_server_info() get_warnings() kill() multi_query() more_results() next_result() ping() query()
  real_escape_string() escape_string() real_query() release_savepoint() rollback() savepoint() select_db() set_charset() stat()
  store_result() use_result() refresh() close() options() set_opt() ssl_set() mysqli_affected_rows() mysqli_errno() mysqli_error()
  mysqli_error_list() mysqli_field_count() mysqli_get_host_info() mysqli_get_proto_info() mysqli_get_server_info()
  mysqli_get_server_version() mysqli_info() mysqli_insert_id() mysqli_sqlstate() mysqli_thread_id() mysqli_warning_count()
  mysqli_close() mysqli_stat() mysqli_ping() mysqli_use_result() ->errno ->error ->field_count ->host_info ->info ->insert_id
  ->server_info ->server_version ->sqlstate ->protocol_version ->thread_id ->warning_count
works: true
  thread_safe()
Property access is not allowed yet
  ->affected_rows ->error_list
works: "a string"
  ->client_info
works: 0
  ->connect_errno
works: null
  ->connect_error
works: "a number"
  ->client_version
--- unconnected
mysqli object is not fully initialized
  autocommit() begin_transaction() change_user() character_set_name() commit() dump_debug_info() get_charset()
  get_connection_stats() get_server_info() get_warnings() kill() multi_query() more_results() next_result() ping() query()
  real_escape_string() escape_string() real_query() release_savepoint() rollback() savepoint() select_db() set_charset() stat()
  store_result() use_result() mysqli_affected_rows() mysqli_errno() mysqli_error() mysqli_error_list() mysqli_field_count()
  mysqli_get_host_info() mysqli_get_proto_info() mysqli_get_server_info() mysqli_get_server_version() mysqli_info()
  mysqli_insert_id() mysqli_sqlstate() mysqli_thread_id() mysqli_warning_count() mysqli_stat() mysqli_ping() mysqli_use_result()
works: false
  refresh()
works: true
  close() options() set_opt() ssl_set() thread_safe() mysqli_close()
Property access is not allowed yet
  ->affected_rows ->error_list ->field_count ->host_info ->info ->insert_id ->server_info ->server_version ->sqlstate
  ->protocol_version ->thread_id ->warning_count
works: "a string"
  ->client_info ->error
works: 0
  ->connect_errno ->errno
works: null
  ->connect_error
works: "a number"
  ->client_version
--- without its constructor
mysqli object is already closed
  autocommit() begin_transaction() change_user() character_set_name() commit() dump_debug_info() get_charset()
  get_connection_stats() get_server_info() get_warnings() kill() multi_query() more_results() next_result() ping() query()
  real_escape_string() escape_string() real_query() release_savepoint() rollback() savepoint() select_db() set_charset() stat()
  store_result() use_result() refresh() close() options() set_opt() ssl_set() mysqli_affected_rows() mysqli_errno() mysqli_error()
  mysqli_error_list() mysqli_field_count() mysqli_get_host_info() mysqli_get_proto_info() mysqli_get_server_info()
  mysqli_get_server_version() mysqli_info() mysqli_insert_id() mysqli_sqlstate() mysqli_thread_id() mysqli_warning_count()
  mysqli_close() mysqli_stat() mysqli_ping() mysqli_use_result() ->errno ->error ->field_count ->host_info ->info ->insert_id
  ->server_info ->server_version ->sqlstate ->protocol_version ->thread_id ->warning_count
works: true
  thread_safe()
Property access is not allowed yet
  ->affected_rows ->error_list
works: "a string"
  ->client_info
works: 0
  ->connect_errno
works: null
  ->connect_error
works: "a number"
  ->client_version
--- a subclass without the parent's
Sub object is already closed
  autocommit() begin_transaction() change_user() character_set_name() commit() dump_debug_info() get_charset()
  get_connection_stats() get_server_info() get_warnings() kill() multi_query() more_results() next_result() ping() query()
  real_escape_string() escape_string() real_query() release_savepoint() rollback() savepoint() select_db() set_charset() stat()
  store_result() use_result() refresh() close() options() set_opt() ssl_set() mysqli_affected_rows() mysqli_errno() mysqli_error()
  mysqli_error_list() mysqli_field_count() mysqli_get_host_info() mysqli_get_proto_info() mysqli_get_server_info()
  mysqli_get_server_version() mysqli_info() mysqli_insert_id() mysqli_sqlstate() mysqli_thread_id() mysqli_warning_count()
  mysqli_close() mysqli_stat() mysqli_ping() mysqli_use_result() ->errno ->error ->field_count ->host_info ->info ->insert_id
  ->server_info ->server_version ->sqlstate ->protocol_version ->thread_id ->warning_count
works: true
  thread_safe()
Property access is not allowed yet
  ->affected_rows ->error_list
works: "a string"
  ->client_info
works: 0
  ->connect_errno
works: null
  ->connect_error
works: "a number"
  ->client_version
