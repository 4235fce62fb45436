/*
 * Releases a program's link: puts it into its pool, or closes it and counts the reason.
 *
 * Always true: no code of the program runs. Nothing here waits, except for unread replies of commands that
 * may write (mynd_link_finish), for the answer which names are views (mynd_link_look_up_names), and for the
 * test whether a server's address accepts several commands in one write (mynd_link_probe_before_reset). A
 * link that goes into its pool, or into the mailbox that the user's processes share (shared.c), is as new, or
 * its reset was sent.
 * Not here: the commands of a reset (reset.c); how long a link stays in the pool (idle.c).
 */
#include "internal.h"

#include "../channel/wire_log.h"
#include "../link/finish.h"
#include "../link/spare.h"

#include "../wire/sql.h"

#define UNREAD_BOUND (64 * 1024)

static void (*on_held)(mynd_link *link);

void mynd_pools_on_held(void (*let_go)(mynd_link *link))
{
	on_held = let_go;
}

/*
 * Discards unread replies; replies to a prologue may stay unread. Returns false if a queued command was not
 * sent (it cannot be sent any more), or if the replies have not arrived.
 */
static bool drop_unread(mynd_link *link)
{
	if (mynd_session_phase(link->channel.session) == MYND_PHASE_DEAD ||
	    mynd_session_pending_sent(link->channel.session) < mynd_session_pending(link->channel.session)) {
		return false;
	}
	if (mynd_session_phase(link->channel.session) == MYND_PHASE_IDLE || mynd_prologue_leave_unread(link)) {
		return true;
	}
	if (mynd_link_drop_now(link, UNREAD_BOUND) != MYND_OK) {
		return false;
	}
	mynd_prologue_drop(link);
	return true;
}

/*
 * Returns true if the link may go into the mailbox. Links of a group may not: a group belongs to one process.
 */
static bool is_shared(const mynd_link *link)
{
	return mynd_shared_is_on() && link->pooled->pool->group == NULL;
}

static mynd_pool_closed look_for_place(const mynd_link *link)
{
	return (zend_long) link->pooled->pool->info.idle >= mynd_idle_most(link->pooled->pool)
	           ? MYND_POOL_CLOSED_MAX_IDLE
	           : MYND_POOL_CLOSED_COUNT;
}

/*
 * Returns the reason for which an intact link has to be closed, or MYND_POOL_CLOSED_COUNT if it can be
 * reused.
 */
static mynd_pool_closed look_for_reason(mynd_link *link)
{
	if (link->role.has_moved) {
		return MYND_POOL_CLOSED_NODE;
	}
	if (link->state.user_changed) {
		return MYND_POOL_CLOSED_USER;
	}
	if (link->state.settings_changed) {
		return MYND_POOL_CLOSED_SETTINGS;
	}
	if (link->state.survives_reset & MYND_SQL_ROLE) {
		return MYND_POOL_CLOSED_ROLE;
	}
	if (!link->pooled->pool->knows_login_state || (link->state.survives_reset & MYND_SQL_THREAD)) {
		return MYND_POOL_CLOSED_NOT_AS_NEW;
	}
	if (mynd_pools_now() >= link->pooled->expires) {
		return MYND_POOL_CLOSED_MAX_LIFETIME;
	}
	return is_shared(link) ? MYND_POOL_CLOSED_COUNT : look_for_place(link);
}

/* Returns true if a longjmp or an uncaught exception has ended the program. */
static bool has_failed_fatally(void)
{
	return CG(unclean_shutdown) || (PG(last_error_message) != NULL && (PG(last_error_type) & E_FATAL_ERRORS));
}

/* Returns true if replies to commands of the program itself are unread. */
static bool has_left_unread(const mynd_link *link)
{
	mynd_phase phase = mynd_session_phase(link->channel.session);
	return (phase == MYND_PHASE_WAITING || phase == MYND_PHASE_READING) && !mynd_link_is_by_itself(link);
}

static mynd_pool_closed give_reset_up(mynd_link *link)
{
	mynd_reset_give_up(link);
	mynd_link_set_int(link, MYND_SET_KILL_ABANDONED, 0); /* no KILL for mynd's own commands */
	return MYND_POOL_CLOSED_RESET_UNSENT;
}

/*
 * Sends the reset. Returns MYND_POOL_CLOSED_COUNT, or the reason for which the link has to be closed.
 */
