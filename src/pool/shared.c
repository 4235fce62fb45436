/*
 * One pool for all processes of a user (mynd.shared_pool): a released connection goes, as a parcel (its
 * descriptor and state), into the user's mailbox, and a process that needs a connection takes the oldest out
 * of it.
 *
 * A connection belongs to one process at a time: the process that puts it into the mailbox closes its own
 * descriptor, without sending anything, and does not touch the connection again. A connection stays in the
 * pools of its process if it has TLS, compression, filters, a descriptor that a program may wait for in a set
 * of its own, or a reply that is half read, and if it does not fit into a parcel or into the mailbox. A
 * parcel with another key is put back. A dead, expired or surplus connection is closed by the process that
 * next takes it out.
 *
 * A process takes a turn at the mailbox (a lock) while it chooses a parcel or makes room for one. So when a
 * process finds no parcel with its key, all connections of the key are in use at that moment: the key never
 * has more connections than programs have open at the same time.
 *
 * Always true: handover.c checks everything that is used from a parcel, and a program gets a link only under
 * the conditions of acquire.c: its reset was answered, nothing is unread. A process in its turn allocates
 * nothing and waits for nothing, so that the turn certainly ends. No code of the program runs, except in the
 * wait for a reset that is not over.
 * Not here: the mailbox (src/net/mailbox.c).
 */
#include "internal.h"

#include "../command/prepared_before.h"
#include "../net/wait.h"

#include <unistd.h>

#define MOST_LOOKS 128 /* maximum of parcels that one connect takes out */

static const uint8_t goodbye[] = {1, 0, 0, 0, MYND_COM_QUIT};

bool mynd_shared_startup(void)
{
	mynd_pool_key_startup();
	mynd_prepared_before_share();
	return mynd_mailboxes_make() == MYND_OK;
}

/*
 * Returns true if this is the master process, run by root, which runs PHP code only for opcache.preload. The
 * master claims no mailbox: its workers run as other users, and need all of them.
 */
static bool is_master(void)
{
	return mynd_mailboxes_are_own() && geteuid() == 0 && mynd_serves_requests();
}

void mynd_shared_request_startup(bool wanted)
{
	if (!is_master()) {
		mynd_mailbox_claim(wanted);
	}
}

static void say_goodbye(mynd_parcel *parcel, const mynd_parcel_head *head)
{
	if (head->may_say_goodbye) {
		mynd_parcel_say(parcel, (mynd_slice){goodbye, sizeof goodbye});
	}
	mynd_parcel_close(parcel);
}

/* The process that made the mailboxes ends last, and closes the connections in its user's mailbox. */
void mynd_shared_shutdown(void)
{
	mynd_parcel parcel;
	mynd_parcel_head head;
	while (mynd_mailboxes_are_own() && mynd_mailbox_is_ours() && mynd_mailbox_take(&parcel) == MYND_OK) {
		if (mynd_parcel_read_head(&parcel, &head) == MYND_OK) {
			say_goodbye(&parcel, &head);
		}
		mynd_parcel_close(&parcel);
	}
	mynd_mailboxes_end();
	mynd_prepared_before_shutdown();
}

bool mynd_shared_is_on(void)
{
	return UNEXPECTED(mynd_thread_pools.settings.max_shared > 0) && mynd_mailbox_is_open();
}

/* --- releasing --- */

/* Takes out the oldest parcel and closes its connection, if the mailbox is at its limit. */
static void make_room(mynd_pool *pool)
{
	mynd_parcel parcel;
	mynd_parcel_head head;
	zend_long most = mynd_thread_pools.settings.max_shared;
	if ((zend_long) mynd_mailbox_count() < most || mynd_mailbox_take(&parcel) != MYND_OK) {
		return;
	}
	if (mynd_parcel_read_head(&parcel, &head) == MYND_OK) {
		mynd_pool_count_closed(pool, MYND_POOL_CLOSED_MAX_SHARED);
		say_goodbye(&parcel, &head);
	}
	mynd_parcel_close(&parcel);
}

bool mynd_shared_release(mynd_link *link)
{
	mynd_parcel parcel;
	mynd_pool *pool = link->pooled->pool;
	mynd_mailbox_look_at_user();
	if (!mynd_mailbox_is_ours() || !mynd_channel_let_go(&link->channel) ||
	    mynd_parcel_pack(link, &parcel) != MYND_OK) {
		return false;
	}
	mynd_mailbox_begin_turn();
	make_room(pool);
	int rc = mynd_mailbox_put(&parcel);
	mynd_mailbox_end_turn();
	if (rc != MYND_OK) {
		return false;
	}
	pool->info.handed_over++;
	mynd_board_count_pool(MYND_BOARD_POOL_handed_back);
	mynd_board_count_pool(MYND_BOARD_POOL_handed_over);
	mynd_link_take_down(link);
	mynd_pooled_leave(link);
	mynd_link_release(link);
	return true;
}

