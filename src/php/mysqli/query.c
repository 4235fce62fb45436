/*
 * Queries: query, real_query, multi_query, and taking their results.
 *
 * Only multi_query() may send several statements in one query. Its first call switches multi-statements on in
 * the server, and the next plain query switches them off, as in stock.
 *
 * The server may ask for a file (LOCAL INFILE), and reading the file may run code of the program. So a
 * function that sends a query counts a reference to the link, and does not use the object afterwards.
 */
#include "mysqli.h"

#include "../../client/client.h"

/*
 * Switches multi-statements on or off; they are off for all but multi_query(). `link` is the object's link,
 * to which the caller has a reference. Returns MYND_BAD if the switch fails: the link has the error.
 */
static int set_multi_statements(mysqli_link_object *self, mynd_link *link, bool on)
{
	if (self->multi_statements == on) {
		return MYND_OK;
	}
	int rc = mynd_link_set_multi_statements(link, on);
	if (rc == MYND_OK && self->link == link) {
		self->multi_statements = on;
	}
	return rc;
}

bool mysqli_allows_multi_statements(zend_object *object)
{
	return mysqli_link_object_of(object)->multi_statements;
}

int mysqli_end_multi_statements(mynd_link *link, zend_object *object)
{
	return set_multi_statements(mysqli_link_object_of(object), link, false);
}

int mysqli_run(mynd_link *link, const char *sql, size_t len)
{
	int rc = mynd_link_query(link, sql, len, false);
	if (rc == MYND_OK && (mynd_link_has_result(link) || mynd_link_more_results(link))) {
		rc = mynd_link_drain(link);
	}
	return rc;
}

/* Takes the current reply's result set. Returns NULL if there is none, or on an error, which is reported. */
static mynd_result *take_result(mynd_link *link, bool use, const char *sql, size_t len)
{
	if (mynd_link_refuse_in_call(link)) {
		mysqli_report_link(link);
		return NULL;
	}
	if (!mynd_link_has_result(link)) {
		mysqli_report_error(mynd_link_error(link));
		return NULL;
	}
	mynd_result *result = use ? mynd_link_use(link) : mynd_link_store(link);
	if (result == NULL) {
		mysqli_report_link(link);
		return NULL;
	}
	return mysqli_result_with_index(link, result, sql, len);
}

mynd_result *mysqli_result_with_index(mynd_link *link, mynd_result *result, const char *sql, size_t len)
{
	mysqli_report_index(link, sql, len);
	if (EG(exception)) {
		mynd_result_abandon(result);
		return NULL;
	}
	return result;
}

void mysqli_answer_result(zval *return_value, mynd_result *result)
{
	if (result == NULL) {
		RETURN_FALSE;
	}
	mysqli_result_wrap(return_value, result);
}

/* Sends the query without reading its reply, which reap_async_query() takes. */
static int send_async(mysqli_link_object *self, mynd_link *link, const char *sql, size_t len, bool use)
{
	int rc = mynd_link_begin_turn(link);
	if (rc != MYND_OK) {
		return rc;
	}
	rc = set_multi_statements(self, link, false);
	if (rc == MYND_OK) {
		rc = mynd_link_query_async(link, sql, len, use);
	}
	mynd_link_end_turn(link);
	return rc;
}

static int send_text(
    mysqli_link_object *self, mynd_link *link, const char *sql, size_t len, bool multi, bool stores)
{
	int rc = set_multi_statements(self, link, multi);
	return rc == MYND_OK ? mynd_link_query(link, sql, len, stores) : rc;
}

/* Switches multi-statements and sends the query in one turn, so that no other fiber's query comes between. */
static zend_never_inline int send_in_turn(
    mysqli_link_object *self, mynd_link *link, const char *sql, size_t len, bool multi, bool stores)
{
	int rc = mynd_link_begin_turn(link);
	if (rc == MYND_OK) {
		rc = send_text(self, link, sql, len, multi, stores);
		mynd_link_end_turn(link);
	}
	return rc;
}

