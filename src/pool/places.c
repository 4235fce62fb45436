/*
 * Places: limits for the number of open links, and the queue of connects that wait until a link is released.
 *
 * A link that a program opens gets a place before it is connected or taken out of a pool, and has it until
 * the program releases the link. A place counts for every limit that concerns its link: mysqli.max_links,
 * max_persistent if the link is persistent, mynd.max_per_key, and the maximum of its group (Mynd\Pool).
 *
 * Always true: no connect waits although the limits have room for it, because the release of a place gives it
 * at once to the first connect in the queue that can use it. So a connect that finds room overtakes no other.
 * Only the wait itself runs code of the program.
 * Not here: connecting the link (open.c, acquire.c); closing idle links to make room for it (idle.c).
 */
#include "internal.h"

#include "../link/spare.h"
#include "../wire/checked.h"

static mynd_pool_numbers *numbers(void)
{
	return &mynd_thread_pools.numbers;
}

bool mynd_pools_limit_is_reached(zend_long number, zend_long limit)
{
	return limit != -1 && number >= limit;
}

/* --- acquiring and releasing --- */

static bool no_more_persistent(void)
{
	return mynd_pools_limit_is_reached(numbers()->persistent, mynd_thread_pools.settings.max_persistent);
}

static bool pool_is_used_up(const mynd_pool *pool)
{
	return mynd_pools_limit_is_reached(pool->places, mynd_thread_pools.settings.max_per_key);
}

static bool group_is_used_up(const mynd_pool_group *group)
{
	return mynd_pools_limit_is_reached(group->numbers.in_use, group->settings.maximum);
}

/*
 * Returns true if max_links was reached. Closes spare connections (for KILLs, ../link/spare.h) to make room.
 */
static bool is_full(void)
{
	zend_long most = mynd_thread_pools.settings.max_links;
	while (mynd_pools_limit_is_reached(numbers()->in_use + mynd_spares_count(), most)) {
		if (!mynd_spares_give_way()) {
			return true;
		}
	}
	return false;
}

/* Returns the limit that refuses the place now, or MYND_OPENED if none does. */
static mynd_opened look_for_obstacle(const mynd_place *wanted)
{
	const mynd_pool_group *group = wanted->group;
	if (group != NULL && group->closed) {
		return MYND_OPEN_GROUP_CLOSED;
	}
	if (group != NULL && group_is_used_up(group)) {
		return MYND_OPEN_TOO_MANY_OF_GROUP;
	}
	if (is_full()) {
		return MYND_OPEN_TOO_MANY;
	}
	if (wanted->persistent && !wanted->or_ordinary && no_more_persistent()) {
		return MYND_OPEN_TOO_MANY_PERSISTENT;
	}
	if (wanted->pool != NULL && pool_is_used_up(wanted->pool)) {
		return MYND_OPEN_TOO_MANY_OF_KEY;
	}
	return MYND_OPENED;
}

static void take(mynd_pooled *pooled, const mynd_place *wanted)
{
	pooled->place = *wanted;
	pooled->place.taken = true;
	pooled->place.persistent = wanted->persistent && !(wanted->or_ordinary && no_more_persistent());
	numbers()->in_use++;
	numbers()->persistent += pooled->place.persistent;
	if (wanted->pool != NULL) {
		wanted->pool->places++;
	}
	if (wanted->group != NULL) {
		mynd_group_addref(wanted->group);
		wanted->group->numbers.in_use++;
	}
}

static void drop(mynd_pooled *pooled)
{
	mynd_place place = pooled->place;
	pooled->place = (mynd_place){0};
	numbers()->in_use--;
	numbers()->persistent -= place.persistent;
	if (place.pool != NULL) {
		place.pool->places--;
	}
	if (place.group != NULL) {
		place.group->numbers.in_use--;
		mynd_group_note_return(place.group);
		mynd_group_release(place.group);
	}
}

/* --- the queue --- */

static mynd_pooled *pooled_of(mynd_waiting *waiting)
{
	return (mynd_pooled *) ((char *) waiting - offsetof(mynd_pooled, waiting));
}

static void end_request(mynd_pooled *pooled)
{
	mynd_place request = pooled->request;
	pooled->request = (mynd_place){0};
	if (request.pool != NULL) {
		request.pool->wanted--;
	}
	if (request.group != NULL) {
		request.group->numbers.waiting--;
		mynd_group_release(request.group);
	}
}

static void begin_request(mynd_pooled *pooled, const mynd_place *wanted)
{
	pooled->request = *wanted;
	pooled->after_fatal_error = CG(unclean_shutdown);
	if (wanted->pool != NULL) {
		wanted->pool->wanted++;
	}
	if (wanted->group != NULL) {
		mynd_group_addref(wanted->group);
		wanted->group->numbers.waiting++;
	}
}

