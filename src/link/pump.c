/*
 * Bytes between the transport and the session, and what happens when they stop coming.
 *
 * Waiting is done here and nowhere else in this room. While the link writes it also reads, so that neither side can block the
 * other. A failed write does not end the link at once: the server may have said why before it hung up (1153).
 */
#include "internal.h"

#include <errno.h>

void mynd_link_put_away(mynd_link *link, uint8_t *buffer)
{
	if (link->aside != NULL) {
		buffer = link->aside;
		link->aside = NULL;
	}
	if (buffer != NULL) {
		mynd_read_buffer_give(buffer, link->read_buffer);
	}
}

static void give_buffer(mynd_link *link)
{
	uint8_t *buffer = mynd_session_take_buffer(link->session);
	if (buffer != NULL) {
		mynd_link_put_away(link, buffer);
	}
}

/* From 8.4 on stock reports what a server said before it closed an idle link (4031), before 2006. */
static void take_last_words(mynd_link *link)
{
	const mynd_error *words = mynd_session_last_words(link->session);
	if (PHP_VERSION_ID >= 80400 && words != NULL) {
		link->error = *words;
		link->error.cause = MYND_CAUSE_LOST;
	}
}

int mynd_link_lost(mynd_link *link, const mynd_error *error)
{
	mynd_error cause = *error; /* may lie in the session */
	mynd_session_lost(link->session, &cause);
	cause.offset = mynd_session_error(link->session)->offset;
	link->error = cause;
	link->last_failure = cause;
	take_last_words(link);
	const char *failure = mynd_filtered_failure(link);
	if (failure != NULL) {
		snprintf(link->last_failure.message, sizeof link->last_failure.message, "%s", failure);
	} else if (*mynd_session_detail(link->session) !=
	           '\0') { /* error() has stock's words; this is what was really said */
		snprintf(link->last_failure.message, sizeof link->last_failure.message, "%s",
		    mynd_session_detail(link->session));
	}
	link->unread = MYND_UNREAD_NONE;
	link->more_results = false;
	mynd_pending_lost(link);
	give_buffer(link);
	if (!mynd_link_is_foreign(link)) {
		mynd_net_close(link->net);
	}
	return MYND_BAD;
}

int mynd_link_malformed(mynd_link *link, const char *what)
{
	mynd_session_malformed(link->session, what);
	return mynd_link_lost(link, mynd_session_error(link->session));
}

static int gone(mynd_link *link, mynd_cause cause)
{
	mynd_error error;
	mynd_error_client(&error, cause, MYND_ERR_GONE_AWAY);
	return mynd_link_lost(link, &error);
}

/* For the transport alone: it may be a time limit. */
static mynd_deadline deadline_of(const mynd_link *link, mynd_int_setting which)
{
	zend_long seconds = link->ints[which];
	mynd_deadline latest = link->login_deadline;
	if (UNEXPECTED(link->deadline != MYND_NO_DEADLINE)) {
		latest = mynd_deadline_earlier(latest, mynd_link_next_deadline(link));
	}
	if (latest == MYND_NO_DEADLINE) {
		return mynd_time_limit(seconds);
	}
	zend_long login = link->ints[MYND_SET_CONNECT_TIMEOUT];
	if (latest == link->login_deadline && login > 0 && seconds > 1 && seconds >= login) {
		return latest; /* it ends within `login`, or within a second: the clock need not be read */
	}
	return mynd_deadline_earlier(mynd_deadline_in((double) seconds), latest);
}

/* Room for the next bytes; lends the session a buffer if it has none. An empty span: out of memory or none wanted. */
static mynd_span room(mynd_link *link)
{
	if (!mynd_session_has_buffer(link->session)) {
		uint8_t *buffer = mynd_read_buffer_take(link->read_buffer);
		if (buffer == NULL) {
			return (mynd_span){NULL, 0};
		}
		mynd_session_lend_buffer(link->session, buffer, link->read_buffer);
	}
	if (link->filling != NULL) {
		mynd_link_read_into_store(link);
	}
	return mynd_session_want(link->session);
}

/* Before the socket is touched: it may be another process's. */
static int check_process(mynd_link *link)
{
	return mynd_link_is_foreign(link) ? gone(link, MYND_CAUSE_MISUSE) : MYND_OK;
}

