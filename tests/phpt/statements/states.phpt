--TEST--
Statements: what can be done with an object that is made without its constructor, initialised, prepared, spoilt, closed, orphaned
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/../connect.inc';
print_warnings();
class Bare extends mysqli_stmt
{
	public function __construct()
	{
	}
}
$methods = [
	'attr_get' => [MYSQLI_STMT_ATTR_CURSOR_TYPE], 'attr_set' => [MYSQLI_STMT_ATTR_CURSOR_TYPE, 0], 'bind_param' => ['s', 'x'],
	'bind_result' => ['x'], 'data_seek' => [0], 'execute' => [], 'fetch' => [], 'get_warnings' => [], 'result_metadata' => [],
	'more_results' => [], 'next_result' => [], 'num_rows' => [], 'send_long_data' => [0, 'x'], 'free_result' => [], 'reset' => [],
	'store_result' => [], 'get_result' => [], 'prepare' => ['SELEC'], 'close' => [],
];
$functions = ['affected_rows', 'errno', 'error', 'error_list', 'field_count', 'insert_id', 'num_rows', 'param_count', 'sqlstate', 'fetch', 'close'];
$properties = ['affected_rows', 'insert_id', 'num_rows', 'param_count', 'field_count', 'errno', 'error', 'error_list', 'sqlstate', 'id', 'nonsense'];

function look(string $state, callable $make): void
{
	global $methods, $functions, $properties;
	echo "--- $state\n";
	$s = $make();
	ob_start();
	var_dump($s);
	echo preg_replace(['/#\d+ /', '/(\["id"\]=>\s+)int\([1-9]\d*\)/'], ['', '$1some'], ob_get_clean());
	foreach ($properties as $property) {
		attempt("->$property", fn() => $property === 'id' && $s->id > 0 ? 'some' : $s->$property);
		echo isset($s->$property) ? '' : '  not ', '  set, ', empty($s->$property) ? 'empty' : 'not empty', "\n";
	}
	foreach ($functions as $function) {
		$s = $make();
		attempt("mysqli_stmt_$function()", fn() => "mysqli_stmt_$function"($s));
	}
	foreach ($methods as $method => $arguments) {
		$s = $make();
		attempt("->$method()", fn() => @$s->$method(...$arguments));
	}
}
$m = link_for_test();
look('without its constructor', fn() => new Bare);
look('out of a string', fn() => unserialize('O:11:"mysqli_stmt":0:{}'));
look('made by reflection', fn() => (new ReflectionClass('mysqli_stmt'))->newInstanceWithoutConstructor());
look('initialised', fn() => $m->stmt_init());
look('initialised by the constructor', fn() => new mysqli_stmt($m));
$init = function () use ($m) {
	try {
		$s = $m->stmt_init();
		$s->prepare('SELEC');
	} catch (mysqli_sql_exception) {
	}
	return $s;
};
look('could not be prepared', $init);
$spoilt = function () use ($m) {
	$s = $m->prepare('SELECT ?');
	try {
		$s->prepare('SELEC');
	} catch (mysqli_sql_exception) {
	}
	return $s;
};
look('could not be prepared a second time', $spoilt);
look('a query, prepared', fn() => $m->prepare('SELECT 1, 2 FROM DUAL WHERE 1 = ?'));
look('no query, prepared', fn() => $m->prepare('SET @x = ?'));
$closed = function () use ($m) {
	$s = $m->prepare('SELECT 1');
	$s->close();
	return $s;
};
look('closed', $closed);
$orphan = function () {
	$m = link_for_test();
	$s = $m->prepare('SELECT ?');
	$m->close();
	return $s;
};
look('its link is closed', $orphan);
?>
--EXPECT--
--- without its constructor
object(Bare)(0) {
}
->affected_rows: ! Error Property access is not allowed yet
  not   set, empty
->insert_id: ! Error Bare object is already closed
  not   set, empty
->num_rows: ! Error Bare object is already closed
  not   set, empty
->param_count: ! Error Bare object is already closed
  not   set, empty
->field_count: ! Error Bare object is already closed
  not   set, empty
->errno: ! Error Bare object is already closed
  not   set, empty
->error: ! Error Bare object is already closed
  not   set, empty
->error_list: ! Error Property access is not allowed yet
  not   set, empty
