/*
 * Functions and properties of the class mysqli_stmt that return facts about a statement. get_warnings() sends
 * a command. If the prepare is deferred, each function that needs the reply to the prepare sends the prepare.
 */
#include "statement.h"

static mysqli_statement_object *of(zend_object *object)
{
	return mysqli_statement_object_of(object);
}

uint32_t mysqli_statement_parameters(const mysqli_statement_object *self)
{
	return self->statement == NULL ? 0 : mynd_statement_parameter_count(self->statement);
}

bool mysqli_statement_ask(mysqli_statement_object *self)
{
	if (self->statement == NULL || EXPECTED(!mynd_statement_is_deferred(self->statement))) {
		return true;
	}
	mysqli_held held = mysqli_statement_hold(self);
	bool done = mynd_statement_send_prepare(held.statement) == MYND_OK;
	if (mysqli_statement_still_has(self, &held)) {
		self->warnings = mynd_statement_warning_count(held.statement);
		if (!done) {
			mysqli_statement_set_error(self, mynd_statement_error(held.statement));
		}
	}
	mysqli_statement_let_go(&held);
	return done;
}

bool mysqli_statement_ask_columns(mysqli_statement_object *self)
{
	bool is_known = self->statement != NULL && mynd_statement_columns(self->statement) != NULL;
	return is_known || mysqli_statement_ask(self);
}

uint32_t mysqli_statement_count_fields(mysqli_statement_object *self)
{
	mysqli_statement_ask_columns(self);
	mynd_columns *columns = self->statement == NULL ? NULL : mynd_statement_columns(self->statement);
	return columns == NULL ? 0 : mynd_columns_count(columns);
}

/* --- properties --- */

static bool read_affected_rows(zend_object *object, zval *out, bool quiet)
{
	mysqli_count(out, of(object)->affected_rows);
	return true;
}

static bool read_insert_id(zend_object *object, zval *out, bool quiet)
{
	mysqli_unsigned(out, of(object)->insert_id);
	return true;
}

static bool read_num_rows(zend_object *object, zval *out, bool quiet)
{
	const mynd_result *result = of(object)->result;
	mysqli_count(out, result == NULL ? 0 : mynd_result_rows(result));
	return true;
}

static bool read_param_count(zend_object *object, zval *out, bool quiet)
{
	ZVAL_LONG(out, mysqli_statement_parameters(of(object)));
	return true;
}

static bool read_field_count(zend_object *object, zval *out, bool quiet)
{
	ZVAL_LONG(out, mysqli_statement_count_fields(of(object)));
	return true;
}

static bool read_errno(zend_object *object, zval *out, bool quiet)
{
	const mynd_error *error = of(object)->error;
	ZVAL_LONG(out, error == NULL ? 0 : error->code);
	return true;
}

static bool read_error(zend_object *object, zval *out, bool quiet)
{
	const mynd_error *error = of(object)->error;
	ZVAL_STRING(out, error == NULL ? "" : error->message);
	return true;
}

static bool read_error_list(zend_object *object, zval *out, bool quiet)
{
	const mynd_error *error = of(object)->error;
	if (error == NULL) {
		ZVAL_EMPTY_ARRAY(out);
	} else {
		mysqli_error_list_of(error, out);
	}
	return true;
}

static bool read_sqlstate(zend_object *object, zval *out, bool quiet)
{
	const mynd_error *error = of(object)->error;
	ZVAL_STRING(out, error == NULL ? "00000" : error->sqlstate);
	return true;
}

static bool read_id(zend_object *object, zval *out, bool quiet)
{
	mysqli_statement_ask(of(object));
	const mynd_statement *statement = of(object)->statement;
	ZVAL_LONG(out, statement == NULL ? 0 : mynd_statement_id(statement));
	return true;
}

