/*
 * Mynd\transaction(): runs a function of the program in a transaction, and once more where the server asks
 * for that. Inside a transaction a savepoint takes the transaction's place.
 *
 * The connection's own methods begin and end the transaction, so that a class that extends mysqli or PDO, and
 * PDO's record of the transaction, see it. A call of them that returns false throws the connection's error,
 * whatever the program's report mode is.
 *
 * Always true: where the function throws, nothing that it has changed is committed. Its exception goes on to
 * the caller, also if the rollback fails: then the connection is lost, and the server rolls back. Only what
 * began the transaction repeats it: a deadlock has undone all of it. A commit whose reply is lost is not
 * repeated, because the server may have carried it out.
 * Not here: what the functions of mysqli and PDO send.
 */
#include "transaction.h"

#include <sodium.h>
#include "../../client/client.h"
#include "../../net/wait.h"
#include "../pdo/startup.h"
#include "callable.h"
#include "line.h"
#include "steps.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"

#define FIRST_PAUSE 0.01 /* seconds: the most before the first repetition; it doubles each time ... */
#define LAST_PAUSE  1.0  /* ... up to this */

typedef struct transaction {
	zend_object *connection, *pdo; /* `pdo`: the connection, if it is one of PDO's; NULL */
	mynd_link *link;               /* a reference */
	const mynd_transaction_options *options;
	zend_long depth; /* of savepoints: 0: the transaction itself */
} transaction;

/* --- commands --- */

/* Calls a method of the connection. Returns false if it threw. */
static bool call(const transaction *t, const char *method, zval *argument)
{
	zval result;
	zend_call_method(t->connection, t->connection->ce, NULL, method, strlen(method), &result,
	    argument != NULL, argument, NULL);
	bool failed = Z_TYPE(result) == IS_FALSE;
	if (EG(exception)) {
		return false;
	}
	zval_ptr_dtor(&result);
	if (failed) {
		zval exception;
		mynd_exception_of(t->pdo, mynd_link_error(t->link), &exception);
		zend_throw_exception_object(&exception);
	}
	return !EG(exception);
}

/* Runs a query without rows. Returns false if it threw. */
static bool run(const transaction *t, zend_string *sql)
{
	zval text;
	ZVAL_STR(&text, sql);
	bool done = call(t, t->pdo != NULL ? "exec" : "query", &text);
	zval_ptr_dtor(&text);
	return done;
}

static bool begin(const transaction *t)
{
	if (t->depth > 0) {
		return run(t, zend_strpprintf(0, "SAVEPOINT mynd_" ZEND_LONG_FMT, t->depth));
	}
	if (t->options->isolation != NULL &&
	    !run(t, zend_strpprintf(0, "SET TRANSACTION ISOLATION LEVEL %s", t->options->isolation))) {
		return false;
	}
	return call(t, t->pdo != NULL ? "beginTransaction" : "begin_transaction", NULL);
}

/* A statement that ends a transaction by itself, such as CREATE TABLE, has left PDO nothing to commit. */
static bool commit(const transaction *t)
{
	bool is_open = mynd_link_is_in_transaction(t->link);
	if (t->depth > 0) {
		return !is_open || run(t, zend_strpprintf(0, "RELEASE SAVEPOINT mynd_" ZEND_LONG_FMT, t->depth));
	}
	return (t->pdo != NULL && !is_open) || call(t, "commit", NULL);
}

/* Rolls back. What is thrown meanwhile is dropped, unless it ends the program or the fiber. */
static void roll_back(const transaction *t)
{
	if (!mynd_link_is_open(t->link) || !mynd_link_is_in_transaction(t->link)) {
		return;
	}
	if (t->depth > 0) {
		run(t, zend_strpprintf(0, "ROLLBACK TO SAVEPOINT mynd_" ZEND_LONG_FMT, t->depth));
	} else {
		call(t, t->pdo != NULL ? "rollBack" : "rollback", NULL);
	}
	zend_object *failure = EG(exception) ? mynd_source_failure() : NULL;
	if (failure != NULL) {
		OBJ_RELEASE(failure);
	}
}

