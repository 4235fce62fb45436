/* Types and functions that the files of src/pool/ share. */
#ifndef MYND_POOL_INTERNAL_H
#define MYND_POOL_INTERNAL_H

#include "pool.h"
#include "../link/internal.h"
#include "../net/mailbox.h"
#include "places.h"
#include "prefetch.h"
#include "traces.h"

#define MYND_POOL_KEY 16 /* bytes */

/* The state to which a reset returns the session of a persistent link (reset.c). */
typedef struct mynd_snapshot {
	uint16_t collation;
	bool multi_statements;
	char *schema;   /* default database after the login, as the server reported it; NULL: none */
	char *database; /* database that the program asked for; NULL: none */
	char memory[];  /* space for the strings */
} mynd_snapshot;

#define MYND_PROLOGUE_MOST 16 /* commands */

/* The commands with which programs begin their sessions: queries, and selections of the default database. */
typedef struct mynd_prologue {
	unsigned references; /* held by a pool, and by links on which the commands were sent */
	unsigned count;
	size_t bytes; /* total length of the commands */
	struct mynd_prologue_command {
		mynd_com com;
		bool selects_schema;
		char *text; /* malloc'ed */
		size_t len;
	} commands[MYND_PROLOGUE_MOST];
} mynd_prologue;

/* The prologue that is being learned from a link's session, and the one that was sent on it. */
typedef struct mynd_prologue_use {
	mynd_prologue *seen;   /* the session's first commands so far; NULL: no commands are being learned */
	uint64_t seen_command; /* the number of the last command in `seen` */
	bool seen_all;         /* the program has sent a command that is not in `seen` */
	mynd_prologue *sent;   /* prologue that was sent after the last reset; NULL: none */
	unsigned sending;      /* number of commands of `sent` that are sent right after the reset */
	uint32_t failed;       /* bit n: reply n, counted from 0, was an error */
} mynd_prologue_use;

/* Commands that a pool has learned from how its sessions begin. */
typedef struct mynd_learned {
	enum { MYND_LEARNING, MYND_LEARNED, MYND_LEARNS_NO_MORE } state;
	mynd_prologue *prologue; /* NULL: none yet, or no longer */
	/* number of sessions that began with the prologue, and of sessions that did not */
	unsigned agreed, wrong;
} mynd_learned;

/* Persistent links of one key. */
typedef struct mynd_pool {
	struct mynd_pool *next; /* the pool used most recently before this one */
	uint8_t key[MYND_POOL_KEY];
	const mynd_node *node;    /* of a cluster, whose links these are; NULL: none, as far as is known */
	uint32_t node_changes;    /* mynd_connect.* of the connects that have made them */
	mynd_link *idle;          /* list of idle links; the link released last is the first */
	bool by_change_user;      /* the server or proxy has no COM_RESET_CONNECTION */
	bool knows_login_state;   /* the next seven fields are set (reset_check.c) */
	char *check_query;        /* malloc'ed; NULL: the server cannot be asked */
	char *login_state;        /* malloc'ed; a login's state, which check_query compares */
	bool check_more;          /* the server also answered the question about profiles or traces */
	bool profiles;            /* the server may keep profiles (MariaDB) */
	bool bare;                /* a reset alone restores the character sets of a login */
	bool forgets_traces;      /* the server knows SET optimizer_trace_offset */
	bool is_quiet;            /* the server keeps no profiles and traces of queries, unless a session asks */
	mynd_traces_texts *texts; /* malloc'ed; queries that leave no trace; NULL: none known */
	bool no_prefetch;         /* the account may send only so many commands an hour: none are sent ahead */
	mynd_learned learned;
	mynd_pool_info info;
	mynd_pool_group *group;   /* the pool owns a reference; NULL: in no group */
	zend_long places, wanted; /* links of this key with a place (places.c); links that wait for a place */
	char memory[];            /* strings of `info` */
} mynd_pool;

