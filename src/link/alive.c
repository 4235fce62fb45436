/*
 * Asks whether a silent server is alive (mynd.dead_after), by a second connection to the address of the
 * connection that waits, with the same user and TLS options.
 *
 * A server is alive if it sends any byte: its greeting, or the reason why it accepts no connections. A server
 * is dead if it sends none within half of mynd.dead_after. The question is left open if the connection is
 * refused or cannot be made (no listener, no descriptor left): then some kernel has answered, so the wait
 * goes on, and the server is asked again later. Where the network reports that there is no way to the server,
 * the way may be back in a moment, so the connect is repeated until the time is over.
 *
 * After the greeting the login is completed, because servers count interrupted logins, and refuse a host that
 * has too many of them (max_connect_errors, 1129); a login that succeeds resets the count. Before the
 * greeting the connection is reset (mynd_net_withdraw), which servers do not count. If a server refuses the
 * login, no second login is tried for the waiting connection: servers may lock the account after several
 * refusals.
 *
 * An answer is used for a moment for the other silent connections to the same server: a program that waits
 * for a hundred of them asks once.
 *
 * Not here: when a server is asked (net/silence.c, net/set.c).
 */
#include "spare.h"

#include "../channel/set.h"
#include "../net/wait.h"

#include <errno.h>

#define PAUSE_SECONDS 0.1 /* pause between connects while there is no way to the server */

/*
 * ER_ACCESS_DENIED_ERROR, ER_ACCESS_DENIED_NO_PASSWORD_ERROR, ER_ACCOUNT_HAS_BEEN_LOCKED (MySQL, MariaDB),
 * ER_USER_ACCESS_DENIED_FOR_USER_ACCOUNT_BLOCKED_BY_PASSWORD_LOCK
 */
static const unsigned refusals[] = {1045, 1698, 3118, 4151, 3955};

/* The last server that was asked: `link.address`, the time, and whether the server was alive. */
ZEND_TLS struct {
	uint64_t address;
	int64_t at;
	bool alive;
} last;

/* Returns true if the server can be asked, and the wait has no limit of the driver's own. */
static bool may_be_asked(const mynd_link *link)
{
	const mynd_channel *c = &link->channel;
	if (c->session == NULL || link->login == NULL || link->login->refused || link->is_spare) {
		return false;
	}
	mynd_phase phase = mynd_session_phase(c->session);
	return phase != MYND_PHASE_LOGIN && phase != MYND_PHASE_DEAD && mynd_session_pending(c->session) > 0 &&
	       mynd_deadline_is_none(c->login_deadline) && !mynd_channel_is_foreign(c) &&
	       !mynd_channel_is_without_server(c) && !mynd_channels_are_filtered();
}

/* Returns a connection that has no limits of the program's. */
static mynd_spare *second_connection(mynd_link *link, int fd, int events)
{
	mynd_spare *s = mynd_spare_once(link);
	s->settings.ints[MYND_SET_CONNECT_TIMEOUT] = s->settings.ints[MYND_SET_READ_TIMEOUT] =
	    s->settings.ints[MYND_SET_WRITE_TIMEOUT] = 0;
	mynd_spare_give_up_for(s, fd, events);
	return s;
}

static bool has_answered(const mynd_spare *s)
{
	return s->link->channel.counts.net.read_bytes > 0;
}

static bool is_unreachable(const mynd_error *error)
{
	return error->sys_errno == EHOSTUNREACH || error->sys_errno == ENETUNREACH ||
	       error->sys_errno == ENETDOWN;
}

static bool is_refusal(const mynd_error *error)
{
	bool refused = false;
	for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
		refused |= error->code == refusals[i];
	}
	return refused && error->cause == MYND_CAUSE_SERVER;
}

/*
 * Returns MYND_OK if the server has answered, MYND_MORE if it has sent nothing by `end`, MYND_BAD if neither
 * can be told.
 */
static int connect_until(mynd_spare *s, mynd_deadline end)
{
	for (;;) {
		if (mynd_spare_connect(s, end) == MYND_OK || has_answered(s)) {
			return MYND_OK;
		}
		const mynd_error *error = &s->link->channel.error;
		bool is_timed_out = error->cause == MYND_CAUSE_TIMED_OUT;
		if (EG(exception) || (!is_timed_out && !is_unreachable(error))) {
			return MYND_BAD;
		}
		if (is_timed_out || mynd_deadline_has_passed(end)) {
			return MYND_MORE;
		}
		if (mynd_wait(NULL, 0, mynd_deadline_earlier(end, mynd_deadline_in(PAUSE_SECONDS))) == MYND_BAD) {
			return MYND_BAD;
		}
	}
}

static int ask(mynd_link *link, int fd, int events, mynd_deadline end)
{
	mynd_spare *s = second_connection(link, fd, events);
	int rc = connect_until(s, end);
	if (rc == MYND_OK && link->login != NULL && is_refusal(&s->link->channel.error)) {
		mynd_login_note_refused(link);
	}
	mynd_link_counts only_bytes = {.net = s->link->channel.counts.net};
	s->link->channel.counts = only_bytes;
	mynd_spare_end(s);
	return rc;
}

/* Returns MYND_MORE if the server is dead, MYND_OK if it is alive or that is not known. */
static int find_out(mynd_link *link, int fd, int events, mynd_deadline deadline)
{
	double half = (double) link->channel.settings.ints[MYND_SET_DEAD_AFTER] / 2;
	uint64_t address = link->address;
	bool is_known = address != 0 && last.address == address &&
	                mynd_now() - last.at < (int64_t) (half / 4 * (double) MYND_SECOND);
	if (is_known) {
		return last.alive ? MYND_OK : MYND_MORE;
	}
	mynd_deadline end = mynd_deadline_in(half);
	bool is_enough = mynd_deadline_is_before(end, deadline);
	int rc = ask(link, fd, events, is_enough ? end : deadline);
	if (rc == MYND_MORE && !is_enough) {
		return MYND_OK;
	}
	if (rc != MYND_BAD) {
		last.address = address;
		last.at = mynd_now();
		last.alive = rc == MYND_OK;
	}
	return rc == MYND_MORE ? MYND_MORE : MYND_OK;
}

int mynd_link_on_silence(const mynd_net_counts *counts, int fd, int events, mynd_deadline deadline)
{
	mynd_link *link = (mynd_link *) ((char *) counts - offsetof(mynd_link, channel.counts.net));
	bool had_exception = EG(exception) != NULL;
	if (!may_be_asked(link)) {
		return MYND_OK;
	}
	uint32_t connection_number = link->connection_number;
	mynd_link_addref(link); /* other fibers may close and free the link */
	int rc = find_out(link, fd, events, deadline);
	if (rc == MYND_MORE && link->connection_number == connection_number && link->channel.net != NULL) {
		mynd_net_die(link->channel.net);
	}
	mynd_link_release(link);
	return !had_exception && EG(exception) ? MYND_BAD : rc;
}
