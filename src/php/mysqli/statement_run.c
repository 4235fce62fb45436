/*
 * Running statements: execute, long data, reset, and execute_query, which prepares and runs in one call.
 *
 * Parameters are converted first, which can run code of the program. After that, the object is checked again.
 */
#include "statement.h"
#include "../../client/client.h"

/* --- execute --- */

/*
 * Returns false if nothing is prepared, or if the bound variables are not as many as the parameters. The
 * statement has the error, the link does not.
 */
static bool begin_execute(mysqli_statement_object *self)
{
	self->affected_rows = (uint64_t) -1;
	if (self->statement == NULL) {
		mysqli_statement_refuse(self, MYND_ERR_COMMANDS_OUT_OF_SYNC);
		return false;
	}
	uint32_t bound = self->parameters == NULL ? 0 : self->parameters->count;
	if (bound != mysqli_statement_parameters(self)) {
		mysqli_statement_refuse(self, MYND_ERR_NO_DATA);
		return false;
	}
	return true;
}

/*
 * Marks each parameter of type 'b' for which long data was sent, so that no other value is sent for it. If a
 * parameter with long data has another type by now, resets the statement, which discards all long data.
 * Returns MYND_BAD if the reset fails: the link has the error.
 */
static int finish_long_data(mynd_statement *statement, const mysqli_arguments *arguments)
{
	bool in_the_way = false;
	for (uint32_t i = 0; i < arguments->count; i++) {
		if (!mynd_statement_has_long_data(statement, (uint16_t) i)) {
			continue;
		}
		if (arguments->parameters[i].type == MYND_TYPE_LONG_BLOB) {
			arguments->parameters[i].kind = MYND_PARAMETER_LONG;
		} else {
			in_the_way = true;
		}
	}
	return in_the_way ? mynd_statement_reset(statement) : MYND_OK;
}

/* Discards further results of another command, unless the statement's last execute had no result set. */
static void leave_others(const mysqli_statement_object *self)
{
	if (self->statement != NULL && self->phase != MYSQLI_EXECUTED) {
		mynd_statement_leave_others(self->statement);
	}
}

void mysqli_statement_take_outcome(mysqli_statement_object *self)
{
	const mynd_server *server = mynd_link_server(self->link);
	mysqli_statement_clear_error(self);
	self->affected_rows = mynd_link_affected_rows(self->link);
	self->insert_id = mynd_link_insert_id(self->link);
	self->warnings = mynd_link_warning_count(self->link);
	self->phase = mynd_statement_has_result(self->statement) ? MYSQLI_WAITING : MYSQLI_EXECUTED;
	self->lacks_metadata = self->phase == MYSQLI_EXECUTED;
	self->has_cursor = server != NULL && (server->status & MYND_STATUS_CURSOR_EXISTS);
}

void mysqli_statement_forget_run(mysqli_statement_object *self)
{
	self->phase = MYSQLI_PREPARED;
	self->affected_rows = (uint64_t) -1;
	self->insert_id = 0;
	self->warnings = 0;
}

/*
 * Sends the execute and, unless it is asynchronous, takes the outcome. Reading a file for the server may run
 * code of the program, which may close the statement; then the object takes no outcome.
 */
static int run_now(mysqli_statement_object *self, const mysqli_arguments *arguments, bool async)
{
	mynd_statement *statement = self->statement;
	mysqli_statement_drop_results(self);
	if (self->statement != statement) {
		return MYND_BAD;
	}
	int rc = finish_long_data(statement, arguments);
	if (rc == MYND_OK) {
		rc = async ? mynd_statement_execute_async(statement, arguments->parameters, arguments->count)
		           : mynd_statement_execute(
		                 statement, arguments->parameters, arguments->count, &self->cursor, false);
	}
	if (self->statement == statement) {
		if (async && rc == MYND_OK) {
			mysqli_statement_forget_run(self);
			mysqli_statement_clear_error(self);
		} else if (rc == MYND_OK) {
			mysqli_statement_take_outcome(self);
		} else {
			mysqli_statement_forget_run(self);
		}
		/* an interceptor's code has closed the statement before the execute was sent */
	} else if (async && rc == MYND_OK) {
		mynd_statement_abandon(statement);
	}
	return rc;
}

