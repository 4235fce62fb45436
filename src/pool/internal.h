/*
 * What the files of src/pool/ share.
 */
#ifndef MYND_POOL_INTERNAL_H
#define MYND_POOL_INTERNAL_H

#include "pool.h"
#include "../link/internal.h"

#define MYND_POOL_KEY 16 /* bytes */

/* What the session of a persistent link is brought back to (reset.c). */
typedef struct mynd_snapshot {
	uint16_t collation;
	bool multi_statements;
	char *schema;          /* the default database as the server reported it; NULL: it did not */
	char *database;        /* as it was asked for; NULL: none was */
	char *user, *password; /* kept where only a change-user can reset, else NULL */
	size_t user_len, password_len;
	size_t memory_len;
	char memory[]; /* the texts; wiped before it is freed */
} mynd_snapshot;

/* Persistent links of one key. */
typedef struct mynd_pool {
	struct mynd_pool *next; /* was used longer ago */
	uint8_t key[MYND_POOL_KEY];
	mynd_link *idle;     /* handed back last comes first */
	bool by_change_user; /* whoever answers there has no reset */
	bool knows_as_new;   /* what a login has, see as_new.c: */
	char *query_as_new;  /* malloc'ed; NULL: the server cannot be asked */
	bool forgets_traces; /* SET optimizer_trace_offset is known there */
	mynd_pool_info info;
	char memory[]; /* its texts */
} mynd_pool;

/* What a link is to the pools. malloc'ed when a program first connects it. */
typedef struct mynd_pooled {
	mynd_pool *pool;             /* NULL: an ordinary link */
	mynd_link *next_idle;        /* in the pool */
	int64_t idle_since, expires; /* seconds of the pools' clock */
	mynd_snapshot *snapshot;
	mynd_pool *wanted_from; /* while it is being opened: the pool, which counts it already; NULL: none */
	bool place_taken;       /* while it is being connected: it counts as one in use */
	bool counted;           /* a program has it open */
	bool idle;              /* nobody's, in its pool */
	bool together;          /* several commands of a reset went without waiting for replies */
	unsigned todo;          /* what of a reset is left to be sent */
	mynd_init_command *todo_init;
	enum {
		MYND_AS_NEW, /* nothing has to be asked, or the answer was so */
		MYND_AS_NEW_ASKED,
		MYND_AS_NEW_NOT
	} as_new;
	mynd_ticket as_new_ticket; /* of the question */
	uint64_t as_new_rows;      /* received before it */
} mynd_pooled;

/* What a thread has of pools. */
typedef struct mynd_pools {
	mynd_pool *first;    /* the one used last comes first */
	unsigned generation; /* the process whose links are idle in them; 0: none yet */
	int64_t looked_after;
	mynd_pool_settings settings;
	mynd_pool_numbers numbers;
	mynd_pooled *spare; /* for the next link; NULL: there is none */
} mynd_pools;

extern ZEND_EXT_TLS mynd_pools mynd_thread_pools;

#define MYND_POOLS_KEPT 64 /* without links, for what they tell */

/* --- key.c --- */

void mynd_pool_key(const mynd_link *link, const mynd_connect *with, uint8_t key[MYND_POOL_KEY]);

/* --- pools.c --- */

int64_t mynd_pools_now(void); /* seconds of the pools' clock */
/* The pool of this key comes first from now on. */
mynd_pool *mynd_pools_find(const mynd_link *link, const mynd_connect *with);
/* Those that nobody counts on, but for the first `kept` of them. */
void mynd_pools_free_unused(unsigned kept);
/* The address cannot be reset by the command for it (yet): new links keep what a change-user needs. */
void mynd_pool_note_no_reset(mynd_link *link);

/* --- pooled.c --- */

/* What a link is to the pools. It is there from the first connect of a program on. */
void mynd_pooled_make(mynd_link *link);
void mynd_pooled_leave(mynd_link *link);                           /* its pool, if it has one */
void mynd_pooled_close(mynd_link *link, mynd_close_reason reason); /* it is in no pool any more */
bool mynd_pooled_is_lost(const mynd_link *link);
/* Behind the last reply, of which a byte was read just now, no more was read. */
bool mynd_pooled_look_for_no_more(mynd_link *link);
/* Nothing ran on it since it was as new: whatever is here now nobody asked for. */
bool mynd_pooled_look_for_silence(mynd_link *link);

/* --- numbers.c --- */

/* What an opening link counts for while it waits hangs on it: the wait may never come back. */
void mynd_pooled_take_place(mynd_link *link);
void mynd_pooled_leave_place(mynd_link *link);
void mynd_pooled_count_open(mynd_link *link);
void mynd_pooled_count_closed(mynd_link *link); /* if it was counted */
void mynd_pooled_end_wanting(mynd_link *link);
bool mynd_pools_limit_is_reached(zend_long number, zend_long limit);

/* --- idle.c --- */

void mynd_idle_put_in(mynd_pool *pool, mynd_link *link);
void mynd_idle_take_out(mynd_link *link);
/* In a child: the parent's links are forgotten, and nothing is said on them. */
void mynd_idle_forget_parents(void);
/* A link is taken or handed back: idle ones of old are closed. The pool stays. */
void mynd_idle_look_when_used(mynd_pool *pool);
/* One more is opened: idle ones give way, so that the server never sees more than the limits allow. */
void mynd_idle_make_room(bool persistent);
void mynd_pools_look_after(void); /* request end: closes what is idle for too long */
void mynd_pools_end_thread(void);

/* --- take.c --- */

/* An idle link with the settings of `wanted_by`, which is held in a call in a wait; NULL: there is none. */
mynd_link *mynd_pool_reuse(mynd_pool *pool, mynd_link *wanted_by);

/* --- open.c --- */

/*
 * As mynd_pool_connect, to no interceptor. `close_before` and `take_back`: the same about what was open
 * before, and about what was opened and is not wanted.
 */
mynd_opened mynd_pool_open(mynd_link **link, const mynd_connect *with);
void mynd_pool_close_before(mynd_link *link);
void mynd_pool_take_back(mynd_link *link);

/* --- reset.c: back to how a session was when it was new --- */

/* The login has succeeded, nothing else has happened yet: that is what the session is brought back to. */
void mynd_reset_note(mynd_link *link, const mynd_connect *with, bool by_change_user);
void mynd_reset_forget(mynd_link *link);
/* Sends the reset, not waiting. MYND_BAD: that cannot be done. */
int mynd_reset_begin(mynd_link *link);
/*
 * Reads what is due. MYND_OK: the session is as new. MYND_MORE (never if it may wait): not all is here.
 * MYND_BAD: the link is of no use.
 */
int mynd_reset_settle(mynd_link *link, bool wait);

/* --- as_new.c: what a reset keeps, and no reply tells of --- */

/*
 * While a link of a pool connects: the pool learns what a login has, if it does not know. MYND_BAD: the link
 * is lost.
 */
int mynd_as_new_learn(mynd_link *link);
void mynd_as_new_forget(mynd_pool *pool);
/* Queues the question after a reset; the pool has one. */
int mynd_as_new_queue(mynd_link *link);
/* An event of a reset's replies, before its rows are discarded. */
void mynd_as_new_take(mynd_link *link, const mynd_event *event);

#endif