->sqlstate: ! Error Bare object is already closed
  not   set, empty
->id: ! Error Property access is not allowed yet
  not   set, empty
  Warning: Undefined property: Bare::$nonsense
->nonsense: null
  not   set, empty
mysqli_stmt_affected_rows(): ! Error Bare object is already closed
mysqli_stmt_errno(): ! Error Bare object is already closed
mysqli_stmt_error(): ! Error Bare object is already closed
mysqli_stmt_error_list(): ! Error Bare object is already closed
mysqli_stmt_field_count(): ! Error Bare object is already closed
mysqli_stmt_insert_id(): ! Error Bare object is already closed
mysqli_stmt_num_rows(): ! Error Bare object is already closed
mysqli_stmt_param_count(): ! Error Bare object is already closed
mysqli_stmt_sqlstate(): ! Error Bare object is already closed
mysqli_stmt_fetch(): ! Error Bare object is already closed
mysqli_stmt_close(): ! Error Bare object is already closed
->attr_get(): ! Error Bare object is already closed
->attr_set(): ! Error Bare object is already closed
->bind_param(): ! Error Bare object is already closed
->bind_result(): ! Error Bare object is already closed
->data_seek(): ! Error Bare object is already closed
->execute(): ! Error Bare object is already closed
->fetch(): ! Error Bare object is already closed
->get_warnings(): ! Error Bare object is already closed
->result_metadata(): ! Error Bare object is already closed
->more_results(): ! Error Bare object is already closed
->next_result(): ! Error Bare object is already closed
->num_rows(): ! Error Bare object is already closed
->send_long_data(): ! Error Bare object is already closed
->free_result(): ! Error Bare object is already closed
->reset(): ! Error Bare object is already closed
->store_result(): ! Error Bare object is already closed
->get_result(): ! Error Bare object is already closed
->prepare(): ! Error Bare object is already closed
->close(): ! Error Bare object is already closed
--- out of a string
object(mysqli_stmt)(0) {
}
->affected_rows: ! Error Property access is not allowed yet
  not   set, empty
->insert_id: ! Error mysqli_stmt object is already closed
  not   set, empty
->num_rows: ! Error mysqli_stmt object is already closed
  not   set, empty
->param_count: ! Error mysqli_stmt object is already closed
  not   set, empty
->field_count: ! Error mysqli_stmt object is already closed
  not   set, empty
->errno: ! Error mysqli_stmt object is already closed
  not   set, empty
->error: ! Error mysqli_stmt object is already closed
  not   set, empty
->error_list: ! Error Property access is not allowed yet
  not   set, empty
->sqlstate: ! Error mysqli_stmt object is already closed
  not   set, empty
->id: ! Error Property access is not allowed yet
  not   set, empty
  Warning: Undefined property: mysqli_stmt::$nonsense
->nonsense: null
  not   set, empty
mysqli_stmt_affected_rows(): ! Error mysqli_stmt object is already closed
mysqli_stmt_errno(): ! Error mysqli_stmt object is already closed
mysqli_stmt_error(): ! Error mysqli_stmt object is already closed
mysqli_stmt_error_list(): ! Error mysqli_stmt object is already closed
mysqli_stmt_field_count(): ! Error mysqli_stmt object is already closed
mysqli_stmt_insert_id(): ! Error mysqli_stmt object is already closed
mysqli_stmt_num_rows(): ! Error mysqli_stmt object is already closed
mysqli_stmt_param_count(): ! Error mysqli_stmt object is already closed
mysqli_stmt_sqlstate(): ! Error mysqli_stmt object is already closed
mysqli_stmt_fetch(): ! Error mysqli_stmt object is already closed
mysqli_stmt_close(): ! Error mysqli_stmt object is already closed
->attr_get(): ! Error mysqli_stmt object is already closed
->attr_set(): ! Error mysqli_stmt object is already closed
->bind_param(): ! Error mysqli_stmt object is already closed
->bind_result(): ! Error mysqli_stmt object is already closed
->data_seek(): ! Error mysqli_stmt object is already closed
->execute(): ! Error mysqli_stmt object is already closed
->fetch(): ! Error mysqli_stmt object is already closed
->get_warnings(): ! Error mysqli_stmt object is already closed
->result_metadata(): ! Error mysqli_stmt object is already closed
->more_results(): ! Error mysqli_stmt object is already closed
->next_result(): ! Error mysqli_stmt object is already closed
->num_rows(): ! Error mysqli_stmt object is already closed
->send_long_data(): ! Error mysqli_stmt object is already closed
->free_result(): ! Error mysqli_stmt object is already closed
->reset(): ! Error mysqli_stmt object is already closed
->store_result(): ! Error mysqli_stmt object is already closed
->get_result(): ! Error mysqli_stmt object is already closed
->prepare(): ! Error mysqli_stmt object is already closed
->close(): ! Error mysqli_stmt object is already closed
--- made by reflection
object(mysqli_stmt)(0) {
}
->affected_rows: ! Error Property access is not allowed yet
  not   set, empty