/*
 * Runs the statement in a turn of the fiber, because several fibers may run it, but the object has the state
 * of one execute only. The caller has a reference to the link.
 */
static int run(mysqli_statement_object *self, const mysqli_arguments *arguments, bool async)
{
	const mynd_statement *statement = self->statement;
	mynd_link *link = self->link;
	if (mynd_link_begin_turn(link) != MYND_OK) {
		return MYND_BAD;
	}
	int rc = self->statement == statement ? run_now(self, arguments, async) : MYND_BAD;
	mynd_link_end_turn(link);
	return rc;
}

int mysqli_statement_advance(mysqli_statement_object *self)
{
	if (self->statement == NULL || !mynd_statement_more_results(self->statement)) {
		return MYND_MORE;
	}
	mysqli_held held = mysqli_statement_hold(self);
	int rc = mynd_statement_next_result(held.statement);
	bool here = mysqli_statement_still_has(self, &held);
	mysqli_statement_let_go(&held);
	if (rc == MYND_MORE || !here) {
		return here ? rc : MYND_BAD;
	}
	mynd_result *old = self->result;
	self->result = NULL;
	if (old != NULL) {
		mynd_result_abandon(old);
	}
	if (rc == MYND_OK) {
		mysqli_statement_take_outcome(self);
	} else {
		mysqli_statement_forget_run(self);
	}
	return rc;
}

/*
 * Returns the object if it still has `statement`, which was looked up before code of the program ran. Returns
 * NULL if it does not: an exception was thrown, or the error was reported.
 */
static mysqli_statement_object *still_the_same(zval *object, const mynd_statement *statement)
{
	mysqli_statement_object *self = mysqli_statement_in(object, MYSQLI_CONNECTED);
	if (self != NULL && self->statement != statement) {
		mysqli_statement_refuse(self, MYND_ERR_COMMANDS_OUT_OF_SYNC);
		mysqli_statement_report(self);
		return NULL;
	}
	return self;
}

static void report_run(zval *object, const mynd_statement *statement, mynd_link *link, bool done, bool async)
{
	mysqli_statement_object *self = still_the_same(object, statement);
	if (self == NULL) {
		return;
	}
	zend_string *sql = zend_string_copy(self->sql);
	if (!done) {
		mysqli_statement_failed(self);
	} else if (!async) { /* after an error the link's status flags are an earlier command's */
		mysqli_report_index(link, ZSTR_VAL(sql), ZSTR_LEN(sql));
	}
	zend_string_release(sql);
}

void mysqli_statement_run(zval *return_value, zval *object, bool async)
{
	mysqli_statement_object *self = mysqli_statement_object_of(Z_OBJ_P(object));
	mysqli_arguments arguments;
	RETVAL_FALSE;
	if (mysqli_statement_refuses(self)) {
		return;
	}
	leave_others(self);
	if (!begin_execute(self)) {
		mysqli_statement_report(self);
		return;
	}
	mysqli_held held = mysqli_statement_hold(self);
	if (mysqli_arguments_make(&arguments, self->parameters)) {
		self = still_the_same(object, held.statement);
		if (self != NULL) {
			RETVAL_BOOL(run(self, &arguments, async) == MYND_OK);
		}
		mysqli_arguments_free(&arguments);
		if (self != NULL) {
			report_run(object, held.statement, held.link, Z_TYPE_P(return_value) == IS_TRUE, async);
		}
	}
	mysqli_statement_let_go(&held);
}

