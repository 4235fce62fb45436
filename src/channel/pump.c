/*
 * Moves bytes between the transport and the session, and handles the loss of the connection.
 *
 * All waits for bytes of a connected channel begin in this file. A write also reads, so that neither side can
 * block the other. A failed write does not end the connection at once: the server may have sent the reason
 * (such as 1153) before it hung up.
 */
#include "internal.h"

#include <errno.h>

void mynd_channel_put_away(mynd_channel *c, uint8_t *buffer)
{
	if (c->landing.aside != NULL) {
		buffer = c->landing.aside;
		c->landing.aside = NULL;
	}
	if (buffer != NULL) {
		mynd_read_buffer_give(buffer);
	}
}

static void give_buffer(mynd_channel *c)
{
	uint8_t *buffer = mynd_session_take_buffer(c->session);
	if (buffer != NULL) {
		mynd_channel_put_away(c, buffer);
	}
}

/*
 * Replaces the error by the one that the server sent before it closed an idle connection (4031), as stock
 * does from PHP 8.4 on; before 8.4 stock reports 2006.
 */
static void take_last_words(mynd_channel *c)
{
	const mynd_error *words = mynd_session_last_words(c->session);
	if (PHP_VERSION_ID >= 80400 && words != NULL) {
		c->error = *words;
		c->error.cause = MYND_CAUSE_LOST;
	}
}

/* Sets the text of last_failure to the reason, if it is known; c->error has stock's text. */
static void explain(mynd_channel *c)
{
	char *message = c->last_failure.message;
	size_t size = sizeof c->last_failure.message;
	const char *failure = mynd_filtered_failure(c), *detail = mynd_session_detail(c->session);
	if (failure != NULL) {
		snprintf(message, size, "%s", failure);
	} else if (*detail != '\0') {
		snprintf(message, size, "%s", detail);
	} else if (mynd_net_is_dead(c->net)) {
		snprintf(message, size,
		    "The server sent nothing for " ZEND_LONG_FMT " s, and did not answer a second connection",
		    c->settings.ints[MYND_SET_DEAD_AFTER]);
	}
}

int mynd_channel_lose(mynd_channel *c, const mynd_error *error)
{
	mynd_error cause = *error; /* a copy, because *error may be part of the session */
	mynd_session_lost(c->session, &cause);
	cause.offset = mynd_session_error(c->session)->offset;
	c->error = cause;
	c->last_failure = cause;
	take_last_words(c);
	explain(c);
	mynd_channel_log_failure(c);
	c->hooks->on_lost(c);
	give_buffer(c);
	if (!mynd_channel_is_foreign(c)) {
		if (c->awaited) {
			mynd_net_break(c->net);
		} else {
			mynd_net_close(c->net);
		}
	}
	return MYND_BAD;
}

int mynd_channel_fail_malformed(mynd_channel *c, const char *what)
{
	mynd_session_malformed(c->session, what);
	return mynd_channel_lose(c, mynd_session_error(c->session));
}

static int gone(mynd_channel *c, mynd_cause cause)
{
	mynd_error error;
	mynd_error_client(&error, cause, MYND_ERR_GONE_AWAY);
	return mynd_channel_lose(c, &error);
}

/* Returns the deadline of a wait. The deadline may be a time limit, so only the transport can use it. */
static mynd_deadline deadline_of(const mynd_channel *c, mynd_int_setting which)
{
	zend_long seconds = c->settings.ints[which];
	mynd_deadline latest = c->login_deadline;
	mynd_limits limits = mynd_channel_limits(c);
	if (UNEXPECTED(!mynd_deadline_is_none(limits.end))) {
		latest = mynd_deadline_earlier(latest, mynd_channel_next_deadline(c, limits));
	}
	if (mynd_deadline_is_none(latest)) {
		return mynd_time_limit(seconds);
	}
	zend_long login = c->settings.ints[MYND_SET_CONNECT_TIMEOUT];
	if (mynd_deadline_is_same(latest, c->login_deadline) && login > 0 && seconds > 1 && seconds >= login) {
		return latest; /* `latest` is certainly the earlier one, so the clock need not be read */
	}
	return mynd_deadline_earlier(mynd_deadline_in((double) seconds), latest);
}

/*
 * Returns the space for the next bytes; lends the session a buffer if it has none. Returns an empty span if
 * there is no memory, or the session wants no bytes.
 */
static mynd_span room(mynd_channel *c)
{
	if (mynd_session_buffer(c->session) == NULL) {
		uint8_t *buffer = mynd_read_buffer_take(c->read_buffer);
		if (buffer == NULL) {
			return (mynd_span){NULL, 0};
		}
		mynd_session_lend_buffer(c->session, buffer, c->read_buffer);
	}
	if (c->landing.store != NULL) {
		mynd_channel_make_landing(c);
	}
	return mynd_session_want(c->session);
}

/* Fails in a forked child, whose parent owns the socket; called before the socket is used. */
static int check_process(mynd_channel *c)
{
	return mynd_channel_is_foreign(c) ? gone(c, MYND_CAUSE_MISUSE) : MYND_OK;
}

