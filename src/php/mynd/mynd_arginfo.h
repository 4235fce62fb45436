/* This is a generated file, edit the .stub.php file instead.
 * Stub hash: c8cbc1a8dbe5ff4cee3e06eb5e974b324676cd4a */

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Mynd_stats, 0, 0, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, connection, IS_OBJECT, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Mynd_provided, 0, 0, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Mynd_last_failure, 0, 1, IS_ARRAY, 1)
	ZEND_ARG_TYPE_INFO(0, connection, IS_OBJECT, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Mynd_fresh, 0, 0, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, connection, IS_OBJECT, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_Mynd_pools arginfo_Mynd_provided

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Mynd_scoreboard, 0, 0, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, file, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_Mynd_clusters arginfo_Mynd_scoreboard

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Mynd_forget_node, 0, 2, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, cluster, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, node, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, file, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Mynd_request_report, 0, 0, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, more_than, IS_LONG, 0, "10")
ZEND_END_ARG_INFO()

#define arginfo_Mynd_request_begins arginfo_Mynd_provided

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Mynd_pipeline, 0, 2, Generator, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, connection, mysqli|PDO, 0, NULL)
	ZEND_ARG_OBJ_TYPE_MASK(0, commands, Traversable, MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, stop_on_error, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Mynd_execute_async, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_OBJ_INFO(0, stmt, mysqli_stmt, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, params, IS_ARRAY, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_Mynd_reap, 0, 1, mysqli_result|PDOStatement, MAY_BE_BOOL)
	ZEND_ARG_OBJ_TYPE_MASK(0, pending, mysqli|mysqli_stmt|PDO|PDOStatement, 0, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Mynd_as_completed, 0, 1, Generator, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, pending, Traversable, MAY_BE_ARRAY, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeout, IS_DOUBLE, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Mynd_execute_many, 0, 3, IS_LONG, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, connection, mysqli|PDO, 0, NULL)
	ZEND_ARG_TYPE_INFO(0, sql, IS_STRING, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, rows, Traversable, MAY_BE_ARRAY, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Mynd_capture, 0, 1, IS_STRING, 0)
	ZEND_ARG_OBJ_INFO(0, result, mysqli_result, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Mynd_replay, 0, 1, mysqli_result, 0)
	ZEND_ARG_TYPE_INFO(0, bytes, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_Mynd_waiter, 0, 1, Mynd\\Poller, MAY_BE_CALLABLE|MAY_BE_NULL)
	ZEND_ARG_OBJ_TYPE_MASK(0, waiter, Mynd\\Poller, MAY_BE_CALLABLE|MAY_BE_NULL, NULL)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, everywhere, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

#define arginfo_Mynd_await_with arginfo_Mynd_waiter

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Mynd_remove_waiter, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, waiter, Mynd\\Poller, MAY_BE_CALLABLE, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Mynd_transaction, 0, 2, IS_MIXED, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, connection, mysqli|PDO, 0, NULL)
	ZEND_ARG_TYPE_INFO(0, work, IS_CALLABLE, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, retries, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, isolation, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_Mynd_stream, 0, 0, 1)
	ZEND_ARG_OBJ_TYPE_MASK(0, connection, mysqli|mysqli_stmt|PDO|PDOStatement, 0, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Mynd_wire_log, 0, 2, IS_VOID, 0)
	ZEND_ARG_TYPE_INFO(0, connection, IS_OBJECT, 0)
	ZEND_ARG_TYPE_INFO(0, file, IS_STRING, 1)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Mynd_filter, 0, 1, Mynd\\Filter, 0)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, params, IS_MIXED, 0, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, direction, IS_LONG, 0, "STREAM_FILTER_READ | STREAM_FILTER_WRITE")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_Mynd_intercept, 0, 1, Mynd\\Interception, 0)
	ZEND_ARG_TYPE_INFO(0, interceptor, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

#define arginfo_Mynd_open_sessions arginfo_Mynd_provided

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Mynd_cancel, 0, 1, _IS_BOOL, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, connection, mysqli|mysqli_stmt|PDO|PDOStatement, 0, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Mynd_deadline, 0, 2, IS_VOID, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, connection, mysqli|mysqli_stmt|PDO|PDOStatement, 0, NULL)
	ZEND_ARG_TYPE_INFO(0, seconds, IS_DOUBLE, 1)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_Mynd_within, 0, 2, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, seconds, IS_DOUBLE, 0)
	ZEND_ARG_TYPE_INFO(0, work, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Mynd_Done___construct, 0, 0, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Mynd_NotRun___construct arginfo_class_Mynd_Done___construct

#define arginfo_class_Mynd_Steps___construct arginfo_class_Mynd_Done___construct

#define arginfo_class_Mynd_FailedRow___construct arginfo_class_Mynd_Done___construct

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Mynd_Poller___construct, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, waiter, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Mynd_Poller_stream arginfo_class_Mynd_Done___construct

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Mynd_Poller_ready, 0, 0, IS_ARRAY, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, again, _IS_BOOL, 0, "false")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Mynd_ConnectionPool_acquire, 0, 0, mysqli|PDO, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeout, IS_DOUBLE, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Mynd_ConnectionPool_release, 0, 1, IS_VOID, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, connection, mysqli|PDO, 0, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Mynd_ConnectionPool_use, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, work, IS_CALLABLE, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeout, IS_DOUBLE, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, within, IS_DOUBLE, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Mynd_ConnectionPool_transaction, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, work, IS_CALLABLE, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, retries, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, isolation, IS_STRING, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeout, IS_DOUBLE, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, within, IS_DOUBLE, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Mynd_ConnectionPool_query, 0, 1, mysqli_result|PDOStatement|Mynd\\Done, 0)
	ZEND_ARG_TYPE_INFO(0, sql, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeout, IS_DOUBLE, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, within, IS_DOUBLE, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_TYPE_MASK_EX(arginfo_class_Mynd_ConnectionPool_execute, 0, 1, mysqli_result|PDOStatement|Mynd\\Done, 0)
	ZEND_ARG_TYPE_INFO(0, sql, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, params, IS_ARRAY, 0, "[]")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeout, IS_DOUBLE, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, within, IS_DOUBLE, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Mynd_ConnectionPool_close, 0, 0, _IS_BOOL, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, timeout, IS_DOUBLE, 0, "0.0")
