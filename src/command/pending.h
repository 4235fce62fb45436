/*
 * The commands under way on a link, and replies that are stored before anybody asks for them, as the rooms of
 * commands and statements see them. For others: queue.h.
 */
#ifndef MYND_COMMAND_PENDING_H
#define MYND_COMMAND_PENDING_H

#include "answer.h"
#include "queue.h"
#include "reply.h"

/* A reply that was read before anybody asked for it, see outcome.c. */
typedef struct mynd_outcome {
	struct mynd_outcome *next; /* a command may have several */
	bool failed;
	mynd_error *error; /* as long as its text; NULL: there was no memory for it */
	uint64_t affected_rows, insert_id;
	unsigned warnings;
	uint32_t field_count;
	char *info;
	size_t info_len;
	mynd_columns *columns; /* a result set; NULL: none */
	mynd_store *store;
} mynd_outcome;

/* A command whose reply nobody has taken, see queue.c. */
typedef struct mynd_pending {
	struct mynd_pending *next;
	const void *owner;
	uint64_t number; /* among the link's */
	enum {
		MYND_PENDING_AWAITED,  /* nothing of its reply was read */
		MYND_PENDING_BEGUN,    /* `last` may be incomplete */
		MYND_PENDING_ANSWERED, /* its reply is stored */
		MYND_PENDING_LOST      /* with the link. Replies that were stored before are there */
	} state;
	bool binary; /* an execute's */
	bool use, abandoned;
	bool barrier;               /* it may ask for a file */
	bool dropped;               /* what comes of its reply now interests nobody */
	bool over;                  /* the last event was that of its reply */
	mynd_reply_point at;        /* but AT_REPLY: `last` is a result set whose end has not come */
	bool may_have_run;          /* LOST */
	void *held;                 /* a reference that lasts as long as the entry; NULL: none */
	void (*let_go)(void *held); /* gives it back */
	void *
	    /*
	     * whoever is told when it is taken; NULL: nobody. ANSWERED without an outcome: and makes the answer
	     */
	    waiting;
	void (*drop)(void *waiting); /* it will never be told */
	char *file_text;             /* as in the reply */
	size_t file_text_len;
	mynd_outcome *first, *last;
} mynd_pending;

/* The commands under way, see queue.c. */
typedef struct mynd_queue {
	mynd_pending *first, *last;
	mynd_pending *unanswered; /* the first without a whole reply */
	mynd_pending *absorbing;  /* an event is being stored for it; stays so after a longjmp */
	/* somebody waits for its reply, and it stays until he has it; so after a longjmp, too */
	mynd_pending *taking;
	mynd_pending *spare;  /* that is used next */
	uint64_t last_number; /* of them */
	uint64_t stored;      /* replies, so far */
	mynd_query_attribute
	    *attributes; /* of what is sent now, with their bytes after them; malloc'ed; NULL: none */
	uint16_t attribute_count;
} mynd_queue;

/* --- queue.c: commands under way --- */

/* The first whose reply is not there as a whole, and the owner's first; NULL: none. */
mynd_pending *mynd_pending_unanswered(const mynd_link *link);
mynd_pending *mynd_pending_of(const mynd_link *link, const void *owner);
/* By its number, unless it is abandoned; NULL: there is none. */
mynd_pending *mynd_pending_numbered(const mynd_link *link, uint64_t number);
uint64_t mynd_queue_last_number(const mynd_link *link); /* of all commands so far */
/* An event is being stored, or was when a longjmp left. */
bool mynd_queue_is_storing(const mynd_link *link);
/*
 * The entry of a command that is about to be queued; NULL: no memory. The caller frees it if the session does
 * not take the command.
 */
mynd_pending *mynd_pending_new(mynd_link *link, const void *owner);
int mynd_pending_no_memory(mynd_link *link); /* MYND_BAD */
void mynd_pending_free(mynd_link *link, mynd_pending *pending);
/* The session has taken its command. */
void mynd_pending_queued(mynd_link *link, mynd_pending *pending);
/* It needs nothing of the server: the last one from now on. */
void mynd_pending_answered(mynd_link *link, mynd_pending *pending);
/* Its reply is there as a whole. */
void mynd_pending_complete(mynd_link *link, mynd_pending *pending);
/* Nobody takes it. */
void mynd_pending_abandon(mynd_link *link, mynd_pending *pending);
/* The last command, queued a moment ago, goes out; if that fails nobody will ask for its reply. */
int mynd_pending_send_last(mynd_link *link);
/* A text, for an owner. The link has begun. */
int mynd_link_queue_sql(mynd_link *link, mynd_slice sql, const void *owner, bool use);
/*
 * Takes the owner's next reply, waiting for it: as mynd_link_read_reply from there on. *use is what was said
 * to the command. *waiting: whoever is to be told of it; NULL: nobody. *late: the answer is theirs to make,
 * and the link waits for it (mynd_link_load). MYND_MORE: none is outstanding. 2014 if a result is not read to
 * its end.
 */
int mynd_queue_reap(mynd_link *link, const void *owner, bool *use, void **waiting, bool *late);
/*
 * Stores what the session has of the replies that stand before `until` (NULL: of all). Stops at one that may
 * ask for a file: nothing is written after that anyway. MYND_BAD: the link is lost.
 */
int mynd_pending_absorb(mynd_link *link, const mynd_pending *until);
/* What was abandoned is read and dropped. 2014 if there are others. */
int mynd_pending_drop(mynd_link *link);
/* The link is lost, and its session dead: a hook of the channel. */
void mynd_queue_lost(mynd_channel *channel);
/* Those that wait for replies do so no more. */
void mynd_queue_drop_waiting(mynd_link *link);
/* The link is taken down. */
void mynd_pending_end(mynd_link *link);

/* --- outcome.c: replies that were read before anybody asked for them --- */

/* An event of the reply. MYND_BAD: the link is lost. */
int mynd_outcome_take(mynd_link *link, mynd_pending *pending, const mynd_event *event);
/* What the interpreter gives it of an event that was due. MYND_BAD: no memory, or the link is lost. */
int mynd_outcome_ok(mynd_link *link, mynd_pending *pending, const mynd_event *event);
int mynd_outcome_definition(mynd_link *link, mynd_pending *pending, const mynd_event *event);
int mynd_outcome_row(mynd_link *link, mynd_pending *pending, const mynd_event *event);
int mynd_outcome_end(mynd_link *link, mynd_pending *pending, const mynd_event *event);
/* The reply ends with this error. MYND_BAD: no memory. */
int mynd_outcome_fail(mynd_pending *pending, const mynd_error *error);
/* Makes it the current reply, and those after it the further ones; as mynd_link_read_reply. Takes it over. */
int mynd_outcome_load(mynd_link *link, mynd_outcome *outcome);
/* The same of an answer to the command that has just begun. */
typedef enum mynd_outcome_of {
	MYND_OUTCOME_OF_TEXT,
	MYND_OUTCOME_OF_EXECUTE,
	MYND_OUTCOME_OF_STATEMENT, /* another command of a statement */
	MYND_OUTCOME_OF_OTHER      /* what the program knows of its last query stays */
} mynd_outcome_of;
int mynd_outcome_answer(mynd_link *link, mynd_outcome *outcome, mynd_outcome_of of);
/* An answer that comes from no server; its rows are taken over. NULL: no memory. */
mynd_outcome *mynd_outcome_of_answer(mynd_answer *answer);
void mynd_outcomes_free(mynd_outcome *first);
void mynd_outcomes_forget(mynd_outcome *first); /* the request's memory goes */

#endif