/* `stores`: the caller is going to store the result. */
static int send_plain(
    mysqli_link_object *self, mynd_link *link, const char *sql, size_t len, bool multi, bool stores)
{
	return EXPECTED(!self->takes_turns) ? send_text(self, link, sql, len, multi, stores)
	                                    : send_in_turn(self, link, sql, len, multi, stores);
}

/* Returns false if query() does not accept the mode: an error was thrown. */
static bool check_mode(zend_long mode, uint32_t arg)
{
	mode &= ~(zend_long) MYSQLI_ASYNC;
	if (mode != MYSQLI_USE_RESULT &&
	    (mode & ~(zend_long) MYSQLI_STORE_RESULT_COPY_DATA) != MYSQLI_STORE_RESULT) {
		zend_argument_value_error(arg,
		    "must be either MYSQLI_USE_RESULT or MYSQLI_STORE_RESULT with MYSQLI_ASYNC "
		    "as an optional bitmask flag");
		return false;
	}
	return true;
}

PHP_FUNCTION(mysqli_query)
{
	char *sql;
	size_t len;
	zend_long mode = MYSQLI_STORE_RESULT;
	zval *object = mysqli_object_and_text(execute_data, &sql, &len);
	if (object == NULL && zend_parse_method_parameters(ZEND_NUM_ARGS(), mysqli_this(execute_data), "Os|l",
	                          &object, mysqli_link_ce, &sql, &len, &mode) == FAILURE) {
		RETURN_THROWS();
	}
	if (len == 0) {
		zend_argument_value_error(mysqli_arg(execute_data, 2), MYSQLI_NOT_EMPTY);
		RETURN_THROWS();
	}
	mysqli_link_object *self;
	if (!check_mode(mode, mysqli_arg(execute_data, 3)) ||
	    !(self = mysqli_link_in(object, MYSQLI_CONNECTED))) {
		RETURN_THROWS();
	}
	mynd_link *link = mysqli_hold(self);
	if (mode & MYSQLI_ASYNC) {
		mysqli_answer(return_value, link, send_async(self, link, sql, len, mode & MYSQLI_USE_RESULT));
		return;
	}
	if (send_plain(self, link, sql, len, false, !(mode & MYSQLI_USE_RESULT)) != MYND_OK) {
		RETVAL_FALSE;
		mysqli_report_link(link);
	} else if (mynd_link_has_result(link)) {
		if (mode & MYSQLI_USE_RESULT) {
			mynd_link_keep_select(link, sql, len);
		}
		mysqli_answer_result(return_value, take_result(link, mode & MYSQLI_USE_RESULT, sql, len));
	} else {
		RETVAL_TRUE;
		mysqli_report_index(link, sql, len);
	}
	mynd_link_release(link);
}

/* Sends the query of real_query() or multi_query(); its result waits until the program takes it. */
static void send_only(INTERNAL_FUNCTION_PARAMETERS, bool multi)
{
	char *sql;
	size_t len;
	mysqli_link_object *self = mysqli_link_and_text(INTERNAL_FUNCTION_PARAM_PASSTHRU, &sql, &len);
	if (self == NULL) {
		RETURN_THROWS();
	}
	mynd_link *link = mysqli_hold(self);
	int rc = send_plain(self, link, sql, len, multi, false);
	RETVAL_BOOL(rc == MYND_OK);
	if (rc != MYND_OK) {
		mysqli_report_link(link);
	} else if (!multi && mynd_link_has_result(link)) {
		mynd_link_keep_select(link, sql, len);
	} else if (!multi) {
		mysqli_report_index(link, sql, len);
	}
	mynd_link_release(link);
}

PHP_FUNCTION(mysqli_real_query)
{
	send_only(INTERNAL_FUNCTION_PARAM_PASSTHRU, false);
}

PHP_FUNCTION(mysqli_multi_query)
{
	send_only(INTERNAL_FUNCTION_PARAM_PASSTHRU, true);
}

