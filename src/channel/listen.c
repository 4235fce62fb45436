/* Listeners of a channel: they are told of events that a set of the kernel's does not show. */
#include "channel.h"

#include "../net/set.h"

void mynd_channel_listen(mynd_channel *c, mynd_listener *listener, mynd_listener **told)
{
	*listener = (mynd_listener){.next = c->listeners, .told = told};
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
		if (!l->is_told) {
			l->is_told = true;
			l->next_told = *l->told;
			*l->told = l;
		}
	}
	if (c->watched && c->net != NULL) {
		mynd_net_wake_sets(c->net);
	}
}

mynd_listener *mynd_listener_next(mynd_listener **told)
{
	mynd_listener *l = *told;
	if (l != NULL) {
		*told = l->next_told;
		l->is_told = false;
	}
	return l;
}
