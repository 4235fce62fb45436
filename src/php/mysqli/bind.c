/*
 * Variables that are bound to a statement's parameters and columns: making parameters of their values, and
 * assigning a row's values to them.
 *
 * Parameters are read when the statement runs. All of them are converted before anything is sent, because
 * turning a value into a string or a number can run code of the program.
 */
#include "statement.h"

/* --- bindings --- */

static mysqli_binding *binding_new(uint32_t count)
{
	mysqli_binding *binding = safe_emalloc(count, sizeof(mysqli_bound), sizeof(mysqli_binding));
	binding->references = 1;
	binding->count = count;
	return binding;
}

/* `types`: one letter for each argument; NULL: all are 's'. */
static mysqli_binding *binding_of_arguments(zval *arguments, uint32_t count, const char *types)
{
	mysqli_binding *binding = binding_new(count);
	for (uint32_t i = 0; i < count; i++) {
		binding->bound[i] = (mysqli_bound){.type = types == NULL ? 's' : types[i]};
		ZVAL_COPY(&binding->bound[i].variable, &arguments[i]);
	}
	return binding;
}

mysqli_binding *mysqli_binding_of_values(HashTable *values)
{
	mysqli_binding *binding = binding_new(zend_hash_num_elements(values));
	mysqli_bound *bound = binding->bound;
	zval *value;
	ZEND_HASH_FOREACH_VAL (values, value) {
		*bound = (mysqli_bound){.type = 's'};
		ZVAL_COPY(&bound->variable, value);
		bound++;
	}
	ZEND_HASH_FOREACH_END();
	return binding;
}

void mysqli_binding_release(mysqli_binding *binding)
{
	if (binding == NULL || --binding->references > 0) {
		return;
	}
	for (uint32_t i = 0; i < binding->count; i++) {
		zval_ptr_dtor(&binding->bound[i].variable);
	}
	efree(binding);
}

void mysqli_bind(mysqli_binding **place, mysqli_binding *binding)
{
	mysqli_binding *old = *place;
	*place = binding;
	mysqli_binding_release(old);
}

PHP_FUNCTION(mysqli_stmt_bind_param)
{
	zval *object, *arguments = NULL;
	uint32_t count = 0; /* stays 0 if the call has types only */
	char *types;
	size_t len;
	if (zend_parse_method_parameters(ZEND_NUM_ARGS(), mysqli_this(execute_data), "Os*", &object,
	        mysqli_statement_ce, &types, &len, &arguments, &count) == FAILURE) {
		RETURN_THROWS();
	}
	mysqli_statement_object *self = mysqli_statement_in(object, MYSQLI_CONNECTED);
	if (self == NULL) {
		RETURN_THROWS();
	}
	if (len == 0) {
		zend_argument_value_error(mysqli_arg(execute_data, 2), MYSQLI_NOT_EMPTY);
		RETURN_THROWS();
	}
	if (len != count) {
		zend_argument_count_error(
		    "The number of elements in the type definition string must match the number of bind variables");
		RETURN_THROWS();
	}
	if (count != mysqli_statement_parameters(self)) {
		zend_argument_count_error(
		    "The number of variables must match the number of parameters in the prepared statement");
		RETURN_THROWS();
	}
	if (strspn(types, "bdis") != len) {
		zend_argument_value_error(
		    mysqli_arg(execute_data, 2), "must only contain the \"b\", \"d\", \"i\", \"s\" type specifiers");
		RETURN_THROWS();
	}
	mysqli_statement_clear_error(self);
	mynd_link_set_error(self->link, NULL);
	RETVAL_TRUE;
	mysqli_bind(&self->parameters, binding_of_arguments(arguments, count, types));
}

PHP_FUNCTION(mysqli_stmt_bind_result)
{
	zval *object, *arguments;
	uint32_t count;
	if (zend_parse_method_parameters(ZEND_NUM_ARGS(), mysqli_this(execute_data), "O+", &object,
	        mysqli_statement_ce, &arguments, &count) == FAILURE) {
		RETURN_THROWS();
	}
	mysqli_statement_object *self = mysqli_statement_in(object, MYSQLI_CONNECTED);
	if (self == NULL) {
		RETURN_THROWS();
	}
	if (!mysqli_statement_ask_columns(self)) {
		mysqli_statement_failed(self);
		RETURN_FALSE;
	}
	if (count != mysqli_statement_count_fields(self)) {
		zend_argument_count_error(
		    "Number of bind variables doesn't match number of fields in prepared statement");
		RETURN_THROWS();
	}
	mysqli_statement_clear_error(self);
	mynd_link_set_error(self->link, NULL);
	RETVAL_TRUE;
	mysqli_bind(&self->columns, binding_of_arguments(arguments, count, NULL));
}

/* --- from variables to parameters --- */

static void set_bytes(mynd_parameter *parameter, zend_string *string)
{
	parameter->kind = MYND_PARAMETER_BYTES;
	parameter->type = MYND_TYPE_VAR_STRING;
	parameter->bytes = (mynd_slice){(const uint8_t *) ZSTR_VAL(string), ZSTR_LEN(string)};
}

/*
 * Converts the value to an integer. As in stock, a value outside the range of integers is sent as a string,
 * but a value just below the range, which as a float equals the least integer, is sent as the least integer.
 * Returns the string, or NULL if there is none.
 */
static zend_string *convert_integer(mynd_parameter *parameter, zval *value)
{
	if (EXPECTED(Z_TYPE_P(value) == IS_LONG)) {
		parameter->integer = Z_LVAL_P(value);
		return NULL;
	}
	double real = zval_get_double(value);
	if (real >= (double) ZEND_LONG_MAX || real < (double) ZEND_LONG_MIN) {
		zend_string *string = zval_try_get_string(value);
		if (string != NULL) {
			set_bytes(parameter, string);
		}
		return string;
	}
	parameter->integer = zval_get_long(value);
	return NULL;
}

