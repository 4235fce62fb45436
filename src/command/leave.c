/*
 * Results that nobody will take any more are read to their end where the result or its statement is freed, so
 * that the server has finished the command by then, as with stock.
 *
 * Always true: no code of the program runs here, and no request memory is allocated: destructors call these
 * functions, and a bailout out of an allocation would leave their objects half freed. Where a wait is not
 * allowed (in a fiber, with an exception pending, while another call uses the link, through filters of the
 * program) only flags are set, and the next command on the link, or its close, reads the rest. Not here: the
 * close (../link/finish.c).
 */
#include "effects.h"
#include "internal.h"

#include "../net/wait.h"

bool mynd_link_may_read_now(const mynd_link *link)
{
	const mynd_channel *c = &link->channel;
	return c->session != NULL && !c->in_call && link->queue.absorbing == NULL && !link->reply.broken &&
	       c->landing.store == NULL && mynd_session_phase(c->session) != MYND_PHASE_DEAD &&
	       !mynd_session_wants_file(c->session) && !mynd_channel_is_filtered(c) &&
	       !mynd_channel_is_foreign(c) && EG(active_fiber) == NULL && !EG(exception);
}

/*
 * After a fatal error, replies can be read on from where the interrupted call has stopped, because the
 * session knows its position in the reply. If code of the program ran in that call (a filter, the stream of a
 * file), the position is unknown, and the call stays under way.
 */
void mynd_link_leave_calls(mynd_link *link)
{
	if (!CG(unclean_shutdown) || link->channel.session == NULL) {
		return;
	}
	mynd_channel_leave_after_fatal(&link->channel);
	if (!link->channel.in_call) {
		link->queue.absorbing = NULL;
	}
}

/* --- replies that are left unread because their query writes nothing --- */

#define SELECT_MOST 4096

char *mynd_select_copy(mynd_slice sql)
{
	uint8_t first = sql.len > 0 ? sql.ptr[0] & ~0x20 : 0;
	bool may_read =
	    first == 'S' || first == 'W' || first == ('(' & ~0x20) || first == ('/' & ~0x20) || first < ' ';
	return may_read && sql.len > 0 && sql.len <= SELECT_MOST ? strndup((const char *) sql.ptr, sql.len)
	                                                         : NULL;
}

void mynd_link_keep_select(mynd_link *link, const char *sql, size_t len)
{
	free(link->reply.select);
	link->reply.select = mynd_select_copy((mynd_slice){(const uint8_t *) sql, len});
	link->reply.select_of = link->reply.serial;
}

const char *mynd_reply_select(const mynd_link *link)
{
	return link->reply.select_of == link->reply.serial ? link->reply.select : NULL;
}

bool mynd_reply_has_unknown_select(const mynd_link *link)
{
	return link->reply.select_unknown == link->reply.serial && mynd_reply_select(link) != NULL;
}

void mynd_link_note_select_unknown(mynd_link *link)
{
	link->reply.select_unknown = link->reply.serial;
}

void mynd_link_forget_select_unknown(mynd_link *link)
{
	link->reply.select_unknown = 0;
}

bool mynd_query_writes_nothing(mynd_link *link, const char *query)
{
	return query != NULL && mynd_effects_are_none(link, (mynd_slice){(const uint8_t *) query, strlen(query)});
}

/* The diagnostics area does not change, unless the link is lost. */
void mynd_link_read_left(mynd_link *link)
{
	bool is_left = link->reply.unread != MYND_UNREAD_NONE ||
	               (link->reply.discard_further && link->reply.more_results && link->reply.columns == NULL);
	if (!is_left || !mynd_link_may_read_now(link) ||
	    mynd_query_writes_nothing(link, mynd_reply_select(link))) {
		return;
	}
	mynd_link_note_select_unknown(link);
	bool to_ok = link->reply.discard_further == MYND_DISCARD_TO_OK;
	mynd_diagnostics_area aside;
	mynd_diagnostics_set_aside(link, &aside);
	mynd_link_addref(link);
	mynd_wait_begin_alone();
	int rc = mynd_link_drop_leftovers(link);
	mynd_wait_end_alone();
	if (rc == MYND_OK) {
		mynd_diagnostics_put_back(link, &aside, MYND_ASIDE_AFFECTED_ROWS | (to_ok ? 0 : MYND_ASIDE_ERROR));
	}
	mynd_link_release(link);
}

static bool may_discard_further(const mynd_link *link)
{
	return link->channel.session != NULL && !link->channel.in_call && link->reply.more_results &&
	       link->reply.columns == NULL && link->reply.active == NULL && link->reply.owner == NULL &&
	       mynd_pending_of(link, MYND_OWNER_ANY) == NULL && !mynd_link_is_held_by_other(link);
}

void mynd_link_leave_further(mynd_link *link, bool to_ok)
{
	if (!may_discard_further(link)) {
		return;
	}
	/* the link's error becomes that of the discarded results, as if next_result() had taken them */
	if (to_ok) {
		mynd_error_clear(&link->channel.error);
	}
	if (link->reply.discard_further == MYND_DISCARD_NONE) {
		link->reply.discard_further = to_ok ? MYND_DISCARD_TO_OK : MYND_DISCARD_ALL;
	}
	mynd_link_read_left(link);
	if (link->reply.discard_further == MYND_DISCARD_TO_OK) { /* the results could not be read now */
		link->reply.discard_further = MYND_DISCARD_ALL;
	}
	mynd_link_look_for_turn(link);
}

void mynd_link_drop_replies(mynd_link *link)
{
	mynd_link_cut_active(link);
	mynd_link_give_up_reply(link);
	mynd_queue_abandon_all(link);
}

void mynd_link_roll_back_left(mynd_link *link)
{
	static const char rollback[] = "ROLLBACK";
	mynd_command command =
	    mynd_command_text(MYND_COM_QUERY, (mynd_slice){(const uint8_t *) rollback, sizeof rollback - 1});
	mynd_event event;
	if (!mynd_link_may_read_now(link) || !mynd_link_is_idle(link) ||
	    mynd_session_phase(link->channel.session) != MYND_PHASE_IDLE || link->finish_cancel != NULL ||
	    mynd_link_put(link, &command) != MYND_OK) {
		return;
	}
	mynd_wait_begin_alone();
	while (mynd_channel_pump(&link->channel, &event) == MYND_OK && mynd_drop_event(link, &event) == MYND_OK &&
	       !event.last) {
	}
	mynd_wait_end_alone();
	mynd_metrics_reply_ended(link);
}