int mynd_channel_check_closed(mynd_channel *c)
{
	return c->close_wanted ? gone(c, MYND_CAUSE_LOST) : MYND_OK;
}

/* Gives the session bytes that have arrived, without waiting. Returns MYND_MORE if there are none. */
static int take_in(mynd_channel *c, mynd_span span, mynd_error *error)
{
	size_t n;
	int rc = mynd_channel_receive(c, span, MYND_NO_WAIT, false, &n, error);
	if (rc != MYND_OK) {
		return rc;
	}
	rc = mynd_channel_session_commit(c, span, n);
	if (rc != MYND_OK) {
		*error = *mynd_session_error(c->session);
	}
	return rc;
}

/* Waits until the full socket takes more, and reads bytes that arrive meanwhile. */
static int wait_to_write(mynd_channel *c, mynd_error *error)
{
	mynd_span span = room(c);
	int ready = 0;
	if (span.len > 0 && mynd_channel_has_received(c)) {
		int rc = take_in(c, span, error);
		if (rc != MYND_MORE) {
			return rc;
		}
	}
	int events = MYND_WRITABLE | (span.len > 0 ? MYND_READABLE : 0);
	if (mynd_net_wait(c->net, events, deadline_of(c, MYND_SET_WRITE_TIMEOUT), &ready, error) != MYND_OK) {
		return MYND_BAD;
	}
	if (!(ready & MYND_READABLE) || span.len == 0) {
		return MYND_OK;
	}
	return take_in(c, span, error) == MYND_BAD ? MYND_BAD : MYND_OK;
}

/*
 * Writes once; if the socket is full, waits once and reads bytes that arrive meanwhile. Returns MYND_OK if no
 * output remains.
 */
static int write_some(mynd_channel *c, mynd_error *error)
{
	mynd_slice out;
	size_t n;
	if (mynd_channel_output(c, &out, error) != MYND_OK) {
		return MYND_BAD;
	}
	if (out.len == 0) {
		return MYND_OK;
	}
	int rc = mynd_net_write(c->net, out, MYND_NO_WAIT, &n, error);
	if (rc == MYND_OK) {
		mynd_channel_sent(c, n);
		return MYND_MORE;
	}
	return rc == MYND_BAD || wait_to_write(c, error) != MYND_OK ? MYND_BAD : MYND_MORE;
}

/*
 * Returns true if a failed write means that the peer has closed: a read then returns the peer's last bytes
 * and ends. After other failures (no memory for the bytes, no route) the connection may survive, and a read
 * might wait for a reply that never comes.
 */
static bool is_closed_there(const mynd_error *error)
{
	return error->cause == MYND_CAUSE_LOST &&
	       (error->sys_errno == EPIPE || error->sys_errno == ECONNRESET || error->sys_errno == 0);
}

