/*
 * The limits of a connection's commands are two points in time. At the first (`cancel_at`) the running
 * command is cancelled; the time until the second (`end`) remains for the cancelling and for the server's
 * answer. If the command has not ended by the second, the connection is lost. A connect has only the second.
 * The program sets limits for a connection (Mynd\deadline()) or for a fiber (scope.h); those count that end
 * first.
 */
#include "internal.h"

#define INTERRUPTED      1317 /* ER_QUERY_INTERRUPTED */
#define MARGIN_LEAST     0.2  /* least number of seconds between the cancel and the end */
#define EXTENDED_SECONDS 1.0  /* time that a ROLLBACK has, although a limit has passed */

static double margin_of(const mynd_channel *c, double seconds)
{
	return MIN(MAX(MAX(MARGIN_LEAST, 4 * c->login_seconds), seconds / 10), seconds / 2);
}

void mynd_channel_set_deadline(mynd_channel *c, double seconds)
{
	mynd_deadline end = mynd_deadline_in(seconds);
	c->own_limits = (mynd_limits){.cancel_at = end, .end = end};
	if (!mynd_deadline_is_none(end)) {
		c->own_limits.cancel_at = mynd_deadline_in(seconds - margin_of(c, seconds));
	}
}

/* The limits that are being found, and whose they are. */
typedef struct finding {
	const mynd_channel *channel;
	mynd_limits limits;
} finding;

/* Takes the limits of a scope where they are earlier. */
static void add_scope(void *context, const mynd_scope *scope)
{
	finding *f = context;
	if (!mynd_deadline_is_none(scope->end)) {
		int64_t margin = (int64_t) (margin_of(f->channel, scope->seconds) * (double) MYND_SECOND);
		mynd_deadline cancel_at = mynd_deadline_at(scope->end.nanoseconds - margin);
		f->limits.cancel_at = mynd_deadline_earlier(f->limits.cancel_at, cancel_at);
		f->limits.end = mynd_deadline_earlier(f->limits.end, scope->end);
	}
}

static mynd_deadline later(mynd_deadline a, mynd_deadline b)
{
	return mynd_deadline_is_before(a, b) ? b : a;
}

mynd_limits mynd_channel_find_limits(const mynd_channel *c)
{
	finding f = {c, c->own_limits};
	if (c->follows_scopes && mynd_scopes_open > 0) {
		c->hooks->scopes(add_scope, &f);
	}
	if (!mynd_deadline_is_none(c->extended_until)) {
		f.limits.cancel_at = later(f.limits.cancel_at, c->extended_until);
		f.limits.end = later(f.limits.end, c->extended_until);
	}
	return f.limits;
}

void mynd_channel_extend(mynd_channel *c)
{
	c->extended_until = mynd_deadline_in(EXTENDED_SECONDS);
}

void mynd_channel_end_extension(mynd_channel *c)
{
	c->extended_until = MYND_NO_DEADLINE;
}

static bool is_cancelled(const mynd_channel *c)
{
	return c->cancelled != 0 && c->cancelled == mynd_session_pending(c->session);
}

/* Returns `end`, not `cancel_at`, during a login, which has no command to cancel. */
mynd_deadline mynd_channel_next_deadline(const mynd_channel *c, mynd_limits limits)
{
	bool logs_in = !mynd_deadline_is_none(c->login_deadline);
	return logs_in || is_cancelled(c) ? limits.end : limits.cancel_at;
}

bool mynd_channel_outlast(mynd_channel *c, const mynd_error *error)
{
	if (error->cause != MYND_CAUSE_TIMED_OUT || is_cancelled(c) || mynd_net_is_dead(c->net)) {
		return false;
	}
	/* the two are equal on a connection made to cancel a command */
	mynd_limits limits = mynd_channel_limits(c);
	if (!mynd_deadline_is_before(limits.cancel_at, limits.end) ||
	    !mynd_deadline_has_passed(limits.cancel_at)) {
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
	mynd_limits limits = mynd_channel_limits(c);
	if (mynd_deadline_is_none(limits.end) ||
	    !mynd_deadline_has_passed(mynd_channel_next_deadline(c, limits))) {
		return true;
	}
	mynd_error_set(error, MYND_CAUSE_REFUSED, INTERRUPTED, "70100", "%s",
	    "Query execution was interrupted: the deadline has passed");
	return false;
}
