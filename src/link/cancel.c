/*
 * Stopping a command from outside, by KILL QUERY over a connection of its own, and the deadline that does so.
 *
 * Always true: `way` is there while the link is connected; it has the password, which is wiped with it. The second connection is made where
 * the link's is, as the same user, with the same options of TLS; it is in no pool and runs no init commands. It hangs on the thread's list
 * like any link, so that a wait which never comes back leaks nothing.
 *
 * A deadline has two points in time. At the first what runs is cancelled; the time from there to the second, the deadline itself, is for that,
 * and for the server's answer. What is not over then is lost.
 */
#include "internal.h"

#define MARGIN_LEAST 0.2  /* seconds between the two */
#define SECONDS_MOST 60   /* for a cancel without a limit of its own */
#define INTERRUPTED  1317 /* ER_QUERY_INTERRUPTED */

/* --- the way to the server --- */

void mynd_way_note(mynd_link *link, const mynd_connect *with)
{
	size_t socket_len = with->socket == NULL ? 0 : strlen(with->socket);
	size_t len = with->host_len + with->user_len + with->password_len + socket_len + 4;
	mynd_way *way = pemalloc(sizeof *way + len, 1);
	char *at = way->memory;
	way->memory_len = len;
	way->with = (mynd_connect){
	    .host = mynd_put_text(&at, with->host, with->host_len),
	    .host_len = with->host_len,
	    .user = mynd_put_text(&at, with->user, with->user_len),
	    .user_len = with->user_len,
	    .password = mynd_put_text(&at, with->password, with->password_len),
	    .password_len = with->password_len,
	    .socket = mynd_put_text(&at, with->socket, socket_len),
	    .port = with->port,
	    .client_flags = with->client_flags & MYND_CAP_SSL,
	    .tls = with->tls,
	};
	mynd_way_forget(link); /* `with` may have been its own */
	link->way = way;
}

void mynd_way_change_user(mynd_link *link, mynd_slice user, mynd_slice password)
{
	if (link->way == NULL) {
		return;
	}
	mynd_connect with = link->way->with;
	with.user = (const char *) user.ptr;
	with.user_len = user.len;
	with.password = (const char *) password.ptr;
	with.password_len = password.len;
	mynd_way_note(link, &with);
}

void mynd_way_forget(mynd_link *link)
{
	if (link->way != NULL) {
		explicit_bzero(link->way->memory, link->way->memory_len);
		free(link->way);
		link->way = NULL;
	}
}

/* --- cancelling --- */

static bool is_running(const mynd_link *link)
{
	return link->session != NULL && link->way != NULL && !mynd_link_is_foreign(link) && !link->resetting &&
	       mynd_session_phase(link->session) != MYND_PHASE_DEAD && mynd_session_pending(link->session) > 0;
}

static mynd_link *second_link(const mynd_link *link, mynd_deadline deadline)
{
	mynd_link *second = mynd_link_new();
	for (unsigned i = 0; i < MYND_SET_STRING_COUNT; i++) {
		mynd_link_set_string(second, i, link->strings[i]);
	}
	memcpy(second->ints, link->ints, sizeof second->ints);
	mynd_link_set_int(second, MYND_SET_COMPRESS, 0);
	if (deadline == MYND_NO_DEADLINE) {
		zend_long seconds = link->ints[MYND_SET_CONNECT_TIMEOUT];
		deadline = mynd_deadline_in(seconds > 0 ? (double) seconds : SECONDS_MOST);
	}
	second->deadline = second->cancel_at = deadline;
	mynd_way_note(second, &link->way->with); /* the link may be closed while we wait */
	return second;
}

int mynd_link_cancel(mynd_link *link, mynd_deadline deadline, mynd_error *error)
{
	char sql[40];
	if (!is_running(link)) {
		return MYND_MORE;
	}
	unsigned thread = (unsigned) mynd_session_server(link->session)->thread_id;
	mynd_link *second = second_link(link, deadline);
	int len = snprintf(sql, sizeof sql, "KILL QUERY %u", thread);
	int rc = mynd_link_connect(second, &second->way->with);
	if (rc == MYND_OK) {
		rc = mynd_link_run_text(second, sql, (size_t) len);
	}
	*error = second->error;
	mynd_link_close(second, MYND_CLOSE_IMPLICIT);
	mynd_link_release(second);
	return rc;
}

/* --- the deadline --- */

void mynd_link_set_deadline(mynd_link *link, double seconds)
{
	double margin = MIN(MAX(MAX(MARGIN_LEAST, 4 * link->login_seconds), seconds / 10), seconds / 2);
	link->deadline = link->cancel_at = mynd_deadline_in(seconds);
	if (link->deadline != MYND_NO_DEADLINE) {
		link->cancel_at = mynd_deadline_in(seconds - margin);
	}
}

static bool is_cancelled(const mynd_link *link)
{
	return link->cancelled != 0 && link->cancelled == mynd_session_pending(link->session);
}

mynd_deadline mynd_link_next_deadline(const mynd_link *link)
{
	return is_cancelled(link) ? link->deadline : link->cancel_at;
}

bool mynd_link_has_cancelled(mynd_link *link, const mynd_error *error)
{
	mynd_error ignored;                                 /* whatever it was, the link's own answer tells */
	bool has_margin = link->cancel_at < link->deadline; /* a second link has none */
	if (error->cause != MYND_CAUSE_TIMED_OUT || !has_margin || !is_running(link) || is_cancelled(link) ||
	    !mynd_deadline_passed(link->cancel_at)) {
		return false;
	}
	link->cancelled = mynd_session_pending(link->session);
	mynd_link_cancel(link, link->deadline, &ignored);
	return !EG(exception) && !link->close_wanted;
}

int mynd_link_check_deadline(mynd_link *link)
{
	link->cancelled = 0;
	if (link->cancel_at == MYND_NO_DEADLINE || !mynd_deadline_passed(link->cancel_at)) {
		return MYND_OK;
	}
	return mynd_error_set(&link->error, MYND_CAUSE_REFUSED, INTERRUPTED, "70100", "%s",
	    "Query execution was interrupted: the deadline has passed");
}
