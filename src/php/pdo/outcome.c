/*
 * Outcomes of Mynd\pipeline() for a PDO object: a PDOStatement that has the rows of a command's reply.
 *
 * PDO's own prepare() makes the object, so that it has the class of PDO::ATTR_STATEMENT_CLASS and all fields
 * that PDO's core sets. While the handle's `for_outcome` is set, the driver's prepare sends nothing. Always
 * true: such a statement has its rows from the start, and is never executed.
 */
#include "pdo.h"

#include "startup.h"

/*
 * Returns the query, or " " instead of an empty query, which PDO refuses to prepare. (An empty query has rows
 * only if an interceptor has made them.)
 */
static zend_string *text_for_prepare(zend_string *sql)
{
	return ZSTR_LEN(sql) > 0 ? zend_string_copy(sql) : zend_string_init(" ", 1, false);
}

/*
 * Makes the statement; runs the constructor of the program's class of statements, if it has one. `out` is
 * UNDEF if an exception was thrown.
 */
static void prepare(zend_object *object, zend_string *sql, zval *out)
{
	mynd_pdo_handle *handle = mynd_pdo_handle_of(php_pdo_dbh_fetch_inner(object));
	zend_function *function =
	    zend_hash_str_find_ptr(&mynd_pdo.php_pdo_get_dbh_ce()->function_table, ZEND_STRL("prepare"));
	zval text;
	ZVAL_STR(&text, text_for_prepare(sql));
	ZVAL_UNDEF(out);
	/* cleared by mynd_pdo_prepare, before the constructor may prepare other statements */
	handle->for_outcome = true;
	zend_call_known_function(function, object, object->ce, out, 1, &text, NULL);
	handle->for_outcome = false;
	zval_ptr_dtor(&text);
	if (EG(exception) || Z_TYPE_P(out) != IS_OBJECT) {
		zval_ptr_dtor(out);
		ZVAL_UNDEF(out);
	}
}

void mynd_pdo_statement_of_result(zend_object *object, zend_string *sql, mynd_result *result, zval *out)
{
	prepare(object, sql, out);
	if (Z_ISUNDEF_P(out)) {
		mynd_result_free(result, false);
		return;
	}
	mynd_pdo_statement_give_result(php_pdo_stmt_fetch_object(Z_OBJ_P(out)), result);
}
