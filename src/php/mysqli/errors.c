/*
 * Reports errors by PHP's conventions: the report mode, warnings, mysqli_sql_exception, error lists.
 *
 * Always true: before code of the program (an error handler, for example) can run, everything that is to be
 * reported is copied, and a reference to the link is counted. If an exception is pending when a report
 * begins, no warning is raised and no exception thrown.
 */
#include "mysqli.h"

#include "zend_exceptions.h"

static void throw_error(const char *sqlstate, unsigned code, const char *message)
{
	zend_object *exception = zend_throw_exception(mysqli_exception_ce, message, (zend_long) code);
	zend_update_property_string(mysqli_exception_ce, exception, "sqlstate", sizeof("sqlstate") - 1, sqlstate);
}

/*
 * Throws if the report mode has MYSQLI_REPORT_STRICT, else raises a warning. If an error handler has thrown
 * because of mynd's own warning, that exception becomes the previous one of the new exception.
 */
static void raise_error(const char *sqlstate, unsigned code, const char *message)
{
	if (MYND_G(report_mode) & MYSQLI_REPORT_STRICT) {
		throw_error(sqlstate, code, message);
	} else if (!EG(exception)) {
		php_error_docref(NULL, E_WARNING, "(%s/%u): %s", sqlstate, code, message);
	}
}

void mysqli_report_error(const mynd_error *error)
{
	if ((MYND_G(report_mode) & MYSQLI_REPORT_ERROR) && error->code != 0 && !EG(exception)) {
		mynd_error copy = *error;
		raise_error(copy.sqlstate, copy.code, copy.message);
	}
}

void mysqli_report_result(const mynd_result *result)
{
	const char *fault = mynd_result_fault(result);
	if (fault == NULL) {
		mysqli_report_error(mynd_result_error(result));
	} else if (!EG(exception)) {
		php_error_docref(NULL, E_WARNING, "%s", fault);
	}
}

/* Returns true for the two errors whose warnings do not name the function in stock. */
static bool is_without_function(const mynd_link *link)
{
	mynd_cause cause = mynd_link_error(link)->cause;
	return cause == MYND_CAUSE_BAD_CA || cause == MYND_CAUSE_ODD_PREPARED;
}

/* `about`: the text that PHP up to 8.5 puts in parentheses after the function's name; NULL: none. */
static void warn(const mynd_link *link, const char *connect_warning, const char *about)
{
	if (is_without_function(link)) {
		zend_error(E_WARNING, "%s", connect_warning);
		return;
	}
#if PHP_VERSION_ID < 80600
	if (about != NULL) {
		php_error_docref1(NULL, about, E_WARNING, "%s", connect_warning);
		return;
	}
#else
	(void) about;
#endif
	php_error_docref(NULL, E_WARNING, "%s", connect_warning);
}

/*
 * Raises the link's connect warning, in every report mode as stock does. Then reports the error, if the
 * report mode or `always` asks for it.
 */
static void report(mynd_link *link, const mynd_error *what, bool always)
{
	mynd_error error = *what;
	const char *connect_warning = mynd_link_connect_warning(link);
	if (EG(exception)) {
		return;
	}
	if (connect_warning != NULL) {
		mynd_link_addref(link);
		warn(link, connect_warning, mynd_link_connect_warning_about(link));
		mynd_link_release(link);
	}
	if (error.code != 0 && (always || (MYND_G(report_mode) & MYSQLI_REPORT_ERROR))) {
		raise_error(error.sqlstate, error.code, error.message);
	}
}

void mysqli_report_link(mynd_link *link)
{
	report(link, mynd_link_error(link), false);
}

void mysqli_report_beside(mynd_link *link, const mynd_error *error)
{
	report(link, error, false);
}

void mysqli_report_connect(mynd_link *link)
{
	report(link, mynd_link_error(link), true);
}

/* Raises the warning that stock raises although the command has succeeded. */
static zend_never_inline void raise_connect_warning(mynd_link *link)
{
	char text[512];
	snprintf(text, sizeof text, "%s", mynd_link_connect_warning(link));
	mynd_link_forget_connect_warning(link);
	if (!EG(exception)) {
		php_error_docref(NULL, E_WARNING, "%s", text);
	}
}

void mysqli_report_index(mynd_link *link, const char *sql, size_t len)
{
	if (UNEXPECTED(mynd_link_connect_warning(link) != NULL)) {
		raise_connect_warning(link);
	}
	if (EXPECTED(!(MYND_G(report_mode) & MYSQLI_REPORT_INDEX))) {
		return;
	}
	const mynd_server *server = mynd_link_server(link);
	if (server == NULL || EG(exception)) {
		return;
	}
	const char *what = server->status & MYND_STATUS_NO_GOOD_INDEX ? "Bad"
	                   : server->status & MYND_STATUS_NO_INDEX    ? "No"
	                                                              : NULL;
	if (what == NULL) {
		return;
	}
	zend_string *message = zend_strpprintf(
	    0, "%s index used in query/prepared statement %.*s", what, (int) MIN(len, INT_MAX), sql);
	raise_error("00000", 0, ZSTR_VAL(message));
	zend_string_release(message);
}

void mysqli_answer(zval *return_value, mynd_link *link, int rc)
{
	ZVAL_BOOL(return_value, rc == MYND_OK);
	if (rc != MYND_OK) {
		mysqli_report_link(link);
	}
	mynd_link_release(link);
}

void mysqli_error_list_of(const mynd_error *error, zval *out)
{
	if (error->code == 0) {
		ZVAL_EMPTY_ARRAY(out);
		return;
	}
	zval entry;
	array_init_size(&entry, 3);
	add_assoc_long_ex(&entry, ZEND_STRL("errno"), (zend_long) error->code);
	add_assoc_string_ex(&entry, ZEND_STRL("sqlstate"), error->sqlstate);
	add_assoc_string_ex(&entry, ZEND_STRL("error"), error->message);
	array_init_size(out, 1);
	add_next_index_zval(out, &entry);
}

void mysqli_connect_failed(unsigned code, const char *message)
{
	if (MYND_G(connect_error)) {
		efree(MYND_G(connect_error));
		MYND_G(connect_error) = NULL; /* estrdup below may bail out */
	}
	MYND_G(connect_errno) = code;
	MYND_G(connect_error) = code == 0 ? NULL : estrdup(message);
}

PHP_FUNCTION(mysqli_report)
{
	zend_long flags;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_LONG(flags)
	ZEND_PARSE_PARAMETERS_END();
	MYND_G(report_mode) = flags;
	RETURN_TRUE;
}

PHP_METHOD(mysqli_sql_exception, getSqlState)
{
	ZEND_PARSE_PARAMETERS_NONE();
	zval unused;
	zval *sqlstate =
	    zend_read_property(mysqli_exception_ce, Z_OBJ_P(ZEND_THIS), ZEND_STRL("sqlstate"), true, &unused);
	RETURN_COPY_DEREF(sqlstate);
}
