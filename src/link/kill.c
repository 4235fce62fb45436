/*
 * KILLs over the spare connections (spare.h): sent without waiting, acknowledged later.
 *
 * Always true: a KILL that is not answered is on its spare connection's list, in the order of sending. A link
 * whose command was cancelled, however often, sends no other command before the cancel is finished
 * (finish_cancel()).
 * Not here: the spare connections themselves (spare.c).
 */
#include "finish.h"
#include "spare.h"

#include "../net/wait.h"

#include <errno.h>

#define UNKNOWN_THREAD 1094 /* ER_NO_SUCH_THREAD */
#define DUE_MOST       1024
#define FINISH_SECONDS 10.0 /* seconds that the next command waits for an acknowledgement */
#define LOOK_SECONDS   0.02 /* seconds between checks whether another fiber has read the acknowledgement */

static const char fence_owner[] = "fence";

/* --- life --- */

static mynd_kill *kill_new(uint32_t thread, bool connection)
{
	mynd_kill *k = calloc(1, sizeof *k);
	if (k != NULL) {
		k->references = 1;
		k->thread = thread;
		k->connection = connection;
	}
	return k;
}

void mynd_kill_release(mynd_kill *k)
{
	while (k != NULL && --k->references == 0) {
		mynd_kill *earlier = k->earlier;
		free(k);
		k = earlier;
	}
}

static mynd_kill *take_first(mynd_spare *s)
{
	mynd_kill *k = s->first;
	s->first = k->next;
	s->last = s->first == NULL ? NULL : s->last;
	k->next = NULL;
	k->spare = NULL;
	return k;
}

/* --- sending --- */

/*
 * Sends a KILL. The list then owns the caller's reference. Returns false if the KILL was not sent; the caller
 * then still owns the reference.
 */
static bool send_kill(mynd_spare *s, mynd_kill *k)
{
	char sql[40];
	mynd_error ignored;
	if (!mynd_pipelining_is_borne(s->link) &&
	    /* several commands are in one write: losing this connection does no harm */
	    mynd_pipelining_is_unknown(s->link)) {
		mynd_pipelining_open(s->link);
	}
	int len = snprintf(sql, sizeof sql, k->connection ? "KILL %u" : "KILL QUERY %u", (unsigned) k->thread);
	mynd_command command =
	    mynd_command_text(MYND_COM_QUERY, (mynd_slice){(const uint8_t *) sql, (size_t) len});
	if (mynd_session_send(s->link->channel.session, &command, &ignored) != MYND_OK) {
		return false;
	}
	k->spare = s;
	if (s->last == NULL) {
		s->first = k;
	} else {
		s->last->next = k;
	}
	s->last = k;
	mynd_channel_push_without_code(&s->link->channel);
	return true;
}

static bool kill_connection(mynd_spare *s, uint32_t thread)
{
	mynd_kill *k = kill_new(thread, true);
	if (k == NULL || !send_kill(s, k)) {
		mynd_kill_release(k);
		return false;
	}
	return true;
}

static bool keep_for_later(mynd_spare *s, uint32_t thread)
{
	if (s->due == NULL) {
		s->due = malloc(DUE_MOST * sizeof *s->due);
	}
	if (s->due == NULL || s->due_count == DUE_MOST) {
		return false;
	}
	s->due[s->due_count++] = thread;
	return true;
}

/*
 * The thread numbers of a running server only grow. A number that is greater than that of this connection,
 * which was made later, is from before a restart of the server; it may be somebody else's now, and is not
 * killed.
 */
void mynd_kills_send_due(mynd_spare *s)
{
	uint32_t own = mynd_session_server(s->link->channel.session)->thread_id;
	unsigned count = s->due_count;
	s->due_count = 0;
	for (unsigned i = 0; i < count; i++) {
		if (s->due[i] > own || !kill_connection(s, s->due[i])) {
			s->link->channel.counts.kills_failed++;
		}
	}
}

/* --- answers --- */

static void answered(mynd_spare *s, const mynd_event *event)
{
	mynd_kill *k = take_first(s);
	k->state = event->kind == MYND_EVENT_OK ? MYND_KILL_DONE : MYND_KILL_REFUSED;
	if (event->kind == MYND_EVENT_ERROR) {
		k->error = *event->server_error;
	}
	s->link->channel.counts.kills += k->state == MYND_KILL_DONE;
	s->link->channel.counts.kills_failed += k->state == MYND_KILL_REFUSED && k->error.code != UNKNOWN_THREAD;
	mynd_kill_release(k);
}

void mynd_kills_collect(mynd_spare *s)
{
	mynd_event event;
	int rc = MYND_OK;
	while (mynd_spare_is_open(s) && s->first != NULL && rc == MYND_OK) {
		rc = mynd_channel_pump_now(&s->link->channel, &event);
		if (rc == MYND_OK && event.kind == MYND_EVENT_INFILE) {
			rc = mynd_channel_fail_malformed(&s->link->channel, "a KILL asks for a file");
		} else if (rc == MYND_OK && event.last) {
			answered(s, &event);
		}
	}
	if (rc == MYND_BAD || (s->leaves && s->first == NULL && !s->opening)) {
		mynd_spare_close(s);
	} else if (s->first == NULL && s->link != NULL && s->link->channel.session != NULL) {
		mynd_channel_rest(&s->link->channel);
	}
}