/* A link's data for the pools. malloc'ed when a program first connects the link. */
typedef struct mynd_pooled {
	mynd_pool *pool;             /* NULL: an ordinary link */
	mynd_link *next_idle;        /* next idle link of the pool */
	int64_t idle_since, expires; /* times in seconds of the pools' clock */
	bool is_awaited;             /* a call waited in line for a link of the group when this one became idle */
	/* start of the session's last login, by the pools' clock; the server read the privileges then or later */
	int64_t logged_in;
	mynd_snapshot *snapshot;
	mynd_place place;           /* held from before the connect until the program releases the link */
	mynd_place request;         /* the place that the link waits for */
	mynd_waiting waiting;       /* entry in the queue of connects that wait for a place */
	mynd_refusal refusal;       /* the last refusal; `waited` is also set if a place was acquired */
	mynd_pool_user *user;       /* malloc'ed; NULL: not acquired from a group */
	bool counted;               /* true while a program has the link open: counted as in use */
	bool after_fatal_error;     /* the link's wait for a place began after a fatal error */
	bool idle;                  /* true while the link is idle in its pool */
	bool outlived;              /* the connection object was freed before its users (outlive.c) */
	mynd_close_reason left;     /* the close reason that was given when the connection object was freed */
	bool resetting;             /* a reset has commands to be sent, or replies to be read */
	bool resets_id;             /* the reset is that of the last insert id alone */
	bool together;              /* several commands of a reset were sent in one write */
	bool keeps_schema;          /* the login had no default database; the prologue selects one anyway */
	bool changes_user;          /* the reset is a change of user */
	bool has_begun;             /* the program has set the session up (mynd_group_note_begun) */
	int64_t changes_user_since; /* when the change of user was sent, by the pools' clock */
	bool asks_role;             /* the next reset asks whether the server takes writes (../link/role.c) */
	bool steps_later;           /* the steps after the change of user are not queued yet */
	unsigned todo;              /* bits: steps of the reset that are not queued yet */
	/* init commands to be queued: from todo_init up to init_later */
	mynd_init_command *todo_init, *init_later;
	enum {
		MYND_RESET_CHECK_PASSED, /* no query was needed, or its answer was as expected */
		MYND_RESET_CHECK_PENDING,
		MYND_RESET_CHECK_FAILED
	} reset_check;
	/* the session's count of rows before the reply to a query of the reset check, or to that for the role */
	uint64_t check_rows;
	mynd_traces traces;
	mynd_prologue_use *prologue; /* NULL: no prologue was learned or sent */
	mynd_prefetch *prefetch;     /* malloc'ed; NULL: nothing is prefetched for the program */
} mynd_pooled;

/* The pools of a thread. */
typedef struct mynd_pools {
	mynd_pool *first;    /* most recently used first */
	unsigned generation; /* number of the process that has connected the idle links; 0: none */
	int64_t looked_after;
	int64_t now; /* time when a link was last acquired or released */
	mynd_pool_settings settings;
	mynd_pool_numbers numbers;
	mynd_wait_queue queue; /* calls that wait for a place */
	zend_long spares_seen; /* number of spare connections (../link/spare.h) at the last look */
	mynd_pooled *spare;    /* freed memory for the next mynd_pooled; NULL: none */
	unsigned outlived;     /* number of links with `outlived` set */
} mynd_pools;

extern ZEND_EXT_TLS mynd_pools mynd_thread_pools;

#define MYND_POOLS_KEPT 64 /* pools without links that are not freed: mynd_pools_look reports them */

/* --- key.c --- */

void mynd_pool_key_startup(void); /* called before a fork: all processes compute the same keys */
void mynd_pool_key(const mynd_link *link, const mynd_connect *with, uint8_t key[MYND_POOL_KEY]);

/* --- pools.c --- */

int64_t mynd_pools_now(void); /* returns seconds of the pools' clock */
/* Finds or makes the pool for this link and `with` (key.c), and moves it to the front of the list. */
mynd_pool *mynd_pools_find(const mynd_link *link, const mynd_connect *with);
/* Returns how many links of this key have places; ordinary ones count if their balance is LEAST. */
zend_long mynd_pools_places(const mynd_link *link, const mynd_connect *with);
/* Frees pools without links, except for the first `kept` of them. */
void mynd_pools_free_unused(unsigned kept);
/* Notes that the server has no COM_RESET_CONNECTION: the pool's links are reset by a change of user. */
void mynd_pool_note_no_reset(mynd_link *link);

/* --- pooled.c --- */

/* Makes the link's data for the pools, at a program's first connect. */
void mynd_pooled_make(mynd_link *link);
void mynd_pooled_leave(mynd_link *link); /* removes the link from its pool, if it has one */
void mynd_pooled_close(mynd_link *link, mynd_close_reason reason); /* closes and releases the link */
bool mynd_pooled_is_lost(const mynd_link *link);
/*
 * Returns true if nothing was received after the last reply. Does not look whether the peer has closed: a
 * byte of that reply was read a moment ago.
 */
bool mynd_pooled_look_for_no_more(mynd_link *link);
/*
 * For a link on which no replies are outstanding except those to its prologue: returns true if nothing else
 * has arrived, and the peer has not closed.
 */
bool mynd_pooled_look_for_silence(mynd_link *link);

/* --- outlive.c --- */

void mynd_pool_end_outlived(mynd_link *link); /* called when the link is freed or released */
/* Releases a link with `outlived` set, of this pool (NULL: of any pool). Returns false if there is none. */
bool mynd_pool_outlived_gives_way(const mynd_pool *pool);

/* --- idle.c --- */

void mynd_idle_put_in(mynd_pool *pool, mynd_link *link);
void mynd_idle_take_out(mynd_link *link);
/* Closes the pool's idle links after the server refused their user, or was found to have another role. */
void mynd_idle_close_all(mynd_pool *pool, mynd_pool_closed why);
/* In a forked child: closes its descriptors of the parent's idle links and sends nothing on them. */
void mynd_idle_forget_parents(void);
/* Called before a link is acquired or released: closes expired idle links, but does not free this pool. */
void mynd_idle_look_when_used(mynd_pool *pool);
void mynd_pools_end_thread(void);

