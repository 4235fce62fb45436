/*
 * Idle links: which of them stay, and for how long.
 *
 * Always true: an idle link is in exactly one pool and has no other owner. One that is closed for its age or
 * for a limit is counted so in its pool; a child's copies of its parent's links are not counted.
 * Not here: whether one can be used (take.c); what is handed back (give.c).
 */
#include "internal.h"

#include "../link/spare.h"

#define LOOK_EVERY 1 /* seconds, at all pools; the one that is in use is looked at each time */

void mynd_idle_put_in(mynd_pool *pool, mynd_link *link)
{
	link->pooled->idle = true;
	link->pooled->idle_since = mynd_pools_now();
	link->pooled->next_idle = pool->idle;
	pool->idle = link;
	pool->info.idle++;
	mynd_thread_pools.numbers.idle++;
	mynd_board_count_pool(MYND_BOARD_POOL_handed_back);
	mynd_board_add_idle(1);
	mynd_told_counters(link);
}

void mynd_idle_take_out(mynd_link *link)
{
	mynd_link **at = &link->pooled->pool->idle;
	while (*at != link) {
		at = &(*at)->pooled->next_idle;
	}
	*at = link->pooled->next_idle;
	link->pooled->next_idle = NULL;
	link->pooled->idle = false;
	link->pooled->pool->info.idle--;
	mynd_thread_pools.numbers.idle--;
	mynd_board_add_idle(mynd_channel_is_foreign(&link->channel) ? 0 : -1);
}

static void close_idle(mynd_link *link, mynd_pool_closed why)
{
	mynd_pool *pool = link->pooled->pool;
	mynd_idle_take_out(link);
	mynd_pool_count_closed(pool, why);
	mynd_pooled_close(link, MYND_CLOSE_IMPLICIT);
}

/* For no reason that the pool counts. */
static void forget_idle(mynd_pool *pool)
{
	while (pool->idle != NULL) {
		mynd_link *link = pool->idle;
		mynd_idle_take_out(link);
		mynd_pooled_close(link, MYND_CLOSE_IMPLICIT);
	}
}

void mynd_idle_forget_parents(void)
{
	if (mynd_thread_pools.generation == mynd_process_generation()) {
		return;
	}
	mynd_thread_pools.generation = mynd_process_generation();
	for (mynd_pool *pool = mynd_thread_pools.first; pool != NULL; pool = pool->next) {
		forget_idle(pool);
	}
}

/* --- ages --- */

static void look_at(mynd_pool *pool, int64_t time)
{
	const mynd_pool_settings *settings = &mynd_thread_pools.settings;
	mynd_link *next;
	for (mynd_link *link = pool->idle; link != NULL; link = next) {
		next = link->pooled->next_idle;
		if (settings->idle_timeout > 0 && time - link->pooled->idle_since > settings->idle_timeout) {
			close_idle(link, MYND_POOL_CLOSED_IDLE_TIMEOUT);
		} else if (time >= link->pooled->expires) {
			close_idle(link, MYND_POOL_CLOSED_MAX_LIFETIME);
		}
	}
}

static void look_at_all(int64_t time)
{
	mynd_thread_pools.looked_after = time;
	for (mynd_pool *pool = mynd_thread_pools.first; pool != NULL; pool = pool->next) {
		look_at(pool, time);
	}
	mynd_pools_free_unused(MYND_POOLS_KEPT);
}

void mynd_idle_look_when_used(mynd_pool *pool)
{
	int64_t time = mynd_pools_now();
	pool->info.live++;
	if (time - mynd_thread_pools.looked_after >= LOOK_EVERY) {
		look_at_all(time);
	} else {
		look_at(pool, time);
	}
	pool->info.live--;
}

void mynd_pools_look_after(void)
{
	if (mynd_thread_pools.first != NULL) {
		mynd_idle_forget_parents();
		look_at_all(mynd_pools_now());
	}
}

/* --- limits --- */

static mynd_link *idle_longest(void)
{
	mynd_link *longest = NULL;
	for (mynd_pool *pool = mynd_thread_pools.first; pool != NULL; pool = pool->next) {
		for (mynd_link *link = pool->idle; link != NULL; link = link->pooled->next_idle) {
			if (longest == NULL || link->pooled->idle_since <= longest->pooled->idle_since) {
				longest = link;
			}
		}
	}
	return longest;
}

void mynd_idle_make_room(bool persistent)
{
	const mynd_pool_numbers *n = &mynd_thread_pools.numbers;
	const mynd_pool_settings *settings = &mynd_thread_pools.settings;
	while (
	    n->idle > 0 &&
	    (mynd_pools_limit_is_reached(n->in_use + n->idle + mynd_spares_count(), settings->max_links) ||
	        (persistent && mynd_pools_limit_is_reached(n->persistent + n->idle, settings->max_persistent)))) {
		close_idle(idle_longest(), MYND_POOL_CLOSED_LIMIT);
	}
}

bool mynd_pools_make_room_for_spare(void)
{
	zend_long used = mynd_thread_pools.numbers.in_use + mynd_spares_count();
	if (mynd_pools_limit_is_reached(used, mynd_thread_pools.settings.max_links)) {
		return false;
	}
	mynd_idle_make_room(false);
	return true;
}

/* --- end --- */

void mynd_pools_end_thread(void)
{
	for (mynd_pool *pool = mynd_thread_pools.first; pool != NULL; pool = pool->next) {
		forget_idle(pool);
	}
	mynd_pools_free_unused(0);
	free(mynd_thread_pools.spare);
	mynd_thread_pools.spare = NULL;
}
