--TEST--
Statements: what can be done with an object that is prepared, or spoilt by another prepare
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/states.inc';
$m = link_for_test();
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
?>
--EXPECTF--
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
->error: "You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1"
  set, not empty
->error_list: [{"errno":1064,"sqlstate":"42000","error":"You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1"}]
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
mysqli_stmt_error(): "You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1"
mysqli_stmt_error_list(): [{"errno":1064,"sqlstate":"42000","error":"You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1"}]
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
->result_metadata(): ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1
->more_results(): false
->next_result(): ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1
->num_rows(): 0
->send_long_data(): false
->free_result(): null
->reset(): true
->store_result(): true
->get_result(): ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1
->prepare(): ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1
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
->prepare(): ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1
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
->prepare(): ! 1064 42000 You have an error in your SQL syntax; check the manual that corresponds to your %s server version for the right syntax to use near 'SELEC' at line 1
->close(): true
