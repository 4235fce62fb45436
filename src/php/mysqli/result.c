/*
 * Results: rows, columns of rows, positions, freeing.
 *
 * Not here: rows as objects (fetch_object.c), columns' definitions (fields.c), foreach (iterator.c).
 */
#include "mysqli.h"

void mysqli_unsigned(zval *out, uint64_t value)
{
	if (value < (uint64_t) ZEND_LONG_MAX) {
		ZVAL_LONG(out, (zend_long) value);
	} else {
		ZVAL_STR(out, zend_u64_to_str(value));
	}
}

void mysqli_count(zval *out, uint64_t value)
{
	if (value == (uint64_t) -1) {
		ZVAL_LONG(out, -1);
	} else {
		mysqli_unsigned(out, value);
	}
}

/* Fetches the next row. Returns null after the last row, and false on an error, which is reported. */
static void fetch(zval *return_value, mysqli_result_object *self, mynd_shape shape)
{
	mynd_result *result = self->result; /* valid until the next command, even if another fiber frees it */
	int rc = mynd_result_fetch(result, shape, return_value);
	if (rc == MYND_BAD) {
		RETVAL_FALSE;
		mysqli_report_result(result);
	} else if (rc == MYND_MORE) {
		RETVAL_NULL();
	}
}

static void fetch_shape(INTERNAL_FUNCTION_PARAMETERS, mynd_shape shape)
{
	mysqli_result_object *self = mysqli_result_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (self == NULL) {
		RETURN_THROWS();
	}
	fetch(return_value, self, shape);
}

PHP_FUNCTION(mysqli_fetch_row)
{
	fetch_shape(INTERNAL_FUNCTION_PARAM_PASSTHRU, MYND_SHAPE_NUM);
}

PHP_FUNCTION(mysqli_fetch_assoc)
{
	fetch_shape(INTERNAL_FUNCTION_PARAM_PASSTHRU, MYND_SHAPE_ASSOC);
}

/* Parses the arguments of fetch_array() or fetch_all(). Returns the result, or NULL if it throws. */
static mysqli_result_object *result_and_mode(INTERNAL_FUNCTION_PARAMETERS, zend_long *mode)
{
	zval *object;
	if (zend_parse_method_parameters(
	        ZEND_NUM_ARGS(), mysqli_this(execute_data), "O|l", &object, mysqli_result_ce, mode) == FAILURE) {
		return NULL;
	}
	if (*mode < MYND_SHAPE_ASSOC || *mode > MYND_SHAPE_BOTH) {
		zend_argument_value_error(
		    mysqli_arg(execute_data, 2), "must be one of MYSQLI_NUM, MYSQLI_ASSOC, or MYSQLI_BOTH");
		return NULL;
	}
	return mysqli_result_live(object);
}

PHP_FUNCTION(mysqli_fetch_array)
{
	zend_long mode = MYND_SHAPE_BOTH;
	mysqli_result_object *self = result_and_mode(INTERNAL_FUNCTION_PARAM_PASSTHRU, &mode);
	if (self == NULL) {
		RETURN_THROWS();
	}
	fetch(return_value, self, (mynd_shape) mode);
}

PHP_FUNCTION(mysqli_fetch_all)
{
	zend_long mode = MYND_SHAPE_NUM;
	mysqli_result_object *self = result_and_mode(INTERNAL_FUNCTION_PARAM_PASSTHRU, &mode);
	if (self == NULL) {
		RETURN_THROWS();
	}
	mynd_result *result = self->result;
	int rc = mynd_result_fetch_rest(result, (mynd_shape) mode, return_value);
	if (Z_ISUNDEF_P(return_value)) {
		RETVAL_EMPTY_ARRAY();
	}
	if (rc == MYND_BAD) {
		mysqli_report_error(mynd_result_error(result));
	}
}

/* Returns false if the result has no column with this index: an error was thrown. */
static bool check_column(mysqli_result_object *self, zend_long index, uint32_t arg)
{
	if (index < 0) {
		zend_argument_value_error(arg, "must be greater than or equal to 0");
		return false;
	}
	if ((zend_ulong) index >= mynd_columns_count(mynd_result_columns(self->result))) {
		zend_argument_value_error(arg, "must be less than the number of fields for this result set");
		return false;
	}
	return true;
}

PHP_FUNCTION(mysqli_fetch_column)
{
	zval *object;
	zend_long column = 0;
	if (zend_parse_method_parameters(ZEND_NUM_ARGS(), mysqli_this(execute_data), "O|l", &object,
	        mysqli_result_ce, &column) == FAILURE) {
		RETURN_THROWS();
	}
	mysqli_result_object *self = mysqli_result_live(object);
	if (self == NULL || !check_column(self, column, mysqli_arg(execute_data, 2))) {
		RETURN_THROWS();
	}
	mynd_result *result = self->result;
	int rc = mynd_result_fetch_column(result, (uint32_t) column, return_value);
	if (rc != MYND_OK) {
		RETVAL_FALSE;
	}
	if (rc == MYND_BAD) {
		mysqli_report_error(mynd_result_error(result));
	}
}

