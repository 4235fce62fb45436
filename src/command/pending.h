/*
 * The commands under way on a link, and replies that are stored before the program asks for them, for the
 * rooms of commands and statements. Other rooms include queue.h.
 */
#ifndef MYND_COMMAND_PENDING_H
#define MYND_COMMAND_PENDING_H

#include "answer.h"
#include "diagnostics.h"
#include "queue.h"
#include "reply.h"
#include "report.h"

/* A reply that was read before the program asked for it, see outcome.c. */
typedef struct mynd_outcome {
	struct mynd_outcome *next; /* the next outcome of the same command */
	bool failed;
	bool has_status;   /* the session takes over `status` (mynd_answer) */
	uint16_t status;   /* status flags that came with the result */
	mynd_error *error; /* the reply's error, allocated with its message; NULL: there was no memory */
	mynd_diagnostics diagnostics;
	mynd_columns *columns; /* a result set; NULL: none */
	mynd_store *store;
} mynd_outcome;

/* A command whose reply was not taken yet, see queue.c. */
typedef struct mynd_pending {
	struct mynd_pending *next;
	const void *owner;
	uint64_t number; /* the command's number among the link's queued commands */
	int64_t sent_at; /* time when the entry was made, for the scoreboard; 0: no scoreboard */
	mynd_report_sample sample;
	enum {
		MYND_PENDING_AWAITED,  /* no part of the reply has been read */
		MYND_PENDING_BEGUN,    /* a part of the reply has been read; `last` may be incomplete */
		MYND_PENDING_ANSWERED, /* the reply is stored */
		MYND_PENDING_LOST      /* the link was lost; `first` has replies that were stored before the loss */
	} state;
	bool binary; /* the reply of an execute: rows are binary */
	bool use, discarded;
	bool barrier;      /* the query may ask for a file */
	bool is_rest;      /* the entry is for the results after the current one (mynd_queue_read_further) */
	bool discard_rest; /* the rest of the reply is dropped */
	bool over;         /* the last event has ended the reply */
	/* AT_DEFINITIONS, AT_ROWS: `last` is incomplete; AT_DROPPED: `to_drop` replies come first */
	mynd_reply_point at;
	unsigned to_drop;
	bool may_have_run;          /* LOST: the server may have run the command */
	void *held;                 /* a reference that lasts as long as the entry; NULL: none */
	void (*let_go)(void *held); /* releases `held` */
	void *
	    /*
	     * The interceptor's call that is notified when the reply is taken; NULL: none. If the entry is
	     * ANSWERED and has no outcome, that call also makes the answer.
	     */
	    waiting;
	void (*drop)(void *waiting); /* called if `waiting` will never be notified */
	char *select;    /* the query, if it may be one that writes nothing; malloc'ed; NULL: no copy */
	char *file_text; /* the query, if it may ask for a file (mynd_reply) */
	size_t file_text_len;
	mynd_outcome *first, *last;
} mynd_pending;

/* The commands under way, see queue.c. */
typedef struct mynd_queue {
	mynd_pending *first, *last;
	mynd_pending *unanswered; /* the first whose reply has not arrived completely */
	mynd_pending *absorbing;  /* the entry for which an event is being stored; stays set after a longjmp */
	/* the entry for whose reply a call waits, and which is not freed meanwhile; stays set after a longjmp */
	mynd_pending *taking;
	mynd_pending *cached; /* a free entry, for the next command */
	uint64_t last_number; /* the number of the newest entry */
	uint64_t stored;      /* replies stored so far */
	/* query attributes that are sent with commands now, followed by their bytes; malloc'ed; NULL: none */
	mynd_query_attribute *attributes;
	uint16_t attribute_count;
} mynd_queue;

/* --- queue.c: commands under way --- */

/* Return the first entry whose reply has not arrived completely, and the owner's first entry; NULL: none. */
mynd_pending *mynd_pending_unanswered(const mynd_link *link);
mynd_pending *mynd_pending_of(const mynd_link *link, const void *owner);
/* Returns the entry with this number; NULL if there is none, or it is abandoned. */
mynd_pending *mynd_pending_numbered(const mynd_link *link, uint64_t number);
/* Returns true if an event is being stored, or was being stored when a longjmp left the call. */
bool mynd_queue_is_storing(const mynd_link *link);
/*
 * Makes the entry of a command that is about to be queued. Returns NULL if there is no memory. The caller
 * frees the entry if the session does not accept the command. `text`: the query, or that of the statement,
 * for the report.
 */
mynd_pending *mynd_pending_new(mynd_link *link, const void *owner, mynd_slice text);
int mynd_pending_no_memory(mynd_link *link); /* sets the error; returns MYND_BAD */
void mynd_pending_free(mynd_link *link, mynd_pending *pending);
/* Notes that the entry's command is an execute: rows are binary. */
static inline void mynd_pending_set_binary(mynd_pending *pending)
{
	pending->binary = true;
}
/* Notes whether the entry's command is a query that may ask for a file. */
static inline void mynd_pending_set_barrier(mynd_pending *pending, bool barrier)
{
	pending->barrier = barrier;
}
/*
 * Stores a reply that exists already in the entry. `outcome` NULL: the reply is made later. `use`: the
 * program wants its rows unbuffered.
 */
static inline void mynd_pending_give(mynd_pending *pending, mynd_outcome *outcome, bool use)
{
	pending->first = pending->last = outcome;
	pending->use = use;
}
/*
 * Stores `waiting`, which is notified when the reply is taken, and `drop`, which is called if it never will
 * be.
 */