/*
 * Notes what became of the KILLs when the spare connection was lost. After an end of file none of them can
 * run any more, because the server has closed the connection. KILLs for discarded connections are sent again
 * later, which does no harm.
 */
void mynd_kills_lost(mynd_spare *s)
{
	const mynd_session *session = s->link == NULL ? NULL : s->link->channel.session;
	const mynd_error *why = s->link == NULL ? NULL : &s->link->channel.last_failure;
	unsigned sent = session == NULL ? 0 : mynd_session_pending_sent(session);
	bool dead = session != NULL && mynd_session_phase(session) == MYND_PHASE_DEAD;
	bool ended = session == NULL || mynd_channel_is_foreign(&s->link->channel) ||
	             (dead && why->cause == MYND_CAUSE_LOST && why->sys_errno == 0);
	while (s->first != NULL) {
		mynd_kill *k = take_first(s);
		k->state = ended || sent == 0 ? MYND_KILL_LOST : MYND_KILL_UNKNOWN;
		sent -= sent > 0;
		if (session != NULL && !mynd_channel_is_foreign(&s->link->channel) &&
		    !(k->connection && keep_for_later(s, k->thread))) {
			s->link->channel.counts.kills_failed++;
		}
		mynd_kill_release(k);
	}
}

/* --- waiting for one --- */

/* Returns MYND_MORE if the program's waiter says that the time is over. */
static int wait_once(mynd_spare *s, mynd_deadline deadline)
{
	mynd_channel *c = &s->link->channel;
	int events = MYND_READABLE | (mynd_channel_look_for_output(c) ? MYND_WRITABLE : 0);
	mynd_wait_fd fd = {.fd = mynd_net_descriptor(c->net), .events = events};
	mynd_deadline look = mynd_deadline_earlier(deadline, mynd_deadline_in(LOOK_SECONDS));
	s->waiters++;
	c->awaited = true;
	int rc = mynd_wait(&fd, 1, look);
	mynd_spare_leave(s);
	return rc == MYND_MORE && mynd_deadline_has_passed(look) ? MYND_OK : rc;
}

int mynd_spare_wait(mynd_spare *s, mynd_deadline deadline)
{
	return mynd_spare_look_for_life(s) ? wait_once(s, deadline) : MYND_BAD;
}

int mynd_kill_await(mynd_kill *k, mynd_deadline deadline)
{
	int rc = MYND_OK;
	k->references++;
	while (k->spare != NULL && rc == MYND_OK) {
		mynd_kills_collect(k->spare);
		if (k->spare != NULL) {
			rc = mynd_deadline_has_passed(deadline) ? MYND_MORE : wait_once(k->spare, deadline);
		}
	}
	mynd_kill_release(k);
	return EG(exception) ? MYND_BAD : rc;
}

/* --- discarded connections --- */

void mynd_kill_abandoned(mynd_link *link)
{
	mynd_channel *c = &link->channel;
	if (!mynd_spares_are_wanted(link) || link->login == NULL || mynd_channel_is_foreign(c) ||
	    mynd_session_pending_sent(c->session) == 0) {
		return;
	}
	/*
	 * if a waiting call is to close the link, this process has shut the socket down, which looks like a
	 * hang-up
	 */
	if (c->net == NULL || (!c->close_wanted && mynd_net_look_for_hangup(c->net))) {
		return;
	}
	mynd_spare *s = mynd_spare_of(link);
	uint32_t thread = mynd_session_server(c->session)->thread_id;
	if (s != NULL && mynd_spare_look_for_life(s) && kill_connection(s, thread)) {
		return;
	}
	c->counts.kills_failed += s == NULL || !keep_for_later(s, thread);
}

/*
 * Has the commands under way killed, except for the driver's own, which end by themselves, and those of a
 * closed link that may write. mynd.reconnect may replace the connection afterwards. A connection to a server
 * that has not greeted is withdrawn: a frozen server would count each of them when it goes on, and refuse
 * this host after max_connect_errors (tried on MariaDB 10.11 and MySQL 9.7).
 */
void mynd_link_on_lost(mynd_channel *channel)
{
	mynd_link *link = mynd_link_of_channel(channel);
	const mynd_error *error = mynd_session_error(channel->session);
	if (UNEXPECTED(link->role.node != NULL) && error != NULL) {
		link->role.node->on_failure(link, error);
	}
	if (mynd_session_server(channel->session)->protocol == 0) { /* no greeting has come */
		mynd_net_withdraw(channel->net);
	}
	/* the program has closed the connection, and no time limit has passed */
	bool is_left = channel->close_wanted && !mynd_link_leaves_nothing(link);
	if (UNEXPECTED(mynd_spares_are_wanted(link)) && !mynd_link_is_by_itself(link) && !is_left) {
		mynd_kill_abandoned(link);
	}
	mynd_kill_forget(link);
	mynd_queue_lost(channel);
}