/* Writes output; with `all`, returns only when everything is written. Returns MYND_MORE if output remains. */
static int write_out(mynd_channel *c, bool all)
{
	mynd_error error;
	int rc;
	if (c->write_broken) {
		return MYND_OK;
	}
	if (check_process(c) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_channel_enter(c);
	do {
		rc = write_some(c, &error);
	} while ((rc == MYND_MORE && all) || (rc == MYND_BAD && mynd_channel_outlast(c, &error)));
	mynd_channel_leave(c);
	if (mynd_channel_check_closed(c) != MYND_OK) {
		return MYND_BAD;
	}
	if (rc != MYND_BAD) {
		return rc;
	}
	if (!is_closed_there(&error) || mynd_session_pending(c->session) == 0) {
		return mynd_channel_lose(c, &error);
	}
	c->write_broken = true; /* the server's reply, if one comes, has the reason */
	return MYND_OK;
}

bool mynd_channel_look_for_output(mynd_channel *c)
{
	return EXPECTED(mynd_channel_is_plain(c)) ? mynd_session_output(c->session).len > 0
	                                          : mynd_filtered_look_for_output(c);
}

bool mynd_channel_has_received(const mynd_channel *c)
{
	return UNEXPECTED(!mynd_channel_is_plain(c)) && mynd_packed_has_received(c);
}

int mynd_channel_flush(mynd_channel *c)
{
	return write_out(c, true);
}

int mynd_channel_write_some(mynd_channel *c)
{
	return write_out(c, false);
}

static void push(mynd_channel *c, int (*output)(mynd_channel *, mynd_slice *, mynd_error *))
{
	mynd_error ignored;
	mynd_slice out;
	size_t n;
	while (output(c, &out, &ignored) == MYND_OK && out.len > 0 &&
	       mynd_net_write(c->net, out, MYND_NO_WAIT, &n, &ignored) == MYND_OK) {
		mynd_channel_sent(c, n);
	}
}

void mynd_channel_push_without_code(mynd_channel *c)
{
	push(c, mynd_filtered_output_without_code);
}

void mynd_channel_push(mynd_channel *c)
{
	push(c, mynd_channel_output);
}

/*
 * Within a reply, reads before waiting, because the next bytes have probably arrived. If the reply, or the
 * next message of the login, has not begun, the server is probably still working on it: a first read would be
 * wasted, so `later` makes the call wait first.
 */
static int read_bytes(mynd_channel *c, mynd_span span, size_t *n, mynd_error *error)
{
	mynd_phase phase = mynd_session_phase(c->session);
	bool begun = phase != MYND_PHASE_WAITING && phase != MYND_PHASE_LOGIN;
	bool later = !begun && !c->readable && !mynd_channel_has_received(c);
	return mynd_channel_receive(c, span, deadline_of(c, MYND_SET_READ_TIMEOUT), later, n, error);
}

static int read_some(mynd_channel *c)
{
	mynd_error error;
	size_t n = 0;
	if (check_process(c) != MYND_OK) {
		return MYND_BAD;
	}
	if (c->counts.session.bytes_received >= c->read_bound) {
		return gone(c, MYND_CAUSE_MEMORY);
	}
	mynd_span span = room(c);
	if (span.len == 0) {
		mynd_error_client(&error, MYND_CAUSE_MEMORY, MYND_ERR_OUT_OF_MEMORY);
		return mynd_channel_lose(c, &error);
	}
	mynd_channel_enter(c);
	int rc;
	do {
		rc = read_bytes(c, span, &n, &error);
	} while (rc != MYND_OK && mynd_channel_outlast(c, &error));
	mynd_channel_leave(c);
	if (mynd_channel_check_closed(c) != MYND_OK) {
		return MYND_BAD;
	}
	if (rc != MYND_OK) {
		return mynd_channel_lose(c, &error);
	}
	return mynd_channel_session_commit(c, span, n) == MYND_OK
	           ? MYND_OK
	           : mynd_channel_lose(c, mynd_session_error(c->session));
}

int mynd_channel_read_here(mynd_channel *c)
{
	mynd_error error;
	mynd_span span = room(c);
	if (span.len == 0 || mynd_channel_is_foreign(c)) {
		return MYND_MORE;
	}
	int rc = take_in(c, span, &error);
	if (rc == MYND_MORE) {
		mynd_channel_rest(c);
	}
	return rc == MYND_BAD ? mynd_channel_lose(c, &error) : rc;
}

/*
 * Returns events of bytes that are already read before it writes more. With several commands under way,
 * neither side then blocks the other.
 */
int mynd_channel_pump(mynd_channel *c, mynd_event *event)
{
	for (;;) {
		int rc = mynd_session_next(c->session, event);
		if (rc == MYND_OK) {
			return MYND_OK;
		}
		if (rc == MYND_BAD) {
			return mynd_channel_lose(c, mynd_session_error(c->session));
		}
		if (mynd_session_phase(c->session) == MYND_PHASE_IDLE) {
			mynd_channel_refuse(c, MYND_ERR_COMMANDS_OUT_OF_SYNC);
			return MYND_MORE;
		}
		rc = mynd_channel_look_for_output(c) ? write_out(c, false) : MYND_OK;
		if (rc == MYND_OK) {
			rc = read_some(c);
		}
		if (rc == MYND_BAD) {
			return MYND_BAD;
		}
	}
}

int mynd_channel_pump_now(mynd_channel *c, mynd_event *event)
{
	mynd_error error;
	for (;;) {
		int rc = mynd_session_next(c->session, event);
		if (rc == MYND_OK) {
			return MYND_OK;
		}
		if (rc == MYND_BAD) {
			return mynd_channel_lose(c, mynd_session_error(c->session));
		}
		if (mynd_session_phase(c->session) == MYND_PHASE_IDLE) {
			return MYND_MORE;
		}
		mynd_channel_push(c);
		if (c->counts.session.bytes_received >= c->read_bound) {
			return MYND_MORE;
		}
		rc = take_in(c, room(c), &error);
		if (rc != MYND_OK) {
			return rc == MYND_MORE ? MYND_MORE : mynd_channel_lose(c, &error);
		}
	}
}

bool mynd_channel_look_for_loss(mynd_channel *c)
{
	mynd_error error;
	int rc = MYND_OK;
	if (mynd_channel_is_foreign(c) || mynd_channel_has_received(c) || !mynd_net_look_for_end(c->net)) {
		return false;
	}
	while (rc == MYND_OK) {
		mynd_span span = room(c);
		rc = span.len > 0 ? take_in(c, span, &error) : MYND_MORE;
	}
	if (mynd_session_take_last_words(c->session)) {
		error = *mynd_session_error(c->session);
		rc = MYND_BAD;
	}
	if (rc != MYND_BAD || mynd_session_has_unread(c->session)) {
		mynd_channel_rest(c);
		return false;
	}
	mynd_channel_lose(c, &error);
	return true;
}

void mynd_channel_rest(mynd_channel *c)
{
	if (mynd_session_phase(c->session) == MYND_PHASE_IDLE) {
		give_buffer(c);
		mynd_compress_rest(c);
	}
}

void mynd_channel_rest_early(mynd_channel *c)
{
	give_buffer(c);
	mynd_compress_rest(c);
}
