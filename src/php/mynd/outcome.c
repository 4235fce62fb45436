/*
 * Turns a reply into a value for the program: a mysqli_result or a PDOStatement, a Mynd\Done, or an exception
 * that is not thrown.
 */
#include "steps.h"

#include "line.h"

#include "zend_exceptions.h"
#include "../pdo/startup.h"

static zend_class_entry *done_ce;

void mynd_outcomes_startup(zend_class_entry *done)
{
	done_ce = done;
}

mynd_link *mynd_connected_link_of(zend_object *object, uint32_t arg)
{
	mynd_link *link = mynd_link_of_object(object, arg);
	if (link == NULL) {
		return NULL;
	}
	zval self;
	ZVAL_OBJ(&self, object);
	return mysqli_link_in(&self, MYSQLI_CONNECTED) == NULL ? NULL : link;
}

mynd_link *mynd_connection_link_of(zend_object *object, zend_object **pdo)
{
	mynd_link *link = mynd_pdo_link_of(object);
	*pdo = link != NULL ? object : NULL;
	return link != NULL ? link : mynd_connected_link_of(object, 1);
}

mynd_link *mynd_link_now_of(zend_object *object)
{
	return object->handlers == &mysqli_link_class.handlers ? mysqli_link_object_of(object)->link
	                                                       : mynd_pdo_link_of(object);
}

/* Sets the exception's file and line to those of the program's code, not of the closures of line.h. */
static void point_to_program(zend_object *exception)
{
	const zend_execute_data *frame = EG(current_execute_data);
	while (frame != NULL &&
	       (frame->func == NULL || !ZEND_USER_CODE(frame->func->type) || mynd_is_own_frame(frame))) {
		frame = frame->prev_execute_data;
	}
	if (frame == NULL) {
		return;
	}
	zval value;
	ZVAL_STR(&value, frame->func->op_array.filename);
	zend_update_property_ex(zend_ce_exception, exception, ZSTR_KNOWN(ZEND_STR_FILE), &value);
	ZVAL_LONG(&value, frame->opline->lineno);
	zend_update_property_ex(zend_ce_exception, exception, ZSTR_KNOWN(ZEND_STR_LINE), &value);
}

void mynd_exception_of(zend_object *pdo, const mynd_error *error, zval *out)
{
	if (pdo != NULL) {
		mynd_pdo_exception_of(pdo, error, out);
		point_to_program(Z_OBJ_P(out));
		return;
	}
	object_init_ex(out, mysqli_exception_ce);
	zend_object *exception = Z_OBJ_P(out);
	zend_update_property_string(mysqli_exception_ce, exception, ZEND_STRL("message"), error->message);
	zend_update_property_long(mysqli_exception_ce, exception, ZEND_STRL("code"), (zend_long) error->code);
	zend_update_property_string(mysqli_exception_ce, exception, ZEND_STRL("sqlstate"), error->sqlstate);
	point_to_program(exception);
}

void mynd_throw_error(zend_object *pdo, const mynd_error *error)
{
	zval exception;
	mynd_exception_of(pdo, error, &exception);
	zend_throw_exception_object(&exception);
}

static void done_of(mynd_link *link, zval *out)
{
	size_t len;
	const char *info = mynd_link_info(link, &len);
	object_init_ex(out, done_ce);
	zval *properties = OBJ_PROP_NUM(Z_OBJ_P(out), 0);
	mysqli_count(&properties[0], mynd_link_affected_rows(link));
	mysqli_count(&properties[1], mynd_link_insert_id(link));
	ZVAL_LONG(&properties[2], mynd_link_warning_count(link));
	if (info == NULL) {
		ZVAL_NULL(&properties[3]);
	} else {
		ZVAL_STRINGL(&properties[3], info, len);
	}
}

void mynd_outcome_of_rows(zend_object *pdo, zend_string *sql, mynd_result *result, zval *out)
{
	if (pdo != NULL) {
		mynd_pdo_statement_of_result(pdo, sql, result, out);
	} else {
		mysqli_result_wrap(out, result);
	}
}

void mynd_outcome_of(mynd_link *link, zend_object *pdo, zend_string *sql, int rc, zval *out, bool *more)
{
	mynd_result *result = NULL;
	if (rc == MYND_OK && mynd_link_has_result(link)) {
		result = mynd_link_store(link);
		rc = result == NULL ? MYND_BAD : MYND_OK;
	}
	*more = rc == MYND_OK && mynd_link_more_results(link);
	if (rc != MYND_OK) {
		mynd_exception_of(pdo, mynd_link_error(link), out);
	} else if (result == NULL) {
		done_of(link, out);
	} else {
		mynd_outcome_of_rows(pdo, sql, result, out);
	}
}

/* Private: a program cannot make a Done itself. */
ZEND_METHOD(Mynd_Done, __construct)
{
}
