/*
 * Acquires an idle link of a pool: chooses one that can be used, and closes those that cannot.
 *
 * Always true: when a link is acquired, all replies to its reset were read, and unread bytes can only be
 * replies to its prologue (prologue.c).
 * Not here: the reset's replies (reset.c); whether a new link may be connected (open.c).
 */
#include "internal.h"

#include "../net/wait.h"

#define RESET_WAIT 1.0 /* seconds that a program waits for a reset's reply */
#define LOGIN_WAIT 5.0 /* seconds that a program waits for a repeated login */

/*
 * Returns true for a link that somebody who waited in line takes up right after it was handed back: its last
 * reply has just come, so the socket is as alive as that of a connection that its program keeps.
 */
static bool goes_straight_on(const mynd_link *link)
{
	return link->pooled->is_awaited && link->pooled->idle_since == mynd_pools_now();
}

int mynd_pool_probe(mynd_link *link)
{
	int rc = link->pooled->resetting ? mynd_reset_drain(link, false) : MYND_OK;
	if (rc != MYND_OK) {
		return rc;
	}
	bool is_alive =
	    goes_straight_on(link) ? mynd_pooled_look_for_no_more(link) : mynd_pooled_look_for_silence(link);
	return is_alive ? MYND_OK : MYND_BAD;
}

void mynd_pool_note_useless(mynd_link *link, mynd_pool *pool)
{
	bool refused = link->pooled->resetting && !mynd_pooled_is_lost(link);
	if (refused && link->pooled->reset_check == MYND_RESET_CHECK_FAILED) {
		mynd_pool_count_closed(pool, MYND_POOL_CLOSED_NOT_AS_NEW);
		mynd_reset_check_forget(pool); /* a login may give another state now: it is learned anew */
	} else if (refused) {
		mynd_pool_count_closed(
		    pool, link->pooled->changes_user ? MYND_POOL_CLOSED_LOGIN : MYND_POOL_CLOSED_RESET_FAILED);
	} else {
		mynd_pool_count_found_dead(pool);
	}
	mynd_reset_give_up(link);                            /* nothing more can be sent on it */
	mynd_link_set_int(link, MYND_SET_KILL_ABANDONED, 0); /* no KILL for mynd's own commands */
}

/* Closes a link that was found to be useless. */
static void drop(mynd_link *link)
{
	mynd_pool_note_useless(link, link->pooled->pool);
	mynd_pooled_close(link, MYND_CLOSE_IMPLICIT);
}

/*
 * Takes a link that can be used at once out of the list, the most recently released one first. Closes useless
 * links on the way. *waiting: the most recently released link whose reset is not over, or NULL.
 */
static mynd_link *take_ready(mynd_pool *pool, mynd_link **waiting)
{
	mynd_link *link = pool->idle;
	*waiting = NULL;
	while (link != NULL) {
		mynd_link *next = link->pooled->next_idle;
		int rc = mynd_pool_probe(link);
		if (rc == MYND_OK) {
			mynd_idle_take_out(link);
			return link;
		}
		if (rc == MYND_BAD) {
			mynd_idle_take_out(link);
			drop(link);
		} else if (*waiting == NULL) {
			*waiting = link;
		}
		link = next;
	}
	return NULL;
}

/*
 * Waits for the reset of a link that was taken out of the list. Returns NULL if the link had to be closed.
 * `wanted_by` is marked as in a call meanwhile. The socket is examined for a close by the peer only if a
 * program's waiter was called, which may have taken long: otherwise the reply has just arrived, so the link
 * is alive.
 */
