/*
 * Mynd\execute_async() sends the execute of a prepared statement without waiting for its reply. Mynd\reap()
 * takes the reply of a connection or statement.
 */
#include "steps.h"

#include "../pdo/startup.h"

/* Returns NULL if it threw. */
static mysqli_statement_object *statement_of_object(zend_object *object, uint32_t arg)
{
	zval self;
	if (object->handlers != &mysqli_statement_class.handlers) {
		zend_argument_type_error(arg, "must be a statement of mynd, %s given", ZSTR_VAL(object->ce->name));
		return NULL;
	}
	ZVAL_OBJ(&self, object);
	return mysqli_statement_in(&self, MYSQLI_CONNECTED);
}

mynd_link *mynd_link_behind(zend_object *object, uint32_t arg)
{
	mynd_link *link = mynd_pdo_link_behind(object);
	if (link != NULL) {
		return link;
	}
	if (object->handlers != &mysqli_statement_class.handlers) {
		return mynd_link_of_object(object, arg);
	}
	const mysqli_statement_object *self = statement_of_object(object, arg);
	return self == NULL ? NULL : self->link;
}

ZEND_FUNCTION(Mynd_execute_async)
{
	zend_object *object;
	HashTable *values = NULL;
	zval self;
	ZEND_PARSE_PARAMETERS_START(1, 2)
	Z_PARAM_OBJ(object)
	Z_PARAM_OPTIONAL
	Z_PARAM_ARRAY_HT_OR_NULL(values)
	ZEND_PARSE_PARAMETERS_END();
	if (statement_of_object(object, 1) == NULL) {
		RETURN_THROWS();
	}
	ZVAL_OBJ(&self, object);
	if (values != NULL && !mysqli_statement_bind_values(&self, values, 2)) {
		RETURN_THROWS();
	}
	mysqli_statement_run(return_value, &self, true);
}

static void throw_nothing_to_reap(void)
{
	zend_argument_value_error(1, "must have an outstanding reply");
}

static void reap_link(zval *return_value, mynd_link *link)
{
	bool use = false;
	mynd_link_addref(link);
	int rc = mynd_link_reap(link, NULL, &use);
	mynd_result *result = NULL;
	if (rc == MYND_OK && mynd_link_has_result(link)) {
		result = use ? mynd_link_use(link) : mynd_link_store(link);
		rc = result == NULL ? MYND_BAD : MYND_OK;
	}
	if (rc == MYND_MORE) {
		throw_nothing_to_reap();
	} else if (rc == MYND_BAD) {
		RETVAL_FALSE;
		mysqli_report_link(link);
	} else if (result != NULL) {
		mysqli_result_wrap(return_value, result);
	} else {
		RETVAL_TRUE;
	}
	mynd_link_release(link);
}

/* Sets return_value to the outcome of the statement, which the program has not closed during the wait. */
static void take_statement(zval *return_value, mysqli_statement_object *self, int rc)
{
	RETVAL_FALSE;
	if (rc == MYND_OK) {
		mysqli_statement_take_outcome(self);
		self->has_cursor = false;
		if (self->phase == MYSQLI_WAITING) {
			mysqli_answer_result(return_value, mysqli_statement_store(self));
		} else {
			RETVAL_TRUE;
		}
	} else {
		mysqli_statement_forget_run(self);
		mysqli_statement_failed(self);
	}
}

static void reap_statement(zval *return_value, mysqli_statement_object *self)
{
	mynd_statement *statement = self->statement;
	bool alive = statement != NULL && mynd_statement_link(statement) != NULL;
	if (statement == NULL || (alive && !mynd_statement_is_outstanding(statement))) {
		throw_nothing_to_reap();
		return;
	}
	zend_object *object = &self->std;
	GC_ADDREF(object);
	mynd_statement_addref(statement);
	int rc = mynd_statement_reap(statement);
	if (self->statement == statement) {
		take_statement(return_value, self, rc);
	}
	mynd_statement_close(statement, false);
	OBJ_RELEASE(object);
}

ZEND_FUNCTION(Mynd_reap)
{
	zend_object *object;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_OBJ(object)
	ZEND_PARSE_PARAMETERS_END();
	RETVAL_FALSE;
	if (mynd_pdo_link_behind(object) != NULL) {
		bool outstanding;
		if (mynd_pdo_is_statement(object)) {
			RETVAL_BOOL(mynd_pdo_reap(object, &outstanding));
		} else {
			mynd_pdo_reap_next(object, return_value, &outstanding);
		}
		if (!outstanding) {
			throw_nothing_to_reap();
		}
	} else if (object->handlers == &mysqli_statement_class.handlers) {
		mysqli_statement_object *self = statement_of_object(object, 1);
		if (self != NULL) {
			reap_statement(return_value, self);
		}
	} else {
		mynd_link *link = mynd_connected_link_of(object, 1);
		if (link != NULL) {
			reap_link(return_value, link);
		}
	}
}