->insert_id: ! Error mysqli_stmt object is already closed
  not   set, empty
->num_rows: ! Error mysqli_stmt object is already closed
  not   set, empty
->param_count: ! Error mysqli_stmt object is already closed
  not   set, empty
->field_count: ! Error mysqli_stmt object is already closed
  not   set, empty
->errno: ! Error mysqli_stmt object is already closed
  not   set, empty
->error: ! Error mysqli_stmt object is already closed
  not   set, empty
->error_list: ! Error Property access is not allowed yet
  not   set, empty
->sqlstate: ! Error mysqli_stmt object is already closed
  not   set, empty
->id: ! Error Property access is not allowed yet
  not   set, empty
  Warning: Undefined property: mysqli_stmt::$nonsense
->nonsense: null
  not   set, empty
mysqli_stmt_affected_rows(): ! Error mysqli_stmt object is already closed
mysqli_stmt_errno(): ! Error mysqli_stmt object is already closed
mysqli_stmt_error(): ! Error mysqli_stmt object is already closed
mysqli_stmt_error_list(): ! Error mysqli_stmt object is already closed
mysqli_stmt_field_count(): ! Error mysqli_stmt object is already closed
mysqli_stmt_insert_id(): ! Error mysqli_stmt object is already closed
mysqli_stmt_num_rows(): ! Error mysqli_stmt object is already closed
mysqli_stmt_param_count(): ! Error mysqli_stmt object is already closed
mysqli_stmt_sqlstate(): ! Error mysqli_stmt object is already closed
mysqli_stmt_fetch(): ! Error mysqli_stmt object is already closed
mysqli_stmt_close(): ! Error mysqli_stmt object is already closed
->attr_get(): ! Error mysqli_stmt object is already closed
->attr_set(): ! Error mysqli_stmt object is already closed
->bind_param(): ! Error mysqli_stmt object is already closed
->bind_result(): ! Error mysqli_stmt object is already closed
->data_seek(): ! Error mysqli_stmt object is already closed
->execute(): ! Error mysqli_stmt object is already closed
->fetch(): ! Error mysqli_stmt object is already closed
->get_warnings(): ! Error mysqli_stmt object is already closed
->result_metadata(): ! Error mysqli_stmt object is already closed
->more_results(): ! Error mysqli_stmt object is already closed
->next_result(): ! Error mysqli_stmt object is already closed
->num_rows(): ! Error mysqli_stmt object is already closed
->send_long_data(): ! Error mysqli_stmt object is already closed
->free_result(): ! Error mysqli_stmt object is already closed
->reset(): ! Error mysqli_stmt object is already closed
->store_result(): ! Error mysqli_stmt object is already closed
->get_result(): ! Error mysqli_stmt object is already closed
->prepare(): ! Error mysqli_stmt object is already closed
->close(): ! Error mysqli_stmt object is already closed
--- initialised
object(mysqli_stmt)(4) {
  ["errno"]=>
  int(0)
  ["error"]=>
  string(0) ""
  ["error_list"]=>
  array(0) {
  }
  ["sqlstate"]=>
  string(5) "00000"
}
->affected_rows: ! Error Property access is not allowed yet
  not   set, empty
->insert_id: ! Error Property access is not allowed yet
  not   set, empty
->num_rows: ! Error Property access is not allowed yet
  not   set, empty
->param_count: ! Error Property access is not allowed yet
  not   set, empty
->field_count: ! Error Property access is not allowed yet
  not   set, empty
->errno: 0
  set, empty
->error: ""
  set, empty
