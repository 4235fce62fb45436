/*
 * Transactions: begin, commit, rollback, savepoints, autocommit. Each function sends a query.
 *
 * The name of a transaction is sent in a comment, so it must not contain anything that ends the comment. The
 * name of a savepoint is quoted, with its back-ticks doubled; stock does not double them.
 */
#include "mysqli.h"

#include "zend_smart_str.h"

static bool is_name_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
	       c == '_' || c == ' ' || c == '=';
}

/* Appends the name as an SQL comment; warns if it dropped characters. */
static void append_name(smart_str *sql, const char *name, size_t len)
{
	bool truncated = false;
	if (name == NULL) {
		return;
	}
	smart_str_appends(sql, " /*");
	for (size_t i = 0; i < len; i++) {
		if (is_name_byte(name[i])) {
			smart_str_appendc(sql, name[i]);
		} else {
			truncated = true;
		}
	}
	smart_str_appends(sql, "*/");
	if (truncated) {
		php_error_docref(NULL, E_WARNING,
		    "Transaction name has been truncated, since it can only contain the A-Z, a-z, 0-9, \"\\\", "
		    "\"-\", \"_\", "
		    "and \"=\" characters");
	}
}

/*
 * Sends the query and frees it. The link is looked up here, because the handler of a warning may have closed
 * the object.
 */
static void run(zval *return_value, zval *object, smart_str *sql, bool report)
{
	mysqli_link_object *self = EG(exception) ? NULL : mysqli_link_in(object, MYSQLI_CONNECTED);
	if (self == NULL) {
		smart_str_free(sql);
		return;
	}
	mynd_link *link = self->link;
	mynd_link_addref(link);
	int rc = mysqli_run(link, ZSTR_VAL(sql->s), ZSTR_LEN(sql->s));
	smart_str_free(sql);
	RETVAL_BOOL(rc == MYND_OK);
	if (rc != MYND_OK && report) {
		mysqli_report_link(link);
	}
	mynd_link_release(link);
}

typedef struct transaction_arguments {
	zval *object;
	zend_long flags;
	char *name;
	size_t name_len;
} transaction_arguments;

static bool parse(INTERNAL_FUNCTION_PARAMETERS, transaction_arguments *a)
{
	memset(a, 0, sizeof *a);
	return zend_parse_method_parameters(ZEND_NUM_ARGS(), mysqli_this(execute_data), "O|ls!", &a->object,
	           mysqli_link_ce, &a->flags, &a->name, &a->name_len) == SUCCESS &&
	       mysqli_link_in(a->object, MYSQLI_CONNECTED) != NULL;
}

PHP_FUNCTION(mysqli_begin_transaction)
{
	transaction_arguments a;
	smart_str sql = {0};
	if (!parse(INTERNAL_FUNCTION_PARAM_PASSTHRU, &a)) {
		RETURN_THROWS();
	}
	if (a.flags < 0) {
		zend_argument_value_error(mysqli_arg(execute_data, 2), "must be one of the MYSQLI_TRANS_* constants");
		RETURN_THROWS();
	}
	if (a.name != NULL && a.name_len == 0) {
		zend_argument_value_error(mysqli_arg(execute_data, 3), MYSQLI_NOT_EMPTY);
		RETURN_THROWS();
	}
	smart_str_appends(&sql, "START TRANSACTION");
	append_name(&sql, a.name, a.name_len);
	bool snapshot = a.flags & MYSQLI_TRANS_START_WITH_CONSISTENT_SNAPSHOT;
	if (snapshot) {
		smart_str_appends(&sql, " WITH CONSISTENT SNAPSHOT");
	}
	if (a.flags & (MYSQLI_TRANS_START_READ_WRITE | MYSQLI_TRANS_START_READ_ONLY)) {
		smart_str_appends(&sql, snapshot ? ", " : " ");
		smart_str_appends(&sql, a.flags & MYSQLI_TRANS_START_READ_WRITE ? "READ WRITE" : "READ ONLY");
	}
	smart_str_0(&sql);
	run(return_value, a.object, &sql, false); /* stock reports no error here */
}

