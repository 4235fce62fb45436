/*
 * Results of statements: fetching into bound variables, result objects, storing, freeing, the next result.
 *
 * After an execute a result set waits until it is taken: get_result() puts it into an object of its own,
 * store_result() or the first fetch() into the statement's object.
 */
#include "statement.h"

/* --- taking results --- */

void mysqli_statement_drop_results(mysqli_statement_object *self)
{
	mysqli_held held = mysqli_statement_hold(self);
	mynd_result *result = self->result;
	self->result = NULL;
	if (result != NULL) {
		mynd_result_free(result, false);
	}
	if (held.statement != NULL) {
		mynd_statement_drop(held.statement);
	}
	mysqli_statement_let_go(&held);
}

/*
 * Takes the result. Returns NULL if that fails: the link has the error. Returns NULL and sets *here to false
 * if another fiber has closed the statement or run it again: the object must not be touched then. A stored
 * result's number of rows becomes the statement's affected_rows.
 */
static mynd_result *take(mysqli_statement_object *self, bool store, bool *here)
{
	mysqli_held held = mysqli_statement_hold(self);
	uint32_t run = mynd_statement_run_number(held.statement);
	mynd_result *result = store ? mynd_statement_store(held.statement) : mynd_statement_use(held.statement);
	*here = mysqli_statement_still_has(self, &held) && mynd_statement_run_number(held.statement) == run;
	if (result != NULL && !*here) {
		mynd_result_abandon(result);
		result = NULL;
	}
	if (result != NULL && mynd_result_is_buffered(result)) {
		self->affected_rows = mynd_result_rows(result);
	}
	mysqli_statement_let_go(&held);
	return result;
}

/*
 * Takes the result set for the first fetch. As in stock, stores it if a cursor was asked for and the server
 * has opened none.
 */
static bool begin_fetching(mysqli_statement_object *self)
{
	bool here;
	mynd_result *result = take(self, self->cursor.type != MYND_CURSOR_NONE && !self->has_cursor, &here);
	if (here) {
		self->result = result;
		self->phase = result == NULL ? MYSQLI_PREPARED : MYSQLI_FETCHING;
	}
	return result != NULL;
}

void mysqli_statement_skip_rows(mysqli_statement_object *self)
{
	if (self->has_cursor) { /* the server need not send the rest of the cursor */
		mysqli_statement_drop_results(self);
		self->phase = self->phase >= MYSQLI_WAITING ? MYSQLI_FETCHING : self->phase;
		return;
	}
	if (self->phase == MYSQLI_WAITING && !begin_fetching(self)) {
		return;
	}
	mynd_result *result = self->result;
	if (result != NULL && !mynd_result_is_buffered(result)) {
		while (self->result == result && mynd_result_skip(result) == MYND_OK) {
		}
	}
}

mynd_result *mysqli_statement_store(mysqli_statement_object *self)
{
	if (mysqli_statement_count_fields(self) == 0 || self->phase == MYSQLI_EXECUTED) {
		mysqli_statement_report(self);
		return NULL;
	}
	if (self->phase != MYSQLI_WAITING) {
		mysqli_statement_refuse(self, MYND_ERR_COMMANDS_OUT_OF_SYNC);
		mysqli_statement_report(self);
		return NULL;
	}
	if (mysqli_statement_refuses(self)) {
		return NULL;
	}
	bool here;
	mynd_result *result = take(self, true, &here);
	/* another phase means that another fiber has taken the result */
	if (here && self->phase == MYSQLI_WAITING) {
		self->phase = MYSQLI_PREPARED;
	}
	if (result == NULL) {
		mysqli_statement_failed(self);
	} else {
		mysqli_statement_clear_error(self);
	}
	return result;
}

PHP_FUNCTION(mysqli_stmt_store_result)
{
	mysqli_statement_object *self =
	    mysqli_statement_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU, MYSQLI_CONNECTED);
	if (self == NULL) {
		RETURN_THROWS();
	}
	if (self->statement == NULL && mysqli_statement_refuses(self)) {
		RETURN_FALSE;
	}
	if (mysqli_statement_count_fields(self) == 0) { /* a statement without columns is no failure */
		RETURN_TRUE;
	}
	mynd_result *result = mysqli_statement_store(self);
	if (result == NULL) {
		RETURN_FALSE;
	}
	self->result = result;
	self->phase = MYSQLI_FETCHING;
	RETURN_TRUE;
}

PHP_FUNCTION(mysqli_stmt_get_result)
{
	mysqli_statement_object *self =
	    mysqli_statement_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU, MYSQLI_CONNECTED);
	if (self == NULL) {
		RETURN_THROWS();
	}
	mysqli_answer_result(return_value, mysqli_statement_store(self));
}

/* Makes a result object of the statement's columns, without rows, as if it were an unbuffered result. */
PHP_FUNCTION(mysqli_stmt_result_metadata)
{
	mysqli_statement_object *self =
	    mysqli_statement_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU, MYSQLI_CONNECTED);
	if (self == NULL) {
		RETURN_THROWS();
	}
	if (mysqli_statement_count_fields(self) == 0 || self->lacks_metadata) {
		RETVAL_FALSE;
		mysqli_statement_report(self);
		return;
	}
	mysqli_answer_result(
	    return_value, mynd_result_of_columns(self->link, mynd_statement_columns(self->statement)));
}

/* --- fetch --- */

#define USUAL_COLUMNS 64 /* the values of more columns are put on the heap */