/* --- repetitions --- */

/*
 * Returns the server's error number that an exception has: its code, or that of PDO's errorInfo. 0: it has
 * none.
 */
static zend_long number_of(zend_object *exception)
{
	zval space, *value;
	if (instanceof_function(exception->ce, mysqli_exception_ce)) {
		value = zend_read_property_ex(exception->ce, exception, ZSTR_KNOWN(ZEND_STR_CODE), true, &space);
		return zval_get_long(value);
	}
	value = zend_read_property(exception->ce, exception, ZEND_STRL("errorInfo"), true, &space);
	ZVAL_DEREF(value);
	value = Z_TYPE_P(value) == IS_ARRAY ? zend_hash_index_find(Z_ARRVAL_P(value), 1) : NULL;
	return value == NULL ? 0 : zval_get_long(value);
}

/*
 * Returns true if the exception, or one that it has come from, says that the transaction met another one and
 * may succeed now: a deadlock, a lock that was not free in time, a row that has changed since it was read
 * (MariaDB).
 */
static bool asks_to_repeat(zend_object *exception)
{
	enum { CHANGED_SINCE = 1020, LOCK_WAIT_TIMEOUT = 1205, DEADLOCK = 1213 };
	zval space;
	for (unsigned most = 16; exception != NULL && most > 0; most--) {
		zend_long number = number_of(exception);
		if (number == DEADLOCK || number == LOCK_WAIT_TIMEOUT || number == CHANGED_SINCE) {
			return true;
		}
		const zend_class_entry *base =
		    instanceof_function(exception->ce, zend_ce_exception) ? zend_ce_exception : zend_ce_error;
		const zval *previous = zend_read_property_ex(
		    (zend_class_entry *) base, exception, ZSTR_KNOWN(ZEND_STR_PREVIOUS), true, &space);
		exception = Z_TYPE_P(previous) == IS_OBJECT ? Z_OBJ_P(previous) : NULL;
	}
	return false;
}

/*
 * Waits, in a fiber without holding others up, for a random time, so that two transactions that have met do
 * not meet again. Returns false if it threw.
 */
static bool pause_before(zend_long repetition)
{
	double most = FIRST_PAUSE;
	while (--repetition > 0 && most < LAST_PAUSE) {
		most *= 2;
	}
	most = MIN(most, LAST_PAUSE);
	mynd_wait(NULL, 0, mynd_deadline_in(most * randombytes_uniform(1001) / 1000));
	return !EG(exception);
}

/* --- the function --- */

/* Returns false if it threw. */
static bool call_function(
    const transaction *t, zend_fcall_info *function, zend_fcall_info_cache *cache, zval *result)
{
	zval connection;
	ZVAL_OBJ(&connection, t->connection);
	ZVAL_UNDEF(result);
	function->retval = result;
	function->params = &connection;
	function->param_count = 1;
	zend_call_function(function, cache);
	mynd_unwrap(result);
	return !EG(exception);
}

/* Runs the transaction once. Returns NULL if it is committed, or if the program or the fiber ends. */
static zend_object *attempt(
    const transaction *t, zend_fcall_info *function, zend_fcall_info_cache *cache, zval *result)
{
	if (!begin(t)) {
		return mynd_source_failure();
	}
	if (call_function(t, function, cache, result) && commit(t)) {
		return NULL;
	}
	zval_ptr_dtor(result);
	ZVAL_UNDEF(result);
	zend_object *failure = mynd_source_failure();
	if (failure != NULL) {
		roll_back(t);
	}
	if (failure != NULL && EG(exception)) { /* it ends the program or the fiber */
		OBJ_RELEASE(failure);
		return NULL;
	}
	return failure;
}

