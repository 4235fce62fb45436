/*
 * Mynd\capture() and Mynd\replay(): turn mysqli results into bytes and back.
 */
#include "../mysqli/mysqli.h"

#include "../../hooks/captured_result.h"

static mysqli_result_object *result_of_object(zend_object *object, uint32_t arg)
{
	zval self;
	if (object->handlers != &mysqli_result_class.handlers) {
		zend_argument_type_error(arg, "must be a result of mynd, %s given", ZSTR_VAL(object->ce->name));
		return NULL;
	}
	ZVAL_OBJ(&self, object);
	return mysqli_result_live(&self);
}

ZEND_FUNCTION(Mynd_capture)
{
	zend_object *object;
	const char *why;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_OBJ(object)
	ZEND_PARSE_PARAMETERS_END();
	mysqli_result_object *self = result_of_object(object, 1);
	if (self == NULL) {
		RETURN_THROWS();
	}
	zend_string *bytes = mynd_capture(self->result, &why);
	if (bytes == NULL) {
		zend_throw_error(NULL, "Mynd\\capture(): %s", why);
		RETURN_THROWS();
	}
	RETURN_NEW_STR(bytes);
}

ZEND_FUNCTION(Mynd_replay)
{
	zend_string *bytes;
	const char *why;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_STR(bytes)
	ZEND_PARSE_PARAMETERS_END();
	if (!mynd_faces_taken.mysqli) {
		zend_throw_error(
		    NULL, "Mynd\\replay(): there is no mysqli_result of mynd's, since mysqli is not mynd's");
		RETURN_THROWS();
	}
	mynd_result *result = mynd_replay(bytes, &why);
	if (result == NULL) {
		zend_argument_value_error(1, "must be what Mynd\\capture() returned: %s", why);
		RETURN_THROWS();
	}
	mysqli_result_wrap(return_value, result);
}