static void failed(mysqli_statement_object *self, const mynd_result *result)
{
	if (self->link == NULL) { /* another fiber has closed the object */
		mysqli_report_error(mynd_result_error(result));
		return;
	}
	mysqli_statement_set_error(self, mynd_result_error(result));
	mysqli_statement_report(self);
}

/*
 * Fetches the next row into the variables that are bound when the row has arrived. Does not touch `self`
 * after the assignment. Returns what mynd_result_fetch_values returns.
 */
static int fetch_into(mysqli_statement_object *self, zval *values)
{
	mynd_result *result = self->result;
	int rc = mynd_result_fetch_values(result, values);
	if (EXPECTED(rc == MYND_OK)) {
		mysqli_binding_assign(self->columns, values, mynd_columns_count(mynd_result_columns(result)));
	} else if (rc == MYND_BAD) {
		failed(self, result);
	}
	return rc;
}

static int fetch_row(mysqli_statement_object *self)
{
	mynd_result *result = self->result;
	uint32_t count = mynd_columns_count(mynd_result_columns(result));
	zval few[USUAL_COLUMNS];
	if (self->columns == NULL) {
		int rc = mynd_result_skip(result);
		if (rc == MYND_BAD) {
			failed(self, result);
		}
		return rc;
	}
	if (EXPECTED(count <= USUAL_COLUMNS)) {
		return fetch_into(self, few);
	}
	zval *values = safe_emalloc(count, sizeof *values, 0);
	int rc = fetch_into(self, values);
	efree(values);
	return rc;
}

/* Returns true for a row, null after the last row, and false on an error, which is reported. */
PHP_FUNCTION(mysqli_stmt_fetch)
{
	mysqli_statement_object *self =
	    mysqli_statement_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU, MYSQLI_CONNECTED);
	if (UNEXPECTED(self == NULL)) {
		RETURN_THROWS();
	}
	RETVAL_FALSE;
	if (UNEXPECTED(self->phase < MYSQLI_WAITING)) {
		mysqli_statement_refuse(self, MYND_ERR_COMMANDS_OUT_OF_SYNC);
		mysqli_statement_report(self);
		return;
	}
	if (self->phase == MYSQLI_WAITING) {
		if (mysqli_statement_refuses(self)) {
			return;
		}
		if (!begin_fetching(self)) {
			mysqli_statement_failed(self);
			return;
		}
	}
	mysqli_statement_clear_error(self);
	int rc = self->result == NULL ? MYND_MORE : fetch_row(self);
	if (EXPECTED(rc == MYND_OK)) {
		RETVAL_TRUE;
	} else if (rc == MYND_MORE) {
		RETVAL_NULL();
	}
}

/* Moves to a row; an offset past the last row moves to the end. An unbuffered result is not moved. */
PHP_FUNCTION(mysqli_stmt_data_seek)
{
	zval *object;
	zend_long offset;
	if (zend_parse_method_parameters(ZEND_NUM_ARGS(), mysqli_this(execute_data), "Ol", &object,
	        mysqli_statement_ce, &offset) == FAILURE) {
		RETURN_THROWS();
	}
	if (offset < 0) {
		zend_argument_value_error(mysqli_arg(execute_data, 2), "must be greater than or equal to 0");
		RETURN_THROWS();
	}
	mysqli_statement_object *self = mysqli_statement_in(object, MYSQLI_CONNECTED);
	if (self == NULL) {
		RETURN_THROWS();
	}
	mynd_result *result = self->result;
	if (result != NULL && mynd_result_is_buffered(result) && !mynd_result_seek(result, (uint64_t) offset)) {
		mynd_result_seek_end(result);
	}
}

/* Frees the result. Bound variables stay bound, for the rows of the next execute. */
PHP_FUNCTION(mysqli_stmt_free_result)
{
	mysqli_statement_object *self =
	    mysqli_statement_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU, MYSQLI_CONNECTED);
	if (self == NULL) {
		RETURN_THROWS();
	}
	if (self->phase == MYSQLI_WAITING && mysqli_statement_refuses(self)) {
		return;
	}
	bool here = true;
	mynd_result *result = self->phase == MYSQLI_WAITING ? take(self, false, &here) : self->result;
	if (!here) {
		return;
	}
	self->result = NULL;
	if (self->phase > MYSQLI_PREPARED) {
		self->phase = MYSQLI_PREPARED;
	}
	if (result != NULL) {
		self->lacks_metadata = true;
		mynd_result_free(result, true);
	}
}

/* --- the next result --- */

PHP_FUNCTION(mysqli_stmt_more_results)
{
	mysqli_statement_object *self =
	    mysqli_statement_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU, MYSQLI_CONNECTED);
	if (self == NULL) {
		RETURN_THROWS();
	}
	if (self->statement == NULL) {
		RETURN_FALSE;
	}
	mysqli_held held = mysqli_statement_hold(self);
	RETVAL_BOOL(mynd_statement_look_for_more_results(held.statement));
	mysqli_statement_let_go(&held);
}

/* Unbinds the variables of columns, because the next result has other columns. */
PHP_FUNCTION(mysqli_stmt_next_result)
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
	int rc = mysqli_statement_advance(self);
	RETVAL_BOOL(rc == MYND_OK);
	if (rc == MYND_BAD) {
		mysqli_statement_failed(self);
	} else if (rc == MYND_MORE) {
		mysqli_statement_report(self);
	} else {
		mysqli_bind(&self->columns, NULL);
	}
}
