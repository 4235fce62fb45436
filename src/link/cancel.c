/*
 * Cancels a command with KILL QUERY, when the program or a deadline asks for it: over the spare connection to
 * its server (spare.h) where mynd.kill_abandoned is on, otherwise, or if that cannot be had, over a second
 * connection, which is closed afterwards.
 *
 * Both go to the same server as the first, with the same user and the same TLS options; they are in no pool
 * and run no init commands. Like any link they are on the thread's list, so that a wait which never returns
 * leaks nothing.
 */
#include "spare.h"

#define MARGIN_LEAST 0.2 /* seconds between the cancel and the deadline */
#define SECONDS_MOST 60  /* for a cancel without a limit of its own */

static bool is_running(const mynd_link *link)
{
	return link->channel.session != NULL && link->login != NULL && !mynd_channel_is_foreign(&link->channel) &&
	       !link->resetting && !link->has_ahead && !mynd_channel_is_without_server(&link->channel) &&
	       mynd_session_phase(link->channel.session) != MYND_PHASE_DEAD &&
	       mynd_session_pending(link->channel.session) > 0;
}

static mynd_deadline limit_of(const mynd_link *link, mynd_deadline deadline)
{
	if (!mynd_deadline_is_none(deadline)) {
		return deadline;
	}
	zend_long seconds = link->channel.settings.ints[MYND_SET_CONNECT_TIMEOUT];
	return mynd_deadline_in(seconds > 0 ? (double) seconds : SECONDS_MOST);
}

/* --- over the spare connection --- */

/* MYND_MORE: it cannot be had, or was lost. */
static int cancel_over_spare(mynd_link *link, mynd_spare *spare, mynd_deadline deadline, mynd_error *error)
{
	mynd_kill *kill = mynd_kill_query(spare, link);
	if (kill == NULL) {
		return MYND_MORE;
	}
	int rc = mynd_kill_await(kill, deadline);
	if (kill->state == MYND_KILL_REFUSED) {
		*error = kill->error;
		rc = MYND_BAD;
	} else if (rc != MYND_BAD) {
		rc = kill->state == MYND_KILL_DONE ? MYND_OK : MYND_MORE;
	} else {
		mynd_error_client(error, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY);
	}
	mynd_kill_release(kill);
	return rc;
}

/* Open, or opened now; NULL: it cannot be had. The link may be closed meanwhile. */
static mynd_spare *spare_for(mynd_link *link, mynd_deadline deadline)
{
	mynd_spare *spare = mynd_spares_are_wanted(link) ? mynd_spare_of(link) : NULL;
	return spare != NULL && mynd_spare_open(spare, deadline) == MYND_OK ? spare : NULL;
}

/* --- over a second one --- */

static mynd_link *second_link(const mynd_link *link, mynd_deadline deadline)
{
	char address[64];
	mynd_link *second = mynd_link_new();
	for (unsigned i = 0; i < MYND_SET_STRING_COUNT; i++) {
		mynd_link_set_string(second, i, link->channel.settings.strings[i]);
	}
	memcpy(second->channel.settings.ints, link->channel.settings.ints, sizeof second->channel.settings.ints);
	mynd_link_set_int(second, MYND_SET_COMPRESS, 0);
	mynd_link_set_int(second, MYND_SET_RECONNECT, 0);
	mynd_link_set_int(second, MYND_SET_KILL_ABANDONED, 0);
	second->channel.deadline = second->channel.cancel_at = deadline;
	mynd_connect with = link->login->with;
	with.address = mynd_net_peer(link->channel.net, address, sizeof address) ? address : NULL;
	mynd_login_note(second, &with); /* the link may be closed while we wait */
	return second;
}

/* The caller holds the link. */
static int cancel_over_second(mynd_link *link, mynd_deadline deadline, mynd_error *error)
{
	char sql[40];
	unsigned thread = (unsigned) mynd_session_server(link->channel.session)->thread_id;
	uint32_t epoch = link->epoch;
	mynd_link *second = second_link(link, deadline);
	int len = snprintf(sql, sizeof sql, "KILL QUERY %u", thread);
	int rc = mynd_link_connect(second, &second->login->with);
	if (rc == MYND_OK) {
		rc = mynd_link_run_text(second, sql, (size_t) len);
		if (link->epoch == epoch) {
			mynd_kill_note(link, rc != MYND_OK && second->channel.error.cause != MYND_CAUSE_SERVER);
		}
	}
	second->channel.counts.kills += rc == MYND_OK;
	second->channel.counts.kills_failed += rc != MYND_OK;
	*error = second->channel.error;
	mynd_link_close(second, MYND_CLOSE_IMPLICIT);
	mynd_link_release(second);
	return rc;
}

static int cancel(mynd_link *link, mynd_deadline deadline, mynd_error *error)
{
	mynd_spare *spare = spare_for(link, deadline);
	int rc = MYND_MORE;
	if (spare != NULL && is_running(link)) {
		rc = cancel_over_spare(link, spare, deadline, error);
	}
	if (rc != MYND_MORE || EG(exception) || !is_running(link)) {
		return rc;
	}
	return cancel_over_second(link, deadline, error);
}

int mynd_link_cancel(mynd_link *link, mynd_deadline deadline, mynd_error *error)
{
	if (!is_running(link)) {
		return MYND_MORE;
	}
	mynd_link_addref(link);
	int rc = cancel(link, limit_of(link, deadline), error);
	mynd_link_release(link);
	return rc;
}

/* --- the deadline --- */

void mynd_link_set_deadline(mynd_link *link, double seconds)
{
	double margin = MIN(MAX(MAX(MARGIN_LEAST, 4 * link->login_seconds), seconds / 10), seconds / 2);
	mynd_channel_set_deadline(&link->channel, seconds, margin);
}

/* False: it is not open. Over an open one nothing is waited for here; the next command waits (kill.c). */
static bool tell_spare(mynd_link *link)
{
	mynd_spare *spare = mynd_spares_are_wanted(link) ? mynd_spare_of(link) : NULL;
	mynd_kill *kill = spare != NULL && mynd_spare_look_for_life(spare) ? mynd_kill_query(spare, link) : NULL;
	mynd_kill_release(kill);
	return kill != NULL;
}

bool mynd_link_on_timeout(mynd_channel *channel)
{
	mynd_link *link = mynd_link_of_channel(channel);
	mynd_error ignored; /* whatever it was, the reply on the link itself says what happened */
	if (!is_running(link)) {
		return false;
	}
	if (!tell_spare(link)) {
		mynd_link_cancel(link, channel->deadline, &ignored);
	}
	return !EG(exception) && !channel->close_wanted;
}
