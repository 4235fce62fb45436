/*
 * What the files of src/pool/ share.
 */
#ifndef MYND_POOL_INTERNAL_H
#define MYND_POOL_INTERNAL_H

#include "pool.h"
#include "../link/internal.h"
#include "../net/mailbox.h"
#include "places.h"
#include "traces.h"

#define MYND_POOL_KEY 16 /* bytes */

/* What the session of a persistent link is brought back to (reset.c). */
typedef struct mynd_snapshot {
	uint16_t collation;
	bool multi_statements;
	char *schema;   /* the default database as the server reported it; NULL: it did not */
	char *database; /* as it was asked for; NULL: none was */
	char memory[];  /* the texts */
} mynd_snapshot;

#define MYND_PROLOGUE_MOST 16 /* commands */

/* Commands with which sessions begin: texts, and selections of the default database. */
typedef struct mynd_prologue {
	unsigned references; /* of a pool, and of links on which they were sent */
	unsigned count;
	size_t bytes; /* of all texts */
	struct mynd_prologue_command {
		mynd_com com;
		bool selects_schema;
		char *text; /* malloc'ed */
		size_t len;
	} commands[MYND_PROLOGUE_MOST];
} mynd_prologue;

/* What a link has to do with them. */
typedef struct mynd_prologue_use {
	mynd_prologue *seen;   /* that this session has begun with; NULL: it is not asked for */
	uint64_t seen_command; /* the number of the last of them */
	bool seen_all;         /* another command came after them */
	mynd_prologue *sent;   /* after the last reset; NULL: none was */
	unsigned sending;      /* how many of them, from the first on, are sent after the next reset */
	unsigned unread;       /* replies to them that are due */
	unsigned stale;        /* replies that are due before those of the reset, and that nobody will read */
	unsigned taken;        /* how many of them the program has asked for */
	uint32_t failed;       /* bit n: the reply to the nth was an error. MYND_PROLOGUE_MOST bits */
	bool again;            /* they are sent again in the middle of a program's use */
} mynd_prologue_use;

/* What a pool knows of the commands with which its sessions begin. */
typedef struct mynd_learned {
	enum { MYND_LEARNING, MYND_LEARNED, MYND_LEARNS_NO_MORE } state;
	mynd_prologue *prologue; /* NULL: none yet, or no more */
	unsigned agreed, wrong;  /* sessions that began so, and that did not */
} mynd_learned;

/* Persistent links of one key. */
typedef struct mynd_pool {
	struct mynd_pool *next; /* was used longer ago */
	uint8_t key[MYND_POOL_KEY];
	mynd_link *idle;          /* handed back last comes first */
	bool by_change_user;      /* the server or proxy there has no command for a reset */
	bool knows_login_state;   /* what a login has, see reset_check.c: */
	char *check_query;        /* malloc'ed; NULL: the server cannot be asked */
	char *login_state;        /* malloc'ed, the text in it that a login has */
	bool check_more;          /* more than that can be asked */
	bool profiles;            /* the server may keep profiles (MariaDB) */
	bool bare;                /* a reset alone brings back the character sets of a login */
	bool forgets_traces;      /* SET optimizer_trace_offset is known there */
	mynd_traces_texts *texts; /* malloc'ed: that leave nothing; NULL: none is known */
	mynd_learned learned;
	mynd_pool_info info;
	mynd_pool_group *group;   /* a reference; NULL: it is in no group */
	zend_long places, wanted; /* links that have a place with this key, and that wait for one */
	char memory[];            /* its texts */
} mynd_pool;