static inline void mynd_pending_tell(mynd_pending *pending, void *waiting, void (*drop)(void *waiting))
{
	pending->waiting = waiting;
	pending->drop = drop;
}
/* Marks the reply as one that nobody will ask for. */
static inline void mynd_pending_leave(mynd_pending *pending)
{
	pending->discarded = pending->discard_rest = true;
}
/* Appends the entry after the session has accepted its command. */
void mynd_pending_queued(mynd_link *link, mynd_pending *pending);
/* Appends an entry for which nothing is sent to the server. */
void mynd_pending_answered(mynd_link *link, mynd_pending *pending);
/* Notes that the entry's reply has arrived completely. */
void mynd_pending_complete(mynd_link *link, mynd_pending *pending);
/* Discards the reply of the entry. */
void mynd_pending_abandon(mynd_link *link, mynd_pending *pending);
/* Discards the replies of all commands under way. */
void mynd_queue_abandon_all(mynd_link *link);
/*
 * Sends the command that was queued last, or leaves it in memory if other commands are before it and the
 * socket takes no more bytes. If the link is lost meanwhile, frees the command's entry.
 */
int mynd_pending_send_last(mynd_link *link);
/* Queues a query for an owner, after mynd_link_begin. */
int mynd_link_queue_sql(mynd_link *link, mynd_slice sql, const void *owner, bool use);
/*
 * Takes the owner's next reply, waits for it if necessary, and returns as mynd_link_read_reply does. *use is
 * the value that was given with the command. *waiting: the interceptor's call that is to be notified of the
 * reply; NULL: none. *late: there is no answer yet, and that call has to make it. Returns MYND_MORE if no
 * reply is outstanding. Fails with error 2014 if a result is not read to its end.
 */
int mynd_queue_reap(mynd_link *link, const void *owner, bool *use, void **waiting, bool *late);
/*
 * Reads the results after the current one, whose rows are stored or dropped, and stores them. They stay
 * results that the program can take. Returns MYND_BAD if there is no memory, or the link is lost.
 */
int mynd_queue_read_further(mynd_link *link);
/*
 * Reads the reply that arrives next, to a query or (`binary`) an execute that was sent ahead, and stores it.
 * Returns MYND_MORE if the reply was read and discarded, because it is an error, has a warning or does not
 * fit memory_limit. Returns MYND_BAD if the link is lost.
 */
int mynd_queue_read_ahead(mynd_link *link, mynd_slice sql, bool binary);
/* Returns true if mynd_queue_read_ahead has stored a reply. */
bool mynd_queue_has_ahead(const mynd_link *link);
/* Makes the reply that mynd_queue_read_ahead has stored the current one; MYND_MORE: there is none. */
int mynd_queue_take_ahead(mynd_link *link);
/*
 * Stores the events of the replies before `until` (NULL: of all replies) whose bytes are in the session's
 * buffer. Stops at a command that may ask for a file: no command after it is written before its reply was
 * read. Returns MYND_BAD if the link is lost.
 */
int mynd_pending_absorb(mynd_link *link, const mynd_pending *until);
/* Fails all outstanding commands: the channel's hook for a lost link, whose session is dead. */
void mynd_queue_lost(mynd_channel *channel);
/* Drops the interceptors' calls that wait to be notified of replies. */
void mynd_queue_drop_waiting(mynd_link *link);
/* Frees all entries, because the link is taken down. */
void mynd_pending_end(mynd_link *link);

/* --- outcome.c: replies that were read before the program asked for them --- */

/*
 * Stores an event of the entry's reply, or drops it if the reply is discarded. Returns MYND_BAD if the link
 * is lost.
 */
int mynd_outcome_take(mynd_link *link, mynd_pending *pending, const mynd_event *event);
/*
 * Store an event that interpret.c has found valid. Return MYND_BAD if there is no memory, or the link is
 * lost.
 */
int mynd_outcome_ok(mynd_link *link, mynd_pending *pending, const mynd_event *event);
int mynd_outcome_definition(mynd_link *link, mynd_pending *pending, const mynd_event *event);
int mynd_outcome_row(mynd_link *link, mynd_pending *pending, const mynd_event *event);
int mynd_outcome_end(mynd_link *link, mynd_pending *pending, const mynd_event *event);
/* Ends the reply with this error. Returns MYND_BAD if there is no memory. */
int mynd_outcome_fail(mynd_pending *pending, const mynd_error *error);
/*
 * Makes the outcome the current reply, and the outcomes after it the further replies; returns as
 * mynd_link_read_reply does. Takes over the outcome.
 */
int mynd_outcome_load(mynd_link *link, mynd_outcome *outcome);
/* As mynd_outcome_load, for an answer to the command that has just begun. */
typedef enum mynd_outcome_of {
	MYND_OUTCOME_OF_TEXT,
	MYND_OUTCOME_OF_EXECUTE,
	MYND_OUTCOME_OF_STATEMENT, /* a prepare, or a bulk execute */
	MYND_OUTCOME_OF_OTHER /* any other command: its success does not change affected rows and insert id */
} mynd_outcome_of;
int mynd_outcome_answer(mynd_link *link, mynd_outcome *outcome, mynd_outcome_of of);
/*
 * Makes the outcome of an answer that no server has sent; takes over its rows. Returns NULL if there is no
 * memory.
 */
mynd_outcome *mynd_outcome_of_answer(mynd_answer *answer);
uint64_t mynd_answers_made(void); /* number of answers that no server has sent, in this thread */
void mynd_outcomes_free(mynd_outcome *first);
/*
 * Frees all outcomes, or with `to_ok` those up to the first one without rows. Returns those after it; NULL:
 * none.
 */
mynd_outcome *mynd_outcomes_drop(mynd_outcome *first, bool to_ok);
void mynd_outcomes_forget(mynd_outcome *first); /* called when the request's memory is about to be freed */

#endif
