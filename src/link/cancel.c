/*
 * Cancels a command with KILL QUERY over a second connection, when the program or a deadline asks for it.
 *
 * The second connection goes to the same server as the first, with the same user and the same TLS options; it
 * is in no pool and runs no init commands. Like any link it is on the thread's list, so that a wait which
 * never returns leaks nothing.
 */
#include "internal.h"

#define MARGIN_LEAST 0.2 /* seconds between the cancel and the deadline */
#define SECONDS_MOST 60  /* for a cancel without a limit of its own */

static bool is_running(const mynd_link *link)
{
	return link->channel.session != NULL && link->login != NULL && !mynd_channel_is_foreign(&link->channel) &&
	       !link->resetting && !link->has_ahead && !mynd_channel_is_without_server(&link->channel) &&
	       mynd_session_phase(link->channel.session) != MYND_PHASE_DEAD &&
	       mynd_session_pending(link->channel.session) > 0;
}

static mynd_link *second_link(const mynd_link *link, mynd_deadline deadline)
{
	mynd_link *second = mynd_link_new();
	for (unsigned i = 0; i < MYND_SET_STRING_COUNT; i++) {
		mynd_link_set_string(second, i, link->channel.settings.strings[i]);
	}
	memcpy(second->channel.settings.ints, link->channel.settings.ints, sizeof second->channel.settings.ints);
	mynd_link_set_int(second, MYND_SET_COMPRESS, 0);
	mynd_link_set_int(second, MYND_SET_RECONNECT, 0);
	if (mynd_deadline_is_none(deadline)) {
		zend_long seconds = link->channel.settings.ints[MYND_SET_CONNECT_TIMEOUT];
		deadline = mynd_deadline_in(seconds > 0 ? (double) seconds : SECONDS_MOST);
	}
	second->channel.deadline = second->channel.cancel_at = deadline;
	mynd_login_note(second, &link->login->with); /* the link may be closed while we wait */
	return second;
}

int mynd_link_cancel(mynd_link *link, mynd_deadline deadline, mynd_error *error)
{
	char sql[40];
	if (!is_running(link)) {
		return MYND_MORE;
	}
	unsigned thread = (unsigned) mynd_session_server(link->channel.session)->thread_id;
	mynd_link *second = second_link(link, deadline);
	int len = snprintf(sql, sizeof sql, "KILL QUERY %u", thread);
	int rc = mynd_link_connect(second, &second->login->with);
	if (rc == MYND_OK) {
		rc = mynd_link_run_text(second, sql, (size_t) len);
	}
	*error = second->channel.error;
	mynd_link_close(second, MYND_CLOSE_IMPLICIT);
	mynd_link_release(second);
	return rc;
}

/* --- the deadline --- */

void mynd_link_set_deadline(mynd_link *link, double seconds)
{
	double margin = MIN(MAX(MAX(MARGIN_LEAST, 4 * link->login_seconds), seconds / 10), seconds / 2);
	mynd_channel_set_deadline(&link->channel, seconds, margin);
}

bool mynd_link_on_timeout(mynd_channel *channel)
{
	mynd_link *link = mynd_link_of_channel(channel);
	mynd_error ignored; /* whatever it was, the reply on the link itself says what happened */
	if (!is_running(link)) {
		return false;
	}
	mynd_link_cancel(link, channel->deadline, &ignored);
	return !EG(exception) && !channel->close_wanted;
}
