/* Connects for a program, inside the interceptors: takes an idle link from a pool, or makes a connection. */
#include "internal.h"

/* Releases the link that was opened, and makes the program's own link unconnected, as it was before. */
static void undo(mynd_call *call)
{
	mynd_link *link = *call->slot;
	bool opened = call->has_run && call->opened == MYND_OPENED;
	call->opened = MYND_OPEN_FAILED;
	*call->slot = call->link;
	if (opened && link != call->link) {
		mynd_pool_let_go(link, MYND_CLOSE_IMPLICIT);
	} else if (opened) { /* the opened link is the program's own, which stays in use */
		mynd_pool_take_back(link);
	}
}

static int open(mynd_call *call)
{
	mynd_connect with = *call->with;
	with.watched = mynd_interceptors() != NULL;
	if (with.without_server != NULL) {
		with.tls = with.persistent = false;
		with.client_flags &= ~(MYND_CAP_SSL | MYND_CAP_COMPRESS);
	}
	call->opened = (int) mynd_cluster_open(call->slot, &with);
	if (!call->intercepted) { /* without interceptors the caller reports the error in its own words */
		return call->opened == MYND_OPENED ? MYND_OK : MYND_BAD;
	}
	if (call->opened != MYND_OPENED && call->opened != MYND_OPEN_FAILED) {
		mynd_error_set(
		    &call->link->channel.error, MYND_CAUSE_REFUSED, MYND_ERR_CONNECTION, NULL, "Too many open links");
	}
	return call->opened == MYND_OPENED ? MYND_OK : MYND_BAD;
}

/*
 * Closes the connection that the program's link has, as any connect does. Code that registers interceptors
 * runs first, so that they see this connect.
 */
mynd_opened mynd_pool_connect(mynd_link **link, const mynd_connect *with)
{
	if (mynd_prepare_connect(*link) != MYND_OK) {
		return MYND_OPEN_FAILED;
	}
	mynd_call call = {.kind = MYND_CALL_CONNECT,
	    .link = *link,
	    .with = with,
	    .run = open,
	    .undo = undo,
	    .slot = link,
	    .opened = MYND_OPEN_FAILED};
	if (mynd_interceptors() != NULL && !(*link)->channel.in_call) {
		mynd_pool_close_before(*link);
	}
	int rc = mynd_give(&call);
	if (call.intercepted && rc != MYND_OK && call.opened == MYND_OPENED) { /* the link was closed meanwhile */
		undo(&call);
	}
	return (mynd_opened) call.opened;
}
