/* Implements once.h. */
#include "once.h"

#include "../../client/client.h"
#include "../mysqli/mysqli.h"
#include "../pdo/startup.h"
#include "steps.h"
#include "values.h"
#include "zend_exceptions.h"

/* The command under way. */
typedef struct once {
	const char *function;
	zend_object *connection, *pdo; /* `pdo`: the connection, if it is one of PDO's; NULL */
	mynd_link *link;               /* a reference */
	zend_string *sql;
} once;

static int run_query(const once *o)
{
	int rc = o->pdo != NULL ? MYND_OK : mysqli_end_multi_statements(o->link, o->connection);
	return rc == MYND_OK ? mynd_link_query(o->link, ZSTR_VAL(o->sql), ZSTR_LEN(o->sql), true) : rc;
}

/* Returns MYND_MORE if it threw. May run code of the program. */
static int run_with_list(const once *o, const zend_string *sql, HashTable *list)
{
	mysqli_arguments arguments;
	uint32_t needed = 0;
	mysqli_binding *binding = mysqli_binding_of_values(list);
	bool made = mysqli_arguments_make(&arguments, binding);
	mysqli_binding_release(binding);
	if (!made) {
		return MYND_MORE;
	}
	int rc = mynd_link_execute_query(
	    o->link, ZSTR_VAL(sql), ZSTR_LEN(sql), arguments.parameters, arguments.count, &needed);
	if (rc != MYND_OK && mynd_link_error(o->link)->cause == MYND_CAUSE_WRONG_COUNT) {
		mynd_values_refuse_count(o->function, needed, arguments.count);
	}
	mysqli_arguments_free(&arguments);
	return EG(exception) != NULL ? MYND_MORE : rc;
}

/* As run_with_list; with PDO, the placeholders may have names. */
static int run_execute(const once *o, HashTable *values)
{
	mynd_pdo_named named = {.text = NULL};
	int rc = MYND_OK;
	if (o->pdo == NULL) {
		named.text = zend_string_copy(o->sql);
	} else {
		rc = mynd_pdo_name_placeholders(o->pdo, o->sql, &named);
	}
	if (rc == MYND_MORE) {
		zend_value_error("%s: a text must have names or question marks, not both", o->function);
	}
	if (rc != MYND_OK) {
		return rc;
	}
	HashTable *list = mynd_values_list(o->function, &named, values);
	rc = list == NULL ? MYND_MORE : run_with_list(o, named.text, list);
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
static bool take(const once *o, int rc, zval *out)
{
	bool more, has_rows = rc == MYND_OK && mynd_link_has_result(o->link);
	mynd_result *rows = has_rows ? mynd_link_store(o->link) : NULL;
	if (has_rows && rows == NULL) {
		rc = MYND_BAD;
	} else if (rc == MYND_OK && !has_rows) {
		mynd_outcome_of(o->link, o->pdo, o->sql, rc, out, &more);
	}
	while (rc == MYND_OK && mynd_link_more_results(o->link)) {
		rc = skip_further(o->link);
	}
	if (rc != MYND_OK && !EG(exception)) {
		zval exception;
		mynd_exception_of(o->pdo, mynd_link_error(o->link), &exception);
		zend_throw_exception_object(&exception);
	}
	if (rows != NULL && EG(exception)) {
		mynd_result_abandon(rows);
	} else if (rows != NULL) {
		mynd_outcome_of_rows(o->pdo, o->sql, rows, out);
	}
	return !EG(exception);
}

bool mynd_run_once(
    const char *function, zend_object *connection, zend_string *sql, HashTable *values, zval *out)
{
	mynd_link *link = mynd_pdo_link_of(connection);
	once o = {.function = function, .connection = connection, .sql = sql};
	o.pdo = link != NULL ? connection : NULL;
	o.link = link != NULL ? link : mynd_connected_link_of(connection, 1);
	ZVAL_UNDEF(out);
	if (o.link == NULL) {
		return false;
	}
	mynd_link_addref(o.link);
	int rc = values == NULL ? run_query(&o) : run_execute(&o, values);
	bool done = rc != MYND_MORE && !EG(exception) && take(&o, rc, out);
	mynd_link_release(o.link);
	if (!done) {
		zval_ptr_dtor(out);
		ZVAL_UNDEF(out);
	}
	return done;
}