ZEND_END_ARG_INFO()

#define arginfo_class_Mynd_ConnectionPool_stats arginfo_Mynd_provided

ZEND_BEGIN_ARG_INFO_EX(arginfo_class_Mynd_Pool___construct, 0, 0, 1)
	ZEND_ARG_TYPE_INFO(0, connect, IS_CALLABLE, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, maximum, IS_LONG, 0, "10")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, minimum, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, acquireTimeout, IS_DOUBLE, 0, "30.0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, idleTimeout, IS_LONG, 0, "600")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, maxLifetime, IS_LONG, 0, "1800")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, checkAfter, IS_LONG, 1, "30")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, loginLifetime, IS_LONG, 0, "60")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, reset, IS_STRING, 0, "\"if_needed\"")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, maxWaiting, IS_LONG, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, onConnect, IS_CALLABLE, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, beforeAcquire, IS_CALLABLE, 1, "null")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, afterRelease, IS_CALLABLE, 1, "null")
ZEND_END_ARG_INFO()

#define arginfo_class_Mynd_Pool_acquire arginfo_class_Mynd_ConnectionPool_acquire

#define arginfo_class_Mynd_Pool_release arginfo_class_Mynd_ConnectionPool_release

#define arginfo_class_Mynd_Pool_use arginfo_class_Mynd_ConnectionPool_use

#define arginfo_class_Mynd_Pool_transaction arginfo_class_Mynd_ConnectionPool_transaction

#define arginfo_class_Mynd_Pool_query arginfo_class_Mynd_ConnectionPool_query

#define arginfo_class_Mynd_Pool_execute arginfo_class_Mynd_ConnectionPool_execute

#define arginfo_class_Mynd_Pool_close arginfo_class_Mynd_ConnectionPool_close

#define arginfo_class_Mynd_Pool_stats arginfo_Mynd_provided

#define arginfo_class_Mynd_Pool_numbers arginfo_Mynd_provided

#define arginfo_class_Mynd_Filter___construct arginfo_class_Mynd_Done___construct

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Mynd_Filter_remove, 0, 0, _IS_BOOL, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Mynd_Interception___construct arginfo_class_Mynd_Done___construct

#define arginfo_class_Mynd_Interception_remove arginfo_class_Mynd_Filter_remove

#define arginfo_class_Mynd_Command___construct arginfo_class_Mynd_Done___construct

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Mynd_Command_withSql, 0, 1, Mynd\\Command, 0)
	ZEND_ARG_TYPE_INFO(0, sql, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Mynd_Command_withParams, 0, 1, Mynd\\Command, 0)
	ZEND_ARG_TYPE_INFO(0, params, IS_ARRAY, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Mynd_Command_withDatabase, 0, 1, Mynd\\Command, 0)
	ZEND_ARG_TYPE_INFO(0, database, IS_STRING, 1)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Mynd_Command_withAddress, 0, 1, Mynd\\Command, 0)
	ZEND_ARG_TYPE_INFO(0, host, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, port, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, socket, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Mynd_Command_withUser, 0, 1, Mynd\\Command, 0)
	ZEND_ARG_TYPE_INFO(0, user, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, password, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Mynd_Command_withoutPool, 0, 0, Mynd\\Command, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Mynd_Command_withoutServer, 0, 1, Mynd\\Command, 0)
	ZEND_ARG_TYPE_INFO(0, version, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, collation, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Mynd_Command_withColumns, 0, 1, Mynd\\Command, 0)
	ZEND_ARG_TYPE_INFO(0, captured, IS_STRING, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Mynd_Command_attribute, 0, 1, IS_MIXED, 0)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, default, IS_MIXED, 0, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Mynd_Command_withAttribute, 0, 2, Mynd\\Command, 0)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO(0, value, IS_MIXED, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Mynd_Command_withQueryAttribute, 0, 2, Mynd\\Command, 0)
	ZEND_ARG_TYPE_INFO(0, name, IS_STRING, 0)
	ZEND_ARG_TYPE_MASK(0, value, MAY_BE_STRING|MAY_BE_LONG|MAY_BE_DOUBLE|MAY_BE_NULL, NULL)
ZEND_END_ARG_INFO()

#define arginfo_class_Mynd_Next___construct arginfo_class_Mynd_Done___construct

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Mynd_Next___invoke, 0, 1, Mynd\\Reply, 0)
	ZEND_ARG_OBJ_INFO(0, command, Mynd\\Command, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Mynd_Reply___construct arginfo_class_Mynd_Done___construct

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Mynd_Reply_result, 0, 1, Mynd\\Reply, 0)
	ZEND_ARG_OBJ_TYPE_MASK(0, rows, mysqli_result, MAY_BE_STRING, NULL)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Mynd_Reply_done, 0, 0, Mynd\\Reply, 0)
	ZEND_ARG_TYPE_MASK(0, affected_rows, MAY_BE_LONG|MAY_BE_STRING, "0")
	ZEND_ARG_TYPE_MASK(0, insert_id, MAY_BE_LONG|MAY_BE_STRING, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, warnings, IS_LONG, 0, "0")
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, info, IS_STRING, 1, "null")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Mynd_Reply_failed, 0, 2, Mynd\\Reply, 0)
	ZEND_ARG_TYPE_INFO(0, errno, IS_LONG, 0)
	ZEND_ARG_TYPE_INFO(0, error, IS_STRING, 0)
	ZEND_ARG_TYPE_INFO_WITH_DEFAULT_VALUE(0, sqlstate, IS_STRING, 0, "\'HY000\'")
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Mynd_Reply_results, 0, 1, Mynd\\Reply, 0)
	ZEND_ARG_OBJ_INFO(0, result, Mynd\\Reply, 0)
	ZEND_ARG_VARIADIC_OBJ_INFO(0, more, Mynd\\Reply, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Mynd_Reply_withStatus, 0, 1, Mynd\\Reply, 0)
	ZEND_ARG_TYPE_INFO(0, status, IS_LONG, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Mynd_Reply_later, 0, 1, Mynd\\Reply, 0)
	ZEND_ARG_TYPE_INFO(0, answer, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_OBJ_INFO_EX(arginfo_class_Mynd_Reply_then, 0, 1, Mynd\\Reply, 0)
	ZEND_ARG_TYPE_INFO(0, callback, IS_CALLABLE, 0)
ZEND_END_ARG_INFO()

#define arginfo_class_Mynd_Reply_atEnd arginfo_class_Mynd_Reply_then

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Mynd_Reply_capture, 0, 0, IS_STRING, 1)
ZEND_END_ARG_INFO()

