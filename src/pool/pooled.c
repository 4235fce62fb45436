/*
 * A link's data for the pools (mynd_pooled), which exists from a program's first connect until the link is
 * freed.
 *
 * Always true: a link that has left its pool is an ordinary one, and contains nothing of the pool.
 * Not here: when a link is acquired (acquire.c, open.c), released (release.c), or closed while it is idle
 * (idle.c).
 */
#include "internal.h"

#include "../wire/checked.h"

void mynd_pooled_leave(mynd_link *link)
{
	link->persistent = false;
	if (link->pooled != NULL) {
		mynd_prefetch_end_use(link);
		mynd_prologue_forget(link);
		mynd_traces_end(link);
		link->pooled->pool = NULL;
		link->pooled->resetting = false;
		mynd_reset_forget(link);
	}
}

void mynd_pooled_close(mynd_link *link, mynd_close_reason reason)
{
	mynd_link_close(link, reason);
	mynd_pooled_leave(link);
	mynd_link_release(link);
}

/*
 * Frees this data when the link is freed. If the link still counts as open in a program, a fatal error has
 * ended the program: that is counted as the reason of its close.
 */
static void free_pooled(mynd_link *link)
{
	if (link->persistent && link->pooled->counted) {
		mynd_pool_count_closed(link->pooled->pool, MYND_POOL_CLOSED_FATAL);
	}
	mynd_pooled_count_closed(link);
	mynd_pool_end_outlived(link);
	mynd_place_forget(link);
	mynd_pooled_leave(link);
	if (MYND_IS_CHECKED || mynd_thread_pools.spare != NULL) {
		free(link->pooled);
	} else {
		mynd_thread_pools.spare = link->pooled;
	}
	link->pooled = NULL;
	link->free_pooled = NULL;
}

void mynd_pooled_make(mynd_link *link)
{
	if (link->pooled == NULL) {
		link->pooled =
		    mynd_thread_pools.spare != NULL ? mynd_thread_pools.spare : pemalloc(sizeof *link->pooled, 1);
		mynd_thread_pools.spare = NULL;
		memset(link->pooled, 0, sizeof *link->pooled);
		link->free_pooled = free_pooled;
	}
}

/* --- can the link be used again? --- */

bool mynd_pooled_is_lost(const mynd_link *link)
{
	return mynd_session_phase(link->channel.session) == MYND_PHASE_DEAD;
}

bool mynd_pooled_look_for_no_more(mynd_link *link)
{
	return mynd_session_pending(link->channel.session) > 0 ||
	       (mynd_session_buffer(link->channel.session) == NULL &&
	           !mynd_channel_has_received(&link->channel) && !mynd_net_look_for_bytes(link->channel.net));
}

bool mynd_pooled_look_for_silence(mynd_link *link)
{
	if (mynd_session_pending(link->channel.session) > 0) {
		return !mynd_net_look_for_hangup(link->channel.net);
	}
	return mynd_pooled_look_for_no_more(link) && !mynd_net_look_for_end(link->channel.net);
}