int mynd_link_closed_meanwhile(mynd_link *link)
{
	return link->close_wanted ? gone(link, MYND_CAUSE_LOST) : MYND_OK;
}

/* Hands the session what is here, without waiting. MYND_MORE: nothing was. */
static int take_in(mynd_link *link, mynd_span span, mynd_error *error)
{
	size_t n;
	int rc = mynd_link_receive(link, span, 0, false, &n, error);
	if (rc != MYND_OK) {
		return rc;
	}
	rc = mynd_session_commit(link->session, n);
	if (rc != MYND_OK) {
		*error = *mynd_session_error(link->session);
	}
	return rc;
}

/* The socket is full: waits until it takes more, and reads what comes meanwhile. */
static int wait_to_write(mynd_link *link, mynd_error *error)
{
	mynd_span span = room(link);
	int ready = 0;
	if (span.len > 0 && mynd_link_has_received(link)) {
		int rc = take_in(link, span, error);
		if (rc != MYND_MORE) {
			return rc;
		}
	}
	int events = MYND_WRITABLE | (span.len > 0 ? MYND_READABLE : 0);
	if (mynd_net_wait(link->net, events, deadline_of(link, MYND_SET_WRITE_TIMEOUT), &ready, error) !=
	    MYND_OK) {
		return MYND_BAD;
	}
	if (!(ready & MYND_READABLE) || span.len == 0) {
		return MYND_OK;
	}
	return take_in(link, span, error) == MYND_BAD ? MYND_BAD : MYND_OK;
}

/* Writes once, or waits once and reads what comes meanwhile. MYND_OK: there is nothing left to write. */
static int write_some(mynd_link *link, mynd_error *error)
{
	mynd_slice out;
	size_t n;
	if (mynd_link_output(link, &out, error) != MYND_OK) {
		return MYND_BAD;
	}
	if (out.len == 0) {
		return MYND_OK;
	}
	int rc = mynd_net_write(link->net, out, 0, &n, error);
	if (rc == MYND_OK) {
		mynd_link_sent(link, n);
		return MYND_MORE;
	}
	return rc == MYND_BAD || wait_to_write(link, error) != MYND_OK ? MYND_BAD : MYND_MORE;
}

