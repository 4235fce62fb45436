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
	if (--group->references == 0) {
		free(group);
	}
}

void mynd_group_close(mynd_pool_group *group)
{
	group->closed = true;
	mynd_idle_close_group(group);
	mynd_places_look();
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