/* Takes the result of a query. A prepared statement's result can only be taken from the statement. */
static mynd_result *take_waiting(mynd_link *link, bool use)
{
	if (mynd_link_is_at_statement(link) && !mynd_link_is_in_call(link)) {
		mysqli_report_error(mynd_link_error(link));
		return NULL;
	}
	return take_result(link, use, ZEND_STRL("from previous query"));
}

static void answer_waiting(zval *return_value, mysqli_link_object *self, bool use)
{
	mynd_link *link = mysqli_hold(self);
	mysqli_answer_result(return_value, take_waiting(link, use));
	mynd_link_release(link);
}

PHP_FUNCTION(mysqli_store_result)
{
	zval *object;
	zend_long ignored = 0;
	if (zend_parse_method_parameters(ZEND_NUM_ARGS(), mysqli_this(execute_data), "O|l", &object,
	        mysqli_link_ce, &ignored) == FAILURE) {
		RETURN_THROWS();
	}
#if PHP_VERSION_ID >= 80400
	if (ZEND_NUM_ARGS() > mysqli_arg(execute_data, 1)) {
		zend_error(E_DEPRECATED,
		    "Passing the $mode parameter is deprecated since 8.4, as it has been ignored since 8.1");
		if (EG(exception)) {
			RETURN_THROWS();
		}
	}
#endif
	mysqli_link_object *self = mysqli_link_in(object, MYSQLI_CONNECTED);
	if (self == NULL) {
		RETURN_THROWS();
	}
	answer_waiting(return_value, self, false);
}

PHP_FUNCTION(mysqli_use_result)
{
	mysqli_link_object *self = mysqli_link_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (self == NULL) {
		RETURN_THROWS();
	}
	answer_waiting(return_value, self, true);
}

PHP_FUNCTION(mysqli_more_results)
{
	mysqli_link_object *self = mysqli_link_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (self == NULL) {
		RETURN_THROWS();
	}
	mynd_link *link = mysqli_hold(self);
	RETVAL_BOOL(mynd_link_look_for_more_results(link));
	mynd_link_release(link);
}

/* Returns false without an error if the current result was not taken, or not read to its end. */
PHP_FUNCTION(mysqli_next_result)
{
	mysqli_link_object *self = mysqli_link_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (self == NULL) {
		RETURN_THROWS();
	}
	mynd_link *link = mysqli_hold(self);
	bool refused = mynd_link_is_in_call(link);
	int rc = mynd_link_take_next_result(link);
	bool failed = rc == MYND_BAD && (refused || !mynd_error_is_out_of_sync(mynd_link_error(link)));
	RETVAL_BOOL(rc == MYND_OK);
	if (failed) {
		mysqli_report_link(link);
	} else if (rc != MYND_OK) {
		mynd_link_set_error(link, NULL);
	}
	mynd_link_release(link);
}

PHP_METHOD(mysqli_result, __construct)
{
	zval *object;
	zend_long mode = MYSQLI_STORE_RESULT;
	ZEND_PARSE_PARAMETERS_START(1, 2)
	Z_PARAM_OBJECT_OF_CLASS(object, mysqli_link_ce)
	Z_PARAM_OPTIONAL
	Z_PARAM_LONG(mode)
	ZEND_PARSE_PARAMETERS_END();
	if (mode != MYSQLI_STORE_RESULT && mode != MYSQLI_USE_RESULT) {
		zend_argument_value_error(2, "must be either MYSQLI_STORE_RESULT or MYSQLI_USE_RESULT");
		RETURN_THROWS();
	}
	mysqli_link_object *from = mysqli_link_in(object, MYSQLI_CONNECTED);
	if (from == NULL) {
		RETURN_THROWS();
	}
	mynd_link *link = mysqli_hold(from);
	mynd_result *result = take_waiting(link, mode == MYSQLI_USE_RESULT);
	mynd_link_release(link);
	if (result == NULL) {
		RETURN_FALSE;
	}
	mysqli_result_object *self = mysqli_result_object_of(Z_OBJ_P(ZEND_THIS));
	if (self->result != NULL) {
		mysqli_result_end(self->result, false);
	}
	self->result = result;
	self->field = 0;
}