/* `all`: does not return before everything is written. MYND_MORE: not everything is. */
static int write_out(mynd_link *link, bool all)
{
	mynd_error error;
	int rc;
	if (link->write_broken) {
		return MYND_OK;
	}
	if (check_process(link) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_link_enter(link);
	do {
		rc = write_some(link, &error);
	} while ((rc == MYND_MORE && all) || (rc == MYND_BAD && mynd_link_has_cancelled(link, &error)));
	mynd_link_leave(link);
	if (mynd_link_closed_meanwhile(link) != MYND_OK) {
		return MYND_BAD;
	}
	if (rc != MYND_BAD) {
		return rc;
	}
	bool cancelled = error.sys_errno ==
	                 ECANCELED; /* by the program's waiter: the socket may be well, but nobody waits for it */
	if (error.cause != MYND_CAUSE_LOST || cancelled || mynd_session_pending(link->session) == 0) {
		return mynd_link_lost(link, &error);
	}
	link->write_broken = true; /* the reply, if there is one, tells more */
	return MYND_OK;
}

int mynd_link_flush(mynd_link *link)
{
	return write_out(link, true);
}

int mynd_link_write_some(mynd_link *link)
{
	return write_out(link, false);
}

static void push(mynd_link *link, int (*output)(mynd_link *, mynd_slice *, mynd_error *))
{
	mynd_error ignored;
	mynd_slice out;
	size_t n;
	while (output(link, &out, &ignored) == MYND_OK && out.len > 0 &&
	       mynd_net_write(link->net, out, 0, &n, &ignored) == MYND_OK) {
		mynd_link_sent(link, n);
	}
}

void mynd_link_push_without_code(mynd_link *link)
{
	push(link, mynd_link_output_without_code);
}

void mynd_link_push(mynd_link *link)
{
	push(link, mynd_link_output);
}

/*
 * Within a reply the next bytes are probably here, so the socket is tried first. A reply that has not begun, or a word of the login's, is
 * still being worked on by the server: a try would be wasted. Filters wait for themselves: they may have something that no
 * socket tells of.
 */
static int read_bytes(mynd_link *link, mynd_span span, size_t *n, mynd_error *error)
{
	mynd_phase phase = mynd_session_phase(link->session);
	bool begun = phase != MYND_PHASE_WAITING && phase != MYND_PHASE_LOGIN;
	bool later = !begun && !link->readable && !mynd_link_has_received(link);
	return mynd_link_receive(link, span, deadline_of(link, MYND_SET_READ_TIMEOUT), later, n, error);
}

static int read_some(mynd_link *link)
{
	mynd_error error;
	size_t n = 0;
	if (check_process(link) != MYND_OK) {
		return MYND_BAD;
	}
	if (link->counts.session.bytes_received >= link->read_bound) {
		return gone(link, MYND_CAUSE_MEMORY);
	}
	mynd_span span = room(link);
	if (span.len == 0) {
		mynd_error_client(&error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
		return mynd_link_lost(link, &error);
	}
	mynd_link_enter(link);
	int rc;
	do {
		rc = read_bytes(link, span, &n, &error);
	} while (rc != MYND_OK && mynd_link_has_cancelled(link, &error));
	mynd_link_leave(link);
	if (mynd_link_closed_meanwhile(link) != MYND_OK) {
		return MYND_BAD;
	}
	if (rc != MYND_OK) {
		return mynd_link_lost(link, &error);
	}
	return mynd_session_commit(link->session, n) == MYND_OK
	           ? MYND_OK
	           : mynd_link_lost(link, mynd_session_error(link->session));
}

int mynd_link_read_here(mynd_link *link)
{
	mynd_error error;
	mynd_span span = room(link);
	if (span.len == 0 || mynd_link_is_foreign(link)) {
		return MYND_MORE;
	}
	int rc = take_in(link, span, &error);
	if (rc == MYND_MORE) {
		mynd_link_rest(link);
	}
	return rc == MYND_BAD ? mynd_link_lost(link, &error) : rc;
}

/* Where several commands are under way, what was read meanwhile is told before more is written: neither side blocks the other. */
int mynd_link_pump(mynd_link *link, mynd_event *event)
{
	for (;;) {
		int rc = mynd_session_next(link->session, event);
		if (rc == MYND_OK) {
			return MYND_OK;
		}
		if (rc == MYND_BAD) {
			return mynd_link_lost(link, mynd_session_error(link->session));
		}
		if (mynd_session_phase(link->session) == MYND_PHASE_IDLE) {
			mynd_link_refuse(link, MYND_ERR_COMMANDS_OUT_OF_SYNC);
			return MYND_MORE;
		}
		rc = mynd_link_has_output(link) ? write_out(link, false) : MYND_OK;
		if (rc == MYND_OK) {
			rc = read_some(link);
		}
		if (rc == MYND_BAD) {
			return MYND_BAD;
		}
	}
}

int mynd_link_pump_now(mynd_link *link, mynd_event *event)
{
	mynd_error error;
	for (;;) {
		int rc = mynd_session_next(link->session, event);
		if (rc == MYND_OK) {
			return MYND_OK;
		}
		if (rc == MYND_BAD) {
			return mynd_link_lost(link, mynd_session_error(link->session));
		}
		if (mynd_session_phase(link->session) == MYND_PHASE_IDLE) {
			return MYND_MORE;
		}
		mynd_link_push(link);
		if (link->counts.session.bytes_received >= link->read_bound) {
			return MYND_MORE;
		}
		rc = take_in(link, room(link), &error);
		if (rc != MYND_OK) {
			return rc == MYND_MORE ? MYND_MORE : mynd_link_lost(link, &error);
		}
	}
}

void mynd_link_rest(mynd_link *link)
{
	if (mynd_session_phase(link->session) == MYND_PHASE_IDLE) {
		give_buffer(link);
		mynd_compress_rest(link);
	}
}

void mynd_link_rest_early(mynd_link *link)
{
	give_buffer(link);
	mynd_compress_rest(link);
}
