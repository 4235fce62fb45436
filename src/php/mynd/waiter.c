/*
 * Mynd\waiter(): the program's waiters, which are called where the driver would sleep.
 *
 * The waiters form a list. The newest is called first; if it returns null, the one before it is called, and
 * so on. If all return null, the wait blocks. An entry is a function that waits for a stream, or a
 * Mynd\Poller (poller.c).
 *
 * No waiter is called where it could not suspend: outside of fibers (unless it was installed for all waits),
 * where the engine has blocked the switching of fibers, in a fiber that is being destroyed, and while an
 * exception is pending. The wait then blocks. If a waiter throws, the wait ends, the connection is closed,
 * and the call unwinds.
 *
 * If a fatal error ends the request while a waiter waits, the C frames that have called the waiter never run
 * again. So they own only request memory, and objects that the link or a poller refers to.
 */
#include "callable.h"
#include "waiter.h"

#include <errno.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "zend_fibers.h"

struct mynd_program_waiter {
	zval callable; /* waiter that the program has passed; may be a Mynd\Poller */
	zval function; /* the function to call */
	bool everywhere;
	uint64_t number; /* larger than the numbers of all earlier entries */
};
typedef struct mynd_program_waiter entry;

/* Returns the newest waiter with a lower number that may be asked here (in a fiber or not), or NULL. */
static const entry *find_before(uint64_t number)
{
	bool in_fiber = EG(active_fiber) != NULL;
	for (unsigned i = MYND_G(waiter_count); i-- > 0;) {
		const entry *e = &MYND_G(waiters)[i];
		if (e->number < number && (in_fiber || e->everywhere)) {
			return e;
		}
	}
	return NULL;
}

static bool ask_to_suspend(void *context)
{
	const zend_fiber *fiber = EG(active_fiber);
	if (EG(exception) || zend_fiber_switch_blocked()) {
		return false;
	}
	return fiber == NULL ? find_before(UINT64_MAX) != NULL : !(fiber->flags & ZEND_FIBER_FLAG_DESTROYED);
}

/* --- one stream for all descriptors of a wait --- */

static uint32_t to_epoll(int events)
{
	return (events & MYND_READABLE ? (uint32_t) EPOLLIN : 0) |
	       (events & MYND_WRITABLE ? (uint32_t) EPOLLOUT : 0);
}

/*
 * Returns a stream for several descriptors, or for none, which becomes readable when one of them is ready.
 * Returns NULL if the stream cannot be made.
 */
static zend_resource *stream_of_several(const mynd_wait_fd *fds, unsigned count)
{
	int set = epoll_create1(EPOLL_CLOEXEC);
	if (set < 0) {
		return NULL;
	}
	zend_resource *resource = mynd_stream_owning(set);
	for (unsigned i = 0; i < count; i++) {
		struct epoll_event event = {.events = to_epoll(fds[i].events)};
		if (epoll_ctl(set, EPOLL_CTL_ADD, fds[i].fd, &event) != 0) {
			mynd_stream_let_go(resource);
			return NULL;
		}
	}
	return resource;
}

/* --- asking --- */

static int understand(const zval *answer)
{
	switch (Z_TYPE_P(answer)) {
	case IS_TRUE:
		return MYND_OK;
	case IS_FALSE:
		return MYND_MORE;
	case IS_NULL:
	case IS_UNDEF: /* the waiter could not be called */
		return MYND_WAIT_BLOCK;
	default:
		zend_type_error("The waiter of Mynd\\waiter() must return a bool or null, %s returned",
		    zend_zval_type_name(answer));
		return MYND_BAD;
	}
}

/*
 * PDO's constructor turns warnings into exceptions, by a setting of the whole thread. While a waiter is
 * called, other fibers run. They must not be subject to this setting, and may run such a constructor, too. So
 * the setting is replaced during the call.
 */
int mynd_waiter_ask(zval *waiter, uint32_t count, zval *arguments)
{
	zval answer;
	ZVAL_UNDEF(&answer);
	zend_error_handling own;
	zend_replace_error_handling(EH_NORMAL, NULL, &own);
	call_user_function(NULL, NULL, waiter, &answer, count, arguments);
	mynd_unwrap(&answer);
	zend_restore_error_handling(&own);
	int rc = EG(exception) ? MYND_BAD : understand(&answer);
	zval_ptr_dtor(&answer);
	return EG(exception) ? MYND_BAD : rc; /* a destructor may have thrown */
}

