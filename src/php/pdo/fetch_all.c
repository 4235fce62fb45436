/*
 * PDOStatement::fetchAll() in the usual modes. PDO's core asks the driver for each value and looks up each
 * name again, which is half of the cost of fetchAll(). Here whole rows are built from a template, as in
 * mysqli's fetch_all().
 *
 * PDO's table of a driver's functions has no entry for fetchAll(), so the method's handler is replaced. The
 * new handler takes the rows, and then calls PDO's own handler. PDO's handler finds no more rows, or a result
 * that has failed, and does everything else: checks, errors, exceptions. PDO's handler also fetches the rows
 * of other drivers, in other modes, and in all unusual cases.
 */
#include "pdo.h"

/* PDO's own handler. Set at the start of the process, read-only from then on. NULL: not replaced. */
static zif_handler pdo_fetch_all;

static zend_internal_function *find_fetch_all(void)
{
	zend_class_entry *ce = zend_hash_str_find_ptr(CG(class_table), ZEND_STRL("pdostatement"));
	zend_function *function =
	    ce != NULL ? zend_hash_str_find_ptr(&ce->function_table, ZEND_STRL("fetchall")) : NULL;
	return function != NULL && function->type == ZEND_INTERNAL_FUNCTION ? &function->internal_function : NULL;
}

/*
 * Sets *shape to the mode that the program asks for. Returns false if rows of that mode are not built here.
 */
static bool shape_of(const zend_execute_data *execute_data, const pdo_stmt_t *stmt, mynd_shape *shape)
{
	zend_long mode = PDO_FETCH_USE_DEFAULT;
	if (ZEND_NUM_ARGS() > 1) {
		return false;
	}
	if (ZEND_NUM_ARGS() == 1) {
		const zval *argument = ZEND_CALL_ARG(execute_data, 1);
		if (Z_TYPE_P(argument) != IS_LONG) {
			return false;
		}
		mode = Z_LVAL_P(argument);
	}
	switch (mode == PDO_FETCH_USE_DEFAULT ? (zend_long) stmt->default_fetch_type : mode) {
	case PDO_FETCH_ASSOC:
		*shape = MYND_SHAPE_ASSOC;
		return true;
	case PDO_FETCH_NUM:
		*shape = MYND_SHAPE_NUM;
		return true;
	case PDO_FETCH_BOTH:
		*shape = MYND_SHAPE_BOTH_NAMES;
		return true;
	default:
		return false;
	}
}

/* Returns false if PDO has changed the case of the names, or added the tables' names. */
static bool names_are_ours(const pdo_stmt_t *stmt, mynd_columns *columns)
{
	uint32_t count = mynd_columns_count(columns);
	if (stmt->columns == NULL || (uint32_t) stmt->column_count != count) {
		return false;
	}
	for (uint32_t i = 0; i < count; i++) {
		if (stmt->columns[i].name != mynd_columns_name(columns, i)) {
			return false;
		}
	}
	return true;
}

/*
 * Returns true if all values are fetched as strings, numbers too, so that ATTR_STRINGIFY_FETCHES changes
 * nothing.
 */
static bool are_texts(const mynd_columns *columns)
{
	return !mynd_columns_are_binary(columns) && !mynd_columns_are_native(columns);
}

/* Returns true if the rows can be returned without any conversion by PDO, such as that of PDO::ATTR_CASE. */
static bool is_plain(const pdo_stmt_t *stmt)
{
	const mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
	if (!stmt->executed || self->result == NULL || self->has_failed || stmt->bound_columns != NULL ||
	    stmt->dbh->oracle_nulls != PDO_NULL_NATURAL) {
		return false;
	}
	mynd_columns *columns = mynd_result_columns(self->result);
	return (!stmt->dbh->stringify || are_texts(columns)) && names_are_ours(stmt, columns);
}

static void take_rows(INTERNAL_FUNCTION_PARAMETERS, mynd_pdo_statement *self, mynd_shape shape)
{
	zval rows;
	self->has_failed = mynd_result_fetch_rest(self->result, shape, &rows) != MYND_OK;
	pdo_fetch_all(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (EG(exception)) {
		zval_ptr_dtor(&rows);
	} else if (!Z_ISUNDEF(rows)) {
		zval_ptr_dtor(return_value);
		RETURN_COPY_VALUE(&rows);
	}
}

/*
 * Raises an error that came after the first row. PDO's core does not report it, so the program could not see
 * that rows are missing.
 */
static void raise_late_error(INTERNAL_FUNCTION_PARAMETERS, const pdo_stmt_t *stmt)
{
	mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
	zval none;
	if (EG(exception) || self->result == NULL || Z_TYPE_P(return_value) != IS_ARRAY ||
	    zend_hash_num_elements(Z_ARRVAL_P(return_value)) == 0 ||
	    strcmp(stmt->error_code, PDO_ERR_NONE) == 0) {
		return;
	}
	self->has_failed = true;
	ZVAL_NULL(&none);
	pdo_fetch_all(execute_data, &none);
	zval_ptr_dtor(&none);
}

static ZEND_FUNCTION(fetch_all)
{
	const pdo_stmt_t *stmt = Z_PDO_STMT_P(ZEND_THIS);
	mynd_shape shape;
	if (stmt->dbh == NULL || stmt->methods != &mynd_pdo_statement_methods) {
		pdo_fetch_all(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	} else if (shape_of(execute_data, stmt, &shape) && is_plain(stmt)) {
		take_rows(INTERNAL_FUNCTION_PARAM_PASSTHRU, mynd_pdo_statement_of(stmt), shape);
	} else {
		pdo_fetch_all(INTERNAL_FUNCTION_PARAM_PASSTHRU);
		raise_late_error(INTERNAL_FUNCTION_PARAM_PASSTHRU, stmt);
	}
}

void mynd_pdo_hook_fetch_all(void)
{
	zend_internal_function *function = find_fetch_all();
	if (function != NULL && function->handler != ZEND_FN(fetch_all)) {
		pdo_fetch_all = function->handler;
		function->handler = ZEND_FN(fetch_all);
	}
}

void mynd_pdo_unhook_fetch_all(void)
{
	zend_internal_function *function = find_fetch_all();
	if (function != NULL && function->handler == ZEND_FN(fetch_all)) {
		function->handler = pdo_fetch_all;
	}
}
