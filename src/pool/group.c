/*
 * Groups: pools of persistent connections that belong together, with limits of their own (Mynd\Pool). A group
 * has one pool for each key of its connections, usually a single one.
 *
 * Always true: its Mynd\Pool object, each of its pools, and each link that counts for its maximum or waits to
 * do so, own a reference to the group. A closed group has no idle links and gets none.
 * Not here: the connects that wait when the maximum was reached (places.c).
 */
#include "internal.h"

#include <stdatomic.h>

/* A call that waits until no link of the closed group is in use. malloc'ed. */
typedef struct closer {
	mynd_waiting waiting; /* first */
	bool after_fatal_error;
} closer;

mynd_pool_group *mynd_group_new(const mynd_group_settings *settings)
{
	static _Atomic uint64_t number;
	mynd_pool_group *group = pecalloc(1, sizeof *group, 1);
	group->references = 1;
	group->number = atomic_fetch_add(&number, 1) + 1;
	group->settings = *settings;
	return group;
}

void mynd_group_addref(mynd_pool_group *group)
{
	group->references++;
}

void mynd_group_release(mynd_pool_group *group)
{
	if (--group->references > 0) {
		return;
	}
	while (group->closers.first != NULL) { /* of calls that a fatal error has ended */
		closer *c = (closer *) group->closers.first;
		mynd_waiting_leave(&c->waiting);
		free(c);
	}
	free(group);
}

void mynd_group_close(mynd_pool_group *group)
{
	group->closed = true;
	mynd_idle_close_group(group);
	mynd_places_look();
}

void mynd_group_note_return(mynd_pool_group *group)
{
	mynd_waiting *next;
	for (mynd_waiting *w = group->numbers.in_use == 0 ? group->closers.first : NULL; w != NULL; w = next) {
		next = w->next;
		if (((closer *) w)->after_fatal_error == (bool) CG(unclean_shutdown) && mynd_waiting_is_own(w)) {
			mynd_waiting_call(w);
		}
	}
}

bool mynd_group_wait_until_unused(mynd_pool_group *group, double limit)
{
	if (group->numbers.in_use > 0 && limit > 0) {
		closer *c = pecalloc(1, sizeof *c, 1);
		c->after_fatal_error = CG(unclean_shutdown);
		mynd_waiting_wait(&c->waiting, &group->closers, mynd_deadline_in(limit));
		free(c);
	}
	return group->numbers.in_use == 0;
}

bool mynd_group_is_closed(const mynd_pool_group *group)
{
	return group->closed;
}

mynd_group_numbers mynd_group_look(const mynd_pool_group *group)
{
	return group->numbers;
}

const mynd_group_settings *mynd_group_limits(const mynd_pool_group *group)
{
	return &group->settings;
}

/* --- its links --- */

bool mynd_group_has(const mynd_pool_group *group, const mynd_link *link)
{
	return link->pooled != NULL && link->pooled->place.group == group;
}

bool mynd_group_is_given_out(const mynd_link *link)
{
	return link->pooled->user != NULL;
}

void mynd_group_give_out(mynd_link *link, const char *file, uint32_t line)
{
	size_t len = strlen(file) + 16;
	mynd_pooled *pooled = link->pooled;
	pooled->place.group->numbers.acquired++;
	pooled->user = pemalloc(sizeof *pooled->user + len, 1);
	pooled->user->since = mynd_pools_now();
	snprintf(pooled->user->name, len, "%s:%u", file, line);
}

void mynd_group_take_back(mynd_link *link)
{
	mynd_group_end_use(link->pooled);
	mynd_channel_end_limits(&link->channel);
}

void mynd_group_end_use(mynd_pooled *pooled)
{
	free(pooled->user);
	pooled->user = NULL;
}

const char *mynd_group_longest_use(const mynd_pool_group *group, double *since)
{
	const mynd_pool_user *longest = NULL;
	for (const mynd_link *link = mynd_links_first(); link != NULL; link = link->next) {
		if (link->pooled != NULL && link->pooled->user != NULL && link->pooled->place.group == group &&
		    (longest == NULL || link->pooled->user->since < longest->since)) {
			longest = link->pooled->user;
		}
	}
	*since = longest == NULL ? 0 : (double) (mynd_pools_now() - longest->since);
	return longest == NULL ? NULL : longest->name;
}