/*
 * Returns true if the call that waits will ever continue: not if a fatal error has ended it (its entry stays
 * in the queue until the request ends), and not in a forked child if it is its parent's.
 */
static bool goes_on(const mynd_pooled *pooled)
{
	return pooled->after_fatal_error == (bool) CG(unclean_shutdown) && mynd_waiting_is_own(&pooled->waiting);
}

/*
 * Gives the entry its place and wakes its call, if no limit refuses the place now. If the group was closed,
 * wakes the call without a place.
 */
static void look_at(mynd_waiting *waiting)
{
	mynd_pooled *pooled = pooled_of(waiting);
	if (!goes_on(pooled)) {
		return;
	}
	mynd_opened obstacle = look_for_obstacle(&pooled->request);
	if (obstacle == MYND_OPENED || obstacle == MYND_OPEN_GROUP_CLOSED) {
		mynd_waiting_call(waiting);
	}
	if (obstacle == MYND_OPENED) {
		take(pooled, &pooled->request);
	}
}

/*
 * The limits under which the release of one place makes room: those that had been reached, and for which
 * entries may wait. The search of the queue ends when these limits are reached again, so that a long queue is
 * not searched to its end for each released place.
 */
typedef struct room {
	bool of_all, of_persistent;
	const mynd_pool *pool;        /* pool with the place's key; NULL: no entry waits for a link of that key */
	const mynd_pool_group *group; /* group of the place; NULL: no entry waits for a link of the group */
} room;

/* The pointers stay valid: a pool or group is not freed while an entry waits for a link of it. */
static room room_of(const mynd_place *place)
{
	const mynd_pool *pool = place->pool;
	const mynd_pool_group *group = place->group;
	zend_long all = numbers()->in_use + mynd_spares_count();
	return (room){
	    .of_all = mynd_pools_limit_is_reached(all, mynd_thread_pools.settings.max_links),
	    .of_persistent = place->persistent && no_more_persistent(),
	    .pool = pool != NULL && pool->wanted > 0 && pool_is_used_up(pool) ? pool : NULL,
	    .group = group != NULL && group->numbers.waiting > 0 && group_is_used_up(group) ? group : NULL,
	};
}

static bool is_left(const room *room)
{
	return (room->of_all &&
	           !mynd_pools_limit_is_reached(numbers()->in_use, mynd_thread_pools.settings.max_links)) ||
	       (room->of_persistent && !no_more_persistent()) ||
	       (room->pool != NULL && !pool_is_used_up(room->pool)) ||
	       (room->group != NULL && !group_is_used_up(room->group));
}

/* Looks along the queue until `room` is used up. NULL: to its end. */
static void look_along_queue(const room *room)
{
	mynd_waiting *next;
	for (mynd_waiting *w = mynd_thread_pools.queue.first; w != NULL && (room == NULL || is_left(room));
	     w = next) {
		next = w->next;
		look_at(w);
	}
}

void mynd_places_look(void)
{
	look_along_queue(NULL);
}

/*
 * Looks at the queue if a spare connection has ended, which happens without a call of this file's functions.
 */
static void look_if_a_spare_has_gone(void)
{
	if (mynd_spares_count() < mynd_thread_pools.spares_seen) {
		look_along_queue(NULL);
	}
	mynd_thread_pools.spares_seen = mynd_spares_count();
}

/*
 * Returns true if no entry in the queue can have a place now. Spare connections count in max_links here,
 * although one would be closed to make room.
 */
static bool nobody_could_go_on(void)
{
	zend_long all = numbers()->in_use + mynd_spares_count();
	if (mynd_pools_limit_is_reached(all, mynd_thread_pools.settings.max_links)) {
		return true;
	}
	for (mynd_waiting *w = mynd_thread_pools.queue.first; w != NULL; w = w->next) {
		if (goes_on(pooled_of(w)) && look_for_obstacle(&pooled_of(w)->request) == MYND_OPENED) {
			return false;
		}
	}
	return true;
}

void mynd_place_release(mynd_link *link)
{
	if (!link->pooled->place.taken) {
		return;
	}
	room freed = room_of(&link->pooled->place);
	drop(link->pooled);
	look_along_queue(&freed);
	MYND_ASSERT(nobody_could_go_on());
}

void mynd_place_move(mynd_link *from, mynd_link *to)
{
	if (from != to) {
		MYND_ASSERT(!to->pooled->place.taken);
		to->pooled->place = from->pooled->place;
		from->pooled->place = (mynd_place){0};
	}
}