/* What a link is to the pools. malloc'ed when a program first connects it. */
typedef struct mynd_pooled {
	mynd_pool *pool;             /* NULL: an ordinary link */
	mynd_link *next_idle;        /* in the pool */
	int64_t idle_since, expires; /* seconds of the pools' clock */
	int64_t logged_in;           /* the same: its rights are those of that moment, or newer */
	mynd_snapshot *snapshot;
	mynd_place place;       /* from before it is opened until the program gives it up */
	mynd_place request;     /* while it waits for a place */
	mynd_waiting waiting;   /* the same */
	mynd_refusal refusal;   /* `waited`: also for a place that it got */
	mynd_pool_user *user;   /* malloc'ed; NULL: it was not given out by a group */
	bool counted;           /* a program has it open */
	bool after_fatal_error; /* it began to wait for a place in shutdown functions after one */
	bool idle;              /* nobody's, in its pool */
	bool outlived;          /* its own object has gone before what uses it (outlive.c) */
	mynd_close_reason left; /* the same: how */
	bool together;          /* several commands of a reset went without waiting for replies */
	/* The login had no database, and the session has one all the same, which the prologue selects again. */
	bool keeps_schema;
	bool changes_user; /* the reset is a change of user, which was sent then: */
	int64_t changes_user_since;
	bool steps_later;                          /* what comes after it is not queued yet */
	unsigned todo;                             /* what of a reset is left to be sent */
	mynd_init_command *todo_init, *init_later; /* init commands from the first on, up to the second */
	enum {
		MYND_RESET_CHECK_PASSED, /* nothing has to be asked, or the answer was so */
		MYND_RESET_CHECK_PENDING,
		MYND_RESET_CHECK_FAILED
	} reset_check;
	unsigned checks_open; /* questions that are not answered yet */
	struct {
		mynd_ticket ticket;
		uint64_t rows; /* received before it */
	} checks[MYND_RESET_CHECK_QUESTIONS];
	mynd_traces traces;
	mynd_prologue_use *prologue; /* NULL: nothing was learned or sent ahead */
} mynd_pooled;

/* What a thread has of pools. */
typedef struct mynd_pools {
	mynd_pool *first;    /* the one used last comes first */
	unsigned generation; /* the process whose links are idle in them; 0: none yet */
	int64_t looked_after;
	int64_t now; /* when a link was last taken or handed back */
	mynd_pool_settings settings;
	mynd_pool_numbers numbers;
	mynd_wait_queue queue; /* for a place */
	zend_long spares_seen; /* how many spare connections there were when somebody last looked */
	mynd_pooled *spare;    /* for the next link; NULL: there is none */
	unsigned outlived;     /* links whose own objects have gone before what uses them */
} mynd_pools;

extern ZEND_EXT_TLS mynd_pools mynd_thread_pools;

#define MYND_POOLS_KEPT 64 /* without links, for what they tell */

/* --- key.c --- */

void mynd_pool_key_startup(void); /* before a fork: keys of all its processes are the same */
void mynd_pool_key(const mynd_link *link, const mynd_connect *with, uint8_t key[MYND_POOL_KEY]);

/* --- pools.c --- */

int64_t mynd_pools_now(void); /* seconds of the pools' clock */
/* The pool of this key comes first from now on. */
mynd_pool *mynd_pools_find(const mynd_link *link, const mynd_connect *with);
/* Frees pools without links, except for the first `kept` of them. */
void mynd_pools_free_unused(unsigned kept);
/* The address cannot be reset by the command for it (yet): new links keep what a change-user needs. */
void mynd_pool_note_no_reset(mynd_link *link);

/* --- pooled.c --- */

/* What a link is to the pools. It is there from the first connect of a program on. */
void mynd_pooled_make(mynd_link *link);
void mynd_pooled_leave(mynd_link *link);                           /* its pool, if it has one */
void mynd_pooled_close(mynd_link *link, mynd_close_reason reason); /* it is in no pool any more */
bool mynd_pooled_is_lost(const mynd_link *link);
/* After the last reply, of which a byte was read just now, no more was read. */
bool mynd_pooled_look_for_no_more(mynd_link *link);
/*
 * Nothing ran on it since it was as new, so nothing may have arrived but the replies to what was sent ahead.
 * True: nothing else has.
 */
bool mynd_pooled_look_for_silence(mynd_link *link);

/* --- outlive.c --- */

void mynd_pool_end_outlived(mynd_link *link); /* it goes */
/* True: a link of the pool (NULL: of any) whose own object has gone was let go. */
bool mynd_pool_outlived_gives_way(const mynd_pool *pool);

/* --- idle.c --- */

void mynd_idle_put_in(mynd_pool *pool, mynd_link *link);
void mynd_idle_take_out(mynd_link *link);
/* Closes what is idle in the pool: the server refuses its user. */
void mynd_idle_close_refused(mynd_pool *pool);
/* In a child: the parent's links are forgotten, and nothing is said on them. */
void mynd_idle_forget_parents(void);
/* A link is taken or handed back: idle ones of old are closed. The pool stays. */
void mynd_idle_look_when_used(mynd_pool *pool);
void mynd_pools_end_thread(void);

/* --- acquire.c --- */

