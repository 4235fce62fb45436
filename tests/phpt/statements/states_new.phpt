--TEST--
Statements: what can be done with an object that is initialised, or could not be prepared
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/states.inc';
$m = link_for_test();
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
?>
--EXPECTF--
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
->prepare(): ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1
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
->prepare(): ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1
->close(): ! Error mysqli_stmt object is not fully initialized
--- could not be prepared
object(mysqli_stmt)(4) {
  ["errno"]=>
  int(1064)
  ["error"]=>
  string(15%d) "You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1"
  ["error_list"]=>
  array(1) {
    [0]=>
    array(3) {
      ["errno"]=>
      int(1064)
      ["sqlstate"]=>
      string(5) "42000"
      ["error"]=>
      string(15%d) "You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1"
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
->error: "You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1"
  set, not empty
->error_list: [{"errno":1064,"sqlstate":"42000","error":"You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1"}]
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
mysqli_stmt_error(): "You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1"
mysqli_stmt_error_list(): [{"errno":1064,"sqlstate":"42000","error":"You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1"}]
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
->prepare(): ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1
->close(): ! Error mysqli_stmt object is not fully initialized