/*
 * Refuses a function that needs a buffered result; with `read_to_its_end_will_do`, an unbuffered result that
 * was read to its end is accepted, too. Returns false if it throws.
 */
static bool check_buffered(mysqli_result_object *self, bool read_to_its_end_will_do)
{
	if (mynd_result_is_buffered(self->result) ||
	    (read_to_its_end_will_do && mynd_result_at_end(self->result))) {
		return true;
	}
	zend_string *function = get_active_function_or_method_name();
	zend_throw_error(NULL, "%s() cannot be used in MYSQLI_USE_RESULT mode", ZSTR_VAL(function));
	zend_string_release(function);
	return false;
}

PHP_FUNCTION(mysqli_data_seek)
{
	zval *object;
	zend_long offset;
	if (zend_parse_method_parameters(ZEND_NUM_ARGS(), mysqli_this(execute_data), "Ol", &object,
	        mysqli_result_ce, &offset) == FAILURE) {
		RETURN_THROWS();
	}
	if (offset < 0) {
		zend_argument_value_error(mysqli_arg(execute_data, 2), "must be greater than or equal to 0");
		RETURN_THROWS();
	}
	mysqli_result_object *self = mysqli_result_live(object);
	if (self == NULL || !check_buffered(self, false)) {
		RETURN_THROWS();
	}
	RETURN_BOOL(mynd_result_seek(self->result, (uint64_t) offset));
}

PHP_FUNCTION(mysqli_num_rows)
{
	mysqli_result_object *self = mysqli_result_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (self == NULL || !check_buffered(self, true)) {
		RETURN_THROWS();
	}
	mysqli_count(return_value, mynd_result_rows(self->result));
}

/* Sets `out` to an array of the lengths, or to null if the result has none. */
static void lengths_of(mynd_result *result, zval *out)
{
	const zend_ulong *lengths = mynd_result_lengths(result);
	if (lengths == NULL) {
		ZVAL_NULL(out);
		return;
	}
	uint32_t count = mynd_columns_count(mynd_result_columns(result));
	array_init_size(out, count);
	for (uint32_t i = 0; i < count; i++) {
		add_next_index_long(out, (zend_long) lengths[i]);
	}
}

PHP_FUNCTION(mysqli_fetch_lengths)
{
	mysqli_result_object *self = mysqli_result_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (self == NULL) {
		RETURN_THROWS();
	}
	lengths_of(self->result, return_value);
	if (Z_TYPE_P(return_value) == IS_NULL) {
		RETURN_FALSE;
	}
}

PHP_FUNCTION(mysqli_free_result)
{
	mysqli_result_object *self = mysqli_result_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (self == NULL) {
		RETURN_THROWS();
	}
	mynd_result *result = self->result;
	self->result = NULL;
	mysqli_result_end(result, true);
}

/* --- properties, in the order of var_dump() --- */

static mysqli_result_object *of(zend_object *object)
{
	return mysqli_result_object_of(object);
}

static bool read_current_field(zend_object *object, zval *out, bool quiet)
{
	ZVAL_LONG(out, of(object)->field);
	return true;
}

static bool read_field_count(zend_object *object, zval *out, bool quiet)
{
	ZVAL_LONG(out, mynd_columns_count(mynd_result_columns(of(object)->result)));
	return true;
}

static bool read_lengths(zend_object *object, zval *out, bool quiet)
{
	lengths_of(of(object)->result, out);
	return true;
}

static bool read_num_rows(zend_object *object, zval *out, bool quiet)
{
	mysqli_count(out, mynd_result_rows(of(object)->result));
	return true;
}

static bool read_type(zend_object *object, zval *out, bool quiet)
{
	ZVAL_LONG(out, mynd_result_is_buffered(of(object)->result) ? MYSQLI_STORE_RESULT : MYSQLI_USE_RESULT);
	return true;
}

const mysqli_property mysqli_result_properties[] = {
    {ZEND_STRL("current_field"), MYSQLI_CONNECTED, false, read_current_field, NULL},
    {ZEND_STRL("field_count"), MYSQLI_CONNECTED, false, read_field_count, NULL},
    {ZEND_STRL("lengths"), MYSQLI_CONNECTED, true, read_lengths, NULL},
    {ZEND_STRL("num_rows"), MYSQLI_CONNECTED, false, read_num_rows, NULL},
    {ZEND_STRL("type"), MYSQLI_CONNECTED, true, read_type, NULL},
    {0},
};