/* Properties in the order in which var_dump() shows them. */
const mysqli_property mysqli_statement_properties[] = {
    {ZEND_STRL("affected_rows"), MYSQLI_CONNECTED, true, read_affected_rows, NULL},
    {ZEND_STRL("insert_id"), MYSQLI_CONNECTED, false, read_insert_id, NULL},
    {ZEND_STRL("num_rows"), MYSQLI_CONNECTED, false, read_num_rows, NULL},
    {ZEND_STRL("param_count"), MYSQLI_CONNECTED, false, read_param_count, NULL},
    {ZEND_STRL("field_count"), MYSQLI_CONNECTED, false, read_field_count, NULL},
    {ZEND_STRL("errno"), MYSQLI_INITIALIZED, false, read_errno, NULL},
    {ZEND_STRL("error"), MYSQLI_INITIALIZED, false, read_error, NULL},
    {ZEND_STRL("error_list"), MYSQLI_INITIALIZED, true, read_error_list, NULL},
    {ZEND_STRL("sqlstate"), MYSQLI_INITIALIZED, false, read_sqlstate, NULL},
    {ZEND_STRL("id"), MYSQLI_CONNECTED, true, read_id, NULL},
    {0},
};

/* --- functions that return properties' values --- */

static void value_of_statement(
    INTERNAL_FUNCTION_PARAMETERS, mysqli_state needed, bool (*read)(zend_object *, zval *, bool))
{
	mysqli_statement_object *self = mysqli_statement_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU, needed);
	if (self == NULL) {
		RETURN_THROWS();
	}
	read(&self->std, return_value, false);
}

PHP_FUNCTION(mysqli_stmt_affected_rows)
{
	value_of_statement(INTERNAL_FUNCTION_PARAM_PASSTHRU, MYSQLI_CONNECTED, read_affected_rows);
}

PHP_FUNCTION(mysqli_stmt_insert_id)
{
	value_of_statement(INTERNAL_FUNCTION_PARAM_PASSTHRU, MYSQLI_CONNECTED, read_insert_id);
}

PHP_FUNCTION(mysqli_stmt_num_rows)
{
	value_of_statement(INTERNAL_FUNCTION_PARAM_PASSTHRU, MYSQLI_CONNECTED, read_num_rows);
}

PHP_FUNCTION(mysqli_stmt_param_count)
{
	value_of_statement(INTERNAL_FUNCTION_PARAM_PASSTHRU, MYSQLI_CONNECTED, read_param_count);
}

PHP_FUNCTION(mysqli_stmt_field_count)
{
	value_of_statement(INTERNAL_FUNCTION_PARAM_PASSTHRU, MYSQLI_CONNECTED, read_field_count);
}

PHP_FUNCTION(mysqli_stmt_errno)
{
	value_of_statement(INTERNAL_FUNCTION_PARAM_PASSTHRU, MYSQLI_INITIALIZED, read_errno);
}

PHP_FUNCTION(mysqli_stmt_error)
{
	value_of_statement(INTERNAL_FUNCTION_PARAM_PASSTHRU, MYSQLI_INITIALIZED, read_error);
}

PHP_FUNCTION(mysqli_stmt_error_list)
{
	value_of_statement(INTERNAL_FUNCTION_PARAM_PASSTHRU, MYSQLI_INITIALIZED, read_error_list);
}

PHP_FUNCTION(mysqli_stmt_sqlstate)
{
	value_of_statement(INTERNAL_FUNCTION_PARAM_PASSTHRU, MYSQLI_CONNECTED, read_sqlstate);
}

PHP_FUNCTION(mysqli_stmt_get_warnings)
{
	mysqli_statement_object *self =
	    mysqli_statement_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU, MYSQLI_CONNECTED);
	if (self == NULL) {
		RETURN_THROWS();
	}
	if (self->statement != NULL && mynd_statement_link(self->statement) == NULL) {
		RETURN_FALSE; /* the warnings belonged to an earlier connection */
	}
	mysqli_held held = mysqli_statement_hold(self);
	mysqli_statement_ask(self);
	mysqli_warnings_of(return_value, held.link, self->warnings);
	mysqli_statement_let_go(&held);
}
