/*
 * Traces: effects of a session's queries that a reset keeps, and the queries that ask the server for them
 * (traces.c, reset_check.c). A part of internal.h.
 */
#ifndef MYND_POOL_TRACES_H
#define MYND_POOL_TRACES_H

#include "../link/internal.h"

/* Bits of `todo`: queries whether the session is as new, and what kind the tables are of. */
#define MYND_STEP_PROFILES 16
#define MYND_STEP_TABLES   32
#define MYND_STEP_QUESTION 64
#define MYND_STEPS_ALL     255 /* every bit of `todo` */

typedef struct mynd_traces_tables mynd_traces_tables;
typedef struct mynd_traces_texts mynd_traces_texts;

/* Effects of the queries since the last reset that a reset may keep (traces.c). */
typedef struct mynd_traces {
	uint64_t seen;              /* queries that were examined; the session counts all */
	uint64_t results;           /* the session's count of results after the replies to that reset */
	int64_t asked;              /* time of the last check's queries; seconds of the pools' clock */
	bool left;                  /* a query may have left something */
	bool selected;              /* a query was a SELECT */
	mynd_traces_tables *tables; /* malloc'ed; tables to ask about; NULL: none */
} mynd_traces;

/* --- traces.c: whether the server has to be asked --- */

/* The link has joined a pool. take_over: with `left` and `asked` of another process. */
void mynd_traces_begin(mynd_link *link);
void mynd_traces_take_over(mynd_link *link, bool left, int64_t asked);
void mynd_traces_end(mynd_link *link);
bool mynd_traces_may_be_left(const mynd_link *link);    /* by queries since the last reset */
bool mynd_traces_ask_for_tables(const mynd_link *link); /* some kinds are unknown */
/* A reset is queued. `asks`: a check's queries follow it. */
void mynd_traces_reset(mynd_link *link, bool asks);
void mynd_traces_drained(mynd_link *link);  /* its replies have arrived */
void mynd_traces_note_own(mynd_link *link); /* the reset itself has queued a query */
int mynd_traces_queue(mynd_link *link);     /* the query about tables */
/* Takes an event of a reset's replies. Returns true if it belonged to the query about tables. */
bool mynd_traces_take(mynd_link *link, const mynd_event *event);
void mynd_traces_forget_texts(struct mynd_pool *pool);

/* --- reset_check.c: effects that a reset keeps and no reply reports --- */

/*
 * While a link of a pool connects: learns the state of a login, if the pool does not know it. Returns
 * MYND_BAD if the link is lost.
 */
int mynd_reset_check_learn(mynd_link *link);
void mynd_reset_check_forget(struct mynd_pool *pool);
/*
 * Takes the state of a login from another process (`can_ask` false: the server cannot be asked). Returns
 * MYND_BAD if the pool knows another state, or the text is invalid.
 */
int mynd_reset_check_take_over(const mynd_link *link, struct mynd_pool *pool, bool can_ask,
    mynd_slice login_state, bool more, bool bare);
/* Queues a query after a reset: for MYND_FOR_STATE or MYND_FOR_PROFILES. The pool owns its text. */
int mynd_reset_check_queue(mynd_link *link, mynd_owner owner);
/* Looks at an event of a reset's replies, before its rows are discarded. */
void mynd_reset_check_take(mynd_link *link, const mynd_event *event);
/*
 * Before a program asks for FOUND_ROWS(): returns whether no query of its own has set the value.
 * set_found_rows sets it as after a login; returns MYND_BAD with the link's error if that failed.
 */
bool mynd_reset_check_doubts_found_rows(const mynd_link *link);
int mynd_reset_check_set_found_rows(mynd_link *link);

#endif
