/*
 * Idle links: how many stay open, and for how long.
 *
 * Always true: an idle link is in exactly one pool, and no program has it open. A link closed for its age or
 * a limit is counted in its pool under that reason; a forked child that closes its copies of the parent's
 * links does not count them.
 * Not here: whether a link can be used (acquire.c); which links become idle (release.c).
 */
#include "internal.h"

#include "../link/spare.h"

#define LOOK_EVERY 1 /* seconds between searches of all pools; a pool that is used is searched each time */

static void count_in_group(mynd_pool *pool, int more)
{
	if (pool->group != NULL) {
		pool->group->numbers.idle += more;
	}
}

void mynd_idle_put_in(mynd_pool *pool, mynd_link *link)
{
	link->pooled->idle = true;
	link->pooled->idle_since = mynd_pools_now();
	link->pooled->is_awaited = pool->group != NULL && pool->group->numbers.waiting > 0;
	link->pooled->next_idle = pool->idle;
	pool->idle = link;
	pool->info.idle++;
	mynd_thread_pools.numbers.idle++;
	count_in_group(pool, 1);
	mynd_board_count_pool(MYND_BOARD_POOL_handed_back);
	mynd_board_add_idle(1);
	mynd_metrics_counters(link);
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
	count_in_group(link->pooled->pool, -1);
	mynd_board_add_idle(mynd_channel_is_foreign(&link->channel) ? 0 : -1);
}

static void close_idle(mynd_link *link, mynd_pool_closed why)
{
	mynd_pool *pool = link->pooled->pool;
	mynd_idle_take_out(link);
	mynd_pool_count_closed(pool, why);
	mynd_pooled_close(link, MYND_CLOSE_IMPLICIT);
}

/* Closes all idle links of the pool without counting a reason. */
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

/* Returns true if the pool's group has more links, idle and in use, than its minimum. */
static bool has_too_many(const mynd_pool *pool)
{
	const mynd_pool_group *group = pool->group;
	return group == NULL || group->numbers.made - group->numbers.closed > (uint64_t) group->settings.minimum;
}

static void look_at(mynd_pool *pool, int64_t time)
{
	zend_long limit =
	    pool->group != NULL ? pool->group->settings.idle_timeout : mynd_thread_pools.settings.idle_timeout;
	mynd_link *next;
	for (mynd_link *link = pool->idle; link != NULL; link = next) {
		next = link->pooled->next_idle;
		if (limit > 0 && time - link->pooled->idle_since > limit && has_too_many(pool)) {
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
	mynd_thread_pools.now = time;
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

/* Returns the smaller limit; -1 is no limit. */
static zend_long smaller(zend_long a, zend_long b)
{
	return a == -1 || (b != -1 && b < a) ? b : a;
}

zend_long mynd_idle_most(const mynd_pool *pool)
{
	const mynd_pool_settings *settings = &mynd_thread_pools.settings;
	if (pool->group != NULL) {
		return pool->group->closed ? 0 : pool->group->settings.maximum;
	}
	zend_long most = smaller(smaller(settings->max_links, settings->max_persistent), settings->max_per_key);
	return settings->keeps_all && most > settings->max_idle ? most : settings->max_idle;
}

/*
 * Returns the link that has been idle for longest, of this pool, of this group, or of all pools (NULL, NULL).
 */
static mynd_link *idle_longest(const mynd_pool *of, const mynd_pool_group *group)
{
	mynd_link *longest = NULL;
	for (mynd_pool *pool = mynd_thread_pools.first; pool != NULL; pool = pool->next) {
		if ((of != NULL && of != pool) || (group != NULL && group != pool->group)) {
			continue;
		}
		for (mynd_link *link = pool->idle; link != NULL; link = link->pooled->next_idle) {
			if (longest == NULL || link->pooled->idle_since <= longest->pooled->idle_since) {
				longest = link;
			}
		}
	}
	return longest;
}

static bool is_above(zend_long number, zend_long limit)
{
	return limit != -1 && number > limit;
}

/*
 * Returns an idle link to close, if there are too many links for a limit that concerns this place. Else NULL.
 */
static mynd_link *one_too_many(const mynd_place *place)
{
	const mynd_pool_numbers *n = &mynd_thread_pools.numbers;
	const mynd_pool_settings *settings = &mynd_thread_pools.settings;
	const mynd_pool *pool = place->pool;
	const mynd_pool_group *group = place->group;
	if (n->idle > 0 &&
	    (is_above(n->in_use + n->idle + mynd_spares_count(), settings->max_links) ||
	        (place->persistent && is_above(n->persistent + n->idle, settings->max_persistent)))) {
		return idle_longest(NULL, NULL);
	}
	if (pool != NULL && pool->info.idle > 0 &&
	    is_above(pool->places + (zend_long) pool->info.idle, settings->max_per_key)) {
		return idle_longest(pool, NULL);
	}
	if (group != NULL && group->numbers.idle > 0 &&
	    is_above(group->numbers.in_use + group->numbers.idle, group->settings.maximum)) {
		return idle_longest(NULL, group);
	}
	return NULL;
}

void mynd_idle_make_room(const mynd_link *link)
{
	mynd_link *idle;
	while ((idle = one_too_many(&link->pooled->place)) != NULL) {
		close_idle(idle, MYND_POOL_CLOSED_LIMIT);
	}
}

bool mynd_pools_make_room_for_spare(void)
{
	zend_long used = mynd_thread_pools.numbers.in_use + mynd_spares_count();
	if (mynd_pools_limit_is_reached(used, mynd_thread_pools.settings.max_links)) {
		return false;
	}
	while (mynd_thread_pools.numbers.idle > 0 &&
	       mynd_pools_limit_is_reached(
	           used + mynd_thread_pools.numbers.idle, mynd_thread_pools.settings.max_links)) {
		close_idle(idle_longest(NULL, NULL), MYND_POOL_CLOSED_LIMIT);
	}
	return true;
}

/* --- end --- */

void mynd_idle_close_all(mynd_pool *pool, mynd_pool_closed why)
{
	while (pool->idle != NULL) {
		close_idle(pool->idle, why);
	}
}

void mynd_idle_close_group(const mynd_pool_group *group)
{
	mynd_link *link;
	while ((link = idle_longest(NULL, group)) != NULL) {
		close_idle(link, MYND_POOL_CLOSED_MAX_IDLE);
	}
}

void mynd_pools_end_thread(void)
{
	for (mynd_pool *pool = mynd_thread_pools.first; pool != NULL; pool = pool->next) {
		forget_idle(pool);
	}
	mynd_pools_free_unused(0);
	mynd_predict_end_thread();
	free(mynd_thread_pools.spare);
	mynd_thread_pools.spare = NULL;
}
