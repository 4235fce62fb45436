/* Types and functions that the files of src/pool/ share. */
#ifndef MYND_POOL_INTERNAL_H
#define MYND_POOL_INTERNAL_H

#include "pool.h"
#include "../link/internal.h"
#include "../net/mailbox.h"
#include "places.h"
#include "traces.h"

#define MYND_POOL_KEY 16 /* bytes */

/* State to which a reset returns the session of a persistent link (reset.c). */
typedef struct mynd_snapshot {
	uint16_t collation;
	bool multi_statements;
	char *schema;   /* default database that the server reported; NULL: none */
	char *database; /* database that the program asked for; NULL: none */
	char memory[];  /* the strings */
} mynd_snapshot;

#define MYND_PROLOGUE_MOST 16 /* commands */

/* Commands with which sessions begin: queries, and selections of the default database. */
typedef struct mynd_prologue {
	unsigned references; /* of a pool, and of links on which the commands were sent */
	unsigned count;
	size_t bytes; /* length of all commands */
	struct mynd_prologue_command {
		mynd_com com;
		bool selects_schema;
		char *text; /* malloc'ed */
		size_t len;
	} commands[MYND_PROLOGUE_MOST];
} mynd_prologue;

/* State of a link's prologue. */
typedef struct mynd_prologue_use {
	mynd_prologue *seen;   /* first commands of this session; NULL: not being learned */
	uint64_t seen_command; /* the number of the last command in `seen` */
	bool seen_all;         /* another command came after those in `seen` */
	mynd_prologue *sent;   /* prologue that was sent after the last reset; NULL: none */
	unsigned sending;      /* number of commands of `sent` that follow the next reset */
	uint32_t failed;       /* bit n: the nth reply was an error. MYND_PROLOGUE_MOST bits */
} mynd_prologue_use;

/* Commands that a pool has learned from how its sessions begin. */
typedef struct mynd_learned {
	enum { MYND_LEARNING, MYND_LEARNED, MYND_LEARNS_NO_MORE } state;
	mynd_prologue *prologue; /* NULL: none yet, or no longer */
	unsigned agreed, wrong;  /* sessions that began with the prologue, and that did not */
} mynd_learned;

/* Persistent links of one key. */
typedef struct mynd_pool {
	struct mynd_pool *next; /* next in the order of last use */
	uint8_t key[MYND_POOL_KEY];
	mynd_link *idle;          /* first in the list: released last */
	bool by_change_user;      /* the server or proxy has no COM_RESET_CONNECTION */
	bool knows_login_state;   /* the next fields are set, see reset_check.c: */
	char *check_query;        /* malloc'ed; NULL: the server cannot be asked */
	char *login_state;        /* malloc'ed; a login's state, which check_query compares */
	bool check_more;          /* the server also answers about profiles or traces */
	bool profiles;            /* the server may keep profiles (MariaDB) */
	bool bare;                /* a reset alone restores the character sets of a login */
	bool forgets_traces;      /* the server knows SET optimizer_trace_offset */
	mynd_traces_texts *texts; /* malloc'ed; queries that leave no trace; NULL: none known */
	mynd_learned learned;
	mynd_pool_info info;
	mynd_pool_group *group;   /* the pool owns a reference; NULL: in no group */
	zend_long places, wanted; /* links of this key with a place, and waiting for one */
	char memory[];            /* strings of `info` */
} mynd_pool;

/* A link's data for the pools. malloc'ed when a program first connects the link. */
typedef struct mynd_pooled {
	mynd_pool *pool;             /* NULL: an ordinary link */
	mynd_link *next_idle;        /* next idle link of the pool */
	int64_t idle_since, expires; /* seconds of the pools' clock */
	int64_t logged_in;           /* login time by that clock; the rights are as of then, or newer */
	mynd_snapshot *snapshot;
	mynd_place place;       /* from before the connect until the program releases the link */
	mynd_place request;     /* the place that it waits for */
	mynd_waiting waiting;   /* entry in the queue for a place */
	mynd_refusal refusal;   /* `waited` is also set if a place was acquired */
	mynd_pool_user *user;   /* malloc'ed; NULL: not acquired from a group */
	bool counted;           /* open in a program, and counted as in use */
	bool after_fatal_error; /* its wait for a place began after a fatal error */
	bool idle;              /* in its pool, without an owner */
	bool outlived;          /* its own object was freed before its users (outlive.c) */
	mynd_close_reason left; /* the reason with which its own object was freed */
	bool resetting;         /* a reset has commands to be sent, or replies that are due */
	bool together;          /* several commands of a reset were sent in one write */
	/* The login had no database; the session has one, which the prologue selects again. */
	bool keeps_schema;
	bool changes_user; /* the reset is a change of user, sent at: */
	int64_t changes_user_since;
	bool steps_later;                          /* the steps after the change of user are not queued yet */
	unsigned todo;                             /* bits: steps of the reset that are not queued yet */
	mynd_init_command *todo_init, *init_later; /* to be queued: todo_init and on, before init_later */
	enum {
		MYND_RESET_CHECK_PASSED, /* no query was needed, or its answer was as expected */
		MYND_RESET_CHECK_PENDING,
		MYND_RESET_CHECK_FAILED
	} reset_check;
	uint64_t check_rows; /* rows received before the answer to its query that is being read */
	mynd_traces traces;
	mynd_prologue_use *prologue; /* NULL: nothing was learned or sent early */
} mynd_pooled;