static mynd_link *wait_for(mynd_link *link, mynd_link *wanted_by, mynd_deadline deadline)
{
	mynd_link_addref(link);
	mynd_channel_enter(&wanted_by->channel);
	mynd_channel_limit_login(&link->channel, deadline);
	mynd_error_clear(&link->channel.error);
	int rc = mynd_reset_drain(link, true);
	mynd_channel_limit_login(&link->channel, MYND_NO_DEADLINE);
	mynd_channel_leave(&wanted_by->channel);
	mynd_link_release(link);
	if (rc == MYND_OK &&
	    (mynd_wait_blocks() ? mynd_pooled_look_for_no_more(link) : mynd_pooled_look_for_silence(link))) {
		return link;
	}
	if (link->channel.error.cause == MYND_CAUSE_TIMED_OUT) {
		mynd_pool_count_closed(link->pooled->pool, MYND_POOL_CLOSED_RESET_SLOW);
		mynd_pooled_close(link, MYND_CLOSE_IMPLICIT);
	} else {
		drop(link);
	}
	return NULL;
}

/* A limit of the program that has passed already does not count: no connection has to be closed for it. */
static mynd_deadline deadline_of_program(const mynd_link *wanted_by)
{
	mynd_deadline end = mynd_channel_limits(&wanted_by->channel).end;
	return mynd_deadline_is_none(end) || mynd_deadline_has_passed(end) ? MYND_NO_DEADLINE : end;
}

/* The time of one of several hosts is also that of all of them. */
static mynd_deadline deadline_of_connect(const mynd_link *wanted_by, const mynd_connect *with, double most)
{
	zend_long limit = wanted_by->channel.settings.ints[MYND_SET_CONNECT_TIMEOUT];
	mynd_deadline in_time = mynd_deadline_earlier(mynd_deadline_in(most), deadline_of_program(wanted_by));
	in_time = mynd_deadline_earlier(in_time, mynd_deadline_in((double) MAX(limit, 0)));
	if (with->ends_at != NULL) {
		in_time = mynd_deadline_earlier(in_time, mynd_connect_end(wanted_by, with));
		in_time = mynd_deadline_earlier(in_time, mynd_attempt_end(with));
	}
	return in_time;
}

mynd_deadline mynd_pool_reset_deadline(const mynd_link *wanted_by, const mynd_connect *with)
{
	return deadline_of_connect(wanted_by, with, RESET_WAIT);
}

mynd_deadline mynd_pool_login_deadline(const mynd_link *wanted_by, const mynd_connect *with)
{
	return deadline_of_connect(wanted_by, with, LOGIN_WAIT);
}

/*
 * Returns true if the link was idle so long that the network may have dropped the connection unnoticed.
 * Replies to a prologue that have arrived do not count: they may have arrived before that.
 */
static bool is_to_be_checked(const mynd_link *link)
{
	const mynd_pool_group *group = link->pooled->pool->group;
	return group != NULL && group->settings.check_after >= 0 &&
	       mynd_pools_now() - link->pooled->idle_since >= group->settings.check_after;
}

/*
 * Resets a link, which was taken out of the list, once more, and waits for the reply. Returns NULL if the
 * link had to be closed. All checks of one connect share the deadline: if the network dropped one connection,
 * it probably dropped the others too, and each would wait in vain.
 */
static mynd_link *check(mynd_link *link, mynd_link *wanted_by, mynd_deadline *deadline)
{
	if (mynd_session_phase(link->channel.session) != MYND_PHASE_IDLE && !mynd_prologue_leave_unread(link)) {
		return link;
	}
	if (mynd_reset_begin(link) != MYND_OK) {
		drop(link);
		return NULL;
	}
	if (mynd_deadline_is_none(*deadline)) {
		*deadline = mynd_deadline_in(link->pooled->pool->group->settings.check_time);
	}
	return wait_for(link, wanted_by, *deadline);
}

/* The server may not know what the question names, which is then left out. */
bool mynd_pool_asks_role_again(mynd_link *link)
{
	bool again = link->pooled->asks_role;
	link->pooled->asks_role = false;
	return again;
}

bool mynd_pool_begin_role(mynd_link *link, const mynd_connect *with)
{
	mynd_role_want(link, with);
	if (mynd_session_phase(link->channel.session) != MYND_PHASE_IDLE && !mynd_prologue_leave_unread(link)) {
		return false;
	}
	link->pooled->asks_role = true;
	return mynd_reset_begin(link) == MYND_OK;
}

