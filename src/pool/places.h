/* Places, groups, and the counts of places, groups and pools, for the files of src/pool/ alone. */
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
	uint64_t number; /* a part of its pools' keys; never 0 */
	mynd_group_settings settings;
	mynd_group_numbers numbers;
};

/* Limits that a link counts for, or wants to count for. Cleared memory: none. */
typedef struct mynd_place {
	bool taken, persistent;
	bool or_ordinary;       /* an ordinary link will do if max_persistent was reached */
	struct mynd_pool *pool; /* the key's pool; NULL: the links of the key are not counted */
	mynd_pool_group *group; /* counted as a reference in a link's place; NULL: no group */
} mynd_place;

/* The program's line that has acquired a link of a group, and when, by the pools' clock. */
typedef struct mynd_pool_user {
	int64_t since;
	char name[];
} mynd_pool_user;

/* --- places.c --- */

bool mynd_pools_limit_is_reached(zend_long number, zend_long limit);
/*
 * Acquires the place for the link, which the caller holds, after a wait of at most `limit` seconds (0: no
 * wait). Returns MYND_OPEN_FAILED if an exception is pending, and otherwise the limit that was reached, if
 * one was.
 */
mynd_opened mynd_place_acquire(mynd_link *link, const mynd_place *wanted, double limit);
void mynd_place_move(mynd_link *from, mynd_link *to); /* to another link, or to the same link */
void mynd_place_release(mynd_link *link);             /* if the link has a place */
void mynd_place_forget(mynd_link *link);              /* the link is freed, even if its wait never returned */
void mynd_places_look(void);                          /* a limit has changed */

/* --- group.c --- */

void mynd_group_addref(mynd_pool_group *group);
void mynd_group_end_use(struct mynd_pooled *pooled);

/* --- numbers.c --- */

void mynd_pooled_count_open(mynd_link *link);   /* the link has its place */
void mynd_pooled_count_closed(mynd_link *link); /* if the link was counted; releases its place */
/* Count a connection of this pool that was closed, found to be useless, or made. */
void mynd_pool_count_closed(struct mynd_pool *pool, mynd_pool_closed why);
void mynd_pool_count_found_dead(struct mynd_pool *pool);
void mynd_pool_count_made(struct mynd_pool *pool);

/* --- idle.c: idle links that make room for places --- */

/*
 * Closes idle links before the link, which has its place, is connected, so that the server never has more
 * connections than the limits allow.
 */
void mynd_idle_make_room(const mynd_link *link);
void mynd_idle_close_group(const mynd_pool_group *group);
/* Returns how many links may be idle in the pool. */
zend_long mynd_idle_most(const struct mynd_pool *pool);

#endif