/* The pools of a thread. */
typedef struct mynd_pools {
	mynd_pool *first;    /* most recently used first */
	unsigned generation; /* number of the process that owns the idle links; 0: none */
	int64_t looked_after;
	int64_t now; /* when a link was last acquired or released */
	mynd_pool_settings settings;
	mynd_pool_numbers numbers;
	mynd_wait_queue queue; /* calls that wait for a place */
	zend_long spares_seen; /* number of spare connections at the last look */
	mynd_pooled *spare;    /* memory for the next link; NULL: none */
	unsigned outlived;     /* links whose own objects were freed before their users */
} mynd_pools;

extern ZEND_EXT_TLS mynd_pools mynd_thread_pools;

#define MYND_POOLS_KEPT 64 /* pools without links that stay, for mynd_pools_look */

/* --- key.c --- */

void mynd_pool_key_startup(void); /* before a fork: all processes get the same keys */
void mynd_pool_key(const mynd_link *link, const mynd_connect *with, uint8_t key[MYND_POOL_KEY]);

/* --- pools.c --- */

int64_t mynd_pools_now(void); /* seconds of the pools' clock */
/* Finds or makes the pool for this link and `with` (key.c), and moves it to the front of the list. */
mynd_pool *mynd_pools_find(const mynd_link *link, const mynd_connect *with);
/* Frees pools without links, except for the first `kept` of them. */
void mynd_pools_free_unused(unsigned kept);
/* The server has no COM_RESET_CONNECTION (for now): the pool's links are reset by a change of user. */
void mynd_pool_note_no_reset(mynd_link *link);

/* --- pooled.c --- */

/* Makes the link's data for the pools, at a program's first connect. */
void mynd_pooled_make(mynd_link *link);
void mynd_pooled_leave(mynd_link *link);                           /* leaves its pool, if it has one */
void mynd_pooled_close(mynd_link *link, mynd_close_reason reason); /* closes and releases it */
bool mynd_pooled_is_lost(const mynd_link *link);
/* Returns whether nothing was received after the last reply, a byte of which was read a moment ago. */
bool mynd_pooled_look_for_no_more(mynd_link *link);
/*
 * For a session as new, for which only replies to its prologue may have arrived: returns true if nothing else
 * has.
 */
bool mynd_pooled_look_for_silence(mynd_link *link);

/* --- outlive.c --- */

void mynd_pool_end_outlived(mynd_link *link); /* the link is freed or released */
/* Releases a link of the pool (NULL: of any) whose own object was freed. Returns false if there is none. */
bool mynd_pool_outlived_gives_way(const mynd_pool *pool);

/* --- idle.c --- */

void mynd_idle_put_in(mynd_pool *pool, mynd_link *link);
void mynd_idle_take_out(mynd_link *link);
/* Closes the pool's idle links after the server refused their user. */
void mynd_idle_close_refused(mynd_pool *pool);
/* In a child: closes the descriptors of the parent's links and sends nothing on them. */
void mynd_idle_forget_parents(void);
/* Before a link is acquired or released: closes expired idle links. The pool is not freed. */
void mynd_idle_look_when_used(mynd_pool *pool);
void mynd_pools_end_thread(void);

/* --- acquire.c --- */

/*
 * Returns an idle link with the settings of `wanted_by`, or NULL if there is none. While it waits,
 * `wanted_by` is marked as in a call.
 */
mynd_link *mynd_pool_reuse(mynd_pool *pool, mynd_link *wanted_by);
/* Returns MYND_OK if the link can be used, MYND_MORE if its reset is not over. Never waits. */
int mynd_pool_probe(mynd_link *link);
void mynd_pool_note_useless(mynd_link *link, mynd_pool *pool); /* after MYND_BAD, before it is closed */
mynd_deadline mynd_pool_reset_deadline(const mynd_link *wanted_by);
/*
 * Runs the init commands that were delayed until a program connects. Returns false if the link is useless:
 * its loss is counted, and `wanted_by` has the error, as the error of the connect.
 */