/* --- acquire.c --- */

/*
 * Acquires an idle link, and gives it the settings of `wanted_by`, the link that the program connects.
 * Returns NULL if there is none. `wanted_by` is marked as in a call during a wait.
 */
mynd_link *mynd_pool_reuse(mynd_pool *pool, mynd_link *wanted_by, const mynd_connect *with);
/* Returns MYND_OK if the link can be used, MYND_MORE if replies of its reset are missing. Never waits. */
int mynd_pool_probe(mynd_link *link);
/* Resets the link once more, and asks its server for its role. Returns false if that cannot be sent. */
bool mynd_pool_begin_role(mynd_link *link, const mynd_connect *with);
bool mynd_pool_asks_role_again(mynd_link *link); /* called with the answer: true if that was none */
void mynd_pool_note_useless(mynd_link *link, mynd_pool *pool); /* counts the reason why the link is useless */
mynd_deadline mynd_pool_reset_deadline(const mynd_link *wanted_by, const mynd_connect *with);
/*
 * Runs the init commands that had to wait until a program connects. Returns false if one failed and the link
 * is useless: that is counted, and `wanted_by` gets the error, as the error of its connect, and the settings
 * back that the link took over.
 */
bool mynd_pool_run_init(mynd_link *link, mynd_link *wanted_by, const mynd_connect *with);
/* Return the age at which a login is repeated before a reuse, and whether the link's login has it. */
zend_long mynd_pool_login_lifetime(const mynd_link *link); /* seconds */
bool mynd_pool_login_is_old(const mynd_link *link);
/* returns the deadline of a repeated login */
mynd_deadline mynd_pool_login_deadline(const mynd_link *wanted_by, const mynd_connect *with);
void mynd_pool_count_login(mynd_link *link, mynd_pool *pool); /* counts a repeated login */
/* Prepares and counts a reused link for its next program. */
void mynd_pool_begin_reuse(mynd_link *link, mynd_pool *pool);

/* --- open.c --- */

/*
 * Parts of mynd_pool_connect (../client/connect.c): connect; close the link's earlier connection, at the
 * latest when connecting, but before interceptors see the connect; close a connection that was opened, if an
 * interceptor does not want it.
 */
mynd_opened mynd_pool_open(mynd_link **link, const mynd_connect *with);
void mynd_pool_close_before(mynd_link *link);
void mynd_pool_take_back(mynd_link *link);

/* --- reset.c: returns a session to its state right after the login --- */

/* Takes the snapshot, right after the login. */
void mynd_reset_note(mynd_link *link, const mynd_connect *with);
/* Makes the snapshot of a login that another process has made. */
void mynd_reset_note_as(
    mynd_link *link, const mynd_connect *with, const char *schema, uint16_t collation, bool multi_statements);
void mynd_reset_forget(mynd_link *link);
/* Sends the reset without waiting. Returns MYND_BAD if it cannot be sent. */
int mynd_reset_begin(mynd_link *link);
/*
 * Repeats the login of a session that was reset: sends a change of user to the user that it has. Discards the
 * replies to a prologue sent before. Returns MYND_BAD if the command cannot be sent.
 */
int mynd_reset_begin_login(mynd_link *link);
/* Returns the first init command that does more than set variables to constants; it runs at a connect. */
mynd_init_command *mynd_reset_init_later(const mynd_link *link);
/*
 * Runs that init command and all after it, for a program that connects, and waits for them. Returns MYND_BAD
 * if one failed: the error is the link's last failure, or else its error.
 */
int mynd_reset_run_init(mynd_link *link);
/*
 * Called when a reset has failed, before the link is closed: its outstanding replies count as the program's.
 * Does nothing if the link is not being reset, or was closed during a wait.
 */
void mynd_reset_give_up(mynd_link *link);
/*
 * Resets the session again while a program uses it, and waits for the replies, but not for those to the
 * prologue, which the caller reads. Returns MYND_BAD if the session is useless.
 */
int mynd_reset_again(mynd_link *link);
/*
 * Reads the replies of the reset. Returns MYND_OK if the session is as new, MYND_MORE (only without `wait`)
 * if replies are missing, MYND_BAD if the link is useless.
 */
int mynd_reset_drain(mynd_link *link, bool wait);
/* reset_handover.c: write and read the reset's part of a parcel. MYND_BAD: it does not fit, is invalid. */
int mynd_reset_hand_over(const mynd_link *link, mynd_writer *to);
int mynd_reset_take_over(mynd_link *link, const mynd_connect *with, mynd_cursor *from);

#include "hand_on.h"
#include "prologue.h"
#include "shared.h"

#endif
