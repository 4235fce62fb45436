/*
 * The columns of a result: fetch_field() and its relatives, which share a position.
 */
#include "mysqli.h"

static void add_string(zval *object, const char *name, zend_string *value)
{
	add_property_str_ex(object, name, strlen(name), zend_string_copy(value));
}

static void add_int(zval *object, const char *name, zend_long value)
{
	add_property_long_ex(object, name, strlen(name), value);
}

/*
 * Makes the object of a column. max_length is 0 and def is empty, as in stock: stock does not compute
 * max_length, and no server sends def.
 */
static void describe(mynd_columns *columns, uint32_t i, zval *out)
{
	const mynd_field *field = mynd_columns_field(columns, i);
	object_init(out);
	add_string(out, "name", field->name);
	add_string(out, "orgname", field->org_name);
	add_string(out, "table", field->table);
	add_string(out, "orgtable", field->org_table);
	add_string(out, "def", zend_empty_string);
	add_string(out, "db", field->schema);
	add_string(out, "catalog", field->catalog);
	add_int(out, "max_length", 0);
	add_int(out, "length", (zend_long) field->length);
	add_int(out, "charsetnr", field->charset);
	add_int(out, "flags", field->flags);
	add_int(out, "type", field->type);
	add_int(out, "decimals", field->decimals);
}

static uint32_t count_of(mysqli_result_object *self)
{
	return mynd_columns_count(mynd_result_columns(self->result));
}

PHP_FUNCTION(mysqli_fetch_field)
{
	mysqli_result_object *self = mysqli_result_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (self == NULL) {
		RETURN_THROWS();
	}
	if (self->field >= count_of(self)) {
		RETURN_FALSE;
	}
	describe(mynd_result_columns(self->result), self->field++, return_value);
}

PHP_FUNCTION(mysqli_fetch_fields)
{
	mysqli_result_object *self = mysqli_result_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (self == NULL) {
		RETURN_THROWS();
	}
	uint32_t count = count_of(self);
	array_init_size(return_value, count);
	for (uint32_t i = 0; i < count; i++) {
		zval field;
		describe(mynd_result_columns(self->result), i, &field);
		add_next_index_zval(return_value, &field);
	}
}

/* Parses a result and the index of one of its columns. Returns NULL if an error was thrown. */
static mysqli_result_object *result_and_index(INTERNAL_FUNCTION_PARAMETERS, zend_long *index)
{
	zval *object;
	if (zend_parse_method_parameters(
	        ZEND_NUM_ARGS(), mysqli_this(execute_data), "Ol", &object, mysqli_result_ce, index) == FAILURE) {
		return NULL;
	}
	if (*index < 0) {
		zend_argument_value_error(mysqli_arg(execute_data, 2), "must be greater than or equal to 0");
		return NULL;
	}
	mysqli_result_object *self = mysqli_result_live(object);
	if (self != NULL && (zend_ulong) *index >= count_of(self)) {
		zend_argument_value_error(
		    mysqli_arg(execute_data, 2), "must be less than the number of fields for this result set");
		return NULL;
	}
	return self;
}

PHP_FUNCTION(mysqli_fetch_field_direct)
{
	zend_long index;
	mysqli_result_object *self = result_and_index(INTERNAL_FUNCTION_PARAM_PASSTHRU, &index);
	if (self == NULL) {
		RETURN_THROWS();
	}
	describe(mynd_result_columns(self->result), (uint32_t) index, return_value);
}

PHP_FUNCTION(mysqli_field_seek)
{
	zend_long index;
	mysqli_result_object *self = result_and_index(INTERNAL_FUNCTION_PARAM_PASSTHRU, &index);
	if (self == NULL) {
		RETURN_THROWS();
	}
	self->field = (uint32_t) index;
	RETURN_TRUE;
}

PHP_FUNCTION(mysqli_field_tell)
{
	mysqli_result_object *self = mysqli_result_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (self == NULL) {
		RETURN_THROWS();
	}
	RETURN_LONG(self->field);
}

PHP_FUNCTION(mysqli_num_fields)
{
	mysqli_result_object *self = mysqli_result_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (self == NULL) {
		RETURN_THROWS();
	}
	RETURN_LONG(count_of(self));
}
