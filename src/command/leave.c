/*
 * What nobody will take any more is read to its end where its result or its statement is freed, so that what
 * the server still has to do for it is done then, as with stock.
 *
 * Always true: no code of the program runs here, and nothing of the request's memory is allocated, because
 * destructors are the callers. Where a wait is not allowed (in a fiber, with an exception pending, while
 * another call uses the link, through filters of the program) only marks are left, and the next command on
 * the link reads it, or its close. Not here: the close (../link/finish.c).
 */
#include "internal.h"

#include "../net/wait.h"

bool mynd_link_may_read_now(const mynd_link *link)
{
	const mynd_channel *c = &link->channel;
	return c->session != NULL && !c->in_call && link->queue.absorbing == NULL && !link->reply.spoilt &&
	       mynd_session_phase(c->session) != MYND_PHASE_DEAD && !mynd_channel_is_filtered(c) &&
	       !mynd_channel_is_foreign(c) && EG(active_fiber) == NULL && !EG(exception);
}

/* What the program sees of its last command stays, but for a loss. */
void mynd_link_read_left(mynd_link *link)
{
	bool is_left = link->reply.unread != MYND_UNREAD_NONE ||
	               (link->reply.ownerless && link->reply.more_results && link->reply.columns == NULL);
	if (!is_left || !mynd_link_may_read_now(link)) {
		return;
	}
	mynd_error before = link->channel.error;
	mynd_link_addref(link);
	mynd_wait_begin_alone();
	int rc = mynd_link_drop_leftovers(link);
	mynd_wait_end_alone();
	if (rc == MYND_OK) {
		link->channel.error = before;
	}
	mynd_link_release(link);
}

void mynd_link_leave_further(mynd_link *link)
{
	if (link->channel.session == NULL || !link->reply.more_results || link->reply.columns != NULL ||
	    link->reply.active != NULL || link->reply.taker != NULL || mynd_link_is_held_by_other(link)) {
		return;
	}
	link->reply.ownerless = true;
	mynd_link_read_left(link);
	mynd_link_look_for_turn(link);
}
