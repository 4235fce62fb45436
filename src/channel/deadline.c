/*
 * The deadline of a connection consists of two points in time. At the first (`cancel_at`) the running command
 * is cancelled; the time until the second (`deadline`) remains for the cancelling and for the server's
 * answer. If the command has not ended by the second, the connection is lost. A connect has only the second.
 */
#include "internal.h"

#define INTERRUPTED 1317 /* ER_QUERY_INTERRUPTED */

void mynd_channel_set_deadline(mynd_channel *c, double seconds, double margin)
{
	c->deadline = c->cancel_at = mynd_deadline_in(seconds);
	if (!mynd_deadline_is_none(c->deadline)) {
		c->cancel_at = mynd_deadline_in(seconds - margin);
	}
}

static bool is_cancelled(const mynd_channel *c)
{
	return c->cancelled != 0 && c->cancelled == mynd_session_pending(c->session);
}

/* Returns `deadline`, not `cancel_at`, during a login, which has no command to cancel. */
mynd_deadline mynd_channel_next_deadline(const mynd_channel *c)
{
	bool logs_in = !mynd_deadline_is_none(c->login_deadline);
	return logs_in || is_cancelled(c) ? c->deadline : c->cancel_at;
}

bool mynd_channel_outlast(mynd_channel *c, const mynd_error *error)
{
	bool has_margin = mynd_deadline_is_before(
	    c->cancel_at, c->deadline); /* the two are equal on a connection made to cancel a command */
	if (error->cause != MYND_CAUSE_TIMED_OUT || !has_margin || is_cancelled(c) || mynd_net_is_dead(c->net) ||
	    !mynd_deadline_has_passed(c->cancel_at)) {
		return false;
	}
	unsigned before = c->cancelled;
	c->cancelled = mynd_session_pending(c->session);
	if (c->hooks->on_timeout(c)) {
		return true;
	}
	c->cancelled = before;
	return false;
}

int mynd_channel_check_deadline(mynd_channel *c)
{
	c->cancelled = 0;
	return mynd_channel_look_for_time(c, &c->error) ? MYND_OK : MYND_BAD;
}

bool mynd_channel_look_for_time(const mynd_channel *c, mynd_error *error)
{
	mynd_deadline end = mynd_channel_next_deadline(c);
	if (mynd_deadline_is_none(end) || !mynd_deadline_has_passed(end)) {
		return true;
	}
	mynd_error_set(error, MYND_CAUSE_REFUSED, INTERRUPTED, "70100", "%s",
	    "Query execution was interrupted: the deadline has passed");
	return false;
}
