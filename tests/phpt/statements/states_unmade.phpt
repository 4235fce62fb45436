--TEST--
Statements: what can be done with an object that is made without its constructor
--EXTENSIONS--
mysqli
--FILE--
<?php
require __DIR__ . '/states.inc';
class Bare extends mysqli_stmt
{
	public function __construct()
	{
	}
}
look('without its constructor', fn() => new Bare);
look('out of a string', fn() => unserialize('O:11:"mysqli_stmt":0:{}'));
look('made by reflection', fn() => (new ReflectionClass('mysqli_stmt'))->newInstanceWithoutConstructor());
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
