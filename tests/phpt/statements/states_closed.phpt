--TEST--
Statements: what can be done with an object that is closed, or whose connection is
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/states.inc';
$m = link_for_test();
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
