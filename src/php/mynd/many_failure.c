/*
 * Finds the row that has failed in Mynd\execute_many().
 *
 * The reply to a bulk execute does not contain the row's number. MariaDB 10.7 and later store the number with
 * the error, and "GET DIAGNOSTICS" returns it (ROW_NUMBER). If the error came from a trigger, the error's
 * number counts the trigger's rows. But then the error is followed by a note (4094) for each level of calls,
 * and the last note has the number of the program's row. In an UPDATE or DELETE the server starts to count
 * again with each row of the program, so the failed row is not known.
 */
#include "many.h"

#include "../pdo/startup.h"

#include "zend_exceptions.h"

#define FIRST_WITH_ROW_NUMBER 100700
#define STACK_TRACE           4094 /* ER_SP_STACK_TRACE */

static zend_class_entry *failed_row_ce;

void many_failure_startup(zend_class_entry *failed_row)
{
	failed_row_ce = failed_row;
}

/* --- what is thrown --- */

static zend_string *describe(const many *m, uint32_t at, uint32_t count)
{
	if (count == 1) {
		return zend_strpprintf(0, "Row " ZEND_ULONG_FMT, m->done + at);
	}
	return zend_strpprintf(
	    0, "One of the %" PRIu32 " rows from row " ZEND_ULONG_FMT " on", count, m->done + at);
}

/* Sets *out to a new Mynd\FailedRow. */
static void failed_row_of(const many *m, uint32_t at, uint32_t count, zval *out)
{
	zval message;
	object_init_ex(out, failed_row_ce);
	zval *properties = OBJ_PROP_NUM(Z_OBJ_P(out), failed_row_ce->parent->default_properties_count);
	ZVAL_COPY(&properties[0], many_key(m, at));
	ZVAL_LONG(&properties[1], (zend_long) (m->done + at));
	ZVAL_LONG(&properties[2], count);
	ZVAL_LONG(&properties[3], (zend_long) (m->done + m->sent));
	ZVAL_STR(&message, describe(m, at, count));
	zend_update_property_ex(zend_ce_exception, Z_OBJ_P(out), ZSTR_KNOWN(ZEND_STR_MESSAGE), &message);
	zval_ptr_dtor(&message);
}

/* If the source has thrown, makes its exception the previous one of `exception`. */
static void add_failure(many *m, zend_object *exception)
{
	if (m->failure != NULL) {
		zend_exception_set_previous(exception, m->failure);
		m->failure = NULL;
	}
}

static void throw_about(many *m, const mynd_error *error, uint32_t at, uint32_t count)
{
	zval exception, failed;
	if (EG(exception)) { /* the fiber was destroyed while it waited */
		return;
	}
	mynd_exception_of(m->pdo, error, &exception);
	if (count > 0) {
		failed_row_of(m, at, count, &failed);
		add_failure(m, Z_OBJ(failed));
		zend_exception_set_previous(Z_OBJ(exception), Z_OBJ(failed));
	} else {
		add_failure(m, Z_OBJ(exception));
	}
	zend_throw_exception_object(&exception);
}

void many_throw(many *m, uint32_t count)
{
	mynd_error error =
	    *(m->statement == NULL ? mynd_link_error(m->link) : mynd_statement_error(m->statement));
	throw_about(m, &error, 0, count);
}

/* --- which row it was --- */

static bool knows_the_row(const many *m, const mynd_error *error)
{
	const mynd_server *server = mynd_link_server(m->link);
	return !EG(exception) && m->changes == MYND_SQL_INSERTS_ONE && error->cause == MYND_CAUSE_SERVER &&
	       server != NULL && server->version_number >= FIRST_WITH_ROW_NUMBER && mynd_link_is_idle(m->link);
}

enum { NUMBER, ROW, CODE, MOST, ANSWERS };

/*
 * Reads the last condition of the server's diagnostics, by a query that interceptors see. Returns false if it
 * cannot be read.
 */
static bool ask(mynd_link *link, zend_long *answers)
{
	static const char sql[] = "BEGIN NOT ATOMIC DECLARE n, r, c INT; GET DIAGNOSTICS n = NUMBER;"
	                          " GET DIAGNOSTICS CONDITION n r = ROW_NUMBER, c = MYSQL_ERRNO; SELECT n, r, c, "
	                          "@@max_error_count; END";
	zval values[ANSWERS];
	if (mynd_link_query(link, sql, sizeof sql - 1, false) != MYND_OK ||
	    mynd_link_field_count(link) != ANSWERS) {
		mynd_link_drain(link);
		return false;
	}
	mynd_result *result = mynd_link_store(link);
	bool found = result != NULL && mynd_result_fetch_values(result, values) == MYND_OK;
	for (int i = 0; found && i < ANSWERS; i++) {
		answers[i] = zval_get_long(&values[i]);
		zval_ptr_dtor(&values[i]);
	}
	if (result != NULL) {
		mynd_result_free(result, false);
	}
	return mynd_link_drain(link) == MYND_OK && found;
}

/* Returns the number of the failed row, counted from 1. Returns 0 if it is not known. */
static uint32_t number_of(many *m, const mynd_error *error, uint32_t count)
{
	zend_long answers[ANSWERS];
	if (count == 1) {
		return 1;
	}
	if (!knows_the_row(m, error) || !ask(m->link, answers)) {
		return 0;
	}
	/* the list of warnings is full, so the error may not be in it */
	bool is_full = answers[NUMBER] >= answers[MOST];
	bool is_it = answers[CODE] == (zend_long) error->code || answers[CODE] == STACK_TRACE;
	bool is_row = answers[ROW] >= 1 && answers[ROW] <= (zend_long) count;
	return is_it && is_row && !is_full ? (uint32_t) answers[ROW] : 0;
}

void many_throw_of_batch(many *m, uint32_t count)
{
	mynd_error error = *mynd_link_error(m->link);
	uint32_t number = number_of(m, &error, count);
	mynd_link_set_error(m->link, &error);
	throw_about(m, &error, number == 0 ? 0 : number - 1, number == 0 ? count : 1);
}

/* Private: a program cannot make a FailedRow itself. */
ZEND_METHOD(Mynd_FailedRow, __construct)
{
}