static int ask(zval *waiter, zend_resource *stream, int events, mynd_deadline deadline)
{
	zval arguments[3];
	GC_ADDREF(stream);
	ZVAL_RES(&arguments[0], stream);
	ZVAL_LONG(&arguments[1], events);
	if (mynd_deadline_is_none(deadline)) {
		ZVAL_NULL(&arguments[2]);
	} else {
		ZVAL_DOUBLE(&arguments[2], mynd_deadline_left(deadline));
	}
	int rc = mynd_waiter_ask(waiter, 3, arguments);
	zval_ptr_dtor(&arguments[0]);
	return rc;
}

static int wait_by_stream(zval *waiter, mynd_wait_fd *fds, unsigned count, mynd_deadline deadline)
{
	bool one = count == 1;
	zend_resource *stream = one ? mynd_stream_of_descriptor(fds[0].fd) : stream_of_several(fds, count);
	if (stream == NULL) {
		return MYND_WAIT_BLOCK;
	}
	int events = one ? fds[0].events : MYND_READABLE;
	int rc = ask(waiter, stream, events, deadline);
	if (rc == MYND_OK && one && (events == MYND_READABLE || events == MYND_WRITABLE)) {
		fds[0].ready = events;
	} else if (rc == MYND_OK) {
		/* checks which of the descriptors are ready, without the waiter and without sleeping */
		mynd_wait(fds, count, MYND_NO_WAIT);
	}
	if (!one) {
		mynd_stream_let_go(stream);
	}
	return rc;
}

static int wait_with_program(void *context, mynd_wait_fd *fds, unsigned count, mynd_deadline deadline)
{
	int rc = MYND_WAIT_BLOCK;
	uint64_t number = UINT64_MAX;
	const entry *e;
	if (mynd_deadline_has_passed(deadline)) {
		return MYND_WAIT_BLOCK;
	}
	while (rc == MYND_WAIT_BLOCK && (e = find_before(number)) != NULL) {
		zval waiter;
		number = e->number;
		ZVAL_COPY(&waiter, &e->function); /* the waiter may change the list */
		rc = mynd_is_poller(&waiter) ? mynd_poller_wait(Z_OBJ(waiter), fds, count, deadline)
		                             : wait_by_stream(&waiter, fds, count, deadline);
		zval_ptr_dtor(&waiter);
		rc = EG(exception) ? MYND_BAD : rc;
	}
	errno = rc == MYND_BAD ? ECANCELED : 0;
	return rc;
}

/* For the newest waiter alone, if it is a poller. */
static int wait_for_call(void *context, struct mynd_polled **polled, mynd_deadline deadline)
{
	const entry *e = find_before(UINT64_MAX);
	if (mynd_deadline_has_passed(deadline) || e == NULL || !mynd_is_poller(&e->function)) {
		return MYND_WAIT_BLOCK;
	}
	zval waiter;
	ZVAL_COPY(&waiter, &e->function); /* the waiter may change the list */
	int rc = mynd_poller_wait_for_call(Z_OBJ(waiter), polled, deadline);
	zval_ptr_dtor(&waiter);
	rc = EG(exception) ? MYND_BAD : rc;
	errno = rc == MYND_BAD ? ECANCELED : 0;
	return rc;
}

/* --- the list --- */

static const mynd_waiter waiter_of_program = {NULL, ask_to_suspend, wait_with_program, wait_for_call};

static void list_changed(void)
{
	mynd_wait_install(MYND_G(waiter_count) > 0 ? &waiter_of_program : NULL);
}

static unsigned find(zval *waiter)
{
	unsigned i = 0;
	while (i < MYND_G(waiter_count) && !zend_is_identical(&MYND_G(waiters)[i].callable, waiter)) {
		i++;
	}
	return i;
}

/*
 * Removes entries. Their destructors, which may be code of the program, run only after the list was updated.
 */
static void remove_some(unsigned first, unsigned count)
{
	unsigned behind = MYND_G(waiter_count) - first - count;
	if (count == 0) {
		return;
	}
	entry *removed = safe_emalloc(count, sizeof *removed, 0);
	memcpy(removed, &MYND_G(waiters)[first], count * sizeof *removed);
	memmove(&MYND_G(waiters)[first], &MYND_G(waiters)[first + count], behind * sizeof *removed);
	MYND_G(waiter_count) -= count;
	list_changed();
	while (count-- > 0) {
		zval_ptr_dtor(&removed[count].callable);
		zval_ptr_dtor(&removed[count].function);
	}
	efree(removed);
}