ZEND_BEGIN_ARG_WITH_RETURN_TYPE_INFO_EX(arginfo_class_Mynd_Reply_captureResults, 0, 0, IS_ARRAY, 1)
ZEND_END_ARG_INFO()


ZEND_FUNCTION(Mynd_stats);
ZEND_FUNCTION(Mynd_provided);
ZEND_FUNCTION(Mynd_last_failure);
ZEND_FUNCTION(Mynd_fresh);
ZEND_FUNCTION(Mynd_pools);
ZEND_FUNCTION(Mynd_scoreboard);
ZEND_FUNCTION(Mynd_clusters);
ZEND_FUNCTION(Mynd_forget_node);
ZEND_FUNCTION(Mynd_request_report);
ZEND_FUNCTION(Mynd_request_begins);
ZEND_FUNCTION(Mynd_pipeline);
ZEND_FUNCTION(Mynd_execute_async);
ZEND_FUNCTION(Mynd_reap);
ZEND_FUNCTION(Mynd_as_completed);
ZEND_FUNCTION(Mynd_execute_many);
ZEND_FUNCTION(Mynd_capture);
ZEND_FUNCTION(Mynd_replay);
ZEND_FUNCTION(Mynd_waiter);
ZEND_FUNCTION(Mynd_await_with);
ZEND_FUNCTION(Mynd_remove_waiter);
ZEND_FUNCTION(Mynd_transaction);
ZEND_FUNCTION(Mynd_stream);
ZEND_FUNCTION(Mynd_wire_log);
ZEND_FUNCTION(Mynd_filter);
ZEND_FUNCTION(Mynd_intercept);
ZEND_FUNCTION(Mynd_open_sessions);
ZEND_FUNCTION(Mynd_cancel);
ZEND_FUNCTION(Mynd_deadline);
ZEND_FUNCTION(Mynd_within);
ZEND_METHOD(Mynd_Done, __construct);
ZEND_METHOD(Mynd_NotRun, __construct);
ZEND_METHOD(Mynd_Steps, __construct);
ZEND_METHOD(Mynd_FailedRow, __construct);
ZEND_METHOD(Mynd_Poller, __construct);
ZEND_METHOD(Mynd_Poller, stream);
ZEND_METHOD(Mynd_Poller, ready);
ZEND_METHOD(Mynd_Pool, __construct);
ZEND_METHOD(Mynd_Pool, acquire);
ZEND_METHOD(Mynd_Pool, release);
ZEND_METHOD(Mynd_Pool, use);
ZEND_METHOD(Mynd_Pool, transaction);
ZEND_METHOD(Mynd_Pool, query);
ZEND_METHOD(Mynd_Pool, execute);
ZEND_METHOD(Mynd_Pool, close);
ZEND_METHOD(Mynd_Pool, stats);
ZEND_METHOD(Mynd_Filter, __construct);
ZEND_METHOD(Mynd_Filter, remove);
ZEND_METHOD(Mynd_Interception, __construct);
ZEND_METHOD(Mynd_Interception, remove);
ZEND_METHOD(Mynd_Command, __construct);
ZEND_METHOD(Mynd_Command, withSql);
ZEND_METHOD(Mynd_Command, withParams);
ZEND_METHOD(Mynd_Command, withDatabase);
ZEND_METHOD(Mynd_Command, withAddress);
ZEND_METHOD(Mynd_Command, withUser);
ZEND_METHOD(Mynd_Command, withoutPool);
ZEND_METHOD(Mynd_Command, withoutServer);
ZEND_METHOD(Mynd_Command, withColumns);
ZEND_METHOD(Mynd_Command, attribute);
ZEND_METHOD(Mynd_Command, withAttribute);
ZEND_METHOD(Mynd_Command, withQueryAttribute);
ZEND_METHOD(Mynd_Next, __construct);
ZEND_METHOD(Mynd_Next, __invoke);
ZEND_METHOD(Mynd_Reply, __construct);
ZEND_METHOD(Mynd_Reply, result);
ZEND_METHOD(Mynd_Reply, done);
ZEND_METHOD(Mynd_Reply, failed);
ZEND_METHOD(Mynd_Reply, results);
ZEND_METHOD(Mynd_Reply, withStatus);
ZEND_METHOD(Mynd_Reply, later);
ZEND_METHOD(Mynd_Reply, then);
ZEND_METHOD(Mynd_Reply, atEnd);
ZEND_METHOD(Mynd_Reply, capture);
ZEND_METHOD(Mynd_Reply, captureResults);


