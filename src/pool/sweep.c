/*
 * The end of a request and of a thread.
 *
 * PHP frees the request's memory right after the sweep. So pointers to request memory are only cleared, and
 * links are freed even if objects that exist after a fatal error still count references to them.
 */
#include "internal.h"

#include "../command/effects.h"
#include "../link/spare.h"

void mynd_links_startup(void)
{
	mynd_links_start();
	mynd_spares_startup(mynd_pools_make_room_for_spare);
}

static void sweep(mynd_link *link)
{
	mynd_link_leave_calls(link);
	if (link->channel.in_call) { /* a fatal error has ended a call: its reply is half read */
		mynd_link_spoil_reply(link);
	}
	mynd_link_forget_request(link);
	mynd_link_probe_parked(link);
	mynd_link_leave_one_reference(link);
	if (link->is_spare) {
		return;
	}
	if (link->pooled != NULL && link->pooled->idle) { /* the reference belongs to the pool */
		mynd_statements_end(link);
	} else {
		mynd_link_release(link);
	}
}

void mynd_links_sweep(void)
{
	mynd_link *next;
	mynd_links_begin_sweep();
	for (mynd_link *link = mynd_links_first(); link != NULL; link = next) {
		next = link->next;
		sweep(link);
	}
	mynd_links_end_sweep();
	mynd_spares_end_request(mynd_thread_pools.settings.idle_timeout);
	mynd_pools_look_after();
}

void mynd_links_shutdown(void)
{
	mynd_links_sweep();
	mynd_effects_forget();
	mynd_spares_end_thread();
	mynd_pools_end_thread();
	mynd_channels_end_thread();
	mynd_net_thread_end();
	mynd_board_leave();
}