bool mynd_pool_run_init(mynd_link *link, mynd_link *wanted_by);
/* The age up to which a login may be used by another program, and whether the link's login is older. */
zend_long mynd_pool_login_lifetime(const mynd_link *link); /* seconds */
bool mynd_pool_login_is_old(const mynd_link *link);
mynd_deadline mynd_pool_login_deadline(const mynd_link *wanted_by); /* for repeating the login */
void mynd_pool_count_login(mynd_link *link, mynd_pool *pool);       /* the login was repeated */
/* Prepares and counts a reused link for its next program. */
void mynd_pool_begin_reuse(mynd_link *link, mynd_pool *pool);

/* --- shared.c, handover.c: connections handed from one process to another (mynd.shared_pool) --- */

bool mynd_shared_is_on(void);
/* Hands a released link over, if possible. Returns true if the link and its reference were freed. */
bool mynd_shared_release(mynd_link *link);
/*
 * The unconnected link takes over a connection of the pool's key. Returns false if there is none. May wait.
 */
bool mynd_shared_acquire(mynd_pool *pool, mynd_link *link, const mynd_connect *with);

typedef struct mynd_parcel_head {
	uint8_t key[MYND_POOL_KEY];
	int64_t idle_since, expires;
	uint64_t serial;
	bool resetting, may_say_goodbye;
	mynd_slice body; /* points into the parcel */
} mynd_parcel_head;

/* The link still owns the descriptor. Returns MYND_BAD if the link cannot be handed over. */
int mynd_parcel_pack(mynd_link *link, mynd_parcel *parcel);
int mynd_parcel_read_head(const mynd_parcel *parcel, mynd_parcel_head *head); /* MYND_BAD: it is invalid */
/*
 * Moves the descriptor and the state from the parcel to the link. Returns MYND_BAD if it is invalid, and
 * closes it.
 */
int mynd_parcel_unpack(mynd_parcel *parcel, const mynd_parcel_head *head, mynd_link *link, mynd_pool *pool,
    const mynd_connect *with);
void mynd_parcel_undo(mynd_link *link); /* closes a link that has taken over */

/* --- open.c --- */

/*
 * As mynd_pool_connect, mynd_pool_close_before and mynd_pool_take_back without interceptors: connects; closes
 * an earlier connection of the link; closes a connection that was opened and is not wanted.
 */
mynd_opened mynd_pool_open(mynd_link **link, const mynd_connect *with);
void mynd_pool_close_before(mynd_link *link);
void mynd_pool_take_back(mynd_link *link);

/* --- reset.c: returns a session to its state right after the login --- */

/* Takes the snapshot, right after the login. */
void mynd_reset_note(mynd_link *link, const mynd_connect *with);
/* Makes the snapshot of a login in another process. */
void mynd_reset_note_as(
    mynd_link *link, const mynd_connect *with, const char *schema, uint16_t collation, bool multi_statements);
void mynd_reset_forget(mynd_link *link);
/* Sends the reset without waiting. Returns MYND_BAD if it cannot be sent. */
int mynd_reset_begin(mynd_link *link);
/*
 * Repeats the login of a session that was reset: sends a change of user to its own user. Discards the
 * prologue that was sent on it. Returns MYND_BAD if it cannot be sent.
 */
int mynd_reset_begin_login(mynd_link *link);
/* After the login was repeated: sends the prologue once more, without waiting. */
int mynd_reset_presend(mynd_link *link);
/* Returns the first init command that does more than set variables to constants: it waits for a program. */
mynd_init_command *mynd_reset_init_later(const mynd_link *link);
/*
 * Runs those commands for a program that connects, and waits for them. Returns MYND_BAD if one failed: the
 * error is the link's last failure, or else its error.
 */
int mynd_reset_run_init(mynd_link *link);
/* The reset has failed: nothing more of it is sent or read. The link may be closed. */
void mynd_reset_give_up(mynd_link *link);
/*
 * Resets the session again in the middle of a program's use, and waits for it. Replies to the commands of
 * mynd_prologue_queue are then still to be read. Returns MYND_BAD if the session is useless.
 */
int mynd_reset_again(mynd_link *link);
/*
 * Reads the replies of the reset. Returns MYND_OK if the session is as new, MYND_MORE (never if it may wait)
 * if replies are missing, MYND_BAD if the link is useless.
 */
int mynd_reset_drain(mynd_link *link, bool wait);

/* reset_handover.c: the reset's part of a parcel. Returns MYND_BAD if it cannot be written or is invalid. */
int mynd_reset_hand_over(const mynd_link *link, mynd_writer *to);
int mynd_reset_take_over(mynd_link *link, const mynd_connect *with, mynd_cursor *from);

#include "prologue.h"

#endif