static const zend_function_entry ext_functions[] = {
	ZEND_NS_FALIAS("Mynd", stats, Mynd_stats, arginfo_Mynd_stats)
	ZEND_NS_FALIAS("Mynd", provided, Mynd_provided, arginfo_Mynd_provided)
	ZEND_NS_FALIAS("Mynd", last_failure, Mynd_last_failure, arginfo_Mynd_last_failure)
	ZEND_NS_FALIAS("Mynd", fresh, Mynd_fresh, arginfo_Mynd_fresh)
	ZEND_NS_FALIAS("Mynd", pools, Mynd_pools, arginfo_Mynd_pools)
	ZEND_NS_FALIAS("Mynd", scoreboard, Mynd_scoreboard, arginfo_Mynd_scoreboard)
	ZEND_NS_FALIAS("Mynd", clusters, Mynd_clusters, arginfo_Mynd_clusters)
	ZEND_NS_FALIAS("Mynd", forget_node, Mynd_forget_node, arginfo_Mynd_forget_node)
	ZEND_NS_FALIAS("Mynd", request_report, Mynd_request_report, arginfo_Mynd_request_report)
	ZEND_NS_FALIAS("Mynd", request_begins, Mynd_request_begins, arginfo_Mynd_request_begins)
	ZEND_NS_FALIAS("Mynd", pipeline, Mynd_pipeline, arginfo_Mynd_pipeline)
	ZEND_NS_FALIAS("Mynd", execute_async, Mynd_execute_async, arginfo_Mynd_execute_async)
	ZEND_NS_FALIAS("Mynd", reap, Mynd_reap, arginfo_Mynd_reap)
	ZEND_NS_FALIAS("Mynd", as_completed, Mynd_as_completed, arginfo_Mynd_as_completed)
	ZEND_NS_FALIAS("Mynd", execute_many, Mynd_execute_many, arginfo_Mynd_execute_many)
	ZEND_NS_FALIAS("Mynd", capture, Mynd_capture, arginfo_Mynd_capture)
	ZEND_NS_FALIAS("Mynd", replay, Mynd_replay, arginfo_Mynd_replay)
	ZEND_NS_FALIAS("Mynd", waiter, Mynd_waiter, arginfo_Mynd_waiter)
	ZEND_NS_DEP_FALIAS("Mynd", await_with, Mynd_await_with, arginfo_Mynd_await_with)
	ZEND_NS_FALIAS("Mynd", remove_waiter, Mynd_remove_waiter, arginfo_Mynd_remove_waiter)
	ZEND_NS_FALIAS("Mynd", transaction, Mynd_transaction, arginfo_Mynd_transaction)
	ZEND_NS_FALIAS("Mynd", stream, Mynd_stream, arginfo_Mynd_stream)
	ZEND_NS_FALIAS("Mynd", wire_log, Mynd_wire_log, arginfo_Mynd_wire_log)
	ZEND_NS_FALIAS("Mynd", filter, Mynd_filter, arginfo_Mynd_filter)
	ZEND_NS_FALIAS("Mynd", intercept, Mynd_intercept, arginfo_Mynd_intercept)
	ZEND_NS_FALIAS("Mynd", open_sessions, Mynd_open_sessions, arginfo_Mynd_open_sessions)
	ZEND_NS_FALIAS("Mynd", cancel, Mynd_cancel, arginfo_Mynd_cancel)
	ZEND_NS_FALIAS("Mynd", deadline, Mynd_deadline, arginfo_Mynd_deadline)
	ZEND_NS_FALIAS("Mynd", within, Mynd_within, arginfo_Mynd_within)
	ZEND_FE_END
};


static const zend_function_entry class_Mynd_Done_methods[] = {
	ZEND_ME(Mynd_Done, __construct, arginfo_class_Mynd_Done___construct, ZEND_ACC_PRIVATE)
	ZEND_FE_END
};


static const zend_function_entry class_Mynd_NotRun_methods[] = {
	ZEND_ME(Mynd_NotRun, __construct, arginfo_class_Mynd_NotRun___construct, ZEND_ACC_PRIVATE)
	ZEND_FE_END
};


static const zend_function_entry class_Mynd_Steps_methods[] = {
	ZEND_ME(Mynd_Steps, __construct, arginfo_class_Mynd_Steps___construct, ZEND_ACC_PRIVATE)
	ZEND_FE_END
};


static const zend_function_entry class_Mynd_Indicator_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Mynd_FailedRow_methods[] = {
	ZEND_ME(Mynd_FailedRow, __construct, arginfo_class_Mynd_FailedRow___construct, ZEND_ACC_PRIVATE)
	ZEND_FE_END
};


