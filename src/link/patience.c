/*
 * Patience: where a server is not there, or no server takes writes, a connect is tried again for a while
 * (mynd.connect_patience), because one that restarts will be back, and another one will be promoted.
 *
 * Always true: after a failure that time does not mend, such as a wrong password, nothing is tried again.
 */
#include "internal.h"

#include <errno.h>
#include <sodium.h>

/*
 * Nanoseconds between two attempts, drawn, so that workers do not come all at the same time. A new primary is
 * found a tenth of a second after there is one.
 */
#define SHORTEST 50000000u
#define LONGEST  150000000u

static __thread mynd_wait_queue pauses; /* calls that wait for the time alone: none is ever called */

mynd_patience mynd_patience_begin(const mynd_link *link)
{
	zend_long seconds = link->channel.settings.ints[MYND_SET_CONNECT_PATIENCE];
	if (EXPECTED(seconds <= 0)) {
		return (mynd_patience){0};
	}
	return (mynd_patience){.until = mynd_now() + seconds * MYND_SECOND, .breaks = link->channel.breaks};
}

bool mynd_is_own_shortage(const mynd_error *error)
{
	return error->sys_errno == EMFILE || error->sys_errno == ENFILE || error->sys_errno == ENOBUFS;
}

bool mynd_patience_may_help(const mynd_error *error)
{
	switch (error->cause) {
	case MYND_CAUSE_LOST:
		return !mynd_is_own_shortage(error);
	case MYND_CAUSE_SERVER:
		return error->code == MYND_SERVER_SHUTS_DOWN;
	case MYND_CAUSE_TIMED_OUT:
	case MYND_CAUSE_OTHER_ROLE:
		return true;
	default:
		return false;
	}
}

bool mynd_connect_is_ended(const mynd_link *link, unsigned breaks)
{
	return EG(exception) || link->channel.breaks != breaks ||
	       mynd_deadline_has_passed(mynd_channel_limits(&link->channel).end);
}

/* Sleeps, in the program's waiter if that can wait, so that other fibers go on. */
static int sleep_until(mynd_link *link, mynd_deadline end)
{
	if (link->pause == NULL) {
		link->pause = pecalloc(1, sizeof *link->pause, 1);
	}
	int rc = mynd_waiting_wait(link->pause, &pauses, end);
	if (rc == MYND_WAIT_BLOCK) {
		mynd_wait_begin_alone();
		rc = mynd_wait(NULL, 0, end);
		mynd_wait_end_alone();
	}
	return rc;
}

bool mynd_patience_pause(mynd_link *link, const mynd_patience *patience)
{
	if (EXPECTED(patience->until == 0) || mynd_connect_is_ended(link, patience->breaks)) {
		return false;
	}
	int64_t next = mynd_now() + SHORTEST + randombytes_uniform(LONGEST - SHORTEST);
	if (next >= patience->until) {
		return false;
	}
	mynd_link_addref(link);
	mynd_channel_enter(&link->channel);
	int rc = sleep_until(
	    link, mynd_deadline_earlier(mynd_deadline_at(next), mynd_channel_limits(&link->channel).end));
	mynd_channel_leave(&link->channel);
	bool goes_on = rc != MYND_BAD && !mynd_connect_is_ended(link, patience->breaks);
	mynd_link_release(link);
	return goes_on;
}

void mynd_patience_forget(mynd_link *link)
{
	if (link->pause != NULL) {
		mynd_waiting_leave(link->pause);
		free(link->pause);
		link->pause = NULL;
	}
}
