/*
 * The commands under way on a link, and replies that are stored before they are asked for, as the rooms of
 * commands and statements see them. Other rooms include queue.h.
 */
#ifndef MYND_COMMAND_PENDING_H
#define MYND_COMMAND_PENDING_H

#include "answer.h"
#include "diagnostics.h"
#include "queue.h"
#include "reply.h"
#include "report.h"

/* A reply that was read before it was asked for, see outcome.c. */
typedef struct mynd_outcome {
	struct mynd_outcome *next; /* a command may have several */
	bool failed;
	bool has_status; /* of an answer, see answer.h */
	uint16_t status;
	mynd_error *error; /* allocated with its text; NULL: there was no memory for it */
	mynd_diagnostics diagnostics;
	mynd_columns *columns; /* a result set; NULL: none */
	mynd_store *store;
} mynd_outcome;

/* A command whose reply was not taken yet, see queue.c. */
typedef struct mynd_pending {
	struct mynd_pending *next;
	const void *owner;
	uint64_t number; /* among the link's */
	int64_t sent_at; /* for the scoreboard: when it was made; 0: there is none */
	mynd_report_sample sample;
	enum {
		MYND_PENDING_AWAITED,  /* nothing of its reply has been read */
		MYND_PENDING_BEGUN,    /* `last` may be incomplete */
		MYND_PENDING_ANSWERED, /* its reply is stored */
		MYND_PENDING_LOST      /* with the link. Replies that were stored before are kept */
	} state;
	bool binary; /* an execute's */
	bool use, discarded;
	bool barrier;               /* its text may ask for a file */
	bool discard_rest;          /* what still comes of its reply is of no interest */
	bool over;                  /* the last event ended its reply */
	mynd_reply_point at;        /* other than AT_REPLY: `last` is a result set whose end has not come */
	bool may_have_run;          /* of a LOST one */
	void *held;                 /* a reference that lasts as long as the entry; NULL: none */
	void (*let_go)(void *held); /* releases it */
	void *
	    /*
	     * The interceptor's call to be told when the reply is taken; NULL: none. If the entry is ANSWERED and
	     * has no outcome, that call also makes the answer.
	     */
	    waiting;
	void (*drop)(void *waiting); /* called if it never will be told */
	char
	    *select; /* its text, if that may write nothing; malloc'ed, ends with NUL; NULL: it may, or is long */
	char *file_text; /* as in the reply */
	size_t file_text_len;
	mynd_outcome *first, *last;
} mynd_pending;

/* The commands under way, see queue.c. */
typedef struct mynd_queue {
	mynd_pending *first, *last;
	mynd_pending *unanswered; /* the first whose reply is not here as a whole */
	mynd_pending *absorbing;  /* an event is being stored for it; stays set after a longjmp */
	/* a call waits for its reply; the entry stays until the call has it, also after a longjmp */
	mynd_pending *taking;
	mynd_pending *cached; /* an entry to be used next */
	uint64_t last_number; /* the number of the newest entry */
	uint64_t stored;      /* replies stored so far */
	mynd_query_attribute
	    *attributes; /* those sent with commands now, with their bytes after them; malloc'ed; NULL: none */
	uint16_t attribute_count;
} mynd_queue;

/* --- queue.c: commands under way --- */

/* The first entry whose reply is not here as a whole, and the owner's first entry; NULL: none. */
mynd_pending *mynd_pending_unanswered(const mynd_link *link);
mynd_pending *mynd_pending_of(const mynd_link *link, const void *owner);
/* The entry with this number, unless it is abandoned; NULL: there is none. */
mynd_pending *mynd_pending_numbered(const mynd_link *link, uint64_t number);
/* An event is being stored, or was being stored when a longjmp left. */
bool mynd_queue_is_storing(const mynd_link *link);
/*
 * Makes the entry of a command that is about to be queued; NULL: no memory. The caller frees it if the
 * session does not accept the command. `text`: the command's or the statement's, for the report.
 */