/*
 * Returns the text of the flag that is set, or "" if none or both are set: flags that contradict each other
 * have no effect.
 */
static const char *choice(
    zend_long flags, zend_long one, const char *text, zend_long other, const char *other_text)
{
	bool has_one = flags & one, has_other = flags & other;
	if (has_one == has_other) {
		return "";
	}
	return has_one ? text : other_text;
}

static void end_transaction(INTERNAL_FUNCTION_PARAMETERS, const char *verb)
{
	transaction_arguments a;
	smart_str sql = {0};
	if (!parse(INTERNAL_FUNCTION_PARAM_PASSTHRU, &a)) {
		RETURN_THROWS();
	}
	smart_str_appends(&sql, verb);
	append_name(&sql, a.name, a.name_len);
	smart_str_appends(&sql, choice(a.flags, MYSQLI_TRANS_COR_AND_CHAIN, " AND CHAIN",
	                            MYSQLI_TRANS_COR_AND_NO_CHAIN, " AND NO CHAIN"));
	smart_str_appends(&sql,
	    choice(a.flags, MYSQLI_TRANS_COR_RELEASE, " RELEASE", MYSQLI_TRANS_COR_NO_RELEASE, " NO RELEASE"));
	smart_str_0(&sql);
	run(return_value, a.object, &sql, true);
}

PHP_FUNCTION(mysqli_commit)
{
	end_transaction(INTERNAL_FUNCTION_PARAM_PASSTHRU, "COMMIT");
}

PHP_FUNCTION(mysqli_rollback)
{
	end_transaction(INTERNAL_FUNCTION_PARAM_PASSTHRU, "ROLLBACK");
}

#define REPORTS_SAVEPOINTS                                                                                   \
	(PHP_VERSION_ID >= 80400) /* before 8.4 stock returns false whatever the report mode is */

static void savepoint(INTERNAL_FUNCTION_PARAMETERS, const char *verb)
{
	zval *object;
	char *name;
	size_t len;
	smart_str sql = {0};
	if (zend_parse_method_parameters(ZEND_NUM_ARGS(), mysqli_this(execute_data), "Os", &object,
	        mysqli_link_ce, &name, &len) == FAILURE) {
		RETURN_THROWS();
	}
	if (mysqli_link_in(object, MYSQLI_CONNECTED) == NULL) {
		RETURN_THROWS();
	}
	if (len == 0) {
		zend_argument_value_error(mysqli_arg(execute_data, 2), MYSQLI_NOT_EMPTY);
		RETURN_THROWS();
	}
	smart_str_appends(&sql, verb);
	smart_str_appends(&sql, " `");
	for (size_t i = 0; i < len; i++) {
		if (name[i] == '`') {
			smart_str_appendc(&sql, '`');
		}
		smart_str_appendc(&sql, name[i]);
	}
	smart_str_appendc(&sql, '`');
	smart_str_0(&sql);
	run(return_value, object, &sql, REPORTS_SAVEPOINTS);
}

PHP_FUNCTION(mysqli_savepoint)
{
	savepoint(INTERNAL_FUNCTION_PARAM_PASSTHRU, "SAVEPOINT");
}

PHP_FUNCTION(mysqli_release_savepoint)
{
	savepoint(INTERNAL_FUNCTION_PARAM_PASSTHRU, "RELEASE SAVEPOINT");
}

PHP_FUNCTION(mysqli_autocommit)
{
	zval *object;
	bool on;
	smart_str sql = {0};
	if (zend_parse_method_parameters(
	        ZEND_NUM_ARGS(), mysqli_this(execute_data), "Ob", &object, mysqli_link_ce, &on) == FAILURE) {
		RETURN_THROWS();
	}
	smart_str_appends(&sql, on ? "SET AUTOCOMMIT=1" : "SET AUTOCOMMIT=0");
	smart_str_0(&sql);
	run(return_value, object, &sql, true);
}
