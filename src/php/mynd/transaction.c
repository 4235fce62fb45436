/*
 * Mynd\transaction(): runs a function of the program in a transaction, and once more where the server asks
 * for that. Inside a transaction a savepoint takes the transaction's place.
 *
 * The connection's own methods begin and end the transaction, so that a class that extends mysqli or PDO, and
 * PDO's record of the transaction, see it. A call of them that returns false throws the connection's error,
 * whatever the program's report mode is.
 *
 * Always true: where the function throws, nothing that it has changed in the transaction is committed: the
 * transaction is rolled back, or the connection is lost. Its exception goes on to the caller. Only what began
 * the transaction repeats it: a deadlock has undone all of it. A commit whose reply is lost is not repeated,
 * because the server may have carried it out. A transaction that a deadlock has ended, and one in which a
 * savepoint could not be restored, is not committed, even if the function has caught the error.
 * Not here: what the functions of mysqli and PDO send.
 */
#include "transaction.h"

#include <sodium.h>

#include "../../client/client.h"
#include "../../client/intercept.h"
#include "../../net/wait.h"
#include "../mysqli/mysqli.h"
#include "../pdo/startup.h"
#include "callable.h"
#include "line.h"
#include "steps.h"
#include "within.h"
#include "zend_exceptions.h"
#include "zend_interfaces.h"

#define FIRST_PAUSE 0.01 /* seconds: the most before the first repetition; it doubles each time ... */
#define LAST_PAUSE  1.0  /* ... up to this */
#define SAVEPOINT   "mynd_" ZEND_LONG_FMT /* name of the savepoint of a depth */

/* A transaction or savepoint under way. MYND_G(transactions) has those of each link, the newest first. */
typedef struct transaction {
	struct transaction *older; /* of the same link */
	struct transaction *outer; /* the newest older one of the same fiber and object; NULL: none */
	const void *fiber;
	zend_object *connection, *pdo; /* `pdo`: the connection, if it is one of PDO's; NULL */
	mynd_link *link;               /* a reference */
	const mynd_transaction_options *options;
	zend_long depth;            /* of savepoints: 0: the transaction itself */
	uint32_t connection_number; /* the link's, and the server's count of deadlocks, at the beginning */
	uint32_t deadlocks;
	zend_object *doomed; /* why the transaction cannot be committed; NULL: it can */
	bool after_fatal_error;
} transaction;

/* --- the connection --- */

/* Returns false if the object has lost its link, or has another one: the function has connected it again. */
static bool has_its_link(const transaction *t)
{
	return mynd_link_now_of(t->connection) == t->link &&
	       mynd_link_connection_number(t->link) == t->connection_number && mynd_link_is_open(t->link);
}

static void throw_lost(const transaction *t)
{
	mynd_error error;
	mynd_error_client(&error, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY);
	mynd_throw_error(t->pdo, &error);
}

/* Throws why a method has returned false. */
static void throw_failure(const transaction *t, const char *method)
{
	const mynd_link *link = mynd_link_now_of(t->connection);
	if (link != t->link) {
		throw_lost(t);
	} else if (mynd_link_error(link)->code != 0) {
		mynd_throw_error(t->pdo, mynd_link_error(link));
	} else {
		mynd_error error;
		mynd_error_set(&error, MYND_CAUSE_SERVER, 2000, "HY000", "%s() has returned false", method);
		mynd_throw_error(t->pdo, &error);
	}
}

/* --- commands --- */