bool mysqli_statement_bind_values(zval *object, HashTable *values, uint32_t arg)
{
	mysqli_statement_object *self = mysqli_statement_object_of(Z_OBJ_P(object));
	if (!mysqli_values_are_list(values, arg) ||
	    !mysqli_values_are_as_many(values, mysqli_statement_parameters(self), arg)) {
		return false;
	}
	mysqli_bind(&self->parameters, mysqli_binding_of_values(values));
	return mysqli_statement_in(object, MYSQLI_CONNECTED) != NULL;
}

PHP_FUNCTION(mysqli_stmt_execute)
{
	zval *object;
	HashTable *values = NULL;
	if (zend_parse_method_parameters(ZEND_NUM_ARGS(), mysqli_this(execute_data), "O|h!", &object,
	        mysqli_statement_ce, &values) == FAILURE) {
		RETURN_THROWS();
	}
	mysqli_statement_object *self = mysqli_statement_in(object, MYSQLI_CONNECTED);
	if (self == NULL) {
		RETURN_THROWS();
	}
	if (values != NULL && !mysqli_statement_bind_values(object, values, mysqli_arg(execute_data, 2))) {
		RETURN_THROWS();
	}
	mysqli_statement_run(return_value, object, false);
}

/* --- long data, reset: stock reports no errors of these two --- */

/* Returns true if the parameter takes long data. Returns false if not: the statement has the error. */
static bool takes_long_data(mysqli_statement_object *self, zend_ulong parameter)
{
	if (self->statement == NULL) {
		mysqli_statement_refuse(self, MYND_ERR_NOT_PREPARED);
	} else if (self->parameters == NULL) {
		mysqli_statement_refuse(self, MYND_ERR_COMMANDS_OUT_OF_SYNC);
	} else if (parameter >= mysqli_statement_parameters(self)) {
		mysqli_statement_refuse(self, MYND_ERR_PARAMETER_NUMBER);
	} else if (parameter >= self->parameters->count || self->parameters->bound[parameter].type != 'b') {
		mysqli_statement_refuse(self, MYND_ERR_BUFFER_USE);
	} else {
		return true;
	}
	return false;
}

PHP_FUNCTION(mysqli_stmt_send_long_data)
{
	zval *object;
	zend_long parameter;
	char *piece;
	size_t len;
	if (zend_parse_method_parameters(ZEND_NUM_ARGS(), mysqli_this(execute_data), "Ols", &object,
	        mysqli_statement_ce, &parameter, &piece, &len) == FAILURE) {
		RETURN_THROWS();
	}
	mysqli_statement_object *self = mysqli_statement_in(object, MYSQLI_CONNECTED);
	if (self == NULL) {
		RETURN_THROWS();
	}
	if (parameter < 0) {
		zend_argument_value_error(mysqli_arg(execute_data, 2), "must be greater than or equal to 0");
		RETURN_THROWS();
	}
	if (!takes_long_data(self, (zend_ulong) parameter)) {
		RETURN_FALSE;
	}
	mysqli_held held = mysqli_statement_hold(self);
	RETVAL_BOOL(mynd_statement_long_data(held.statement, (uint16_t) parameter, piece, len) == MYND_OK);
	if (mysqli_statement_still_has(self, &held)) {
		mysqli_statement_set_error(self, mynd_statement_error(held.statement));
	}
	mysqli_statement_let_go(&held);
}

/*
 * Resets the statement; may wait. Returns MYND_BAD if that fails, or, without an error of the statement, if
 * another fiber has closed it.
 */
static int reset(mysqli_statement_object *self)
{
	mysqli_held held = mysqli_statement_hold(self);
	int rc = MYND_BAD;
	do {
		mysqli_statement_skip_rows(self);
	} while (mysqli_statement_still_has(self, &held) && mysqli_statement_advance(self) == MYND_OK);
	if (mysqli_statement_still_has(self, &held)) {
		/* on a lost connection the server has nothing to reset */
		bool lost = mynd_statement_link(held.statement) == NULL;
		rc = lost ? MYND_OK : mynd_statement_reset(held.statement);
		bool is_ours = mysqli_statement_still_has(self, &held);
		if (is_ours) {
			self->affected_rows = (uint64_t) -1;
		}
		if (is_ours && !lost) {
			mysqli_statement_set_error(self, mynd_statement_error(held.statement));
			self->warnings = self->has_cursor ? 0 : mynd_link_warning_count(self->link); /* as in stock */
		}
	}
	mysqli_statement_let_go(&held);
	return rc;
}

