/*
 * Asynchronous queries: reap_async_query() and poll(). query() sends them, with MYSQLI_ASYNC.
 *
 * poll() collects the links before it waits, with a reference to each, because code of the program may run
 * during the wait and change the arrays. The arrays that poll() assigns afterwards are made from the arrays
 * as they were before the wait.
 */
#include "statement.h"

#include <errno.h>

#include "../../client/client.h"
#include "../mynd/within.h"

PHP_FUNCTION(mysqli_reap_async_query)
{
	mysqli_link_object *self = mysqli_link_alone(INTERNAL_FUNCTION_PARAM_PASSTHRU);
	if (self == NULL) {
		RETURN_THROWS();
	}
	mynd_link *link = self->link;
	bool use = false;
	mynd_link_addref(link);
	int rc = mynd_link_reap(link, NULL, &use);
	if (rc == MYND_MORE) {
		php_error_docref(NULL, E_WARNING, "Connection not opened, clear or has been closed");
	}
	RETVAL_FALSE;
	if (rc != MYND_OK) {
		mysqli_report_link(link);
	} else if (mynd_link_has_result(link)) {
		mynd_result *result = use ? mynd_link_use(link) : mynd_link_store(link);
		mysqli_answer_result(return_value, result);
		if (result == NULL) {
			mysqli_report_link(link);
		}
	} else {
		RETVAL_TRUE;
	}
	mynd_link_release(link);
}

/* --- poll --- */

/* An array that the program passed to poll(). */
typedef struct polled {
	HashTable *given; /* one reference; NULL: no array was passed */
	mynd_link **links;
	bool *awaited, *ready; /* arrays with an element for each link */
	size_t count, awaited_count;
} polled;

/* Returns the link of an element, or NULL if an error was thrown. */
static mynd_link *link_of(zval *element, uint32_t number)
{
	ZVAL_DEREF(element);
	if (Z_TYPE_P(element) != IS_OBJECT || !instanceof_function(Z_OBJCE_P(element), mysqli_link_ce)) {
		zend_argument_type_error(
		    number, "must be an instance of mysqli, %s given", zend_zval_type_name(element));
		return NULL;
	}
	mysqli_link_object *object = mysqli_link_in(element, MYSQLI_CONNECTED);
	return object == NULL ? NULL : object->link;
}

static void add(polled *p, mynd_link *link)
{
	bool awaited = mynd_link_is_awaited(link);
	mynd_link_addref(link);
	p->links[p->count] = link;
	p->awaited[p->count] = awaited;
	p->ready[p->count++] = false;
	p->awaited_count += awaited;
}

/*
 * Collects the links of an array in `p`, with references. Returns false if an error was thrown; `p` then has
 * the links before the wrong element, which the caller releases.
 */
static bool collect(polled *p, zval *array)
{
	uint32_t number = 0;
	zval *element;
	if (array == NULL) {
		return true;
	}
	size_t most = zend_hash_num_elements(Z_ARRVAL_P(array));
	p->links = safe_emalloc(most, sizeof *p->links + 2 * sizeof *p->ready, 0);
	p->awaited = (bool *) (p->links + most);
	p->ready = p->awaited + most;
	p->given = Z_ARRVAL_P(array);
	GC_TRY_ADDREF(p->given);
	ZEND_HASH_FOREACH_VAL (p->given, element) {
		mynd_link *link = link_of(element, ++number);
		if (link == NULL) {
			return false;
		}
		add(p, link);
	}
	ZEND_HASH_FOREACH_END();
	return true;
}

static void let_go_of_links(polled *p)
{
	while (p->count > 0) {
		mynd_link_release(p->links[--p->count]);
	}
}

/* Frees the lists of links and releases the array, which may run destructors of the program. */
static void let_go(polled *p)
{
	if (p->given != NULL) {
		efree(p->links);
		zend_array_release(p->given);
	}
}

static bool is_any_open(const polled *p)
{
	for (size_t i = 0; i < p->count; i++) {
		if (mynd_link_is_open(p->links[i])) {
			return true;
		}
	}
	return false;
}

/* Returns the elements whose flag is `wanted`, numbered anew. */
static zend_array *choose(const polled *p, const bool *flags, bool wanted)
{
	zend_array *chosen = zend_new_array(0);
	zval *element;
	size_t i = 0;
	ZEND_HASH_FOREACH_VAL (p->given, element) {
		if (flags[i++] == wanted) {
			Z_TRY_ADDREF_P(element);
			zend_hash_next_index_insert_new(chosen, element);
		}
	}
	ZEND_HASH_FOREACH_END();
	return chosen;
}

