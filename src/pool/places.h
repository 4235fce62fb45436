/*
 * Places, groups, and what is counted of both and of pools, for the files of src/pool/ alone.
 */
#ifndef MYND_POOL_PLACES_H
#define MYND_POOL_PLACES_H

#include "pool.h"
#include "../net/wait_queue.h"

struct mynd_pool;
struct mynd_pooled;

/* Pools that belong together. malloc'ed. */
struct mynd_pool_group {
	unsigned references;
	bool closed;
	uint64_t number; /* a part of its pools' keys; never 0 */
	mynd_group_settings settings;
	mynd_group_numbers numbers;
};

/* What a link counts for, or wants to. Cleared memory: nothing. */
typedef struct mynd_place {
	bool taken, persistent;
	bool or_ordinary;       /* an ordinary one, if there is no more room for persistent ones */
	struct mynd_pool *pool; /* of its key; NULL: the links of its key are not counted */
	mynd_pool_group *group; /* a reference where it is a link's; NULL: no group */
} mynd_place;

/* Who has a link of a group, and since when by the pools' clock. */
typedef struct mynd_pool_user {
	int64_t since;
	char name[];
} mynd_pool_user;

/* --- places.c --- */

bool mynd_pools_limit_is_reached(zend_long number, zend_long limit);
/*
 * The link, which the caller holds, gets the place, if need be after a wait of so many seconds at most (0: no
 * wait). MYND_OPEN_FAILED: an exception is pending. Otherwise the answer says which limit was reached.
 */
mynd_opened mynd_place_acquire(mynd_link *link, const mynd_place *wanted, double limit);
void mynd_place_move(mynd_link *from, mynd_link *to); /* to another link or the same */
void mynd_place_release(mynd_link *link);             /* if it has one */
void mynd_place_forget(mynd_link *link);              /* the link goes, even if its wait never came back */
void mynd_places_look(void);                          /* a limit has changed */

/* --- group.c --- */

void mynd_group_addref(mynd_pool_group *group);
void mynd_group_end_use(struct mynd_pooled *pooled);

/* --- numbers.c --- */

void mynd_pooled_count_open(mynd_link *link);   /* it has its place */
void mynd_pooled_count_closed(mynd_link *link); /* if it was counted; it leaves its place */
/* A connection of this pool was closed, or found to be of no use. */
void mynd_pool_count_closed(struct mynd_pool *pool, mynd_pool_closed why);
void mynd_pool_count_found_dead(struct mynd_pool *pool);
void mynd_pool_count_made(struct mynd_pool *pool);

/* --- idle.c: idle links, for the sake of places --- */

/*
 * The link, which has its place, is connected: idle ones give way, so that the server never sees more than
 * the limits allow.
 */
void mynd_idle_make_room(const mynd_link *link);
void mynd_idle_close_group(const mynd_pool_group *group);
/* How many links may be idle in the pool. */
zend_long mynd_idle_most(const struct mynd_pool *pool);

#endif