/*
 * Converts `value`, which must be a copy that the caller owns. Returns the string that holds the parameter's
 * bytes, or NULL if there is none. If an exception is pending afterwards, the parameter cannot be used.
 */
static zend_string *convert(mynd_parameter *parameter, const mysqli_bound *bound, zval *value)
{
	zend_string *string;
	switch (bound->type) {
	case 'i':
		*parameter = (mynd_parameter){.kind = MYND_PARAMETER_INTEGER, .type = MYND_TYPE_LONGLONG};
		return convert_integer(parameter, value);
	case 'd':
		*parameter = (mynd_parameter){.kind = MYND_PARAMETER_REAL, .type = MYND_TYPE_DOUBLE};
		parameter->real = zval_get_double(value);
		return NULL;
	case 'b': /* the value is sent by send_long_data() alone */
		*parameter = (mynd_parameter){.kind = MYND_PARAMETER_BYTES, .type = MYND_TYPE_LONG_BLOB};
		parameter->bytes = (mynd_slice){(const uint8_t *) "", 0};
		return NULL;
	default:
		string = zval_try_get_string(value);
		if (string != NULL) {
			set_bytes(parameter, string);
		}
		return string;
	}
}

static uint8_t type_of(const mysqli_bound *bound)
{
	switch (bound->type) {
	case 'i':
		return MYND_TYPE_LONGLONG;
	case 'd':
		return MYND_TYPE_DOUBLE;
	case 'b':
		return MYND_TYPE_LONG_BLOB;
	default:
		return MYND_TYPE_VAR_STRING;
	}
}

static zend_string *make_one(mynd_parameter *parameter, mysqli_bound *bound)
{
	zval value;
	/* a copy, because the program may change its variable meanwhile */
	ZVAL_COPY_DEREF(&value, &bound->variable);
	if (Z_TYPE(value) == IS_NULL) {
		*parameter = (mynd_parameter){.kind = MYND_PARAMETER_NULL, .type = type_of(bound)};
		return NULL;
	}
	zend_string *held = convert(parameter, bound, &value);
	zval_ptr_dtor(&value);
	return held;
}

bool mysqli_arguments_make(mysqli_arguments *arguments, mysqli_binding *binding)
{
	uint32_t count = binding == NULL ? 0 : binding->count;
	*arguments = (mysqli_arguments){.count = 0};
	if (count == 0) {
		return true;
	}
	arguments->parameters = safe_emalloc(count, sizeof *arguments->parameters + sizeof *arguments->held, 0);
	arguments->held = (zend_string **) (arguments->parameters + count);
	binding->references++;
	while (arguments->count < count) {
		uint32_t i = arguments->count;
		arguments->held[i] = make_one(&arguments->parameters[i], &binding->bound[i]);
		arguments->count++;
		if (UNEXPECTED(EG(exception))) {
			break;
		}
	}
	mysqli_binding_release(binding);
	if (UNEXPECTED(EG(exception))) {
		mysqli_arguments_free(arguments);
		return false;
	}
	return true;
}

void mysqli_arguments_free(mysqli_arguments *arguments)
{
	for (uint32_t i = 0; i < arguments->count; i++) {
		if (arguments->held[i] != NULL) {
			zend_string_release(arguments->held[i]);
		}
	}
	if (arguments->parameters != NULL) {
		efree(arguments->parameters);
	}
	*arguments = (mysqli_arguments){.count = 0};
}

bool mysqli_values_are_list(HashTable *values, uint32_t arg)
{
	if (zend_array_is_list(values)) {
		return true;
	}
	zend_argument_value_error(arg, "must be a list array");
	return false;
}

bool mysqli_values_are_as_many(HashTable *values, uint32_t count, uint32_t arg)
{
	if (zend_hash_num_elements(values) == count) {
		return true;
	}
	zend_argument_value_error(arg, "must consist of exactly %" PRIu32 " elements, %" PRIu32 " present", count,
	    zend_hash_num_elements(values));
	return false;
}

/* --- from a row to variables --- */

/*
 * Assigns the new value before the old one is freed, because a destructor may look at the variable, or
 * assign to it. The engine's own functions free the old value first (up to PHP 8.2 at least).
 */
static zend_always_inline void assign(zval *variable, zval *value)
{
	if (Z_ISREF_P(variable)) {
		zend_reference *reference = Z_REF_P(variable);
		if (UNEXPECTED(ZEND_REF_HAS_TYPE_SOURCES(reference)) &&
		    !zend_verify_ref_assignable_zval(reference, value, false)) {
			zval_ptr_dtor(value);
			return;
		}
		variable = &reference->val;
	}
	zval old;
	ZVAL_COPY_VALUE(&old, variable);
	ZVAL_COPY_VALUE(variable, value);
	zval_ptr_dtor(&old);
}

void mysqli_assign(zval *variable, zval *value)
{
	assign(variable, value);
}

void mysqli_binding_assign(mysqli_binding *binding, zval *values, uint32_t count)
{
	if (UNEXPECTED(binding == NULL)) { /* another fiber has unbound the variables */
		for (uint32_t i = 0; i < count; i++) {
			zval_ptr_dtor_nogc(&values[i]);
		}
		return;
	}
	binding->references++;
	for (uint32_t i = 0; i < count; i++) {
		if (EXPECTED(i < binding->count)) {
			assign(&binding->bound[i].variable, &values[i]);
		} else {
			zval_ptr_dtor_nogc(&values[i]);
		}
	}
	mysqli_binding_release(binding);
}