->error_list: []
  set, empty
->sqlstate: "00000"
  set, not empty
->id: ! Error Property access is not allowed yet
  not   set, empty
  Warning: Undefined property: mysqli_stmt::$nonsense
->nonsense: null
  not   set, empty
mysqli_stmt_affected_rows(): ! Error mysqli_stmt object is not fully initialized
mysqli_stmt_errno(): 0
mysqli_stmt_error(): ""
mysqli_stmt_error_list(): []
mysqli_stmt_field_count(): ! Error mysqli_stmt object is not fully initialized
mysqli_stmt_insert_id(): ! Error mysqli_stmt object is not fully initialized
mysqli_stmt_num_rows(): ! Error mysqli_stmt object is not fully initialized
mysqli_stmt_param_count(): ! Error mysqli_stmt object is not fully initialized
mysqli_stmt_sqlstate(): ! Error mysqli_stmt object is not fully initialized
mysqli_stmt_fetch(): ! Error mysqli_stmt object is not fully initialized
mysqli_stmt_close(): ! Error mysqli_stmt object is not fully initialized
->attr_get(): ! Error mysqli_stmt object is not fully initialized
->attr_set(): ! Error mysqli_stmt object is not fully initialized
->bind_param(): ! Error mysqli_stmt object is not fully initialized
->bind_result(): ! Error mysqli_stmt object is not fully initialized
->data_seek(): ! Error mysqli_stmt object is not fully initialized
->execute(): ! Error mysqli_stmt object is not fully initialized
->fetch(): ! Error mysqli_stmt object is not fully initialized
->get_warnings(): ! Error mysqli_stmt object is not fully initialized
->result_metadata(): ! Error mysqli_stmt object is not fully initialized
->more_results(): ! Error mysqli_stmt object is not fully initialized
->next_result(): ! Error mysqli_stmt object is not fully initialized
->num_rows(): ! Error mysqli_stmt object is not fully initialized
->send_long_data(): ! Error mysqli_stmt object is not fully initialized
->free_result(): ! Error mysqli_stmt object is not fully initialized
->reset(): ! Error mysqli_stmt object is not fully initialized
->store_result(): ! Error mysqli_stmt object is not fully initialized
->get_result(): ! Error mysqli_stmt object is not fully initialized
->prepare(): ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEC' at line 1
->close(): ! Error mysqli_stmt object is not fully initialized
--- initialised by the constructor
object(mysqli_stmt)(4) {
  ["errno"]=>
  int(0)
  ["error"]=>
  string(0) ""
  ["error_list"]=>
  array(0) {
  }
  ["sqlstate"]=>
  string(5) "00000"
}
->affected_rows: ! Error Property access is not allowed yet
  not   set, empty
->insert_id: ! Error Property access is not allowed yet
  not   set, empty
->num_rows: ! Error Property access is not allowed yet
  not   set, empty
->param_count: ! Error Property access is not allowed yet
  not   set, empty
->field_count: ! Error Property access is not allowed yet
  not   set, empty
->errno: 0
  set, empty
->error: ""
  set, empty
->error_list: []
  set, empty
->sqlstate: "00000"
  set, not empty
->id: ! Error Property access is not allowed yet
  not   set, empty
  Warning: Undefined property: mysqli_stmt::$nonsense
->nonsense: null
  not   set, empty