/* Resets the statement. A stored result can still be read; an unbuffered one is at its end afterwards. */
PHP_FUNCTION(mysqli_stmt_reset)
{
	mysqli_statement_object *self =
	    mysqli_statement_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU, MYSQLI_CONNECTED);
	if (self == NULL) {
		RETURN_THROWS();
	}
	RETVAL_FALSE;
	if (mysqli_statement_refuses(self)) {
		return;
	}
	mysqli_statement_clear_error(self);
	mynd_link_set_error(self->link, NULL);
	leave_others(self);
	RETVAL_BOOL(self->statement == NULL || reset(self) == MYND_OK);
}

/* --- execute_query --- */

/*
 * Returns false on failure: an exception was thrown, or the link has the error, which was not reported yet.
 */
static bool query_with(
    mynd_link *link, zend_string *sql, const mysqli_arguments *arguments, HashTable *values, uint32_t arg)
{
	uint32_t needed = 0;
	int rc = mynd_link_execute_query(
	    link, ZSTR_VAL(sql), ZSTR_LEN(sql), arguments->parameters, arguments->count, &needed);
	if (rc != MYND_OK && values != NULL && mynd_link_error(link)->cause == MYND_CAUSE_WRONG_COUNT) {
		mynd_link_set_error(link, NULL); /* the error is thrown for the argument instead */
		mysqli_values_are_as_many(values, needed, arg);
	}
	return rc == MYND_OK;
}

/* Returns the first result, or true if it has no columns. The link discards all further results. */
static void answer_query(zval *return_value, mynd_link *link, zend_string *sql)
{
	bool has_result = mynd_link_has_result(link);
	mynd_result *result = has_result ? mynd_link_store(link) : NULL;
	if (has_result && result == NULL) {
		RETVAL_FALSE;
		mysqli_report_link(link);
		return;
	}
	if (has_result) {
		result = mysqli_result_with_index(link, result, ZSTR_VAL(sql), ZSTR_LEN(sql));
		mysqli_answer_result(return_value, result);
	} else {
		RETVAL_TRUE;
	}
}

PHP_FUNCTION(mysqli_execute_query)
{
	zval *object;
	zend_string *sql;
	HashTable *values = NULL;
	if (zend_parse_method_parameters(ZEND_NUM_ARGS(), mysqli_this(execute_data), "OS|h!", &object,
	        mysqli_link_ce, &sql, &values) == FAILURE) {
		RETURN_THROWS();
	}
	if (!mysqli_link_in(object, MYSQLI_CONNECTED)) {
		RETURN_THROWS();
	}
	uint32_t arg = mysqli_arg(execute_data, 3);
	if (values != NULL && !mysqli_values_are_list(values, arg)) {
		RETURN_THROWS();
	}
	mysqli_binding *binding = values == NULL ? NULL : mysqli_binding_of_values(values);
	mysqli_arguments arguments;
	bool made = mysqli_arguments_make(&arguments, binding);
	mysqli_binding_release(binding);
	mysqli_link_object *self = made ? mysqli_link_in(object, MYSQLI_CONNECTED) : NULL;
	RETVAL_FALSE;
	if (self != NULL) {
		mynd_link *link = self->link;
		mynd_link_addref(link);
		if (query_with(link, sql, &arguments, values, arg)) {
			answer_query(return_value, link, sql);
		} else if (!EG(exception)) {
			mysqli_report_link(link);
		}
		mynd_link_release(link);
	}
	mysqli_arguments_free(&arguments);
}
