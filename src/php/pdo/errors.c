/*
 * Errors of PDO: a number and a message of the handle or the statement, and an SQLSTATE in PDO's own structs.
 *
 * PDO's core raises the errors that are set here, by its error mode. Exceptions: the error of a failed
 * connect is thrown here, and mynd_pdo_statement_refuse may raise its error.
 */
#include "pdo.h"

#include "zend_exceptions.h"

/*
 * Stock's messages for error 2014 because of an unread result; they are longer than the error's usual
 * message.
 */
static const char results_pending[] = "Cannot execute queries while there are pending result sets. Consider "
                                      "unsetting the previous PDOStatement or "
                                      "calling PDOStatement::closeCursor()";
static const char rows_pending[] = "Cannot execute queries while other unbuffered queries are active.  "
                                   "Consider using PDOStatement::fetchAll().  "
                                   "Alternatively, if your code is only ever going to run against mysql, you "
                                   "may enable query buffering by setting "
                                   "the PDO::MYSQL_ATTR_USE_BUFFERED_QUERY attribute.";

void mynd_pdo_error_clear(mynd_pdo_error *error)
{
	free(error->message);
	error->message = NULL;
	error->code = 0;
}

static const char *words_of(const mynd_link *link, const mynd_error *error)
{
	if (!mynd_error_is_out_of_sync(error) || error->cause == MYND_CAUSE_IN_USE) {
		return error->message;
	}
	return mynd_link_more_results(link) ? results_pending : rows_pending;
}

static void keep(mynd_pdo_error *to, char sqlstate[6], const mynd_link *link, const mynd_error *error)
{
	mynd_pdo_error_clear(to);
	to->code = error->code;
	if (error->code != 0) {
		to->message = strdup(words_of(link, error));
	}
	snprintf(sqlstate, 6, "%s", error->code != 0 ? error->sqlstate : PDO_ERR_NONE);
}

/*
 * In the mode of warnings, clears the SQLSTATE if an exception is pending. Otherwise PDO's core would raise a
 * warning as well. Does not change number and message.
 */
static void keep_quiet(const pdo_dbh_t *dbh, char sqlstate[6])
{
	if (EG(exception) != NULL && dbh->error_mode == PDO_ERRMODE_WARNING) {
		memcpy(sqlstate, PDO_ERR_NONE, sizeof PDO_ERR_NONE);
	}
}

void mynd_pdo_warn(mynd_link *link)
{
	char text[512];
	const char *connect_warning = mynd_link_connect_warning(link);
	if (EXPECTED(connect_warning == NULL) || EG(exception)) {
		return;
	}
	snprintf(text, sizeof text, "%s", connect_warning);
	mynd_link_forget_connect_warning(link);
	if (mynd_link_error(link)->cause == MYND_CAUSE_ODD_PREPARED) { /* as in stock without a function's name */
		zend_error(E_WARNING, "%s", text);
	} else {
		php_error_docref(NULL, E_WARNING, "%s", text);
	}
}

void mynd_pdo_handle_failed(pdo_dbh_t *dbh, const mynd_error *error)
{
	mynd_pdo_handle *self = mynd_pdo_handle_of(dbh);
	keep(&self->error, dbh->error_code, self->link, error);
	keep_quiet(dbh, dbh->error_code);
	mynd_pdo_warn(self->link);
}

void mynd_pdo_statement_failed(pdo_stmt_t *stmt, const mynd_error *error)
{
	mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
	keep(&self->error, stmt->error_code, self->link, error);
	keep_quiet(stmt->dbh, stmt->error_code);
	mynd_pdo_warn(self->link);
}

void mynd_pdo_statement_succeeded(pdo_stmt_t *stmt)
{
	mynd_pdo_error_clear(&mynd_pdo_statement_of(stmt)->error);
	memcpy(stmt->error_code, PDO_ERR_NONE, sizeof PDO_ERR_NONE);
}

void mynd_pdo_fetch_error(pdo_dbh_t *dbh, pdo_stmt_t *stmt, zval *info)
{
	mynd_pdo_error *error =
	    stmt != NULL ? &mynd_pdo_statement_of(stmt)->error : &mynd_pdo_handle_of(dbh)->error;
	if (stmt != NULL) {
		mynd_pdo_statement_of(stmt)->late_reported = true;
	}
	if (error->code != 0 || error->message != NULL) {
		add_next_index_long(info, (zend_long) error->code);
		add_next_index_string(info, error->message != NULL ? error->message : "");
	}
	if (error->code == 0) {
		mynd_pdo_error_clear(error);
	}
}

bool mynd_pdo_statement_out_of_sync(pdo_stmt_t *stmt)
{
	mynd_link *link = mynd_pdo_statement_of(stmt)->link;
	mynd_link_refuse(link, MYND_ERR_COMMANDS_OUT_OF_SYNC);
	mynd_pdo_statement_failed(stmt, mynd_link_error(link));
	return false;
}

/*
 * Raises the error, except in the mode of warnings. After a driver's function has failed, PDO's core raises
 * the error again, unless an exception is pending: in the mode of warnings there would be two warnings. So in
 * that mode the error is only stored here; PDO's core raises it, and asks the driver for the message.
 */
void mynd_pdo_statement_refuse(pdo_stmt_t *stmt, const char *state, const char *words)
{
	mynd_pdo_statement *self = mynd_pdo_statement_of(stmt);
	pdo_error_type copy;
	snprintf(copy, sizeof copy, "%s", state);
	mynd_pdo_error_clear(&self->error);
	if (stmt->dbh->error_mode != PDO_ERRMODE_WARNING) {
		mynd_pdo.pdo_raise_impl_error(stmt->dbh, stmt, copy, words);
		return;
	}
	memcpy(stmt->error_code, copy, sizeof copy);
	self->error.message = strdup(words);
}

/*
 * Throws the error of a failed connect. The connect warning becomes an exception, too, because it is raised
 * in PDO's constructor; it is the previous exception of the one thrown here. As in stock the SQLSTATE is
 * always HY000, except for the error of an init command, which has the server's SQLSTATE.
 */
void mynd_pdo_throw_connect(mynd_link *link)
{
	mynd_error error = *mynd_link_error(link);
	pdo_error_type state = "HY000";
	if (EG(exception)) { /* thrown by an interceptor */
		return;
	}
	if (mynd_link_counts_of(link)->init_commands_failed > 0) {
		memcpy(state, error.sqlstate, sizeof state);
	}
	const char *connect_warning = mynd_link_connect_warning(link);
	if (connect_warning != NULL) {
		php_error_docref(NULL, E_WARNING, "%s", connect_warning);
	}
	mynd_pdo.pdo_throw_exception(error.code, error.message, &state);
}

void mynd_pdo_exception_of(zend_object *object, const mynd_error *error, zval *out)
{
	pdo_dbh_t *dbh = php_pdo_dbh_fetch_inner(object);
	enum pdo_error_mode mode = dbh->error_mode;
	mynd_pdo_handle_failed(dbh, error);
	dbh->error_mode = PDO_ERRMODE_EXCEPTION;
	mynd_pdo.pdo_handle_error(dbh, NULL);
	dbh->error_mode = mode;
	ZVAL_OBJ_COPY(out, EG(exception));
	zend_clear_exception();
}