static void run_all(
    const transaction *t, zend_fcall_info *function, zend_fcall_info_cache *cache, zval *result)
{
	for (zend_long repetition = 1;; repetition++) {
		zend_object *failure = attempt(t, function, cache, result);
		if (failure == NULL) {
			return;
		}
		if (t->depth > 0 || repetition > t->options->retries || !mynd_link_is_open(t->link) ||
		    !asks_to_repeat(failure)) {
			zend_throw_exception_internal(failure);
			return;
		}
		OBJ_RELEASE(failure);
		if (EG(exception) || !pause_before(repetition)) {
			return;
		}
	}
}

bool mynd_transaction_read(
    mynd_transaction_options *options, zend_long retries, const zend_string *isolation, uint32_t first_arg)
{
	static const char *const levels[] = {
	    "READ UNCOMMITTED", "READ COMMITTED", "REPEATABLE READ", "SERIALIZABLE"};
	*options = (mynd_transaction_options){.retries = retries};
	if (retries < 0) {
		zend_argument_value_error(first_arg, "must be 0 or more");
		return false;
	}
	if (isolation == NULL) {
		return true;
	}
	for (unsigned i = 0; i < sizeof levels / sizeof *levels; i++) {
		if (zend_binary_strcasecmp(ZSTR_VAL(isolation), ZSTR_LEN(isolation), levels[i], strlen(levels[i])) ==
		    0) {
			options->isolation = levels[i];
			return true;
		}
	}
	zend_argument_value_error(first_arg + 1,
	    "must be \"read uncommitted\", \"read committed\", \"repeatable read\", or \"serializable\"");
	return false;
}

void mynd_transaction_run(zend_object *connection, zend_fcall_info *call, zend_fcall_info_cache *cache,
    const mynd_transaction_options *options, zval *result)
{
	mynd_link *link = mynd_pdo_link_of(connection);
	transaction t = {.connection = connection, .pdo = link != NULL ? connection : NULL, .options = options};
	ZVAL_UNDEF(result);
	t.link = link != NULL ? link : mynd_connected_link_of(connection, 1);
	if (t.link == NULL) {
		return;
	}
	zend_ulong key = (zend_ulong) (uintptr_t) t.link;
	if (mynd_link_is_in_transaction(t.link)) {
		const zval *depth = zend_hash_index_find(&MYND_G(transactions), key);
		t.depth = depth == NULL ? 1 : Z_LVAL_P(depth) + 1;
		if (options->isolation != NULL) {
			zend_value_error("The isolation level of a transaction cannot change once it is open");
			return;
		}
	}
	mynd_link_addref(t.link);
	GC_ADDREF(connection);
	zval depth;
	ZVAL_LONG(&depth, t.depth);
	zend_hash_index_update(&MYND_G(transactions), key, &depth);
	run_all(&t, call, cache, result);
	if (t.depth > 0) {
		ZVAL_LONG(&depth, t.depth - 1);
		zend_hash_index_update(&MYND_G(transactions), key, &depth);
	} else {
		zend_hash_index_del(&MYND_G(transactions), key);
	}
	OBJ_RELEASE(connection);
	mynd_link_release(t.link);
}

ZEND_FUNCTION(Mynd_transaction)
{
	zend_object *connection;
	zend_fcall_info call;
	zend_fcall_info_cache cache;
	zend_long retries = 0;
	zend_string *isolation = NULL;
	mynd_transaction_options options;
	ZEND_PARSE_PARAMETERS_START(2, 4)
	Z_PARAM_OBJ(connection)
	Z_PARAM_FUNC(call, cache)
	Z_PARAM_OPTIONAL
	Z_PARAM_LONG(retries)
	Z_PARAM_STR_OR_NULL(isolation)
	ZEND_PARSE_PARAMETERS_END();
	zval function, result;
	mynd_keep_callable(&function, &call, &cache);
	zend_fcall_info_init(&function, 0, &call, &cache, NULL, NULL);
	if (mynd_transaction_read(&options, retries, isolation, 3)) {
		mynd_transaction_run(connection, &call, &cache, &options, &result);
		if (!EG(exception)) {
			RETVAL_COPY_VALUE(&result);
		}
	}
	zval_ptr_dtor(&function);
}
