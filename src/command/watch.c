/* The end of replies that are watched (watch.h). */
#include "internal.h"

static bool is_stored(const mynd_link *link)
{
	return link->reply.columns == NULL || link->reply.store != NULL || link->reply.cursor_open;
}

bool mynd_reply_is_over(const mynd_link *link)
{
	const mynd_reply *reply = &link->reply;
	return is_stored(link) && reply->unread == MYND_UNREAD_NONE && reply->active == NULL &&
	       !reply->more_results;
}

/* Returns the first error among further results that are stored already. Returns NULL if none is an error. */
static const mynd_outcome *failed_further(const mynd_link *link)
{
	const mynd_outcome *o = link->reply.further;
	while (o != NULL && !o->failed) {
		o = o->next;
	}
	return o;
}

void mynd_reply_watch(mynd_link *link, void *watch, const mynd_watcher *watcher)
{
	mynd_reply *reply = &link->reply;
	mynd_reply_end_watch(link, NULL);
	reply->watch = watch;
	reply->watcher = watcher;
	if (reply->further != NULL) {
		const mynd_outcome *failed = failed_further(link);
		mynd_reply_end_watch_now(link, failed == NULL ? NULL : failed->error);
	}
}

void mynd_reply_end_watch_now(mynd_link *link, const mynd_error *error)
{
	void *watch = link->reply.watch;
	link->reply.watch = NULL;
	link->reply.watch_ended = true;
	link->reply.watcher->ended(watch, error);
}

void mynd_link_tell_watch_now(mynd_link *link)
{
	if (link->channel.in_call || EG(exception) != NULL || CG(unclean_shutdown)) {
		return; /* a later call notifies the watcher */
	}
	link->reply.watch_ended = false;
	mynd_link_addref(link);
	mynd_error error = link->channel.error;
	mynd_channel_enter_interceptor(&link->channel, EG(active_fiber));
	link->reply.watcher->tell();
	mynd_channel_leave_interceptor(&link->channel);
	if (mynd_channel_check_closed(&link->channel) == MYND_OK) {
		link->channel.error = error;
	}
	mynd_link_release(link);
}