static const zend_function_entry class_Mynd_Poller_methods[] = {
	ZEND_ME(Mynd_Poller, __construct, arginfo_class_Mynd_Poller___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Mynd_Poller, stream, arginfo_class_Mynd_Poller_stream, ZEND_ACC_PUBLIC)
	ZEND_ME(Mynd_Poller, ready, arginfo_class_Mynd_Poller_ready, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Mynd_PoolExhausted_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Mynd_ConnectionPool_methods[] = {
	ZEND_ABSTRACT_ME_WITH_FLAGS(Mynd_ConnectionPool, acquire, arginfo_class_Mynd_ConnectionPool_acquire, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_ABSTRACT_ME_WITH_FLAGS(Mynd_ConnectionPool, release, arginfo_class_Mynd_ConnectionPool_release, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_ABSTRACT_ME_WITH_FLAGS(Mynd_ConnectionPool, use, arginfo_class_Mynd_ConnectionPool_use, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_ABSTRACT_ME_WITH_FLAGS(Mynd_ConnectionPool, transaction, arginfo_class_Mynd_ConnectionPool_transaction, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_ABSTRACT_ME_WITH_FLAGS(Mynd_ConnectionPool, query, arginfo_class_Mynd_ConnectionPool_query, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_ABSTRACT_ME_WITH_FLAGS(Mynd_ConnectionPool, execute, arginfo_class_Mynd_ConnectionPool_execute, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_ABSTRACT_ME_WITH_FLAGS(Mynd_ConnectionPool, close, arginfo_class_Mynd_ConnectionPool_close, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_ABSTRACT_ME_WITH_FLAGS(Mynd_ConnectionPool, stats, arginfo_class_Mynd_ConnectionPool_stats, ZEND_ACC_PUBLIC|ZEND_ACC_ABSTRACT)
	ZEND_FE_END
};


static const zend_function_entry class_Mynd_Pool_methods[] = {
	ZEND_ME(Mynd_Pool, __construct, arginfo_class_Mynd_Pool___construct, ZEND_ACC_PUBLIC)
	ZEND_ME(Mynd_Pool, acquire, arginfo_class_Mynd_Pool_acquire, ZEND_ACC_PUBLIC)
	ZEND_ME(Mynd_Pool, release, arginfo_class_Mynd_Pool_release, ZEND_ACC_PUBLIC)
	ZEND_ME(Mynd_Pool, use, arginfo_class_Mynd_Pool_use, ZEND_ACC_PUBLIC)
	ZEND_ME(Mynd_Pool, transaction, arginfo_class_Mynd_Pool_transaction, ZEND_ACC_PUBLIC)
	ZEND_ME(Mynd_Pool, query, arginfo_class_Mynd_Pool_query, ZEND_ACC_PUBLIC)
	ZEND_ME(Mynd_Pool, execute, arginfo_class_Mynd_Pool_execute, ZEND_ACC_PUBLIC)
	ZEND_ME(Mynd_Pool, close, arginfo_class_Mynd_Pool_close, ZEND_ACC_PUBLIC)
	ZEND_ME(Mynd_Pool, stats, arginfo_class_Mynd_Pool_stats, ZEND_ACC_PUBLIC)
	ZEND_MALIAS(Mynd_Pool, numbers, stats, arginfo_class_Mynd_Pool_numbers, ZEND_ACC_PUBLIC|ZEND_ACC_DEPRECATED)
	ZEND_FE_END
};


static const zend_function_entry class_Mynd_Filter_methods[] = {
	ZEND_ME(Mynd_Filter, __construct, arginfo_class_Mynd_Filter___construct, ZEND_ACC_PRIVATE)
	ZEND_ME(Mynd_Filter, remove, arginfo_class_Mynd_Filter_remove, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Mynd_Kind_methods[] = {
	ZEND_FE_END
};


static const zend_function_entry class_Mynd_Interception_methods[] = {
	ZEND_ME(Mynd_Interception, __construct, arginfo_class_Mynd_Interception___construct, ZEND_ACC_PRIVATE)
	ZEND_ME(Mynd_Interception, remove, arginfo_class_Mynd_Interception_remove, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Mynd_Command_methods[] = {
	ZEND_ME(Mynd_Command, __construct, arginfo_class_Mynd_Command___construct, ZEND_ACC_PRIVATE)
	ZEND_ME(Mynd_Command, withSql, arginfo_class_Mynd_Command_withSql, ZEND_ACC_PUBLIC)
	ZEND_ME(Mynd_Command, withParams, arginfo_class_Mynd_Command_withParams, ZEND_ACC_PUBLIC)
	ZEND_ME(Mynd_Command, withDatabase, arginfo_class_Mynd_Command_withDatabase, ZEND_ACC_PUBLIC)
	ZEND_ME(Mynd_Command, withAddress, arginfo_class_Mynd_Command_withAddress, ZEND_ACC_PUBLIC)
	ZEND_ME(Mynd_Command, withUser, arginfo_class_Mynd_Command_withUser, ZEND_ACC_PUBLIC)
	ZEND_ME(Mynd_Command, withoutPool, arginfo_class_Mynd_Command_withoutPool, ZEND_ACC_PUBLIC)
	ZEND_ME(Mynd_Command, withoutServer, arginfo_class_Mynd_Command_withoutServer, ZEND_ACC_PUBLIC)
	ZEND_ME(Mynd_Command, withColumns, arginfo_class_Mynd_Command_withColumns, ZEND_ACC_PUBLIC)
	ZEND_ME(Mynd_Command, attribute, arginfo_class_Mynd_Command_attribute, ZEND_ACC_PUBLIC)
	ZEND_ME(Mynd_Command, withAttribute, arginfo_class_Mynd_Command_withAttribute, ZEND_ACC_PUBLIC)
	ZEND_ME(Mynd_Command, withQueryAttribute, arginfo_class_Mynd_Command_withQueryAttribute, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Mynd_Next_methods[] = {
	ZEND_ME(Mynd_Next, __construct, arginfo_class_Mynd_Next___construct, ZEND_ACC_PRIVATE)
	ZEND_ME(Mynd_Next, __invoke, arginfo_class_Mynd_Next___invoke, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};


static const zend_function_entry class_Mynd_Reply_methods[] = {
	ZEND_ME(Mynd_Reply, __construct, arginfo_class_Mynd_Reply___construct, ZEND_ACC_PRIVATE)
	ZEND_ME(Mynd_Reply, result, arginfo_class_Mynd_Reply_result, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Mynd_Reply, done, arginfo_class_Mynd_Reply_done, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Mynd_Reply, failed, arginfo_class_Mynd_Reply_failed, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Mynd_Reply, results, arginfo_class_Mynd_Reply_results, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Mynd_Reply, withStatus, arginfo_class_Mynd_Reply_withStatus, ZEND_ACC_PUBLIC)
	ZEND_ME(Mynd_Reply, later, arginfo_class_Mynd_Reply_later, ZEND_ACC_PUBLIC|ZEND_ACC_STATIC)
	ZEND_ME(Mynd_Reply, then, arginfo_class_Mynd_Reply_then, ZEND_ACC_PUBLIC)
	ZEND_ME(Mynd_Reply, atEnd, arginfo_class_Mynd_Reply_atEnd, ZEND_ACC_PUBLIC)
	ZEND_ME(Mynd_Reply, capture, arginfo_class_Mynd_Reply_capture, ZEND_ACC_PUBLIC)
	ZEND_ME(Mynd_Reply, captureResults, arginfo_class_Mynd_Reply_captureResults, ZEND_ACC_PUBLIC)
	ZEND_FE_END
};

static void register_mynd_symbols(int module_number)
{
	REGISTER_LONG_CONSTANT("Mynd\\READ", MYND_READABLE, CONST_PERSISTENT);
	REGISTER_LONG_CONSTANT("Mynd\\WRITE", MYND_WRITABLE, CONST_PERSISTENT);
	REGISTER_LONG_CONSTANT("Mynd\\OPT_RECONNECT", MYND_OPT_RECONNECT, CONST_PERSISTENT);
	REGISTER_LONG_CONSTANT("Mynd\\OPT_PREFETCH", MYND_OPT_PREFETCH, CONST_PERSISTENT);
	REGISTER_LONG_CONSTANT("Mynd\\OPT_BALANCE", MYND_OPT_BALANCE, CONST_PERSISTENT);
	REGISTER_LONG_CONSTANT("Mynd\\BALANCE_ORDER", MYND_BALANCE_ORDER, CONST_PERSISTENT);
	REGISTER_LONG_CONSTANT("Mynd\\BALANCE_RANDOM", MYND_BALANCE_RANDOM, CONST_PERSISTENT);
	REGISTER_LONG_CONSTANT("Mynd\\BALANCE_LEAST", MYND_BALANCE_LEAST, CONST_PERSISTENT);
	REGISTER_LONG_CONSTANT("Mynd\\OPT_TARGET", MYND_OPT_TARGET, CONST_PERSISTENT);
	REGISTER_LONG_CONSTANT("Mynd\\TARGET_ANY", MYND_TARGET_ANY, CONST_PERSISTENT);
	REGISTER_LONG_CONSTANT("Mynd\\TARGET_PRIMARY", MYND_TARGET_PRIMARY, CONST_PERSISTENT);
	REGISTER_LONG_CONSTANT("Mynd\\TARGET_REPLICA", MYND_TARGET_REPLICA, CONST_PERSISTENT);
	REGISTER_LONG_CONSTANT("Mynd\\TARGET_PREFER_REPLICA", MYND_TARGET_PREFER_REPLICA, CONST_PERSISTENT);
}

static zend_class_entry *register_class_Mynd_Done(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Mynd", "Done", class_Mynd_Done_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	zval property_affected_rows_default_value;
	ZVAL_UNDEF(&property_affected_rows_default_value);
	zend_string *property_affected_rows_name = zend_string_init("affected_rows", sizeof("affected_rows") - 1, 1);
	zend_declare_typed_property(class_entry, property_affected_rows_name, &property_affected_rows_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG|MAY_BE_STRING));
	zend_string_release(property_affected_rows_name);

	zval property_insert_id_default_value;
	ZVAL_UNDEF(&property_insert_id_default_value);
	zend_string *property_insert_id_name = zend_string_init("insert_id", sizeof("insert_id") - 1, 1);
	zend_declare_typed_property(class_entry, property_insert_id_name, &property_insert_id_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG|MAY_BE_STRING));
	zend_string_release(property_insert_id_name);

	zval property_warnings_default_value;
	ZVAL_UNDEF(&property_warnings_default_value);
	zend_string *property_warnings_name = zend_string_init("warnings", sizeof("warnings") - 1, 1);
	zend_declare_typed_property(class_entry, property_warnings_name, &property_warnings_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_warnings_name);

	zval property_info_default_value;
	ZVAL_UNDEF(&property_info_default_value);
	zend_string *property_info_name = zend_string_init("info", sizeof("info") - 1, 1);
	zend_declare_typed_property(class_entry, property_info_name, &property_info_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING|MAY_BE_NULL));
	zend_string_release(property_info_name);

	return class_entry;
}

static zend_class_entry *register_class_Mynd_NotRun(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Mynd", "NotRun", class_Mynd_NotRun_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	zval property_sent_default_value;
	ZVAL_UNDEF(&property_sent_default_value);
	zend_string *property_sent_name = zend_string_init("sent", sizeof("sent") - 1, 1);
	zend_declare_typed_property(class_entry, property_sent_name, &property_sent_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_BOOL));
	zend_string_release(property_sent_name);

	return class_entry;
}

static zend_class_entry *register_class_Mynd_Steps(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Mynd", "Steps", class_Mynd_Steps_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}

static zend_class_entry *register_class_Mynd_Indicator(void)
{
	zend_class_entry *class_entry = zend_register_internal_enum("Mynd\\Indicator", IS_UNDEF, class_Mynd_Indicator_methods);

	zend_enum_add_case_cstr(class_entry, "Default", NULL);

	zend_enum_add_case_cstr(class_entry, "Ignore", NULL);

	return class_entry;
}

static zend_class_entry *register_class_Mynd_FailedRow(zend_class_entry *class_entry_RuntimeException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Mynd", "FailedRow", class_Mynd_FailedRow_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_RuntimeException);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	zval property_key_default_value;
	ZVAL_UNDEF(&property_key_default_value);
	zend_string *property_key_name = zend_string_init("key", sizeof("key") - 1, 1);
	zend_declare_typed_property(class_entry, property_key_name, &property_key_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_ANY));
	zend_string_release(property_key_name);

	zval property_number_default_value;
	ZVAL_UNDEF(&property_number_default_value);
	zend_string *property_number_name = zend_string_init("number", sizeof("number") - 1, 1);
	zend_declare_typed_property(class_entry, property_number_name, &property_number_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_number_name);

	zval property_count_default_value;
	ZVAL_UNDEF(&property_count_default_value);
	zend_string *property_count_name = zend_string_init("count", sizeof("count") - 1, 1);
	zend_declare_typed_property(class_entry, property_count_name, &property_count_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_count_name);

	zval property_sent_default_value;
	ZVAL_UNDEF(&property_sent_default_value);
	zend_string *property_sent_name = zend_string_init("sent", sizeof("sent") - 1, 1);
	zend_declare_typed_property(class_entry, property_sent_name, &property_sent_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_sent_name);

	return class_entry;
}

static zend_class_entry *register_class_Mynd_Poller(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Mynd", "Poller", class_Mynd_Poller_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}

static zend_class_entry *register_class_Mynd_PoolExhausted(zend_class_entry *class_entry_RuntimeException)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Mynd", "PoolExhausted", class_Mynd_PoolExhausted_methods);
	class_entry = zend_register_internal_class_ex(&ce, class_entry_RuntimeException);

	return class_entry;
}

static zend_class_entry *register_class_Mynd_ConnectionPool(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Mynd", "ConnectionPool", class_Mynd_ConnectionPool_methods);
	class_entry = zend_register_internal_interface(&ce);

	return class_entry;
}

static zend_class_entry *register_class_Mynd_Pool(zend_class_entry *class_entry_Mynd_ConnectionPool)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Mynd", "Pool", class_Mynd_Pool_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;
	zend_class_implements(class_entry, 1, class_entry_Mynd_ConnectionPool);

	return class_entry;
}

static zend_class_entry *register_class_Mynd_Filter(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Mynd", "Filter", class_Mynd_Filter_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}

static zend_class_entry *register_class_Mynd_Kind(void)
{
	zend_class_entry *class_entry = zend_register_internal_enum("Mynd\\Kind", IS_UNDEF, class_Mynd_Kind_methods);

	zend_enum_add_case_cstr(class_entry, "Query", NULL);

	zend_enum_add_case_cstr(class_entry, "Prepare", NULL);

	zend_enum_add_case_cstr(class_entry, "Execute", NULL);

	zend_enum_add_case_cstr(class_entry, "BulkExecute", NULL);

	zend_enum_add_case_cstr(class_entry, "Connect", NULL);

	zend_enum_add_case_cstr(class_entry, "ChangeDatabase", NULL);

	zend_enum_add_case_cstr(class_entry, "ChangeUser", NULL);

	zend_enum_add_case_cstr(class_entry, "SetCharset", NULL);

	zend_enum_add_case_cstr(class_entry, "Ping", NULL);

	zend_enum_add_case_cstr(class_entry, "Kill", NULL);

	zend_enum_add_case_cstr(class_entry, "Refresh", NULL);

	zend_enum_add_case_cstr(class_entry, "Statistics", NULL);

	zend_enum_add_case_cstr(class_entry, "Debug", NULL);

	zend_enum_add_case_cstr(class_entry, "SetOption", NULL);

	return class_entry;
}

static zend_class_entry *register_class_Mynd_Interception(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Mynd", "Interception", class_Mynd_Interception_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}

static zend_class_entry *register_class_Mynd_Command(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Mynd", "Command", class_Mynd_Command_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	zend_string *property_kind_class_Mynd_Kind = zend_string_init("Mynd\\Kind", sizeof("Mynd\\Kind")-1, 1);
	zval property_kind_default_value;
	ZVAL_UNDEF(&property_kind_default_value);
	zend_string *property_kind_name = zend_string_init("kind", sizeof("kind") - 1, 1);
	zend_declare_typed_property(class_entry, property_kind_name, &property_kind_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_CLASS(property_kind_class_Mynd_Kind, 0, 0));
	zend_string_release(property_kind_name);

	zval property_sql_default_value;
	ZVAL_UNDEF(&property_sql_default_value);
	zend_string *property_sql_name = zend_string_init("sql", sizeof("sql") - 1, 1);
	zend_declare_typed_property(class_entry, property_sql_name, &property_sql_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING|MAY_BE_NULL));
	zend_string_release(property_sql_name);

	zval property_params_default_value;
	ZVAL_UNDEF(&property_params_default_value);
	zend_string *property_params_name = zend_string_init("params", sizeof("params") - 1, 1);
	zend_declare_typed_property(class_entry, property_params_name, &property_params_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_ARRAY|MAY_BE_NULL));
	zend_string_release(property_params_name);

	zval property_host_default_value;
	ZVAL_UNDEF(&property_host_default_value);
	zend_string *property_host_name = zend_string_init("host", sizeof("host") - 1, 1);
	zend_declare_typed_property(class_entry, property_host_name, &property_host_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_host_name);

	zval property_port_default_value;
	ZVAL_UNDEF(&property_port_default_value);
	zend_string *property_port_name = zend_string_init("port", sizeof("port") - 1, 1);
	zend_declare_typed_property(class_entry, property_port_name, &property_port_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_port_name);

	zval property_socket_default_value;
	ZVAL_UNDEF(&property_socket_default_value);
	zend_string *property_socket_name = zend_string_init("socket", sizeof("socket") - 1, 1);
	zend_declare_typed_property(class_entry, property_socket_name, &property_socket_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING|MAY_BE_NULL));
	zend_string_release(property_socket_name);

	zval property_user_default_value;
	ZVAL_UNDEF(&property_user_default_value);
	zend_string *property_user_name = zend_string_init("user", sizeof("user") - 1, 1);
	zend_declare_typed_property(class_entry, property_user_name, &property_user_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_user_name);

	zval property_database_default_value;
	ZVAL_UNDEF(&property_database_default_value);
	zend_string *property_database_name = zend_string_init("database", sizeof("database") - 1, 1);
	zend_declare_typed_property(class_entry, property_database_name, &property_database_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING|MAY_BE_NULL));
	zend_string_release(property_database_name);

	zval property_charset_default_value;
	ZVAL_UNDEF(&property_charset_default_value);
	zend_string *property_charset_name = zend_string_init("charset", sizeof("charset") - 1, 1);
	zend_declare_typed_property(class_entry, property_charset_name, &property_charset_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING|MAY_BE_NULL));
	zend_string_release(property_charset_name);

	zval property_extension_default_value;
	ZVAL_UNDEF(&property_extension_default_value);
	zend_string *property_extension_name = zend_string_init("extension", sizeof("extension") - 1, 1);
	zend_declare_typed_property(class_entry, property_extension_name, &property_extension_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_extension_name);

	zval property_thread_id_default_value;
	ZVAL_UNDEF(&property_thread_id_default_value);
	zend_string *property_thread_id_name = zend_string_init("thread_id", sizeof("thread_id") - 1, 1);
	zend_declare_typed_property(class_entry, property_thread_id_name, &property_thread_id_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_thread_id_name);

	zval property_inTransaction_default_value;
	ZVAL_UNDEF(&property_inTransaction_default_value);
	zend_string *property_inTransaction_name = zend_string_init("inTransaction", sizeof("inTransaction") - 1, 1);
	zend_declare_typed_property(class_entry, property_inTransaction_name, &property_inTransaction_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_BOOL));
	zend_string_release(property_inTransaction_name);

	zval property_async_default_value;
	ZVAL_UNDEF(&property_async_default_value);
	zend_string *property_async_name = zend_string_init("async", sizeof("async") - 1, 1);
	zend_declare_typed_property(class_entry, property_async_name, &property_async_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_BOOL));
	zend_string_release(property_async_name);

	zval property_session_default_value;
	ZVAL_UNDEF(&property_session_default_value);
	zend_string *property_session_name = zend_string_init("session", sizeof("session") - 1, 1);
	zend_declare_typed_property(class_entry, property_session_name, &property_session_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_session_name);

	zval property_initCommands_default_value;
	ZVAL_UNDEF(&property_initCommands_default_value);
	zend_string *property_initCommands_name = zend_string_init("initCommands", sizeof("initCommands") - 1, 1);
	zend_declare_typed_property(class_entry, property_initCommands_name, &property_initCommands_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_ARRAY));
	zend_string_release(property_initCommands_name);

	zval property_server_default_value;
	ZVAL_UNDEF(&property_server_default_value);
	zend_string *property_server_name = zend_string_init("server", sizeof("server") - 1, 1);
	zend_declare_typed_property(class_entry, property_server_name, &property_server_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING|MAY_BE_NULL));
	zend_string_release(property_server_name);

	zval property_serverCollation_default_value;
	ZVAL_UNDEF(&property_serverCollation_default_value);
	zend_string *property_serverCollation_name = zend_string_init("serverCollation", sizeof("serverCollation") - 1, 1);
	zend_declare_typed_property(class_entry, property_serverCollation_name, &property_serverCollation_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING|MAY_BE_NULL));
	zend_string_release(property_serverCollation_name);

	zval property_rowCount_default_value;
	ZVAL_UNDEF(&property_rowCount_default_value);
	zend_string *property_rowCount_name = zend_string_init("rowCount", sizeof("rowCount") - 1, 1);
	zend_declare_typed_property(class_entry, property_rowCount_name, &property_rowCount_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG|MAY_BE_NULL));
	zend_string_release(property_rowCount_name);


	zend_add_parameter_attribute(zend_hash_str_find_ptr(&class_entry->function_table, "withuser", sizeof("withuser") - 1), 1, ZSTR_KNOWN(ZEND_STR_SENSITIVEPARAMETER), 0);

	return class_entry;
}

static zend_class_entry *register_class_Mynd_Next(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Mynd", "Next", class_Mynd_Next_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	return class_entry;
}

static zend_class_entry *register_class_Mynd_Reply(void)
{
	zend_class_entry ce, *class_entry;

	INIT_NS_CLASS_ENTRY(ce, "Mynd", "Reply", class_Mynd_Reply_methods);
	class_entry = zend_register_internal_class_ex(&ce, NULL);
	class_entry->ce_flags |= ZEND_ACC_FINAL|ZEND_ACC_NO_DYNAMIC_PROPERTIES|ZEND_ACC_NOT_SERIALIZABLE;

	zval property_pending_default_value;
	ZVAL_UNDEF(&property_pending_default_value);
	zend_string *property_pending_name = zend_string_init("pending", sizeof("pending") - 1, 1);
	zend_declare_typed_property(class_entry, property_pending_name, &property_pending_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_BOOL));
	zend_string_release(property_pending_name);

	zval property_errno_default_value;
	ZVAL_UNDEF(&property_errno_default_value);
	zend_string *property_errno_name = zend_string_init("errno", sizeof("errno") - 1, 1);
	zend_declare_typed_property(class_entry, property_errno_name, &property_errno_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_errno_name);

	zval property_error_default_value;
	ZVAL_UNDEF(&property_error_default_value);
	zend_string *property_error_name = zend_string_init("error", sizeof("error") - 1, 1);
	zend_declare_typed_property(class_entry, property_error_name, &property_error_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_error_name);

	zval property_sqlstate_default_value;
	ZVAL_UNDEF(&property_sqlstate_default_value);
	zend_string *property_sqlstate_name = zend_string_init("sqlstate", sizeof("sqlstate") - 1, 1);
	zend_declare_typed_property(class_entry, property_sqlstate_name, &property_sqlstate_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING));
	zend_string_release(property_sqlstate_name);

	zval property_affected_rows_default_value;
	ZVAL_UNDEF(&property_affected_rows_default_value);
	zend_string *property_affected_rows_name = zend_string_init("affected_rows", sizeof("affected_rows") - 1, 1);
	zend_declare_typed_property(class_entry, property_affected_rows_name, &property_affected_rows_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG|MAY_BE_STRING));
	zend_string_release(property_affected_rows_name);

	zval property_insert_id_default_value;
	ZVAL_UNDEF(&property_insert_id_default_value);
	zend_string *property_insert_id_name = zend_string_init("insert_id", sizeof("insert_id") - 1, 1);
	zend_declare_typed_property(class_entry, property_insert_id_name, &property_insert_id_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG|MAY_BE_STRING));
	zend_string_release(property_insert_id_name);

	zval property_warnings_default_value;
	ZVAL_UNDEF(&property_warnings_default_value);
	zend_string *property_warnings_name = zend_string_init("warnings", sizeof("warnings") - 1, 1);
	zend_declare_typed_property(class_entry, property_warnings_name, &property_warnings_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_warnings_name);

	zval property_info_default_value;
	ZVAL_UNDEF(&property_info_default_value);
	zend_string *property_info_name = zend_string_init("info", sizeof("info") - 1, 1);
	zend_declare_typed_property(class_entry, property_info_name, &property_info_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_STRING|MAY_BE_NULL));
	zend_string_release(property_info_name);

	zval property_field_count_default_value;
	ZVAL_UNDEF(&property_field_count_default_value);
	zend_string *property_field_count_name = zend_string_init("field_count", sizeof("field_count") - 1, 1);
	zend_declare_typed_property(class_entry, property_field_count_name, &property_field_count_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_field_count_name);

	zval property_moreResults_default_value;
	ZVAL_UNDEF(&property_moreResults_default_value);
	zend_string *property_moreResults_name = zend_string_init("moreResults", sizeof("moreResults") - 1, 1);
	zend_declare_typed_property(class_entry, property_moreResults_name, &property_moreResults_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_BOOL));
	zend_string_release(property_moreResults_name);

	zval property_status_default_value;
	ZVAL_UNDEF(&property_status_default_value);
	zend_string *property_status_name = zend_string_init("status", sizeof("status") - 1, 1);
	zend_declare_typed_property(class_entry, property_status_name, &property_status_default_value, ZEND_ACC_PUBLIC|ZEND_ACC_READONLY, NULL, (zend_type) ZEND_TYPE_INIT_MASK(MAY_BE_LONG));
	zend_string_release(property_status_name);

	return class_entry;
}
