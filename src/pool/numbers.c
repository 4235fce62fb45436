/*
 * The numbers of links that programs have open, ordinary ones too, their limits, and what there is to see of
 * the pools.
 *
 * Always true: a link counts once, as one that is being connected or as one that is open. The pool of one in
 * use counts it in `live`, and so does the one that it is wanted from.
 * Not here: the number of idle links (idle.c); what becomes of a connect that a limit forbids (open.c).
 */
#include "internal.h"

bool mynd_pools_limit_is_reached(zend_long number, zend_long limit)
{
	return limit != -1 && number >= limit;
}

void mynd_pooled_take_place(mynd_link *link)
{
	mynd_pool_numbers *n = &mynd_thread_pools.numbers;
	link->pooled->place_taken = true;
	n->in_use++;
	n->persistent += link->pooled->wanted_from != NULL;
}

void mynd_pooled_leave_place(mynd_link *link)
{
	mynd_pool_numbers *n = &mynd_thread_pools.numbers;
	if (link->pooled->place_taken) {
		link->pooled->place_taken = false;
		n->in_use--;
		n->persistent -= link->pooled->wanted_from != NULL;
	}
}

void mynd_pooled_count_open(mynd_link *link)
{
	mynd_pool_numbers *n = &mynd_thread_pools.numbers;
	link->pooled->counted = true;
	n->in_use++;
	mynd_board_add_in_use(1);
	if (link->pooled->pool != NULL) {
		n->persistent++;
		link->pooled->pool->info.live++;
	}
}

void mynd_pooled_count_closed(mynd_link *link)
{
	mynd_pool_numbers *n = &mynd_thread_pools.numbers;
	if (link->pooled == NULL || !link->pooled->counted) {
		return;
	}
	link->pooled->counted = false;
	n->in_use--;
	mynd_board_add_in_use(mynd_channel_is_foreign(&link->channel) ? 0 : -1);
	if (link->pooled->pool != NULL) {
		n->persistent--;
		link->pooled->pool->info.live--;
	}
}

void mynd_pool_count_closed(mynd_pool *pool, mynd_pool_closed why)
{
	pool->info.closed[why]++;
	mynd_board_count_pool(MYND_BOARD_POOL_closed);
}

void mynd_pool_count_found_dead(mynd_pool *pool)
{
	pool->info.found_dead++;
	mynd_board_count_pool(MYND_BOARD_POOL_found_dead);
}

void mynd_pooled_end_wanting(mynd_link *link)
{
	if (link->pooled->wanted_from != NULL) {
		link->pooled->wanted_from->info.live--;
		link->pooled->wanted_from = NULL;
	}
}

/* --- what there is to see --- */

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
