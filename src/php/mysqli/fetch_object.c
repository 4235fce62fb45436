/*
 * Rows as objects: the cells of a row become properties, then the constructor is called.
 *
 * The class is checked before a row is fetched. Properties are set from inside the class: also private and
 * readonly ones, with the checks of their types. Code of the class (__set, the constructor) runs only when
 * the row no longer depends on the result, because that code may free the result.
 */
#include "mysqli.h"

#include "zend_exceptions.h"

/* Returns false if an error was thrown. */
static bool check_instantiable(const zend_class_entry *ce)
{
	const uint32_t abstract = ZEND_ACC_INTERFACE | ZEND_ACC_TRAIT | ZEND_ACC_IMPLICIT_ABSTRACT_CLASS |
	                          ZEND_ACC_EXPLICIT_ABSTRACT_CLASS | ZEND_ACC_ENUM;
	if (ce->ce_flags & abstract) {
		zend_throw_error(NULL, "Class %s cannot be instantiated", ZSTR_VAL(ce->name));
		return false;
	}
	return true;
}

/* Sets the properties and releases the row. Returns false if an exception is pending. */
static bool set_properties(zend_object *object, HashTable *row)
{
	if (object->ce->default_properties_count == 0 && object->ce->__set == NULL &&
	    object->properties == NULL) {
		object->properties = zend_symtable_to_proptable(row);
	} else {
		/* cast: EG(fake_scope) is const in some versions of PHP */
		zend_class_entry *scope = (zend_class_entry *) EG(fake_scope);
		zend_string *name;
		zend_ulong index;
		zval *value;
		EG(fake_scope) = object->ce;
		ZEND_HASH_FOREACH_KEY_VAL(row, index, name, value)
		{
			zend_string *key = name != NULL ? zend_string_copy(name) : zend_long_to_str((zend_long) index);
			object->handlers->write_property(object, key, value, NULL);
			zend_string_release(key);
			if (EG(exception)) {
				break;
			}
		}
		ZEND_HASH_FOREACH_END();
		EG(fake_scope) = scope;
	}
	zend_array_release(row);
	return !EG(exception);
}

#if PHP_VERSION_ID >= 80300
static void call_constructor(zend_object *object, HashTable *arguments)
{
	zend_call_known_function(object->ce->constructor, object, object->ce, NULL, 0, NULL, arguments);
}

static void refuse_arguments(zend_class_entry *ce, uint32_t arg)
{
	zend_argument_value_error(
	    arg, "must be empty when the specified class (%s) does not have a constructor", ZSTR_VAL(ce->name));
}
#else
/* Passes arguments by position: PHP 8.2 ignores their names. */
static void call_constructor(zend_object *object, HashTable *arguments)
{
	uint32_t count = arguments == NULL ? 0 : zend_hash_num_elements(arguments), i = 0;
	zval *params = count == 0 ? NULL : safe_emalloc(count, sizeof *params, 0), *value;
	if (params != NULL) {
		ZEND_HASH_FOREACH_VAL (arguments, value) {
			ZVAL_COPY(&params[i++], value);
		}
		ZEND_HASH_FOREACH_END();
	}
	zend_call_known_function(object->ce->constructor, object, object->ce, NULL, count, params, NULL);
	for (i = 0; i < count; i++) {
		zval_ptr_dtor(&params[i]);
	}
	if (params != NULL) {
		efree(params);
	}
}

static void refuse_arguments(zend_class_entry *ce, uint32_t arg)
{
	zend_argument_error(zend_ce_exception, arg,
	    "must be empty when the specified class (%s) does not have a constructor", ZSTR_VAL(ce->name));
}
#endif

/*
 * Calls get_constructor for a class of the engine: it throws if programs may not instantiate the class
 * (Generator, for example). Must be called before properties are set, because objects of such a class accept
 * none. Returns false if an error was thrown.
 */
static bool ask_for_constructor(zend_object *object)
{
	if (object->ce->type == ZEND_INTERNAL_CLASS) {
		object->handlers->get_constructor(object);
	}
	return !EG(exception);
}

static void construct(zend_object *object, HashTable *arguments, uint32_t arg)
{
	if (object->ce->constructor != NULL) {
		call_constructor(object, arguments);
	} else if (arguments != NULL && zend_hash_num_elements(arguments) > 0) {
		refuse_arguments(object->ce, arg);
	}
}

PHP_FUNCTION(mysqli_fetch_object)
{
	zval *object, row;
	zend_class_entry *ce = NULL;
	HashTable *arguments = NULL;
	if (zend_parse_method_parameters(ZEND_NUM_ARGS(), mysqli_this(execute_data), "O|Ch", &object,
	        mysqli_result_ce, &ce, &arguments) == FAILURE) {
		RETURN_THROWS();
	}
	if (ce == NULL) {
		ce = zend_standard_class_def;
	}
	mysqli_result_object *self;
	if (!check_instantiable(ce) || (self = mysqli_result_live(object)) == NULL) {
		RETURN_THROWS();
	}
	mynd_result *result = self->result;
	int rc = mynd_result_fetch(result, MYND_SHAPE_ASSOC, &row);
	if (rc != MYND_OK) {
		if (rc == MYND_MORE) {
			RETURN_NULL();
		}
		RETVAL_FALSE;
		mysqli_report_result(result);
		return;
	}
	if (object_init_ex(return_value, ce) == FAILURE || !ask_for_constructor(Z_OBJ_P(return_value))) {
		zval_ptr_dtor(&row);
		RETURN_THROWS();
	}
	if (!set_properties(Z_OBJ_P(return_value), Z_ARR(row))) {
		RETURN_THROWS();
	}
	construct(Z_OBJ_P(return_value), arguments, mysqli_arg(execute_data, 3));
}