mysqli_stmt_affected_rows(): ! Error mysqli_stmt object is not fully initialized
mysqli_stmt_errno(): 0
mysqli_stmt_error(): ""
mysqli_stmt_error_list(): []
mysqli_stmt_field_count(): ! Error mysqli_stmt object is not fully initialized
mysqli_stmt_insert_id(): ! Error mysqli_stmt object is not fully initialized
mysqli_stmt_num_rows(): ! Error mysqli_stmt object is not fully initialized
mysqli_stmt_param_count(): ! Error mysqli_stmt object is not fully initialized
mysqli_stmt_sqlstate(): ! Error mysqli_stmt object is not fully initialized
mysqli_stmt_fetch(): ! Error mysqli_stmt object is not fully initialized
mysqli_stmt_close(): ! Error mysqli_stmt object is not fully initialized
->attr_get(): ! Error mysqli_stmt object is not fully initialized
->attr_set(): ! Error mysqli_stmt object is not fully initialized
->bind_param(): ! Error mysqli_stmt object is not fully initialized
->bind_result(): ! Error mysqli_stmt object is not fully initialized
->data_seek(): ! Error mysqli_stmt object is not fully initialized
->execute(): ! Error mysqli_stmt object is not fully initialized
->fetch(): ! Error mysqli_stmt object is not fully initialized
->get_warnings(): ! Error mysqli_stmt object is not fully initialized
->result_metadata(): ! Error mysqli_stmt object is not fully initialized
->more_results(): ! Error mysqli_stmt object is not fully initialized
->next_result(): ! Error mysqli_stmt object is not fully initialized
->num_rows(): ! Error mysqli_stmt object is not fully initialized
->send_long_data(): ! Error mysqli_stmt object is not fully initialized
->free_result(): ! Error mysqli_stmt object is not fully initialized
->reset(): ! Error mysqli_stmt object is not fully initialized
->store_result(): ! Error mysqli_stmt object is not fully initialized
->get_result(): ! Error mysqli_stmt object is not fully initialized
->prepare(): ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEC' at line 1
->close(): ! Error mysqli_stmt object is not fully initialized
--- could not be prepared
object(mysqli_stmt)(4) {
  ["errno"]=>
  int(1064)
  ["error"]=>
  string(153) "You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEC' at line 1"
  ["error_list"]=>
  array(1) {
    [0]=>
    array(3) {
      ["errno"]=>
      int(1064)
      ["sqlstate"]=>
      string(5) "42000"
      ["error"]=>
      string(153) "You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEC' at line 1"
    }
  }
  ["sqlstate"]=>
  string(5) "42000"
}
->affected_rows: ! Error Property access is not allowed yet
  not   set, empty
->insert_id: ! Error Property access is not allowed yet
  not   set, empty
->num_rows: ! Error Property access is not allowed yet
  not   set, empty
->param_count: ! Error Property access is not allowed yet
  not   set, empty
->field_count: ! Error Property access is not allowed yet
  not   set, empty
->errno: 1064
  set, not empty
->error: "You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEC' at line 1"
  set, not empty
->error_list: [{"errno":1064,"sqlstate":"42000","error":"You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEC' at line 1"}]
  set, not empty
->sqlstate: "42000"
  set, not empty
->id: ! Error Property access is not allowed yet
  not   set, empty
  Warning: Undefined property: mysqli_stmt::$nonsense
->nonsense: null
  not   set, empty
mysqli_stmt_affected_rows(): ! Error mysqli_stmt object is not fully initialized
mysqli_stmt_errno(): 1064
mysqli_stmt_error(): "You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEC' at line 1"
mysqli_stmt_error_list(): [{"errno":1064,"sqlstate":"42000","error":"You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEC' at line 1"}]
mysqli_stmt_field_count(): ! Error mysqli_stmt object is not fully initialized
mysqli_stmt_insert_id(): ! Error mysqli_stmt object is not fully initialized
mysqli_stmt_num_rows(): ! Error mysqli_stmt object is not fully initialized
mysqli_stmt_param_count(): ! Error mysqli_stmt object is not fully initialized
mysqli_stmt_sqlstate(): ! Error mysqli_stmt object is not fully initialized
mysqli_stmt_fetch(): ! Error mysqli_stmt object is not fully initialized
mysqli_stmt_close(): ! Error mysqli_stmt object is not fully initialized
->attr_get(): ! Error mysqli_stmt object is not fully initialized
->attr_set(): ! Error mysqli_stmt object is not fully initialized
->bind_param(): ! Error mysqli_stmt object is not fully initialized
->bind_result(): ! Error mysqli_stmt object is not fully initialized
->data_seek(): ! Error mysqli_stmt object is not fully initialized
->execute(): ! Error mysqli_stmt object is not fully initialized
->fetch(): ! Error mysqli_stmt object is not fully initialized
->get_warnings(): ! Error mysqli_stmt object is not fully initialized
->result_metadata(): ! Error mysqli_stmt object is not fully initialized
->more_results(): ! Error mysqli_stmt object is not fully initialized
->next_result(): ! Error mysqli_stmt object is not fully initialized
->num_rows(): ! Error mysqli_stmt object is not fully initialized
->send_long_data(): ! Error mysqli_stmt object is not fully initialized
->free_result(): ! Error mysqli_stmt object is not fully initialized
->reset(): ! Error mysqli_stmt object is not fully initialized
->store_result(): ! Error mysqli_stmt object is not fully initialized
->get_result(): ! Error mysqli_stmt object is not fully initialized
->prepare(): ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEC' at line 1
->close(): ! Error mysqli_stmt object is not fully initialized
--- could not be prepared a second time
object(mysqli_stmt)(10) {
  ["affected_rows"]=>
  int(0)
  ["insert_id"]=>
  int(0)
  ["num_rows"]=>
  int(0)
  ["param_count"]=>
  int(0)
  ["field_count"]=>
  int(0)
  ["errno"]=>
  int(1064)
  ["error"]=>
  string(153) "You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEC' at line 1"
  ["error_list"]=>
  array(1) {
    [0]=>
    array(3) {
      ["errno"]=>
      int(1064)
      ["sqlstate"]=>
      string(5) "42000"
      ["error"]=>
      string(153) "You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEC' at line 1"
    }
  }
  ["sqlstate"]=>
  string(5) "42000"
  ["id"]=>
  int(0)
}
->affected_rows: 0
  set, empty