/*
 * Resets a link, which was taken out of the list, once more, and asks its server for its role. Returns NULL
 * if the link had to be closed: if the server is not what the connect wants, the others of the key are
 * closed, too.
 */
static mynd_link *check_role(
    mynd_link *link, mynd_link *wanted_by, const mynd_connect *with, mynd_deadline *deadline)
{
	mynd_pool *pool = link->pooled->pool;
	if (mynd_deadline_is_none(*deadline)) {
		*deadline = mynd_pool_reset_deadline(wanted_by, with);
	}
	do {
		if (!mynd_pool_begin_role(link, with)) {
			drop(link);
			return NULL;
		}
		link = wait_for(link, wanted_by, *deadline);
	} while (link != NULL && mynd_pool_asks_role_again(link));
	if (link != NULL && mynd_role_refuse_other(link, with) != MYND_OK) {
		mynd_pool_count_closed(pool, MYND_POOL_CLOSED_OTHER_ROLE);
		mynd_pooled_close(link, MYND_CLOSE_IMPLICIT);
		mynd_idle_close_all(pool, MYND_POOL_CLOSED_OTHER_ROLE);
		link = NULL;
	}
	return link;
}

zend_long mynd_pool_login_lifetime(const mynd_link *link)
{
	const mynd_pool_group *group = link->pooled->pool->group;
	return group != NULL ? group->settings.login_lifetime : mynd_thread_pools.settings.login_lifetime;
}

bool mynd_pool_login_is_old(const mynd_link *link)
{
	return mynd_thread_pools.now - link->pooled->logged_in >= mynd_pool_login_lifetime(link);
}

void mynd_pool_count_login(mynd_link *link, mynd_pool *pool)
{
	pool->info.logins_renewed++;
	link->channel.counts.logins_renewed++;
}

/*
 * Repeats the login of a link that was taken out of the list, as stock does at each connect. Returns NULL if
 * the server refused the login, or the link was lost. After a refusal the other idle links of the key are
 * closed, because their logins would be refused too: the program's connect then makes a new connection, and
 * reports that error.
 */
static mynd_link *log_in_again(mynd_link *link, mynd_link *wanted_by, const mynd_connect *with)
{
	mynd_pool *pool = link->pooled->pool;
	uint64_t refused = pool->info.closed[MYND_POOL_CLOSED_LOGIN];
	if (mynd_reset_begin_login(link) != MYND_OK) {
		drop(link);
		return NULL;
	}
	link = wait_for(link, wanted_by, mynd_pool_login_deadline(wanted_by, with));
	if (link != NULL) {
		mynd_pool_count_login(link, pool);
		mynd_reset_presend(link);
	} else if (pool->info.closed[MYND_POOL_CLOSED_LOGIN] != refused) {
		mynd_idle_close_all(pool, MYND_POOL_CLOSED_LOGIN);
	}
	return link;
}

static mynd_link *take(mynd_pool *pool, mynd_link *wanted_by, const mynd_connect *with)
{
	mynd_deadline deadline = MYND_NO_DEADLINE;
	mynd_link *waiting, *link;
	while ((link = take_ready(pool, &waiting)) == NULL && waiting != NULL) {
		if (mynd_deadline_is_none(deadline)) {
			deadline = mynd_pool_reset_deadline(wanted_by, with);
		}
		mynd_idle_take_out(waiting);
		link = wait_for(waiting, wanted_by, deadline);
		if (link != NULL || mynd_deadline_has_passed(deadline) || EG(exception)) {
			return link;
		}
	}
	return link;
}

/*
 * Gives the link the settings of the program's new handle. Settings that are part of the key are equal
 * anyway.
 */
