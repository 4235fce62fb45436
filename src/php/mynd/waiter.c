/*
 * Mynd\await_with(): the program's waiter, which is called where the driver would sleep.
 *
 * It is not called where it could not suspend: outside of fibers (unless it was installed for all waits),
 * where the engine has blocked the switching of fibers, in a fiber that is being destroyed, and while an
 * exception is pending. The wait then blocks. If the waiter throws, the wait ends, the connection is closed,
 * and the call unwinds.
 *
 * The C frames below a waiter may never be returned to. What they own is request memory, or hangs on the
 * link.
 */
#include "waiter.h"

#include <errno.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "zend_fibers.h"
#include "../../net/wait.h"

static bool ask_to_suspend(void *context)
{
	const zend_fiber *fiber = EG(active_fiber);
	if (EG(exception) || zend_fiber_switch_blocked()) {
		return false;
	}
	return fiber == NULL ? MYND_G(waiter_everywhere) : !(fiber->flags & ZEND_FIBER_FLAG_DESTROYED);
}

/* --- one stream for all descriptors of a wait --- */

static uint32_t to_epoll(int events)
{
	return (events & MYND_READABLE ? (uint32_t) EPOLLIN : 0) |
	       (events & MYND_WRITABLE ? (uint32_t) EPOLLOUT : 0);
}

/*
 * A stream for several descriptors, or for none: it becomes readable when one of them is ready. NULL: it
 * cannot be made.
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
		zend_type_error("The waiter of Mynd\\await_with() must return a bool or null, %s returned",
		    zend_zval_type_name(answer));
		return MYND_BAD;
	}
}

/*
 * PDO's constructor makes exceptions of warnings, by a setting of the whole thread. Other fibers run meanwhile,
 * which have not asked for that, and may be within a constructor, too: so it is put away while they do.
 */
static int ask(zend_resource *stream, int events, mynd_deadline deadline)
{
	zval waiter, arguments[3], answer;
	GC_ADDREF(stream);
	ZVAL_RES(&arguments[0], stream);
	ZVAL_LONG(&arguments[1], events);
	if (mynd_deadline_is_none(deadline)) {
		ZVAL_NULL(&arguments[2]);
	} else {
		ZVAL_DOUBLE(&arguments[2], mynd_deadline_left(deadline));
	}
	ZVAL_COPY(&waiter, &MYND_G(waiter)); /* the waiter may install another one */
	ZVAL_UNDEF(&answer);
	zend_error_handling own;
	zend_replace_error_handling(EH_NORMAL, NULL, &own);
	call_user_function(NULL, NULL, &waiter, &answer, 3, arguments);
	zend_restore_error_handling(&own);
	int rc = EG(exception) ? MYND_BAD : understand(&answer);
	zval_ptr_dtor(&answer);
	zval_ptr_dtor(&waiter);
	zval_ptr_dtor(&arguments[0]);
	return EG(exception) ? MYND_BAD : rc; /* a destructor may have thrown */
}

static int wait_with_program(void *context, mynd_wait_fd *fds, unsigned count, mynd_deadline deadline)
{
	bool one = count == 1;
	if (mynd_deadline_has_passed(deadline)) {
		return MYND_WAIT_BLOCK;
	}
	zend_resource *stream = one ? mynd_stream_of_descriptor(fds[0].fd) : stream_of_several(fds, count);
	if (stream == NULL) {
		return MYND_WAIT_BLOCK;
	}
	int events = one ? fds[0].events : MYND_READABLE;
	int rc = ask(stream, events, deadline);
	if (rc == MYND_OK && one && (events == MYND_READABLE || events == MYND_WRITABLE)) {
		fds[0].ready = events;
	} else if (rc == MYND_OK) {
		/* asks the descriptors which of them are ready, without the waiter and without sleeping */
		mynd_wait(fds, count, MYND_NO_WAIT);
	}
	if (!one) {
		mynd_stream_let_go(stream);
	}
	errno = rc == MYND_BAD ? ECANCELED : 0;
	return rc;
}

/* --- for programs --- */

static const mynd_waiter waiter_of_program = {NULL, ask_to_suspend, wait_with_program};

void mynd_waiter_request_shutdown(void)
{
	zval waiter;
	ZVAL_COPY_VALUE(&waiter, &MYND_G(waiter));
	ZVAL_UNDEF(&MYND_G(waiter));
	mynd_wait_install(NULL);
	zval_ptr_dtor(&waiter);
}

ZEND_FUNCTION(Mynd_await_with)
{
	zend_fcall_info call;
	zend_fcall_info_cache cache;
	bool everywhere = false;
	ZEND_PARSE_PARAMETERS_START(1, 2)
	Z_PARAM_FUNC_OR_NULL(call, cache)
	Z_PARAM_OPTIONAL
	Z_PARAM_BOOL(everywhere)
	ZEND_PARSE_PARAMETERS_END();
	bool given = ZEND_FCI_INITIALIZED(call);
	if (given && mynd_refuses_after_request()) {
		zend_release_fcall_info_cache(&cache);
		RETURN_THROWS();
	}
	if (Z_ISUNDEF(MYND_G(waiter))) {
		RETVAL_NULL();
	} else {
		RETVAL_COPY_VALUE(&MYND_G(waiter));
	}
	if (given) {
		zend_release_fcall_info_cache(&cache);
		ZVAL_COPY(&MYND_G(waiter), &call.function_name);
	} else {
		ZVAL_UNDEF(&MYND_G(waiter));
	}
	MYND_G(waiter_everywhere) = everywhere;
	mynd_wait_install(given ? &waiter_of_program : NULL);
}