->insert_id: 0
  set, empty
->num_rows: 0
  set, empty
->param_count: 0
  set, empty
->field_count: 0
  set, empty
->errno: 1064
  set, not empty
->error: "You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEC' at line 1"
  set, not empty
->error_list: [{"errno":1064,"sqlstate":"42000","error":"You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEC' at line 1"}]
  set, not empty
->sqlstate: "42000"
  set, not empty
->id: 0
  set, empty
  Warning: Undefined property: mysqli_stmt::$nonsense
->nonsense: null
  not   set, empty
mysqli_stmt_affected_rows(): 0
mysqli_stmt_errno(): 1064
mysqli_stmt_error(): "You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEC' at line 1"
mysqli_stmt_error_list(): [{"errno":1064,"sqlstate":"42000","error":"You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEC' at line 1"}]
mysqli_stmt_field_count(): 0
mysqli_stmt_insert_id(): 0
mysqli_stmt_num_rows(): 0
mysqli_stmt_param_count(): 0
mysqli_stmt_sqlstate(): "42000"
mysqli_stmt_fetch(): ! 2014 HY000 Commands out of sync; you can't run this command now
mysqli_stmt_close(): true
->attr_get(): 0
->attr_set(): true
->bind_param(): ! ArgumentCountError The number of variables must match the number of parameters in the prepared statement
->bind_result(): ! ArgumentCountError Number of bind variables doesn't match number of fields in prepared statement
->data_seek(): null
->execute(): ! 2014 HY000 Commands out of sync; you can't run this command now
->fetch(): ! 2014 HY000 Commands out of sync; you can't run this command now
->get_warnings(): false
->result_metadata(): ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEC' at line 1
->more_results(): false
->next_result(): ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEC' at line 1
->num_rows(): 0
->send_long_data(): false
->free_result(): null
->reset(): true
->store_result(): true
->get_result(): ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEC' at line 1
->prepare(): ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEC' at line 1
->close(): true
--- a query, prepared
object(mysqli_stmt)(10) {
  ["affected_rows"]=>
  int(0)
  ["insert_id"]=>
  int(0)
  ["num_rows"]=>
  int(0)
  ["param_count"]=>
  int(1)
  ["field_count"]=>
  int(2)
  ["errno"]=>
  int(0)
  ["error"]=>
  string(0) ""
  ["error_list"]=>
  array(0) {
  }
  ["sqlstate"]=>
  string(5) "00000"
  ["id"]=>
  some
}
->affected_rows: 0
  set, empty
->insert_id: 0
  set, empty
->num_rows: 0
  set, empty
->param_count: 1
  set, not empty
->field_count: 2
  set, not empty
->errno: 0
  set, empty
->error: ""
  set, empty
->error_list: []
  set, empty
->sqlstate: "00000"
  set, not empty
->id: "some"
  set, not empty
  Warning: Undefined property: mysqli_stmt::$nonsense
->nonsense: null
  not   set, empty