static void take_over_settings(mynd_link *link, mynd_link *from)
{
	mynd_link_settings_swap(&link->channel.settings, &from->channel.settings);
	if (from->state.settings_changed) { /* the program changed them during a wait */
		mynd_state_set_settings_changed(link, true);
	}
	mynd_channel_copy_limits(&link->channel, &from->channel);
	mynd_channel_size_buffer(&link->channel);
	mynd_channel_limit_silence(&link->channel);
}

/* Stores the server's error, or else the loss of the connection, as the error of the program's connect. */
static void report_init(mynd_link *link, mynd_link *wanted_by)
{
	mynd_error error =
	    link->channel.last_failure.code != 0 ? link->channel.last_failure : link->channel.error;
	if (error.code == 0) {
		mynd_error_client(&error, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY);
	}
	wanted_by->channel.error = error;
	wanted_by->channel.counts.init_commands_failed++;
	wanted_by->channel.counts.connect_failure++;
}

bool mynd_pool_run_init(mynd_link *link, mynd_link *wanted_by, const mynd_connect *with)
{
	mynd_pool *pool = link->pooled->pool;
	if (EXPECTED(mynd_reset_init_later(link) == NULL)) {
		return true;
	}
	mynd_link_addref(link);
	if (link != wanted_by) {
		mynd_channel_enter(&wanted_by->channel);
	}
	mynd_channel_limit_login(
	    &link->channel, mynd_deadline_earlier(mynd_connect_end(link, with), mynd_attempt_end(with)));
	int rc = mynd_reset_run_init(link);
	mynd_channel_limit_login(&link->channel, MYND_NO_DEADLINE);
	if (link != wanted_by) {
		mynd_channel_leave(&wanted_by->channel);
	}
	if (rc != MYND_OK) {
		report_init(link, wanted_by);
		mynd_pool_count_closed(pool, MYND_POOL_CLOSED_RESET_FAILED);
		mynd_reset_give_up(link);
		if (link != wanted_by) {
			mynd_link_settings_swap(&link->channel.settings, &wanted_by->channel.settings);
		}
	} else { /* the program must see no error of these commands */
		mynd_error_clear(&link->channel.error);
		mynd_channel_forget_failure(&link->channel);
	}
	mynd_link_release(link);
	return rc == MYND_OK;
}

/* Clears errors and diagnostics area, as after a new connect. Does not change the counters. */
static void make_new(mynd_link *link)
{
	mynd_error_clear(&link->channel.error);
	mynd_channel_forget_failure(&link->channel);
	mynd_link_clear_connect_warning(link);
	mynd_diagnostics_clear(link);
}

void mynd_pool_begin_reuse(mynd_link *link, mynd_pool *pool)
{
	make_new(link);
	link->channel.counts.connection_reused++;
	pool->info.reused++;
	mynd_state_doubt_schema(link, link->pooled->snapshot->database != NULL);
	mynd_board_count_pool(MYND_BOARD_POOL_taken);
	mynd_prologue_begin_use(link, pool);
	mynd_prefetch_begin_use(link);
}

mynd_link *mynd_pool_reuse(mynd_pool *pool, mynd_link *wanted_by, const mynd_connect *with)
{
	mynd_deadline checked_until = MYND_NO_DEADLINE;
	mynd_link *link, *taken;
	do {
		taken = link = take(pool, wanted_by, with);
		bool asks_role = link != NULL && mynd_role_is_asked(link, with);
		if (link != NULL && UNEXPECTED(mynd_pool_login_is_old(link))) {
			link = log_in_again(link, wanted_by, with);
		} else if (link != NULL && !asks_role && UNEXPECTED(is_to_be_checked(link))) {
			link = check(link, wanted_by, &checked_until);
		}
		if (link != NULL && UNEXPECTED(asks_role)) {
			link = check_role(link, wanted_by, with, &checked_until);
		}
	} while (taken != NULL && link == NULL && !EG(exception));
	if (link == NULL) {
		return NULL;
	}
	take_over_settings(link, wanted_by);
	mynd_role_want(link, with);
	mynd_pool_begin_reuse(link, pool);
	return link;
}
