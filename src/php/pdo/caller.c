/*
 * Finds out which function of PDO has called the driver. PDO's core calls some functions of a driver from two
 * of its functions, without an argument that says from which, and mynd has to treat the two cases
 * differently.
 */
#include "pdo.h"

/* Returns the internal function that runs, or NULL if none does, or if the program's code runs. */
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
 * PDO's core calls the driver's rollback also when it frees a PDO object, and freeing must not wait. That
 * rollback needs no command: the server rolls back when the link is closed or reset at the end of its use.
 */
bool mynd_pdo_is_in_rollback(void)
{
	const zend_function *function = running_function();
	return function != NULL && function->common.scope == mynd_pdo.php_pdo_get_dbh_ce() &&
	       zend_string_equals_literal_ci(function->common.function_name, "rollback");
}

/*
 * From PHP 8.6 on, and in late releases of 8.4 and 8.5, PDOStatement::execute() first calls the driver's
 * cursor_closer, and ignores its failure. So mynd does nothing in that call: its own execute closes the
 * previous result, and reports errors.
 */
bool mynd_pdo_is_in_execute(void)
{
	const zend_function *function = running_function();
	return function != NULL && zend_string_equals_literal(function->common.function_name, "execute");
}