mysqli_stmt_affected_rows(): 0
mysqli_stmt_errno(): 0
mysqli_stmt_error(): ""
mysqli_stmt_error_list(): []
mysqli_stmt_field_count(): 2
mysqli_stmt_insert_id(): 0
mysqli_stmt_num_rows(): 0
mysqli_stmt_param_count(): 1
mysqli_stmt_sqlstate(): "00000"
mysqli_stmt_fetch(): ! 2014 HY000 Commands out of sync; you can't run this command now
mysqli_stmt_close(): true
->attr_get(): 0
->attr_set(): true
->bind_param(): true
->bind_result(): ! ArgumentCountError Number of bind variables doesn't match number of fields in prepared statement
->data_seek(): null
->execute(): ! 2031 HY000 No data supplied for parameters in prepared statement
->fetch(): ! 2014 HY000 Commands out of sync; you can't run this command now
->get_warnings(): false
->result_metadata(): mysqli_result
->more_results(): false
->next_result(): false
->num_rows(): 0
->send_long_data(): false
->free_result(): null
->reset(): true
->store_result(): ! 2014 HY000 Commands out of sync; you can't run this command now
->get_result(): ! 2014 HY000 Commands out of sync; you can't run this command now
->prepare(): ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEC' at line 1
->close(): true
--- no query, prepared
object(mysqli_stmt)(10) {
  ["affected_rows"]=>
  int(0)
  ["insert_id"]=>
  int(0)
  ["num_rows"]=>
  int(0)
  ["param_count"]=>
  int(1)
  ["field_count"]=>
  int(0)
  ["errno"]=>
  int(0)
  ["error"]=>
  string(0) ""
  ["error_list"]=>
  array(0) {
  }
  ["sqlstate"]=>
  string(5) "00000"
  ["id"]=>
  some
}
->affected_rows: 0
  set, empty
->insert_id: 0
  set, empty
->num_rows: 0
  set, empty
->param_count: 1
  set, not empty
->field_count: 0
  set, empty
->errno: 0
  set, empty
->error: ""
  set, empty
->error_list: []
  set, empty
->sqlstate: "00000"
  set, not empty
->id: "some"
  set, not empty
  Warning: Undefined property: mysqli_stmt::$nonsense
->nonsense: null
  not   set, empty
mysqli_stmt_affected_rows(): 0
mysqli_stmt_errno(): 0
mysqli_stmt_error(): ""
mysqli_stmt_error_list(): []
mysqli_stmt_field_count(): 0
mysqli_stmt_insert_id(): 0
mysqli_stmt_num_rows(): 0
mysqli_stmt_param_count(): 1
mysqli_stmt_sqlstate(): "00000"
mysqli_stmt_fetch(): ! 2014 HY000 Commands out of sync; you can't run this command now
mysqli_stmt_close(): true
->attr_get(): 0
->attr_set(): true
->bind_param(): true
->bind_result(): ! ArgumentCountError Number of bind variables doesn't match number of fields in prepared statement
->data_seek(): null
->execute(): ! 2031 HY000 No data supplied for parameters in prepared statement
->fetch(): ! 2014 HY000 Commands out of sync; you can't run this command now
->get_warnings(): false
->result_metadata(): false
->more_results(): false
->next_result(): false
->num_rows(): 0
->send_long_data(): false
->free_result(): null
->reset(): true
->store_result(): true
->get_result(): false
->prepare(): ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your MariaDB server version for the right syntax to use near 'SELEC' at line 1
->close(): true
--- closed
object(mysqli_stmt)(0) {
}
->affected_rows: ! Error Property access is not allowed yet
  not   set, empty
->insert_id: ! Error mysqli_stmt object is already closed
  not   set, empty
->num_rows: ! Error mysqli_stmt object is already closed
  not   set, empty
->param_count: ! Error mysqli_stmt object is already closed
  not   set, empty
->field_count: ! Error mysqli_stmt object is already closed
  not   set, empty
->errno: ! Error mysqli_stmt object is already closed
  not   set, empty
->error: ! Error mysqli_stmt object is already closed
  not   set, empty
->error_list: ! Error Property access is not allowed yet
  not   set, empty
->sqlstate: ! Error mysqli_stmt object is already closed
  not   set, empty
->id: ! Error Property access is not allowed yet
  not   set, empty
  Warning: Undefined property: mysqli_stmt::$nonsense
->nonsense: null
  not   set, empty