/* Adds an entry, which takes over the function. */
static void add(zval *waiter, zval *function, bool everywhere)
{
	MYND_G(waiters) = safe_erealloc(MYND_G(waiters), MYND_G(waiter_count) + 1, sizeof(entry), 0);
	entry *e = &MYND_G(waiters)[MYND_G(waiter_count)++];
	ZVAL_COPY(&e->callable, waiter);
	ZVAL_COPY_VALUE(&e->function, function);
	e->everywhere = everywhere;
	e->number = ++MYND_G(last_waiter);
	list_changed();
}

void mynd_waiter_request_startup(void)
{
	MYND_G(waiters) = NULL;
	MYND_G(waiter_count) = 0;
}

void mynd_waiter_request_shutdown(void)
{
	remove_some(0, MYND_G(waiter_count));
	if (MYND_G(waiters) != NULL) {
		efree(MYND_G(waiters));
		MYND_G(waiters) = NULL;
	}
}

/* --- for programs --- */

/* Sets *function to the function to call for a waiter; the caller owns it. Returns false if it threw. */
static bool understand_waiter(zval *given, bool may_be_null, zval *function)
{
	zend_fcall_info call;
	zend_fcall_info_cache cache;
	char *error = NULL;
	if (mynd_is_poller(given)) {
		ZVAL_COPY(function, given);
		return true;
	}
	bool is_callable = zend_fcall_info_init(given, 0, &call, &cache, NULL, &error) == SUCCESS;
	if (is_callable) {
		mynd_keep_callable(function, &call, &cache);
	} else {
		zend_argument_type_error(
		    1, "must be a valid callback%s, %s", may_be_null ? " or null" : "", error ? error : "");
	}
	if (error != NULL) {
		efree(error);
	}
	return is_callable;
}

/* Adds a waiter, or, if it is in the list, removes those after it. Returns false if it threw. */
static bool install(zval *waiter, bool everywhere)
{
	zval function;
	unsigned at = find(waiter);
	if (at < MYND_G(waiter_count)) {
		MYND_G(waiters)[at].everywhere = everywhere;
		remove_some(at + 1, MYND_G(waiter_count) - at - 1);
		return true;
	}
	if (!understand_waiter(waiter, true, &function)) {
		return false;
	}
	add(waiter, &function, everywhere);
	return true;
}

ZEND_FUNCTION(Mynd_waiter)
{
	zval *waiter, newest;
	bool everywhere = false;
	ZEND_PARSE_PARAMETERS_START(1, 2)
	Z_PARAM_ZVAL(waiter)
	Z_PARAM_OPTIONAL
	Z_PARAM_BOOL(everywhere)
	ZEND_PARSE_PARAMETERS_END();
	bool given = Z_TYPE_P(waiter) != IS_NULL;
	if (given && mynd_refuses_after_request()) {
		RETURN_THROWS();
	}
	ZVAL_NULL(&newest);
	if (MYND_G(waiter_count) > 0) {
		ZVAL_COPY(&newest, &MYND_G(waiters)[MYND_G(waiter_count) - 1].callable);
	}
	if (!given) {
		remove_some(0, MYND_G(waiter_count));
	} else if (!install(waiter, everywhere)) {
		zval_ptr_dtor(&newest);
		RETURN_THROWS();
	}
	RETURN_COPY_VALUE(&newest);
}

ZEND_FUNCTION(Mynd_await_with)
{
	ZEND_FN(Mynd_waiter)(INTERNAL_FUNCTION_PARAM_PASSTHRU);
}

ZEND_FUNCTION(Mynd_remove_waiter)
{
	zval *waiter;
	ZEND_PARSE_PARAMETERS_START(1, 1)
	Z_PARAM_ZVAL(waiter)
	ZEND_PARSE_PARAMETERS_END();
	zval function;
	unsigned at = find(waiter);
	bool found = at < MYND_G(waiter_count);
	if (!found && !understand_waiter(waiter, false, &function)) {
		RETURN_THROWS();
	}
	if (!found) {
		zval_ptr_dtor(&function);
	}
	remove_some(at, found ? 1 : 0);
	RETURN_BOOL(found);
}
