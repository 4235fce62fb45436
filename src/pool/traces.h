/*
 * Traces: effects of a session's queries that a reset does not undo, and the queries that ask the server
 * about them (traces.c, reset_check.c). Included by internal.h alone.
 */
#ifndef MYND_POOL_TRACES_H
#define MYND_POOL_TRACES_H

#include "../command/effects.h"
#include "../link/internal.h"

/* Bits of mynd_pooled.todo: queries about profiles, about the kinds of tables, and about user and role. */
#define MYND_STEP_PROFILES 16
#define MYND_STEP_TABLES   32
#define MYND_STEP_QUESTION 64
#define MYND_STEPS_ALL     255 /* every bit of `todo` */

typedef struct mynd_traces_tables mynd_traces_tables;
typedef struct mynd_traces_texts mynd_traces_texts;

/*
 * Facts about a session's queries since its last reset, for the question whether one left a trace (traces.c).
 */
typedef struct mynd_traces {
	uint64_t seen;              /* number of queries examined so far; the session counts all queries */
	uint64_t results;           /* the session's result sets when the reset's replies had been read */
	int64_t asked;              /* time when the server was last asked, in seconds of the pools' clock */
	int64_t known_until;        /* time, by mynd_coarse_now(), when the kind of a table is no longer known */
	uint64_t clears;            /* mynd_effects_clears() at the last reset */
	bool left;                  /* a query may have left a trace */
	bool selected;              /* a query was a SELECT */
	mynd_traces_tables *tables; /* malloc'ed; tables whose kind is to be asked; NULL: none */
} mynd_traces;

/* --- traces.c: whether the server has to be asked --- */

/* Called when the link has joined a pool. take_over: from another process, with its `left` and `asked`. */
void mynd_traces_begin(mynd_link *link);
void mynd_traces_take_over(mynd_link *link, bool left, int64_t asked);
void mynd_traces_end(mynd_link *link);
/* returns true if a query since the last reset may have left a trace */
bool mynd_traces_may_be_left(const mynd_link *link);
/*
 * Returns true if no query since the last reset has left a trace, nor can one that was prepared before: what
 * its tables are is still known.
 */
bool mynd_traces_are_none(const mynd_link *link);
bool mynd_traces_ask_for_tables(const mynd_link *link); /* returns true if some kinds are unknown */
/* Called when a reset is queued. `asks`: the queries of reset_check.c follow it. */
void mynd_traces_reset(mynd_link *link, bool asks);
/*
 * Returns PLAIN or READ_ONLY if all tables are of these kinds, READ_ONLY if one is; OTHER if one is; else
 * UNKNOWN: the next reset asks about the tables. *until: when the server has to be asked again, by
 * mynd_coarse_now().
 */
mynd_table_kind mynd_traces_kind_of(mynd_link *link, const mynd_text_tables *tables, int64_t *until);
void mynd_traces_drained(mynd_link *link); /* called when the replies to a reset have arrived */
void mynd_traces_hand_on(mynd_link *link); /* called when the session goes to another user as it is */
/* Notes that the program runs a query, which may have been prepared by an earlier user. */
void mynd_traces_note_selects(mynd_link *link, bool selects);
void mynd_traces_note_own(mynd_link *link); /* called for queries of the reset itself */
int mynd_traces_queue(mynd_link *link);     /* queues the query about tables */
/* Takes an event of a reset's replies. Returns true if it belonged to the query about tables. */
bool mynd_traces_take(mynd_link *link, const mynd_event *event);
void mynd_traces_forget_texts(struct mynd_pool *pool);

/* --- reset_check.c: effects that a reset keeps and no reply reports --- */

/*
 * Called while a link of a pool connects: asks the server for the state of a login (user, role, profiles), if
 * the pool does not know it. Returns MYND_BAD if the link is lost.
 */
int mynd_reset_check_learn(mynd_link *link);
void mynd_reset_check_forget(struct mynd_pool *pool);
/*
 * Stores in the pool the state of a login that another process has learned (`can_ask` false: the server
 * cannot be asked). Returns MYND_BAD if the pool knows a different state, or the text is invalid.
 */
int mynd_reset_check_take_over(const mynd_link *link, struct mynd_pool *pool, bool can_ask,
    mynd_slice login_state, bool more, bool bare);
/* Queues a query after a reset, for MYND_FOR_STATE or MYND_FOR_PROFILES. The pool owns its text. */
int mynd_reset_check_queue(mynd_link *link, mynd_owner owner);
/* Examines an event of a reset's replies, before the event's row is discarded. */
void mynd_reset_check_take(mynd_link *link, const mynd_event *event);
/*
 * Before a program asks for FOUND_ROWS(): returns whether the value may be one that none of its own queries
 * has set. set_found_rows sets the value as after a login; returns MYND_BAD with the link's error if that
 * failed.
 */
bool mynd_reset_check_doubts_found_rows(const mynd_link *link);
int mynd_reset_check_set_found_rows(mynd_link *link);

#endif