mysqli_stmt_affected_rows(): ! Error mysqli_stmt object is already closed
mysqli_stmt_errno(): ! Error mysqli_stmt object is already closed
mysqli_stmt_error(): ! Error mysqli_stmt object is already closed
mysqli_stmt_error_list(): ! Error mysqli_stmt object is already closed
mysqli_stmt_field_count(): ! Error mysqli_stmt object is already closed
mysqli_stmt_insert_id(): ! Error mysqli_stmt object is already closed
mysqli_stmt_num_rows(): ! Error mysqli_stmt object is already closed
mysqli_stmt_param_count(): ! Error mysqli_stmt object is already closed
mysqli_stmt_sqlstate(): ! Error mysqli_stmt object is already closed
mysqli_stmt_fetch(): ! Error mysqli_stmt object is already closed
mysqli_stmt_close(): ! Error mysqli_stmt object is already closed
->attr_get(): ! Error mysqli_stmt object is already closed
->attr_set(): ! Error mysqli_stmt object is already closed
->bind_param(): ! Error mysqli_stmt object is already closed
->bind_result(): ! Error mysqli_stmt object is already closed
->data_seek(): ! Error mysqli_stmt object is already closed
->execute(): ! Error mysqli_stmt object is already closed
->fetch(): ! Error mysqli_stmt object is already closed
->get_warnings(): ! Error mysqli_stmt object is already closed
->result_metadata(): ! Error mysqli_stmt object is already closed
->more_results(): ! Error mysqli_stmt object is already closed
->next_result(): ! Error mysqli_stmt object is already closed
->num_rows(): ! Error mysqli_stmt object is already closed
->send_long_data(): ! Error mysqli_stmt object is already closed
->free_result(): ! Error mysqli_stmt object is already closed
->reset(): ! Error mysqli_stmt object is already closed
->store_result(): ! Error mysqli_stmt object is already closed
->get_result(): ! Error mysqli_stmt object is already closed
->prepare(): ! Error mysqli_stmt object is already closed
->close(): ! Error mysqli_stmt object is already closed
--- its link is closed
object(mysqli_stmt)(10) {
  ["affected_rows"]=>
  int(0)
  ["insert_id"]=>
  int(0)
  ["num_rows"]=>
  int(0)
  ["param_count"]=>
  int(1)
  ["field_count"]=>
  int(1)
  ["errno"]=>
  int(0)
  ["error"]=>
  string(0) ""
  ["error_list"]=>
  array(0) {
  }
  ["sqlstate"]=>
  string(5) "00000"
  ["id"]=>
  some
}
->affected_rows: 0
  set, empty
->insert_id: 0
  set, empty
->num_rows: 0
  set, empty
->param_count: 1
  set, not empty
->field_count: 1
  set, not empty
->errno: 0
  set, empty
->error: ""
  set, empty
->error_list: []
  set, empty
->sqlstate: "00000"
  set, not empty
->id: "some"
  set, not empty
  Warning: Undefined property: mysqli_stmt::$nonsense
->nonsense: null
  not   set, empty
mysqli_stmt_affected_rows(): 0
mysqli_stmt_errno(): 0
mysqli_stmt_error(): ""
mysqli_stmt_error_list(): []
mysqli_stmt_field_count(): 1
mysqli_stmt_insert_id(): 0
mysqli_stmt_num_rows(): 0
mysqli_stmt_param_count(): 1
mysqli_stmt_sqlstate(): "00000"
mysqli_stmt_fetch(): ! 2014 HY000 Commands out of sync; you can't run this command now
mysqli_stmt_close(): true
->attr_get(): 0
->attr_set(): true
->bind_param(): true
->bind_result(): true
->data_seek(): null
->execute(): ! 2031 HY000 No data supplied for parameters in prepared statement
->fetch(): ! 2014 HY000 Commands out of sync; you can't run this command now
->get_warnings(): false
->result_metadata(): mysqli_result
->more_results(): false
->next_result(): false
->num_rows(): 0
->send_long_data(): false
->free_result(): null
->reset(): true
->store_result(): ! 2014 HY000 Commands out of sync; you can't run this command now
->get_result(): ! 2014 HY000 Commands out of sync; you can't run this command now
->prepare(): ! 2006 HY000 MySQL server has gone away
->close(): true
