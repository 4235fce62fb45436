/*
 * Mynd\cancel() and Mynd\deadline().
 */
#include "steps.h"

#include "../pdo/startup.h"

/* Raises the error in the way of the object's own methods, as mysqli or PDO. */
static void report(zend_object *object, const mynd_error *error)
{
	if (mynd_pdo_link_behind(object) != NULL) {
		mynd_pdo_report(object, error);
	} else {
		mysqli_report_error(error);
	}
}

ZEND_FUNCTION(Mynd_cancel)
{
	zend_object *object;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_OBJ(object)
	ZEND_PARSE_PARAMETERS_END();
	mynd_link *link = mynd_link_behind(object, 1);
	if (link == NULL) {
		RETURN_THROWS();
	}
	mynd_error error;
	mynd_link_addref(link);
	GC_ADDREF(object);
	int rc = mynd_link_cancel(link, MYND_NO_DEADLINE, &error);
	RETVAL_BOOL(rc == MYND_OK);
	if (rc == MYND_BAD) {
		report(object, &error);
	}
	OBJ_RELEASE(object);
	mynd_link_release(link);
}

ZEND_FUNCTION(Mynd_deadline)
{
	zend_object *object;
	double seconds = 0;
	bool none;
	ZEND_PARSE_PARAMETERS_START(2, 2)
	Z_PARAM_OBJ(object)
	Z_PARAM_DOUBLE_OR_NULL(seconds, none)
	ZEND_PARSE_PARAMETERS_END();
	mynd_link *link = mynd_link_behind(object, 1);
	if (link == NULL) {
		RETURN_THROWS();
	}
	if (!none && !(seconds >= 0)) {
		zend_argument_value_error(2, "must be greater than or equal to 0");
		RETURN_THROWS();
	}
	mynd_link_set_deadline(link, none ? 0 : seconds);
}
