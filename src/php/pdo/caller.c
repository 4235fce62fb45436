/*
 * Which of PDO's functions has called the driver, by its name: core does not say in which of two cases it
 * calls a driver's function, and the two are not the same here.
 */
#include "pdo.h"

/* The function of PDO that runs; NULL: it is a program's, or none. */
static const zend_function *running_function(void)
{
	const zend_execute_data *frame = EG(current_execute_data);
	if (frame == NULL || frame->func == NULL || frame->func->type != ZEND_INTERNAL_FUNCTION ||
	    frame->func->common.function_name == NULL) {
		return NULL;
	}
	return frame->func;
}

/*
 * Core also rolls back when it frees the object, which must not wait: the end of the link's use does it, for
 * the server rolls back what was open when the link is closed, or reset.
 */
bool mynd_pdo_is_in_rollback(void)
{
	const zend_function *function = running_function();
	return function != NULL && function->common.scope == mynd_pdo.php_pdo_get_dbh_ce() &&
	       zend_string_equals_literal_ci(function->common.function_name, "rollback");
}

/*
 * From 8.6 on execute() has the cursor closed before, and does not ask what came of that. What stands there
 * is its business, errors too.
 */
bool mynd_pdo_is_in_execute(void)
{
#if PHP_VERSION_ID >= 80600
	const zend_function *function = running_function();
	return function != NULL && zend_string_equals_literal(function->common.function_name, "execute");
#else
	return false;
#endif
}
