/*
 * Counts connections of the pools, and reports the counts.
 *
 * Always true: each open link of a program has a place (places.c), and its pool counts it in `live`.
 * Not here: the number of idle links (idle.c).
 */
#include "internal.h"

#include "../wire/checked.h"

void mynd_pooled_count_open(mynd_link *link)
{
	MYND_ASSERT(link->pooled->place.taken);
	link->pooled->counted = true;
	mynd_board_add_in_use(1);
	if (link->pooled->pool != NULL) {
		link->pooled->pool->info.live++;
	}
}

void mynd_pooled_count_closed(mynd_link *link)
{
	if (link->pooled == NULL || !link->pooled->counted) {
		return;
	}
	link->pooled->counted = false;
	mynd_board_add_in_use(mynd_channel_is_foreign(&link->channel) ? 0 : -1);
	if (link->pooled->pool != NULL) {
		link->pooled->pool->info.live--;
	}
	mynd_group_end_use(link->pooled);
	mynd_place_release(link);
}

void mynd_pool_count_made(mynd_pool *pool)
{
	pool->info.made++;
	mynd_board_count_pool(MYND_BOARD_POOL_made);
	if (pool->group != NULL) {
		pool->group->numbers.made++;
	}
}

static void count_gone(mynd_pool *pool)
{
	if (pool->group != NULL) {
		pool->group->numbers.closed++;
	}
}

void mynd_pool_count_closed(mynd_pool *pool, mynd_pool_closed why)
{
	count_gone(pool);
	pool->info.closed[why]++;
	mynd_board_count_pool(MYND_BOARD_POOL_closed);
}

void mynd_pool_count_found_dead(mynd_pool *pool)
{
	count_gone(pool);
	pool->info.found_dead++;
	mynd_board_count_pool(MYND_BOARD_POOL_found_dead);
}

/* --- information --- */

bool mynd_link_is_persistent(const mynd_link *link)
{
	return link->persistent;
}

mynd_pool_numbers mynd_pools_count(void)
{
	mynd_idle_forget_parents();
	return mynd_thread_pools.numbers;
}

bool mynd_pools_look(unsigned number, mynd_pool_info *info)
{
	mynd_idle_forget_parents();
	const mynd_pool *pool = mynd_thread_pools.first;
	while (pool != NULL && number-- > 0) {
		pool = pool->next;
	}
	if (pool != NULL) {
		*info = pool->info;
		info->shared = mynd_mailbox_count();
	}
	return pool != NULL;
}
