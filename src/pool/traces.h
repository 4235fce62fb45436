/*
 * What the texts of a session may have left that a reset keeps, and what is asked of the server for that
 * (traces.c, reset_check.c). A part of internal.h.
 */
#ifndef MYND_POOL_TRACES_H
#define MYND_POOL_TRACES_H

#include "../link/internal.h"

/* What a session is asked after a reset: who it is, and what profiles it has (reset_check.c). */
enum { MYND_RESET_CHECK_WHO, MYND_RESET_CHECK_PROFILES, MYND_RESET_CHECK_QUESTIONS };

/* In `todo`: the server is to be asked whether the session is as new, and what tables are. */
#define MYND_STEP_PROFILES 16
#define MYND_STEP_TABLES   32
#define MYND_STEP_QUESTION 64
#define MYND_STEPS_ALL     255 /* every bit of `todo` */

typedef struct mynd_traces_tables mynd_traces_tables;
typedef struct mynd_traces_texts mynd_traces_texts;

/* What the texts since the last reset may have left that it keeps (traces.c). */
typedef struct mynd_traces {
	uint64_t seen;              /* texts that were looked at; the session counts all */
	uint64_t results;           /* the session's count of results behind the replies to that reset */
	int64_t asked;              /* when the server was last asked; seconds of the pools' clock */
	bool left;                  /* one of them may have left something */
	bool selected;              /* one was a SELECT */
	bool due;                   /* the answer to the question about tables */
	mynd_ticket ticket;         /* of it */
	mynd_traces_tables *tables; /* malloc'ed: to be asked for; NULL: none */
} mynd_traces;

/* --- traces.c: whether anything of that has to be asked --- */

/* The link has joined a pool. `left`, `asked`: of another process. */
void mynd_traces_begin(mynd_link *link);
void mynd_traces_take_over(mynd_link *link, bool left, int64_t asked);
void mynd_traces_end(mynd_link *link);
bool mynd_traces_may_be_left(const mynd_link *link);    /* since the last reset */
bool mynd_traces_ask_for_tables(const mynd_link *link); /* the server is to be asked what some are */
/* A reset is queued. `asks`: with the questions. */
void mynd_traces_reset(mynd_link *link, bool asks);
void mynd_traces_drained(mynd_link *link);  /* its replies are here */
void mynd_traces_note_own(mynd_link *link); /* a text of the reset's own was queued */
int mynd_traces_queue(mynd_link *link);     /* the question about tables */
/* An event of a reset's replies. True: it was of that question, and is taken. */
bool mynd_traces_take(mynd_link *link, const mynd_event *event);
void mynd_traces_forget_texts(struct mynd_pool *pool);

/* --- reset_check.c: what a reset keeps, and no reply tells of --- */

/*
 * While a link of a pool connects: the pool learns what a login has, if it does not know. MYND_BAD: the link
 * is lost.
 */
int mynd_reset_check_learn(mynd_link *link);
void mynd_reset_check_forget(struct mynd_pool *pool);
/*
 * Another process knows what a login has (`can_ask` false: the server cannot be asked). MYND_BAD: this is not
 * what the pool knows, or cannot be.
 */
int mynd_reset_check_take_over(const mynd_link *link, struct mynd_pool *pool, bool can_ask,
    mynd_slice login_state, bool more, bool bare);
/* Queues a question (MYND_AS_NEW_*) after a reset; the pool has it. */
int mynd_reset_check_queue(mynd_link *link, unsigned question);
/* An event of a reset's replies, before its rows are discarded. */
void mynd_reset_check_take(mynd_link *link, const mynd_event *event);
/*
 * The program is about to ask for FOUND_ROWS(), and nothing of its own has set it: it is made what a login
 * has. MYND_BAD: the link's error says why not.
 */
bool mynd_reset_check_doubts_found_rows(const mynd_link *link);
int mynd_reset_check_set_found_rows(mynd_link *link);

#endif