/* --- connections that stay in use --- */

/* Queues a command that does nothing, and whose reply is discarded. */
static int queue_fence(mynd_link *link)
{
	mynd_command ping = mynd_command_simple(MYND_COM_PING);
	mynd_pending *p = mynd_pending_new(link, fence_owner, (mynd_slice){NULL, 0});
	if (p == NULL) {
		return MYND_BAD;
	}
	if (mynd_session_send(link->channel.session, &ping, &link->channel.error) != MYND_OK) {
		mynd_pending_free(link, p);
		return MYND_BAD;
	}
	mynd_pending_leave(p);
	mynd_pending_queued(link, p);
	return MYND_OK;
}

static int lose(mynd_link *link, mynd_cause cause, int number)
{
	mynd_error error;
	mynd_error_client(&error, cause, MYND_ERR_GONE_AWAY);
	error.sys_errno = number;
	return mynd_channel_lose(&link->channel, &error);
}

/* Returns a KILL of the link that is not answered, or NULL if there is none. */
static mynd_kill *find_sent(const mynd_link *link)
{
	mynd_kill *k = link->kill;
	while (k != NULL && k->state != MYND_KILL_SENT) {
		k = k->earlier;
	}
	return k;
}

static bool is_unknown(const mynd_link *link)
{
	const mynd_kill *k = link->kill;
	while (k != NULL && k->state != MYND_KILL_SENT && k->state != MYND_KILL_UNKNOWN) {
		k = k->earlier;
	}
	return k != NULL || link->kill_unknown;
}

/* Waits for the link's KILLs. No other call may use the link meanwhile. */
static int await_for(mynd_link *link)
{
	mynd_deadline end =
	    mynd_deadline_earlier(mynd_channel_limits(&link->channel).end, mynd_deadline_in(FINISH_SECONDS));
	mynd_kill *k;
	int rc = MYND_OK;
	mynd_channel_enter(&link->channel);
	while (rc == MYND_OK && (k = find_sent(link)) != NULL) {
		rc = mynd_kill_await(k, end);
	}
	mynd_channel_leave(&link->channel);
	if (mynd_channel_check_closed(&link->channel) != MYND_OK) {
		return MYND_BAD;
	}
	return rc == MYND_BAD ? lose(link, MYND_CAUSE_LOST, ECANCELED) : MYND_OK;
}

/*
 * The hook of mynd_link.finish_cancel. Servers acknowledge a KILL QUERY when it has taken effect on the
 * session: on the command that was meant, or on none, or, if it came between two commands, on the next one.
 * So when the acknowledgement has arrived, a command that does nothing, the fence, is written as the next
 * one.
 */
static int finish_cancel(mynd_link *link)
{
	if (mynd_link_has_presends(link)) {
		return MYND_OK;
	}
	if (find_sent(link) != NULL && await_for(link) != MYND_OK) {
		return MYND_BAD;
	}
	if (is_unknown(link)) {
		return lose(link, MYND_CAUSE_TIMED_OUT, 0);
	}
	mynd_kill_forget(link);
	return queue_fence(link);
}

void mynd_kill_note(mynd_link *link, bool unknown)
{
	link->kill_unknown |= unknown;
	link->finish_cancel = finish_cancel;
}

/*
 * Releases the link's KILLs that need not be waited for: answered ones, and those on this spare connection,
 * whose answers come in order.
 */
static void forget_finished(mynd_link *link, const mynd_spare *s)
{
	mynd_kill **at = &link->kill;
	while (*at != NULL) {
		mynd_kill *k = *at;
		if (k->spare == s || (k->state != MYND_KILL_SENT && k->state != MYND_KILL_UNKNOWN)) {
			*at = k->earlier;
			k->earlier = NULL;
			mynd_kill_release(k);
		} else {
			at = &k->earlier;
		}
	}
}

mynd_kill *mynd_kill_query(mynd_spare *s, mynd_link *link)
{
	mynd_kill *k = kill_new(mynd_session_server(link->channel.session)->thread_id, false);
	if (k == NULL || !send_kill(s, k)) {
		mynd_kill_release(k);
		return NULL;
	}
	mynd_kill_note(link, false);
	forget_finished(link, s);
	k->earlier = link->kill;
	link->kill = k;
	k->references += 2; /* the link's reference, and the caller's */
	return k;
}

bool mynd_kill_look_finished(mynd_link *link)
{
	for (mynd_kill *k = link->kill; k != NULL; k = k->earlier) {
		if (k->spare != NULL) {
			mynd_kills_collect(k->spare);
		}
	}
	if (is_unknown(link)) {
		return false;
	}
	mynd_kill_forget(link);
	return true;
}

void mynd_kill_forget(mynd_link *link)
{
	mynd_kill_release(link->kill);
	link->kill = NULL;
	link->kill_unknown = false;
	link->finish_cancel = NULL;
}
