/* Implements pool_statement.h. */
#include "pool_statement.h"

#include "../../client/client.h"
#include "../mysqli/mysqli.h"
#include "../pdo/startup.h"
#include "steps.h"
#include "values.h"
#include "zend_exceptions.h"

/* The command under way. */
typedef struct statement {
	const char *function;
	zend_object *connection, *pdo; /* `pdo`: the connection, if it is one of PDO's; NULL */
	mynd_link *link;               /* a reference */
	zend_string *sql;
} statement;

static int run_query(const statement *s)
{
	int rc = s->pdo != NULL ? MYND_OK : mysqli_end_multi_statements(s->link, s->connection);
	return rc == MYND_OK ? mynd_link_query(s->link, ZSTR_VAL(s->sql), ZSTR_LEN(s->sql), true) : rc;
}

/* Returns MYND_MORE if it threw. May run code of the program. */
static int run_with_list(const statement *s, const zend_string *sql, HashTable *list)
{
	mysqli_arguments arguments;
	uint32_t needed = 0;
	if (!mynd_values_to_arguments(list, &arguments)) {
		return MYND_MORE;
	}
	int rc = mynd_link_execute_query(
	    s->link, ZSTR_VAL(sql), ZSTR_LEN(sql), arguments.parameters, arguments.count, &needed);
	if (rc != MYND_OK && mynd_link_error(s->link)->cause == MYND_CAUSE_WRONG_COUNT) {
		mynd_values_refuse_count(s->function, needed, arguments.count);
	}
	mysqli_arguments_free(&arguments);
	return EG(exception) != NULL ? MYND_MORE : rc;
}

/* As run_with_list; with PDO, the placeholders may have names. */
static int run_execute(const statement *s, HashTable *values)
{
	mynd_pdo_named named;
	int rc = mynd_named_read(s->function, s->pdo, s->sql, &named);
	if (rc != MYND_OK) {
		return rc;
	}
	HashTable *list = mynd_values_list(s->function, &named, values);
	rc = list == NULL ? MYND_MORE : run_with_list(s, named.text, list);
	if (list != NULL) {
		zend_array_release(list);
	}
	mynd_named_free(&named);
	return rc;
}

/* Reads the next reply, and drops its rows. */
static int skip_further(mynd_link *link)
{
	int rc = mynd_link_next_result(link);
	if (rc == MYND_OK && mynd_link_has_result(link)) {
		mynd_result *rows = mynd_link_store(link);
		if (rows == NULL) {
			return MYND_BAD;
		}
		mynd_result_abandon(rows);
	}
	return rc;
}

/*
 * Reads all replies, of which the first was read with `rc`, before code of the program may run: a
 * PDOStatement would take the further ones for its own. Returns false if it threw.
 */
static bool take(const statement *s, int rc, zval *out)
{
	bool more, has_rows = rc == MYND_OK && mynd_link_has_result(s->link);
	mynd_result *rows = has_rows ? mynd_link_store(s->link) : NULL;
	if (has_rows && rows == NULL) {
		rc = MYND_BAD;
	} else if (rc == MYND_OK && !has_rows) {
		mynd_outcome_of(s->link, s->pdo, s->sql, rc, out, &more);
	}
	while (rc == MYND_OK && mynd_link_more_results(s->link)) {
		rc = skip_further(s->link);
	}
	if (rc != MYND_OK && !EG(exception)) {
		mynd_throw_error(s->pdo, mynd_link_error(s->link));
	}
	if (rows != NULL && EG(exception)) {
		mynd_result_abandon(rows);
	} else if (rows != NULL) {
		mynd_outcome_of_rows(s->pdo, s->sql, rows, out);
	}
	return !EG(exception);
}

bool mynd_pool_run_statement(
    const char *function, zend_object *connection, zend_string *sql, HashTable *values, zval *out)
{
	statement s = {.function = function, .connection = connection, .sql = sql};
	s.link = mynd_connection_link_of(connection, &s.pdo);
	ZVAL_UNDEF(out);
	if (s.link == NULL) {
		return false;
	}
	mynd_link_addref(s.link);
	int rc = values == NULL ? run_query(&s) : run_execute(&s, values);
	bool done = rc != MYND_MORE && !EG(exception) && take(&s, rc, out);
	mynd_link_release(s.link);
	if (!done) {
		zval_ptr_dtor(out);
		ZVAL_UNDEF(out);
	}
	return done;
}