/* An idle link with the settings of `wanted_by`, which is held in a call in a wait; NULL: there is none. */
mynd_link *mynd_pool_reuse(mynd_pool *pool, mynd_link *wanted_by);
/* MYND_OK: the link can be used. MYND_MORE: its reset is not over. Never waits. */
int mynd_pool_probe(mynd_link *link);
void mynd_pool_note_useless(mynd_link *link, mynd_pool *pool); /* after MYND_BAD; then it is closed */
mynd_deadline mynd_pool_reset_deadline(const mynd_link *wanted_by);
/*
 * Runs the init commands that have waited for the program. False: the link is of no use, its loss is counted,
 * and `wanted_by` has the error, which is that of the connect.
 */
bool mynd_pool_run_init(mynd_link *link, mynd_link *wanted_by);
/* The session, as new, is of a login that is too old for another program. */
zend_long mynd_pool_login_lifetime(const mynd_link *link); /* seconds */
bool mynd_pool_login_is_old(const mynd_link *link);
mynd_deadline mynd_pool_login_deadline(const mynd_link *wanted_by); /* for its repetition */
void mynd_pool_count_login(mynd_link *link, mynd_pool *pool);       /* it was repeated */
/* A program uses a link that another one has used. */
void mynd_pool_begin_reuse(mynd_link *link, mynd_pool *pool);

/* --- shared.c, handover.c: connections that go from one process to another (mynd.shared_pool) --- */

bool mynd_shared_is_on(void);
/* Hands an idle link over, if it can be. True: the link is gone, with the reference. */
bool mynd_shared_release(mynd_link *link);
/* The unconnected link takes over a connection of the pool's key. False: there is none. May wait. */
bool mynd_shared_acquire(mynd_pool *pool, mynd_link *link, const mynd_connect *with);

typedef struct mynd_parcel_head {
	uint8_t key[MYND_POOL_KEY];
	int64_t idle_since, expires;
	uint64_t serial;
	bool resetting, may_say_goodbye;
	mynd_slice body; /* in the parcel */
} mynd_parcel_head;

/* The descriptor stays the link's. MYND_BAD: it cannot be handed over. */
int mynd_parcel_pack(mynd_link *link, mynd_parcel *parcel);
int mynd_parcel_read_head(const mynd_parcel *parcel, mynd_parcel_head *head); /* MYND_BAD: it is of no use */
/* The link takes over. Takes the descriptor out of the parcel. MYND_BAD: it is of no use, and is closed. */
int mynd_parcel_unpack(mynd_parcel *parcel, const mynd_parcel_head *head, mynd_link *link, mynd_pool *pool,
    const mynd_connect *with);
void mynd_parcel_undo(mynd_link *link); /* what has taken over is of no use, and is closed */

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
void mynd_reset_note(mynd_link *link, const mynd_connect *with);
/* The same of a login in another process. */
void mynd_reset_note_as(
    mynd_link *link, const mynd_connect *with, const char *schema, uint16_t collation, bool multi_statements);
void mynd_reset_forget(mynd_link *link);
/* Sends the reset, not waiting. MYND_BAD: that cannot be done. */
int mynd_reset_begin(mynd_link *link);
/*
 * The same for a session as new, whose login is to be repeated: sends a change of user to its own user. What
 * was sent ahead on it is of no use any more. MYND_BAD: that cannot be done.
 */
int mynd_reset_begin_login(mynd_link *link);
/* The login was repeated: what the pool sends ahead is sent once more, not waiting. */
int mynd_reset_presend(mynd_link *link);
/* The first init command that waits for a program to connect, because it does more than to set variables. */
mynd_init_command *mynd_reset_init_later(const mynd_link *link);
/*
 * A program connects: runs those commands, and waits for them. MYND_BAD: the link's last failure, or else its
 * error, says why one has failed.
 */
int mynd_reset_run_init(mynd_link *link);
/*
 * The same in the middle of a program's use: resets the session again, and waits for it. The commands that
 * mynd_prologue_queue has queued are then still to be read. MYND_BAD: the session is of no use.
 */
int mynd_reset_again(mynd_link *link);
/*
 * Reads what is due. MYND_OK: the session is as new. MYND_MORE (never if it may wait): not all is here.
 * MYND_BAD: the link is of no use.
 */
int mynd_reset_drain(mynd_link *link, bool wait);

/* reset_handover.c: as a part of a parcel. What is taken over must be possible, or it is MYND_BAD. */
int mynd_reset_hand_over(const mynd_link *link, mynd_writer *to);
int mynd_reset_take_over(mynd_link *link, const mynd_connect *with, mynd_cursor *from);

#include "prologue.h"

#endif
