/* Listeners of a channel, which learn of events that an epoll does not show (channel.h). */
#include "channel.h"

#include "../net/set.h"

void mynd_channel_listen(mynd_channel *c, mynd_listener *listener, mynd_listener **ready_list)
{
	*listener = (mynd_listener){.next = c->listeners, .ready_list = ready_list};
	c->listeners = listener;
}

void mynd_channel_unlisten(mynd_channel *c, mynd_listener *listener)
{
	mynd_listener **at = &c->listeners;
	while (*at != NULL && *at != listener) {
		at = &(*at)->next;
	}
	if (*at != NULL) {
		*at = listener->next;
	}
}

void mynd_channel_changed(mynd_channel *c)
{
	for (mynd_listener *l = c->listeners; l != NULL; l = l->next) {
		if (!l->is_ready) {
			l->is_ready = true;
			l->next_ready = *l->ready_list;
			*l->ready_list = l;
		}
	}
	if (c->watched && c->net != NULL) {
		mynd_net_wake_sets(c->net);
	}
}

mynd_listener *mynd_listener_next(mynd_listener **ready_list)
{
	mynd_listener *l = *ready_list;
	if (l != NULL) {
		*ready_list = l->next_ready;
		l->is_ready = false;
	}
	return l;
}