/* --- acquiring --- */

/*
 * Puts back a parcel that this connect does not use. If the mailbox has become full, closes the connection.
 */
static void put_back(mynd_parcel *parcel, const mynd_parcel_head *head)
{
	if (mynd_mailbox_put(parcel) != MYND_OK) {
		say_goodbye(parcel, head);
	}
	mynd_parcel_close(parcel);
}

/* Returns the close reason of the time limit that has passed, or MYND_POOL_CLOSED_COUNT if none has. */
static mynd_pool_closed look_at_times(const mynd_parcel_head *head)
{
	int64_t time = mynd_pools_now();
	zend_long idle = mynd_thread_pools.settings.idle_timeout;
	if (idle > 0 && time - head->idle_since > idle) {
		return MYND_POOL_CLOSED_IDLE_TIMEOUT;
	}
	return time >= head->expires ? MYND_POOL_CLOSED_MAX_LIFETIME : MYND_POOL_CLOSED_COUNT;
}

/* State of a turn in which a process chooses a parcel. */
typedef struct taking {
	mynd_pool *pool;
	uint64_t first; /* serial number of the first parcel put back, at which the search ends; 0: none */
	/* the first parcel of this pool whose reset is not over; fd -1: none yet */
	mynd_parcel aside;
	mynd_parcel_head aside_head;
} taking;

/* Moves a parcel; `to` and `from` must not overlap. */
static void move(mynd_parcel *to, mynd_parcel_head *to_head, mynd_parcel *from, const mynd_parcel_head *head)
{
	*to = *from;
	*to_head = *head;
	to_head->body.ptr = to->bytes + (head->body.ptr - from->bytes);
	from->fd = -1;
}

/*
 * Returns true if the parcel is of this pool and can be tried. Otherwise stores it in t->aside, puts it back,
 * or closes its connection. *again: there may be parcels that were not examined yet.
 */
static bool look_at(taking *t, mynd_parcel *parcel, mynd_parcel_head *head, bool *again)
{
	*again = true;
	if (mynd_parcel_read_head(parcel, head) != MYND_OK) {
		return false;
	}
	bool ours = memcmp(head->key, t->pool->key, MYND_POOL_KEY) == 0;
	int state = mynd_parcel_look(parcel);
	if (state == MYND_PARCEL_DEAD && ours && head->resetting) {
		/*
		 * commands sent in one write may have ended the connection, which is recorded when the connection is
		 * tried
		 */
		return true;
	}
	if (state == MYND_PARCEL_DEAD) {
		mynd_pool_count_found_dead(t->pool);
		return false;
	}
	mynd_pool_closed why = look_at_times(head);
	if (why != MYND_POOL_CLOSED_COUNT) {
		mynd_pool_count_closed(t->pool, why);
		say_goodbye(parcel, head);
		return false;
	}
	if (ours && (!head->resetting || state == MYND_PARCEL_SPEAKS)) {
		return true;
	}
	if (ours && t->aside.fd < 0) {
		move(&t->aside, &t->aside_head, parcel, head);
		return false;
	}
	*again = t->first != head->serial;
	t->first = t->first == 0 ? head->serial : t->first;
	put_back(parcel, head);
	return false;
}

static bool find_ready(taking *t, mynd_parcel *parcel, mynd_parcel_head *head)
{
	bool again = true;
	for (unsigned looks = 0; again && looks < MOST_LOOKS; looks++) {
		if (mynd_mailbox_take(parcel) != MYND_OK) {
			break;
		}
		if (look_at(t, parcel, head, &again)) {
			return true;
		}
		mynd_parcel_close(parcel);
	}
	return false;
}

/*
 * Chooses the pool's oldest parcel whose reset is over, or else its oldest. Returns false if there is none.
 */
static bool choose(mynd_pool *pool, mynd_parcel *parcel, mynd_parcel_head *head)
{
	taking t;
	t.pool = pool;
	t.first = 0;
	t.aside.fd = -1;
	mynd_mailbox_begin_turn();
	bool found = find_ready(&t, parcel, head);
	if (found && t.aside.fd >= 0) {
		put_back(&t.aside, &t.aside_head);
	}
	mynd_mailbox_end_turn();
	if (!found && t.aside.fd >= 0) {
		move(parcel, head, &t.aside, &t.aside_head);
		found = true;
	}
	return found;
}