static zend_array *rejected(const polled *p)
{
	return p->awaited_count == p->count ? zend_new_array(0) : choose(p, p->awaited, false);
}

/* Counts the ready links. A link that is in the array twice counts once. */
static zend_long count_ready(const polled *p)
{
	HashTable seen;
	zend_hash_init(&seen, 8, NULL, NULL, false);
	for (size_t i = 0; i < p->count; i++) {
		if (p->ready[i]) {
			zend_hash_index_add_empty_element(&seen, (zend_ulong) (uintptr_t) p->links[i]);
		}
	}
	zend_long count = zend_hash_num_elements(&seen);
	zend_hash_destroy(&seen);
	return count;
}

/* The arrays that poll() assigns to its three variables. */
typedef struct answers {
	zend_array *read, *error, *reject;
} answers;

/* Assigns the array to the variable. May run code of the program: destructors of the old value. */
static void give(zval *variable, zend_array *array)
{
	if (array != NULL && Z_ISREF_P(variable)) {
		zval value;
		ZVAL_ARR(&value, array);
		mysqli_assign(variable, &value);
	} else if (array != NULL) {
		zend_array_release(array);
	}
}

/*
 * Returns true if there is something to wait for; if not, warns. As in stock, links of the second array are a
 * reason to wait, but are never reported: sockets have no exceptional conditions, and a broken socket is
 * ready to be read.
 */
static bool can_poll(const polled *read, const polled *error)
{
	if (read->awaited_count > 0 || is_any_open(error)) {
		return true;
	}
	php_error_docref(NULL, E_WARNING, "%s",
	    read->count > 0 ? "All arrays passed are clear" : "No stream arrays were passed");
	return false;
}

static void poll_arrays(
    const polled *read, const polled *error, mynd_deadline deadline, answers *answers, zval *return_value)
{
	RETVAL_FALSE;
	answers->reject = rejected(read);
	if (!can_poll(read, error)) {
		answers->read = read->given == NULL ? NULL : zend_new_array(0);
		return;
	}
	if (mynd_links_poll(read->links, read->count, mynd_within_limit(deadline), read->ready) == MYND_BAD) {
		if (!EG(exception)) {
			php_error_docref(NULL, E_WARNING, "Unable to wait [%d]: %s", errno, strerror(errno));
		}
		return;
	}
	RETVAL_LONG(count_ready(read));
	answers->read = read->given == NULL ? NULL : choose(read, read->ready, true);
	answers->error = error->given == NULL ? NULL : zend_new_array(0);
}

static mynd_deadline deadline_of(zend_long seconds, zend_long microseconds)
{
	double total = (double) seconds + (double) microseconds / 1e6;
	return total > 0 ? mynd_deadline_in(total) : MYND_NO_WAIT;
}

PHP_FUNCTION(mysqli_poll)
{
	zval *read, *error, *reject;
	zend_long seconds, microseconds = 0;
	if (zend_parse_parameters(ZEND_NUM_ARGS(), "a!a!al|l", &read, &error, &reject, &seconds, &microseconds) ==
	    FAILURE) {
		RETURN_THROWS();
	}
	if (seconds < 0) {
		zend_argument_value_error(4, "must be greater than or equal to 0");
		RETURN_THROWS();
	}
	if (microseconds < 0) {
		zend_argument_value_error(5, "must be greater than or equal to 0");
		RETURN_THROWS();
	}
	if (read == NULL && error == NULL) {
#if PHP_VERSION_ID >= 80300
		zend_value_error("No stream arrays were passed");
		RETURN_THROWS();
#else
		php_error_docref(NULL, E_WARNING, "No stream arrays were passed");
		RETURN_FALSE;
#endif
	}
	polled for_read = {0}, for_error = {0};
	answers answers = {0};
	if (collect(&for_read, read) && collect(&for_error, error)) {
		poll_arrays(&for_read, &for_error, deadline_of(seconds, microseconds), &answers, return_value);
	}
	let_go_of_links(&for_read);
	let_go_of_links(&for_error);
	give(ZEND_CALL_ARG(execute_data, 3), answers.reject);
	give(ZEND_CALL_ARG(execute_data, 1), answers.read);
	give(ZEND_CALL_ARG(execute_data, 2), answers.error);
	let_go(&for_read);
	let_go(&for_error);
}