/* Calls a method of the connection. Returns false if it threw. */
static bool call(const transaction *t, const char *method, zval *argument)
{
	zval result;
	zend_call_method(t->connection, t->connection->ce, NULL, method, strlen(method), &result,
	    argument != NULL, argument, NULL);
	if (EG(exception)) {
		zval_ptr_dtor(&result);
		return false;
	}
	mynd_unwrap(&result);
	bool failed = Z_TYPE(result) == IS_FALSE;
	zval_ptr_dtor(&result);
	if (failed && !EG(exception)) {
		throw_failure(t, method);
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

/* Runs a command about the transaction's savepoint. Returns false if it threw. */
static bool run_on_savepoint(const transaction *t, const char *command)
{
	return run(t, zend_strpprintf(0, "%s " SAVEPOINT, command, t->depth));
}

static bool begin_commands(const transaction *t)
{
	if (t->depth > 0) {
		return run_on_savepoint(t, "SAVEPOINT");
	}
	if (t->options->is_outermost && mynd_link_is_in_transaction(t->link) && !call(t, "commit", NULL)) {
		return false;
	}
	if (t->options->isolation != NULL &&
	    !run(t, zend_strpprintf(0, "SET TRANSACTION ISOLATION LEVEL %s", t->options->isolation))) {
		return false;
	}
	return call(t, t->pdo != NULL ? "beginTransaction" : "begin_transaction", NULL);
}

/* The commands run in one turn, so that the isolation level is not that of another fiber's transaction. */
static bool begin(transaction *t)
{
	if (mynd_link_begin_turn(t->link) != MYND_OK) {
		if (!EG(exception)) {
			mynd_throw_error(t->pdo, mynd_link_error(t->link));
		}
		return false;
	}
	bool begun = begin_commands(t);
	mynd_link_end_turn(t->link);
	t->connection_number = mynd_link_connection_number(t->link);
	if (begun && has_its_link(t)) {
		t->deadlocks = mynd_link_server(t->link)->deadlocks;
	}
	return begun;
}

static transaction *outermost(transaction *t)
{
	while (t->outer != NULL) {
		t = t->outer;
	}
	return t;
}

/*
 * Throws if the transaction cannot be committed any more: a deadlock has ended it, or a savepoint of it could
 * not be restored. Returns false if it threw.
 */
static bool check_whole(transaction *t)
{
	const transaction *whole = outermost(t);
	if (whole->doomed != NULL) {
		GC_ADDREF(whole->doomed);
		zend_throw_exception_internal(whole->doomed);
		return false;
	}
	if (!has_its_link(t)) {
		throw_lost(t);
		return false;
	}
	if (mynd_link_server(t->link)->deadlocks != whole->deadlocks) {
		mynd_error error;
		mynd_error_set(&error, MYND_CAUSE_SERVER, 1213, "40001",
		    "Deadlock found when trying to get lock; try restarting transaction");
		mynd_throw_error(t->pdo, &error);
		return false;
	}
	return true;
}

/* A statement that ends a transaction by itself, such as CREATE TABLE, has left PDO nothing to commit. */
static bool commit(transaction *t)
{
	if (!check_whole(t)) {
		return false;
	}
	bool is_open = mynd_link_is_in_transaction(t->link);
	if (t->depth > 0) {
		return !is_open || run_on_savepoint(t, "RELEASE SAVEPOINT");
	}
	return (t->pdo != NULL && !is_open) || call(t, "commit", NULL);
}

/* --- rolling back --- */

/* Drops what was thrown, unless it ends the program or the fiber. */
static void drop_failure(void)
{
	zend_object *failure = EG(exception) ? mynd_source_failure() : NULL;
	if (failure != NULL) {
		OBJ_RELEASE(failure);
	}
}

/* Restores the savepoint. If that fails, nothing of the transaction is committed, because of `failure`. */
static void roll_back_to(transaction *t, zend_object *failure)
{
	if (run_on_savepoint(t, "ROLLBACK TO SAVEPOINT")) {
		return;
	}
	transaction *whole = outermost(t);
	drop_failure();
	if (whole->doomed == NULL) {
		GC_ADDREF(failure);
		whole->doomed = failure;
	}
}

/*
 * Rolls back after `failure`. What the function has left unread is dropped before, so that it does not refuse
 * the command. What is thrown meanwhile is dropped, unless it ends the program or the fiber.
 */
static void roll_back(transaction *t, zend_object *failure)
{
	if (!has_its_link(t)) {
		return;
	}
	mynd_link_drop_replies(t->link);
	if (t->depth > 0) {
		roll_back_to(t, failure);
		return;
	}
	if (mynd_link_is_in_transaction(t->link)) {
		call(t, t->pdo != NULL ? "rollBack" : "rollback", NULL);
		drop_failure();
	}
	if (has_its_link(t) && mynd_link_is_in_transaction(t->link)) {
		mynd_link_roll_back(t->link, NULL);
	}
}

/*
 * Called when the program or the fiber ends in the function: rolls back without running code of the program,
 * because its shutdown functions and other fibers may still use the connection. A pool does so itself.
 */
static void roll_back_at_end(const transaction *t)
{
	if (t->options->is_outermost || !has_its_link(t)) {
		return;
	}
	char savepoint[32];
	zend_object *end = EG(exception);
	snprintf(savepoint, sizeof savepoint, SAVEPOINT, t->depth);
	EG(exception) = NULL;
	mynd_wait_begin_alone();
	mynd_link_drop_replies(t->link);
	mynd_link_roll_back(t->link, t->depth > 0 ? savepoint : NULL);
	mynd_wait_end_alone();
	EG(exception) = end;
}

/* --- repetitions --- */

/* Returns a property that the exception's class declares, or NULL. */
static zval *property_of(zend_object *exception, zend_class_entry *ce, const char *name, size_t len)
{
	zval space, *value = NULL;
	if (zend_hash_str_exists(&ce->properties_info, name, len)) {
		value = zend_read_property(ce, exception, name, len, true, &space);
		if (value == &space) { /* of __get() */
			zval_ptr_dtor(value);
			return NULL;
		}
		ZVAL_DEREF(value);
	}
	return value;
}

/*
 * Returns the server's error number that an exception has: its code, or that of PDO's errorInfo. 0: it has
 * none.
 */
static zend_long number_of(zend_object *exception)
{
	const zval *value;
	if (instanceof_function(exception->ce, mysqli_exception_ce)) {
		value = property_of(exception, zend_ce_exception, ZEND_STRL("code"));
		return value != NULL && Z_TYPE_P(value) == IS_LONG ? Z_LVAL_P(value) : 0;
	}
	value = property_of(exception, exception->ce, ZEND_STRL("errorInfo"));
	value = value != NULL && Z_TYPE_P(value) == IS_ARRAY ? zend_hash_index_find(Z_ARRVAL_P(value), 1) : NULL;
	return value != NULL && Z_TYPE_P(value) == IS_LONG ? Z_LVAL_P(value) : 0;
}

/*
 * Returns true if the exception, or one that it has come from, says that the transaction met another one and
 * may succeed now: a deadlock, a lock that was not free in time, a row that has changed since it was read
 * (MariaDB).
 */
static bool asks_to_repeat(zend_object *exception)
{
	enum { CHANGED_SINCE = 1020, LOCK_WAIT_TIMEOUT = 1205, DEADLOCK = 1213 };
	for (unsigned most = 16; exception != NULL && most > 0; most--) {
		zend_long number = number_of(exception);
		if (number == DEADLOCK || number == LOCK_WAIT_TIMEOUT || number == CHANGED_SINCE) {
			return true;
		}
		zend_class_entry *base =
		    instanceof_function(exception->ce, zend_ce_exception) ? zend_ce_exception : zend_ce_error;
		const zval *previous = property_of(exception, base, ZEND_STRL("previous"));
		exception = previous != NULL && Z_TYPE_P(previous) == IS_OBJECT ? Z_OBJ_P(previous) : NULL;
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
	mynd_deadline end = mynd_deadline_in(most * randombytes_uniform(1001) / 1000);
	mynd_wait(NULL, 0, mynd_within_limit(end));
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

/* Ends the transaction after what was thrown. Returns that, or NULL if the program or the fiber ends. */
static zend_object *fail(transaction *t)
{
	zend_object *failure = mynd_source_failure();
	if (failure != NULL) {
		roll_back(t, failure);
	}
	if (failure != NULL && EG(exception)) { /* it ends the program or the fiber */
		OBJ_RELEASE(failure);
		failure = NULL;
	}
	if (failure == NULL) {
		roll_back_at_end(t);
	}
	return failure;
}

/* Runs the transaction once. Returns NULL if it is committed, or if the program or the fiber ends. */
static zend_object *attempt(
    transaction *t, zend_fcall_info *function, zend_fcall_info_cache *cache, zval *result)
{
	if (!begin(t)) {
		bool has_begun = t->depth == 0 && has_its_link(t) && mynd_link_is_in_transaction(t->link);
		return has_begun ? fail(t) : mynd_source_failure();
	}
	if (call_function(t, function, cache, result) && commit(t)) {
		return NULL;
	}
	zval_ptr_dtor(result);
	ZVAL_UNDEF(result);
	return fail(t);
}

static void forget_doom(transaction *t)
{
	if (t->doomed != NULL) {
		zend_object *doomed = t->doomed;
		t->doomed = NULL;
		OBJ_RELEASE(doomed);
	}
}

static void run_all(transaction *t, zend_fcall_info *function, zend_fcall_info_cache *cache, zval *result)
{
	for (zend_long repetition = 1;; repetition++) {
		zend_object *failure = attempt(t, function, cache, result);
		forget_doom(t);
		if (failure == NULL) {
			return;
		}
		if (t->depth > 0 || repetition > t->options->retries || !has_its_link(t) ||
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

/* --- transactions of one link --- */

static zend_ulong key_of(const mynd_link *link)
{
	return (zend_ulong) (uintptr_t) link;
}

static transaction *newest_of(const mynd_link *link)
{
	return zend_hash_index_find_ptr(&MYND_G(transactions), key_of(link));
}

static void set_newest(const mynd_link *link, transaction *newest)
{
	if (newest == NULL) {
		zend_hash_index_del(&MYND_G(transactions), key_of(link));
	} else {
		zend_hash_index_update_ptr(&MYND_G(transactions), key_of(link), newest);
	}
}

/* Adds the transaction to those of its link. It is in request memory, which outlives a fatal error. */
static transaction *enter(const transaction *from)
{
	transaction *t = emalloc(sizeof *t);
	*t = *from;
	mynd_link_addref(t->link);
	GC_ADDREF(t->connection);
	t->older = newest_of(t->link);
	set_newest(t->link, t);
	return t;
}

/* Removes the transaction, which is not the newest if another fiber has begun one since. */
static void leave(transaction *t)
{
	transaction *newer = newest_of(t->link);
	if (newer == t) {
		set_newest(t->link, t->older);
	} else {
		while (newer->older != t) {
			newer = newer->older;
		}
		newer->older = t->older;
	}
	OBJ_RELEASE(t->connection);
	mynd_link_release(t->link);
	efree(t);
}

/*
 * Sets the transaction's outer one and its depth, which no other one of the link has. Returns true if a fatal
 * error has interrupted one, and a transaction is open that may be the same: the code that runs now is a
 * shutdown function.
 */
static bool find_place(transaction *t)
{
	zend_long others = 0;
	bool interrupted = false;
	for (transaction *other = newest_of(t->link); other != NULL; other = other->older) {
		bool goes_on = other->after_fatal_error == t->after_fatal_error;
		bool is_outer = goes_on && other->fiber == t->fiber && other->connection == t->connection;
		t->outer = t->outer == NULL && is_outer ? other : t->outer;
		interrupted |= !goes_on;
		others++;
	}
	bool is_inside = t->outer != NULL || mynd_link_is_in_transaction(t->link);
	t->depth = is_inside ? others + 1 : 0;
	return interrupted && is_inside && t->outer == NULL;
}

/* Returns false if it threw. */
static bool take_place(transaction *t)
{
	if (t->options->is_outermost) {
		return true;
	}
	if (find_place(t)) {
		zend_throw_error(NULL, "Mynd\\transaction(): a fatal error has interrupted a transaction on this "
		                       "connection, which must be rolled back first");
		return false;
	}
	if (t->depth > 0 && t->options->isolation != NULL) {
		zend_value_error("The isolation level of a transaction cannot change once it is open");
		return false;
	}
	return t->outer == NULL || check_whole(t);
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
	transaction here = {.connection = connection,
	    .options = options,
	    .fiber = EG(active_fiber),
	    .after_fatal_error = CG(unclean_shutdown)};
	ZVAL_UNDEF(result);
	here.link = mynd_connection_link_of(connection, &here.pdo);
	if (here.link == NULL) {
		return;
	}
	here.connection_number = mynd_link_connection_number(here.link);
	if (!take_place(&here)) {
		return;
	}
	transaction *t = enter(&here);
	run_all(t, call, cache, result);
	leave(t);
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
	zend_release_fcall_info_cache(&cache);
	zval_ptr_dtor(&function);
}