/*
 * Gives the link the parcel's connection. Returns MYND_OK if it can be used, MYND_MORE if its reset is not
 * over, MYND_BAD if the parcel was useless.
 */
static int try(mynd_pool *pool, mynd_link *link, const mynd_connect *with, mynd_parcel *parcel,
    const mynd_parcel_head *head)
{
	if (mynd_parcel_unpack(parcel, head, link, pool, with) != MYND_OK) {
		mynd_pool_count_found_dead(pool);
		return MYND_BAD;
	}
	int rc = mynd_pool_probe(link);
	if (rc == MYND_BAD) {
		mynd_pool_note_useless(link, pool);
		mynd_parcel_undo(link);
	}
	return rc;
}

/*
 * Waits for the reset of the connection. The link already owns the connection, because the wait may never
 * return. If the program closes the link meanwhile, the link leaves its pool (pooled->pool is NULL).
 */
static bool wait_for_reset(mynd_link *link, mynd_pool *pool, mynd_deadline deadline)
{
	mynd_link_addref(link);
	mynd_channel_limit_login(&link->channel, deadline);
	mynd_error_clear(&link->channel.error);
	int rc = mynd_reset_drain(link, true);
	mynd_channel_limit_login(&link->channel, MYND_NO_DEADLINE);
	if (rc == MYND_OK && !mynd_pooled_look_for_silence(link)) {
		rc = MYND_BAD;
	}
	if (rc != MYND_OK && link->channel.error.cause == MYND_CAUSE_TIMED_OUT) {
		mynd_pool_count_closed(pool, MYND_POOL_CLOSED_RESET_SLOW);
	} else if (rc != MYND_OK && link->pooled->pool != NULL) {
		mynd_pool_note_useless(link, pool);
	}
	if (rc != MYND_OK) {
		mynd_parcel_undo(link);
	}
	mynd_link_release(link);
	return rc == MYND_OK;
}

/*
 * Repeats the login. Returns false if the server refused it or the connection was lost. No other parcel is
 * tried then, because a refusal would come for all: the program gets the error of a new connect.
 */
static bool log_in_again(mynd_link *link, mynd_pool *pool, const mynd_connect *with)
{
	if (mynd_reset_begin_login(link) != MYND_OK) {
		mynd_pool_note_useless(link, pool);
		mynd_parcel_undo(link);
		return false;
	}
	if (!wait_for_reset(link, pool, mynd_pool_login_deadline(link, with))) {
		return false;
	}
	mynd_pool_count_login(link, pool);
	mynd_reset_presend(link);
	return true;
}

/* Asks the server for its role. Returns false if that is another than the connect wants, or not known. */
static bool confirm_role(mynd_link *link, mynd_pool *pool, const mynd_connect *with)
{
	mynd_deadline deadline = mynd_pool_reset_deadline(link, with);
	do {
		if (!mynd_pool_begin_role(link, with)) {
			mynd_pool_note_useless(link, pool);
			mynd_parcel_undo(link);
			return false;
		}
		if (!wait_for_reset(link, pool, deadline)) {
			return false;
		}
	} while (mynd_pool_asks_role_again(link));
	if (mynd_role_refuse_other(link, with) != MYND_OK) {
		mynd_pool_count_closed(pool, MYND_POOL_CLOSED_OTHER_ROLE);
		mynd_parcel_undo(link);
		return false;
	}
	return true;
}

bool mynd_shared_acquire(mynd_pool *pool, mynd_link *link, const mynd_connect *with)
{
	mynd_parcel parcel;
	mynd_parcel_head head;
	int rc = MYND_BAD;
	if (!mynd_shared_is_on() || pool->group != NULL || !mynd_mailbox_is_ours()) {
		return false;
	}
	mynd_idle_make_room(link);
	for (unsigned tries = 0; rc == MYND_BAD && tries < MOST_LOOKS; tries++) {
		if (!choose(pool, &parcel, &head)) {
			return false;
		}
		rc = try(pool, link, with, &parcel, &head);
	}
	if (rc != MYND_OK &&
	    (rc != MYND_MORE || !wait_for_reset(link, pool, mynd_pool_reset_deadline(link, with)))) {
		return false;
	}
	return (!mynd_pool_login_is_old(link) || log_in_again(link, pool, with)) &&
	       (!mynd_role_is_asked(link, with) || confirm_role(link, pool, with));
}
