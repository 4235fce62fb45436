/*
 * Cancels a command with KILL QUERY, when the program or a deadline asks for it: over the spare connection to
 * its server (spare.h) where mynd.kill_abandoned is on; otherwise, or if that cannot be opened, over a second
 * connection, which is closed afterwards.
 *
 * Always true: the command that is killed was under way when the cancel was requested, whatever the link does
 * while a connection is opened. The spare and the second connection go to the link's server, with the same
 * user and TLS options; they are in no pool and run no init commands. Like any link they are on the thread's
 * list, so that a wait which never returns leaks nothing.
 */
#include "poll.h"
#include "spare.h"

#define SECONDS_MOST 60    /* seconds for a cancel without a limit of its own */
#define LOOK_SECONDS 0.001 /* seconds between checks whether another fiber has read the reply */

static bool is_running(const mynd_link *link)
{
	return link->channel.session != NULL && link->login != NULL && !mynd_channel_is_foreign(&link->channel) &&
	       !mynd_link_is_by_itself(link) && !mynd_channel_is_without_server(&link->channel) &&
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

/* --- the commands that are to be cancelled --- */

/* The commands that were under way at a moment. */
typedef struct moment {
	uint32_t connection_number, thread;
	uint64_t asked;
} moment;

static uint32_t thread_of(const mynd_link *link)
{
	return mynd_session_server(link->channel.session)->thread_id;
}

/*
 * Returns true if a command of that moment still runs. Replies come in order, so this is so if more replies
 * are due than commands were sent since.
 */
static bool is_running_since(const mynd_link *link, const moment *then)
{
	return is_running(link) && link->connection_number == then->connection_number &&
	       mynd_session_pending(link->channel.session) >
	           mynd_session_count_asked(&link->channel.counts.session) - then->asked;
}

/*
 * Returns true if the connection was closed meanwhile: the server may still run that connection's command,
 * and no later one can come.
 */
static bool is_closed_since(const mynd_link *link, const moment *then)
{
	return link->channel.session == NULL || thread_of(link) != then->thread;
}

/* --- over an open connection --- */

/*
 * Sends a KILL and waits for its answer. Returns MYND_MORE if the spare connection was lost, or does not
 * answer.
 */
static int tell(mynd_link *link, mynd_spare *spare, mynd_deadline deadline, mynd_error *error)
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

/*
 * Returns true if the server may have forgotten the KILL, so that it is to be sent again. Returns false if
 * several commands are under way, because a second KILL could hit the next one, and if a deadline cancels the
 * command, because the command has run for a while, and a call waits for it.
 */
static bool may_be_missed(const mynd_link *link, const moment *then)
{
	return is_running_since(link, then) && mynd_session_pending(link->channel.session) == 1 &&
	       mynd_session_phase(link->channel.session) == MYND_PHASE_WAITING && link->channel.cancelled == 0 &&
	       !EG(exception);
}

/*
 * Waits until the reply begins. If a call waits on the link, that call reads the reply, and this function
 * only lets a moment pass.
 */
static int wait_for_reply(mynd_link *link, mynd_spare *spare, mynd_deadline end, bool *begins)
{
	*begins = false;
	if (link->channel.in_call || !mynd_link_is_awaited(link)) {
		return mynd_spare_wait(spare, mynd_deadline_earlier(end, mynd_deadline_in(LOOK_SECONDS)));
	}
	int rc = mynd_links_poll(&link, 1, end, begins);
	*begins &= !link->channel.in_call;
	return rc;
}

/*
 * Returns true if the KILL is to be sent again: the reply has not begun by `end`, all this time the server
 * may have forgotten the KILL, and the spare connection is open.
 */
static bool look_for_miss(mynd_link *link, mynd_spare *spare, const moment *then, mynd_deadline end)
{
	bool begins = false;
	while (!begins && may_be_missed(link, then)) {
		if (mynd_deadline_has_passed(end)) {
			return mynd_spare_look_for_life(spare);
		}
		if (wait_for_reply(link, spare, end, &begins) == MYND_BAD) {
			return false;
		}
	}
	return false;
}

/*
 * A server that reads a KILL QUERY before it has begun with the command acknowledges it, and forgets it when
 * the command begins. So the KILL is sent again if the reply does not begin soon.
 */
static int cancel_over(
    mynd_link *link, mynd_spare *spare, const moment *then, mynd_deadline deadline, mynd_error *error)
{
	static const double pauses[] = {0.01, 0.03, 0.1}; /* seconds */
	int rc = tell(link, spare, deadline, error), again = rc;
	for (size_t i = 0; again == MYND_OK && i < sizeof pauses / sizeof *pauses; i++) {
		mynd_error ignored;
		mynd_deadline end = mynd_deadline_in(pauses[i]);
		if (mynd_deadline_is_before(deadline, end) || !look_for_miss(link, spare, then, end)) {
			break;
		}
		again = tell(link, spare, deadline, &ignored);
	}
	return rc;
}

/*
 * Returns the link's spare connection, which is opened if need be, or NULL if that fails. The link may be
 * closed meanwhile.
 */
static mynd_spare *spare_for(mynd_link *link, mynd_deadline deadline)
{
	mynd_spare *spare = mynd_spares_are_wanted(link) ? mynd_spare_of(link) : NULL;
	return spare != NULL && mynd_spare_open(spare, deadline) == MYND_OK ? spare : NULL;
}

/* --- over a second connection --- */

static int run_kill(mynd_spare *second, uint32_t thread, mynd_error *error)
{
	char sql[40];
	int len = snprintf(sql, sizeof sql, "KILL QUERY %u", (unsigned) thread);
	int rc = mynd_link_run_text(second->link, sql, (size_t) len);
	*error = second->link->channel.error;
	second->link->channel.counts.kills += rc == MYND_OK;
	second->link->channel.counts.kills_failed += rc != MYND_OK;
	return rc;
}

/*
 * Cancels over a connection with filters. Code of the program sends and reads its bytes, so no other call can
 * read the answer; a command that is to be sent on the link before the answer has arrived loses the link
 * (finish_cancel() in kill.c).
 */
static int cancel_by_command(mynd_link *link, mynd_spare *second, mynd_error *error)
{
	uint32_t connection_number = link->connection_number;
	bool unknown = link->kill_unknown;
	mynd_kill_note(link, true);
	int rc = run_kill(second, thread_of(link), error);
	if (link->connection_number == connection_number &&
	    (rc == MYND_OK || error->cause == MYND_CAUSE_SERVER)) {
		link->kill_unknown = unknown;
	}
	return rc;
}

static int connect_and_cancel(
    mynd_link *link, mynd_spare *second, const moment *then, mynd_deadline deadline, mynd_error *error)
{
	if (mynd_spare_connect(second, deadline) != MYND_OK) {
		second->link->channel.counts.kills_failed++;
		*error = second->link->channel.error;
		return MYND_BAD;
	}
	if (is_closed_since(link, then)) {
		return run_kill(second, then->thread, error);
	}
	if (!is_running_since(link, then)) {
		return MYND_MORE;
	}
	if (mynd_channel_is_filtered(&second->link->channel)) {
		return cancel_by_command(link, second, error);
	}
	int rc = cancel_over(link, second, then, deadline, error);
	return rc == MYND_MORE ? mynd_error_client(error, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY) : rc;
}

static int cancel(mynd_link *link, mynd_deadline deadline, mynd_error *error)
{
	moment then = {
	    link->connection_number, thread_of(link), mynd_session_count_asked(&link->channel.counts.session)};
	mynd_spare *spare = spare_for(link, deadline);
	int rc = MYND_MORE;
	if (spare != NULL && is_running_since(link, &then)) {
		rc = cancel_over(link, spare, &then, deadline, error);
	}
	if (rc != MYND_MORE || EG(exception) || !is_running_since(link, &then)) {
		return rc;
	}
	mynd_spare *second = mynd_spare_once(link);
	rc = connect_and_cancel(link, second, &then, deadline, error);
	mynd_spare_end(second);
	return rc;
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
	mynd_channel_set_deadline(&link->channel, seconds);
}

bool mynd_link_look_for_time(const mynd_link *link, mynd_error *error)
{
	return mynd_channel_look_for_time(&link->channel, error);
}

/*
 * Sends a KILL over the spare connection. Returns false if that connection is not open. Does not wait for the
 * acknowledgement: the next command does (kill.c).
 */
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
	mynd_error ignored; /* the reply on the link itself shows whether the cancel has worked */
	if (!is_running(link)) {
		return false;
	}
	if (!tell_spare(link)) {
		mynd_link_cancel(link, mynd_channel_limits(channel).end, &ignored);
	}
	return !EG(exception) && !channel->close_wanted;
}