static mynd_pool_closed reset(mynd_link *link)
{
	mynd_pool *pool = link->pooled->pool;
	if (!mynd_pooled_look_for_silence(link) || !mynd_link_probe_before_reset(link)) {
		return MYND_POOL_CLOSED_LOST;
	}
	if (mynd_reset_begin(link) != MYND_OK) {
		return give_reset_up(link);
	}
	pool->info.reset++;
	if (pool->group != NULL) {
		pool->group->numbers.resets++;
	}
	return MYND_POOL_CLOSED_COUNT;
}

/* As reset(), for a session that goes to another user as it is. */
static mynd_pool_closed hand_on(mynd_link *link)
{
	return mynd_hand_on(link) == MYND_OK ? MYND_POOL_CLOSED_COUNT : give_reset_up(link);
}

/*
 * Makes the link ready for another program. Returns MYND_POOL_CLOSED_COUNT if its session is as new, or its
 * reset was sent; otherwise the reason for which the link has to be closed.
 */
static mynd_pool_closed put_in_order(mynd_link *link)
{
	if (has_failed_fatally()) {
		return MYND_POOL_CLOSED_FATAL;
	}
	if (link->channel.in_call || mynd_link_has_line(link) || mynd_pooled_is_lost(link) ||
	    link->channel.write_broken || mynd_reply_is_broken(link)) {
		return MYND_POOL_CLOSED_LOST;
	}
	mynd_prefetch_measure(link, false);
	if (UNEXPECTED(link->finish_cancel != NULL) && !mynd_kill_look_finished(link)) {
		return MYND_POOL_CLOSED_UNREAD;
	}
	if (has_left_unread(link) && !mynd_link_finish(link) && link->channel.session == NULL) {
		mynd_link_take_down(link);
		return MYND_POOL_CLOSED_UNREAD;
	}
	mynd_link_look_up_names(link);
	bool as_it_is = mynd_hand_on_is_possible(link);
	as_it_is ? mynd_link_hand_on(link) : mynd_link_end_use(link);
	mynd_channel_end_limits(&link->channel);
	mynd_prologue_end_use(link);
	mynd_prefetch_end_use(link);
	mynd_pool_closed why = look_for_reason(link);
	if (why != MYND_POOL_CLOSED_COUNT || !link->state.used) {
		return why;
	}
	if (!drop_unread(link)) {
		return mynd_pooled_is_lost(link) ? MYND_POOL_CLOSED_LOST : MYND_POOL_CLOSED_UNREAD;
	}
	mynd_link_finished(link);
	mynd_channel_rest(&link->channel);
	return as_it_is ? hand_on(link) : reset(link);
}

/* Releases a persistent link. A forked child closes its parent's links without counting a reason. */
static void let_go_persistent(mynd_link *link, mynd_close_reason reason)
{
	mynd_pool *pool = link->pooled->pool;
	mynd_idle_look_when_used(pool);
	mynd_pool_closed why =
	    mynd_channel_is_foreign(&link->channel) ? MYND_POOL_CLOSED_LOST : put_in_order(link);
	if (why == MYND_POOL_CLOSED_COUNT && is_shared(link)) {
		if (mynd_shared_release(link)) {
			return;
		}
		why = look_for_place(link);
	}
	if (why == MYND_POOL_CLOSED_COUNT) {
		mynd_channel_end_program_log(&link->channel);
		if (link->references > 1 && on_held != NULL) {
			on_held(link);
		}
		mynd_role_leave_node(link);
		mynd_idle_put_in(pool, link);
		return;
	}
	if (!mynd_channel_is_foreign(&link->channel)) {
		mynd_pool_count_closed(pool, why);
	}
	mynd_pooled_close(link, reason);
}

bool mynd_pool_takes_back(const mynd_link *link)
{
	return link->persistent && link->channel.session != NULL && !link->channel.in_call &&
	       !mynd_link_has_line(link) && !mynd_channel_is_foreign(&link->channel);
}

void mynd_pool_let_go(mynd_link *link, mynd_close_reason reason)
{
	mynd_pooled_count_closed(link);
	if (link->persistent && link->channel.session != NULL) {
		mynd_idle_forget_parents();
		let_go_persistent(link, reason);
	} else {
		mynd_pooled_close(link, reason);
	}
}
