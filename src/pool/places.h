/* Places (limits for open links, places.c), groups of pools, and counts of links, for src/pool/ alone. */
#ifndef MYND_POOL_PLACES_H
#define MYND_POOL_PLACES_H

#include "pool.h"
#include "../net/wait_queue.h"

struct mynd_pool;
struct mynd_pooled;

/* Group of pools with common limits. malloc'ed. */
struct mynd_pool_group {
	unsigned references;
	bool closed;
	uint64_t number; /* part of the keys of its pools; never 0 */
	mynd_group_settings settings;
	mynd_group_numbers numbers;
	mynd_wait_queue closers; /* calls that wait until no link of the closed group is in use (group.c) */
};

/* The limits for which an open link counts, or a waiting connect wants to count. Cleared memory: none. */
typedef struct mynd_place {
	bool taken, persistent;
	bool or_ordinary;       /* take an ordinary link if max_persistent was reached */
	struct mynd_pool *pool; /* the pool that counts the links of the key; NULL: no pool counts them */
	mynd_pool_group *group; /* a link's place owns a reference; NULL: no group */
} mynd_place;

/* The program's line that acquired a link of a group, and the time (pools' clock). */
typedef struct mynd_pool_user {
	int64_t since;
	char name[];
} mynd_pool_user;

/* --- places.c --- */

bool mynd_pools_limit_is_reached(zend_long number, zend_long limit);
/*
 * Acquires a place for the link, on which the caller has a reference; waits at most `limit` seconds (0: not
 * at all). Returns MYND_OPENED, or the limit that was reached, or MYND_OPEN_FAILED if an exception is
 * pending.
 */
mynd_opened mynd_place_acquire(mynd_link *link, const mynd_place *wanted, double limit);
void mynd_place_move(mynd_link *from, mynd_link *to); /* `to` may equal `from` */
void mynd_place_release(mynd_link *link);             /* does nothing without a place */
void mynd_place_forget(mynd_link *link);              /* called when the link is freed */
void mynd_places_look(void);                          /* called when a limit has changed */

/* --- group.c --- */

void mynd_group_addref(mynd_pool_group *group);
void mynd_group_end_use(struct mynd_pooled *pooled);
/* Called when a link of the group has given its place back. */
void mynd_group_note_return(mynd_pool_group *group);

/* --- numbers.c --- */

void mynd_pooled_count_open(mynd_link *link); /* called when the link has its place */
/* ends the counting of the link, if it was counted, and releases its place */
void mynd_pooled_count_closed(mynd_link *link);
/* Count a connection of this pool that was closed, was found to be useless, or was made. */
void mynd_pool_count_closed(struct mynd_pool *pool, mynd_pool_closed why);
void mynd_pool_count_found_dead(struct mynd_pool *pool);
void mynd_pool_count_made(struct mynd_pool *pool);

/* --- idle.c: idle links that make room for places --- */

/*
 * Called before a link that has its place connects: closes so many idle links that the server never has more
 * connections than the limits allow.
 */
void mynd_idle_make_room(const mynd_link *link);
void mynd_idle_close_group(const mynd_pool_group *group);
/* Returns how many links may be idle in the pool. */
zend_long mynd_idle_most(const struct mynd_pool *pool);

#endif