void mynd_place_forget(mynd_link *link)
{
	mynd_waiting_leave(&link->pooled->waiting);
	end_request(link->pooled);
	mynd_place_release(link);
}

static mynd_deadline deadline_of(const mynd_link *link, double limit)
{
	return mynd_deadline_earlier(mynd_deadline_in(limit), mynd_channel_limits(&link->channel).end);
}

/*
 * Stores what has to be undone in the link, on which the caller has a reference: the wait may never return.
 */
static int wait(mynd_link *link, const mynd_place *wanted, double limit)
{
	mynd_pooled *pooled = link->pooled;
	int64_t since = mynd_now();
	begin_request(pooled, wanted);
	mynd_channel_enter(&link->channel);
	int rc = mynd_waiting_wait(&pooled->waiting, &mynd_thread_pools.queue, deadline_of(link, limit));
	mynd_channel_leave(&link->channel);
	end_request(pooled);
	pooled->refusal.waited = rc == MYND_WAIT_BLOCK ? 0 : (double) (mynd_now() - since) / (double) MYND_SECOND;
	return rc;
}

static void count(mynd_link *link, const mynd_place *wanted, bool got)
{
	double waited = link->pooled->refusal.waited;
	link->channel.counts.place_waits += waited > 0;
	link->channel.counts.place_timeouts += !got && waited > 0;
	if (wanted->group != NULL) {
		mynd_group_numbers *n = &wanted->group->numbers;
		n->timeouts += !got && waited > 0;
		n->waits += waited > 0;
		n->wait_seconds += waited;
		n->longest_wait = MAX(n->longest_wait, waited);
	}
}

static zend_long count_in_use(mynd_opened limit, const mynd_place *wanted)
{
	switch (limit) {
	case MYND_OPEN_TOO_MANY_PERSISTENT:
		return numbers()->persistent + numbers()->idle;
	case MYND_OPEN_TOO_MANY_OF_KEY:
		return wanted->pool->places;
	case MYND_OPEN_TOO_MANY_OF_GROUP:
		return wanted->group->numbers.in_use;
	default:
		return numbers()->in_use;
	}
}

/* Returns true if releasing an outlived link (outlive.c) may make room under this limit. */
static bool is_of_persistent(mynd_opened obstacle)
{
	return obstacle == MYND_OPEN_TOO_MANY || obstacle == MYND_OPEN_TOO_MANY_PERSISTENT ||
	       obstacle == MYND_OPEN_TOO_MANY_OF_KEY;
}

static mynd_opened take_or_refuse(mynd_link *link, const mynd_place *wanted)
{
	mynd_refusal *refusal = &link->pooled->refusal;
	mynd_opened obstacle = look_for_obstacle(wanted);
	while (is_of_persistent(obstacle) && mynd_pool_outlived_gives_way(NULL)) {
		obstacle = look_for_obstacle(wanted);
	}
	if (obstacle == MYND_OPENED) {
		take(link->pooled, wanted);
		return MYND_OPENED;
	}
	refusal->in_use = count_in_use(obstacle, wanted);
	refusal->others_wait =
	    wanted->group != NULL ? wanted->group->numbers.waiting : (zend_long) mynd_thread_pools.queue.count;
	return obstacle;
}

mynd_opened mynd_place_acquire(mynd_link *link, const mynd_place *wanted, double limit)
{
	link->pooled->refusal.waited = 0;
	look_if_a_spare_has_gone();
	mynd_opened obstacle = take_or_refuse(link, wanted);
	if (obstacle == MYND_OPENED || obstacle == MYND_OPEN_GROUP_CLOSED || !(limit > 0)) {
		return obstacle;
	}
	if (wanted->group != NULL &&
	    mynd_pools_limit_is_reached(wanted->group->numbers.waiting, wanted->group->settings.max_waiting)) {
		return obstacle;
	}
	int rc = wait(link, wanted, limit);
	if (rc == MYND_BAD) { /* an exception is pending, or no descriptor could be made */
		mynd_place_release(link);
		mynd_error_client(&link->channel.error, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY);
		return EG(exception) != NULL ? MYND_OPEN_FAILED : obstacle;
	}
	if (rc == MYND_OK && !link->pooled->place.taken) {
		return MYND_OPEN_GROUP_CLOSED;
	}
	count(link, wanted, rc == MYND_OK);
	return rc == MYND_OK ? MYND_OPENED : take_or_refuse(link, wanted);
}

mynd_refusal mynd_link_refusal(const mynd_link *link)
{
	return link->pooled->refusal;
}