mynd_pending *mynd_pending_new(mynd_link *link, const void *owner, mynd_slice text);
int mynd_pending_no_memory(mynd_link *link); /* returns MYND_BAD */
void mynd_pending_free(mynd_link *link, mynd_pending *pending);
/* The entry's command is a text that may ask for a file. */
static inline void mynd_pending_set_barrier(mynd_pending *pending, bool barrier)
{
	pending->barrier = barrier;
}
/* The entry has this reply already; NULL: it is made later. `use`: as the program asked for its rows. */
static inline void mynd_pending_give(mynd_pending *pending, mynd_outcome *outcome, bool use)
{
	pending->first = pending->last = outcome;
	pending->use = use;
}
/* `waiting` is told when the reply is taken, and `drop` called if it never will be. */
static inline void mynd_pending_tell(mynd_pending *pending, void *waiting, void (*drop)(void *waiting))
{
	pending->waiting = waiting;
	pending->drop = drop;
}
/* Nobody will ask for the reply. */
static inline void mynd_pending_leave(mynd_pending *pending)
{
	pending->discarded = pending->discard_rest = true;
}
/* The session has accepted the entry's command. */
void mynd_pending_queued(mynd_link *link, mynd_pending *pending);
/* The entry needs nothing from the server; it becomes the last one. */
void mynd_pending_answered(mynd_link *link, mynd_pending *pending);
/* The reply of the entry is here as a whole. */
void mynd_pending_complete(mynd_link *link, mynd_pending *pending);
/* The reply of the entry will not be taken. */
void mynd_pending_abandon(mynd_link *link, mynd_pending *pending);
/* The same for all commands under way. */
void mynd_queue_abandon_all(mynd_link *link);
/*
 * Sends the last command, which was queued a moment ago, or leaves it in memory if it is behind others and
 * the socket takes no more; after a failure its reply will not be asked for.
 */
int mynd_pending_send_last(mynd_link *link);
/* Queues a text for an owner. mynd_link_begin was called. */
int mynd_link_queue_sql(mynd_link *link, mynd_slice sql, const void *owner, bool use);
/*
 * Takes the owner's next reply and waits for it if need be; from there on as mynd_link_read_reply. *use is
 * the value that was given with the command. *waiting: the call to be told of the reply; NULL: none. *late:
 * that call is to make the answer, and the link waits for it (mynd_link_load). MYND_MORE: no reply is
 * outstanding. 2014 if a result is not read to its end.
 */
int mynd_queue_reap(mynd_link *link, const void *owner, bool *use, void **waiting, bool *late);
/*
 * Stores what the session has of the replies before `until` (NULL: of all). Stops at a command that may ask
 * for a file, for nothing is written after that command anyway. MYND_BAD: the link is lost.
 */
int mynd_pending_absorb(mynd_link *link, const mynd_pending *until);
/* The link is lost and its session is dead: a hook of the channel. */
void mynd_queue_lost(mynd_channel *channel);
/* The calls that wait to be told of replies are dropped. */
void mynd_queue_drop_waiting(mynd_link *link);
/* The link is taken down. */
void mynd_pending_end(mynd_link *link);

/* --- outcome.c: replies that were read before anybody asked for them --- */

/* Takes an event of the reply. MYND_BAD: the link is lost. */
int mynd_outcome_take(mynd_link *link, mynd_pending *pending, const mynd_event *event);
/* Takes what the interpreter made of an event that was due. MYND_BAD: no memory, or the link is lost. */
int mynd_outcome_ok(mynd_link *link, mynd_pending *pending, const mynd_event *event);
int mynd_outcome_definition(mynd_link *link, mynd_pending *pending, const mynd_event *event);
int mynd_outcome_row(mynd_link *link, mynd_pending *pending, const mynd_event *event);
int mynd_outcome_end(mynd_link *link, mynd_pending *pending, const mynd_event *event);
/* The reply ends with this error. MYND_BAD: no memory. */
int mynd_outcome_fail(mynd_pending *pending, const mynd_error *error);
/*
 * Makes the outcome the current reply, and those after it its further replies; returns as
 * mynd_link_read_reply does. Takes it over.
 */
int mynd_outcome_load(mynd_link *link, mynd_outcome *outcome);
/* The same for an answer to the command that has just begun. */
typedef enum mynd_outcome_of {
	MYND_OUTCOME_OF_TEXT,
	MYND_OUTCOME_OF_EXECUTE,
	MYND_OUTCOME_OF_STATEMENT, /* another command of a statement */
	MYND_OUTCOME_OF_OTHER      /* what the program knows of its last query stays */
} mynd_outcome_of;
int mynd_outcome_answer(mynd_link *link, mynd_outcome *outcome, mynd_outcome_of of);
/* Makes the outcome of an answer that no server has sent; takes over its rows. NULL: no memory. */
mynd_outcome *mynd_outcome_of_answer(mynd_answer *answer);
void mynd_outcomes_free(mynd_outcome *first);
void mynd_outcomes_forget(mynd_outcome *first); /* the request's memory is about to be freed */

#endif
