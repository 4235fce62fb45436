/*
 * The struct of a link, and what the rooms from here on up share of a command and its reply.
 *
 * Always true of a link: `arriving`, `columns`, `store`, `active`, `results`, `given_up`, result sets that
 * were stored before they were asked for, and what statements know of their columns are request memory and
 * are NULL when the link is idle between requests. While a call waits nothing of the session, the reply and
 * the results that are being read is touched but by that call: others are refused, or leave a mark
 * (`close_wanted`, `unread`, `abandoned`, `freed`). A bailout may leave any allocation of request memory:
 * whatever was built hangs on the link by then, and the session still is in the middle of a reply, so that
 * all that can be done with the link afterwards is to close it.
 */
#ifndef MYND_COMMAND_INTERNAL_H
#define MYND_COMMAND_INTERNAL_H

#include "answer.h"
#include "queue.h"
#include "result.h"

#define MYND_NOT_A_ROW "a row with the wrong number of cells"

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
	bool open;                  /* `last` is a result set whose end has not come */
	bool may_have_run;          /* LOST */
	void *held;                 /* a reference that lasts as long as the entry; NULL: none */
	void (*let_go)(void *held); /* gives it back */
	/*
	 * whoever is told when it is taken; NULL: nobody. ANSWERED without an outcome: and makes the answer
	 */
	void *waiting;
	void (*drop)(void *waiting); /* it will never be told */
	char *file_text;             /* as in the reply */
	size_t file_text_len;
	mynd_outcome *first, *last;
} mynd_pending;

/* The current reply of a link. Only this room writes its fields but where a comment says otherwise. */
typedef struct mynd_reply {
	uint64_t serial; /* of its command: +1 with each, never 0 */
	uint64_t affected_rows, insert_id;
	unsigned warnings;
	uint32_t field_count;
	char *info;
	size_t info_len, info_capacity;
	char *file_text; /* the text that is running, if it may ask for a file; malloc'ed; NULL: it may not */
	size_t file_text_len;
	bool more_results;
	bool binary;       /* an execute's: rows are binary */
	bool cursor_asked; /* an execute's that asked for a cursor */
	bool cursor_open;  /* and got one: `columns` have no rows on the wire */
	bool ownerless;    /* its statement has gone, or there was none: the next command drops further results */
	bool spoilt;       /* a row was none: nothing more is sent but what ends statements and the link */
	bool may_have_run; /* the command that was lost with the link */
	mynd_columns *arriving; /* of a result set whose definitions are being read */
	mynd_columns *columns;  /* of a result set that nobody took yet */
	mynd_store *store;      /* its rows, if they were stored */
	mynd_outcome *further;  /* what follows it, if it was stored */
	const void *taker;      /* who took it; NULL: nobody of his own */
	mynd_result *active;    /* the unbuffered result that is being read */
	mynd_result *results;   /* all that live, to fold their counts */
	mynd_result *given_up;  /* results that were freed while a call was reading them */
	enum {
		MYND_UNREAD_NONE,
		MYND_UNREAD_ROWS, /* an unbuffered result was given up: its rows are still to be dropped */
		MYND_UNREAD_REPLY /* the session gave the whole reply up (2008) */
	} unread;
} mynd_reply;

/* The commands under way, see queue.c. */
typedef struct mynd_queue {
	mynd_pending *first, *last;
	mynd_pending *unanswered; /* the first without a whole reply */
	mynd_pending *absorbing;  /* an event is being stored for it; stays so after a longjmp */
	uint64_t last_number;     /* of them */
	uint64_t stored;          /* replies, so far */
	mynd_query_attribute
	    *attributes; /* of what is sent now, with their bytes after them; malloc'ed; NULL: none */
	uint16_t attribute_count;
} mynd_queue;

/* What is known of the session at the server, beyond what the server tells: see state.c. */
typedef struct mynd_session_state {
	uint32_t era; /* +1 with each change-user and reset: the server has forgotten what was prepared before */
	uint32_t round;        /* +1 with all that may change what statements remember */
	unsigned outlives;     /* MYND_SQL_*, of the texts that were sent since the session was as new */
	bool multi_statements; /* a text may hold several */
	bool schema_unsure;    /* a text may have switched off what tells us of the default database */
	bool used;             /* a command was sent since the session was as new */
	bool user_changed;     /* by the program */
} mynd_session_state;

struct mynd_link {
	mynd_channel channel; /* first: its hooks find the link */
	uint32_t references;
	uint32_t epoch; /* +1 with each connect and close: results of an earlier life are cut off */
	/* replies to a reset's commands are due, or commands are left to be sent. The pool writes it */
	bool resetting;
	bool persistent; /* it belongs to a pool. The pool writes it */
	mynd_reply reply;
	mynd_queue queue;
	mynd_session_state state;
	const mynd_charset *charset;
	struct mynd_prepared_state *prepared; /* of the room of statements; NULL: there were none */
	struct mynd_login_parameters *login;  /* of the room of links: how it was connected; NULL: unconnected */
	struct mynd_pooled *pooled;           /* of the room of pools; NULL: it knows nothing of the link */
	void (*free_pooled)(mynd_link *link); /* gives that up */
	void (*destroy)(mynd_link *link);     /* the last reference has gone */

	/* the room of links */
	mynd_link *previous, *next; /* the thread's list */
	char *host_info;
	uint64_t address;      /* where the server is, a hash; 0: nowhere */
	double login_seconds;  /* that the last connect took */
	bool parked;           /* freed, but for the sweep, which learns from it first (learn.c) */
	bool remark_is_of_key; /* the file that was to have the server's public key */
	struct {
		uint64_t round; /* the last poll that was about it, and its place there */
		size_t place;
		mynd_deadline
		    gather_until; /* replies are left on the socket, see mynd_link_gather; may be long ago */
	} poll;
	uint64_t session_number; /* as interceptors know it; 0: they do not. And what it was given for: */
	uint32_t session_epoch, session_era;
	char remark[512];
};

static inline mynd_link *mynd_link_of_channel(mynd_channel *channel)
{
	return (mynd_link *) channel;
}

/* --- reply.c --- */

/*
 * A command may be sent: clears the last reply, drops what was given up. `async`: replies may be outstanding.
 * MYND_BAD: refused, or lost.
 */
int mynd_link_begin(mynd_link *link, bool async);
/* Queues and flushes. */
int mynd_link_send(mynd_link *link, const mynd_command *command);
/* A command that is no text: begins, sends, reads the reply. */
int mynd_link_run_command(mynd_link *link, const mynd_command *command);
/* The same; what the program knows of its last query stays, but for the affected rows, as in stock. */
int mynd_link_run_aside(mynd_link *link, const mynd_command *command);
/* A text for which the link has begun, and which was noted (state.c). */
int mynd_link_run_begun(mynd_link *link, mynd_slice sql);
/* The beginning of the next reply. */
int mynd_link_read_reply(mynd_link *link);
/* `count` definitions and what ends them, which is *event then; `columns` has them. */
int mynd_link_read_definitions(mynd_link *link, uint32_t count, mynd_event *event);
/* Takes over status, counts and text of an OK. */
void mynd_link_take_ok(mynd_link *link, const mynd_event *event);
/*
 * An event that ends the reply with an error; any other that was not due breaks the protocol. Returns
 * MYND_BAD.
 */
int mynd_link_take_error(mynd_link *link, const mynd_event *event);
/* Takes over the end of a result set that was read or dropped. */
void mynd_link_take_end(mynd_link *link, const mynd_event *event);
/*
 * Reads on to the end of a reply of which no results will be asked for any more (`ownerless`). MYND_BAD:
 * lost.
 */
int mynd_link_drop_further(mynd_link *link);
/* Reads on to the end of the rows of the current result set and drops them. */
int mynd_link_drop_rows(mynd_link *link);
/*
 * On to the end of the current reply, if that is near; nothing of it is anybody's. MYND_BAD: the link is
 * lost.
 */
int mynd_link_drop_reply(mynd_link *link);
/*
 * On to the end of the command's reply with what is here now, `bound` bytes at most. MYND_MORE: that is not
 * all of it. MYND_BAD: lost.
 */
int mynd_link_drop_now(mynd_link *link, uint64_t bound);
/* Forgets what belongs to the current reply. */
void mynd_link_clear_reply(mynd_link *link);
/* Nobody takes the current reply, or what follows it. */
void mynd_link_give_up_reply(mynd_link *link);
/* What nobody will read any more of the current reply is read now and dropped. MYND_BAD: lost. */
int mynd_link_drop_leftovers(mynd_link *link);
void mynd_link_keep_info(mynd_link *link, mynd_slice info);
/* The command failed before it was sent, or its outcome is not known yet. */
void mynd_link_forget_rows(mynd_link *link);
/* A command was refused before it began. Returns MYND_BAD. */
int mynd_link_refused(mynd_link *link);
/*
 * The program's use of a connection is over: its results are cut off from it, as by a close, and commands
 * under way are given up.
 */
void mynd_link_end_replies(mynd_link *link);
/* The request's memory goes: what of it hangs on the link is forgotten. */
void mynd_link_forget_replies(mynd_link *link);
/*
 * The rows that wait on the link are stored, and wait on. MYND_MORE: none wait, or more results follow.
 * MYND_BAD: the link's error says why they cannot be had.
 */
int mynd_link_buffer_waiting(mynd_link *link, mynd_columns **columns, mynd_store **store);

/* --- state.c --- */

/* The text really goes out now: whatever goes by the session's state is told what it may change. */
void mynd_state_note_text(mynd_link *link, mynd_slice sql);
/* Of a text that is prepared: only what outlives a reset. */
void mynd_state_note_outlives(mynd_link *link, mynd_slice sql);
/* What statements remember may have changed. */
void mynd_state_changed(mynd_link *link);
void mynd_state_new_era(mynd_link *link);

/* --- queue.c: commands under way --- */

/* The first whose reply is not there as a whole, and the owner's first; NULL: none. */
mynd_pending *mynd_pending_unanswered(const mynd_link *link);
mynd_pending *mynd_pending_of(const mynd_link *link, const void *owner);
/*
 * The entry of a command that is about to be queued; NULL: no memory. The caller frees it if the session does
 * not take the command.
 */
mynd_pending *mynd_pending_new(mynd_link *link, const void *owner);
int mynd_pending_no_memory(mynd_link *link); /* MYND_BAD */
void mynd_pending_free(mynd_pending *pending);
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
/* The reply ends with this error. MYND_BAD: no memory. */
int mynd_outcome_fail(mynd_pending *pending, const mynd_error *error);
/* Makes it the current reply, and those after it the further ones; as mynd_link_read_reply. Takes it over. */
int mynd_outcome_load(mynd_link *link, mynd_outcome *outcome);
/* An answer that comes from no server; its rows are taken over. NULL: no memory. */
mynd_outcome *mynd_outcome_of_answer(mynd_answer *answer);
void mynd_outcomes_free(mynd_outcome *first);
void mynd_outcomes_forget(mynd_outcome *first); /* the request's memory goes */

/* --- attributes.c --- */

static inline void mynd_link_attach_attributes(const mynd_link *link, mynd_command *command)
{
	command->attributes = link->queue.attributes;
	command->attribute_count = link->queue.attribute_count;
}
void mynd_link_drop_attributes(mynd_link *link);

/* --- infile.c --- */

/*
 * The text runs next: it is kept, until another does, if it may ask for a file and files may be sent. NULL:
 * forgets the last.
 */
void mynd_link_keep_file_text(mynd_link *link, const char *sql, size_t len);
/*
 * The server wants the file of this name (in the session's buffer): sends it, or says no, and takes the
 * answer.
 */
int mynd_link_give_file(mynd_link *link, mynd_slice name);
/* The same in a reply that was given up: an empty file. */
int mynd_link_refuse_file(mynd_link *link);

/* --- result.c --- */

/* Where a result's rows come from. */
typedef struct mynd_row_source {
	int (*next)(mynd_result *result);      /* as mynd_result_advance */
	void (*release)(mynd_result *result);  /* the result goes; NULL: nothing is held */
	size_t fetched_text, fetched_prepared; /* its counters: where in mynd_link_counts */
} mynd_row_source;

struct mynd_result {
	mynd_link *link; /* a reference: the counts live there */
	const mynd_row_source *source;
	uint32_t epoch;
	mynd_result *previous, *next; /* the link's list */
	mynd_columns *columns;
	mynd_store *store; /* where rows lie: all of them, or a batch. NULL: rows come from the wire */
	void *from;        /* the source's own */
	uint64_t rows;     /* read so far (unbuffered) */
	unsigned warnings; /* of the command, as the end of the rows told (buffered) */
	bool at_end, native, binary;
	bool has_row;    /* event.row is the current one */
	bool being_read; /* a call waits for its next row, or batch: */
	bool freed;      /* nobody's any more, and freed when that call is over */
	mynd_result *next_given_up;
	const char *fault; /* after the last row came one that was none: why, as stock says it; NULL: none did */
	bool fault_told;   /* and it was fetched, in vain */
	zend_ulong *lengths; /* allocated when first asked for */
	mynd_error *error;   /* request memory; NULL: none */
	mynd_event
	    event; /* the last one; here, so that a row is not copied once more; last, for it is not cleared */
};

/* A result whose rows come from a source of another room. Takes a reference on the columns. */
mynd_result *mynd_result_from(
    mynd_link *link, const mynd_row_source *source, void *from, mynd_columns *columns);
/* A buffered one, of rows that are there. Takes over columns and store; counts on the link. */
mynd_result *mynd_result_stored(mynd_link *link, mynd_columns *columns, mynd_store *store, unsigned warnings);
/* There may be some in this thread that were freed while a call was reading them. */
bool mynd_results_are_left(void);
void mynd_results_note_left(bool some);
/* Results that were freed while a call was reading them, which is over. */
void mynd_link_free_given_up(mynd_link *link);
/* The unbuffered result that is being read gets no more rows: its buffer goes away. */
void mynd_link_detach_active(mynd_link *link);
/* The unbuffered result that is being read answers 2014 from now on; its rows are still on the wire. */
void mynd_link_cut_active(mynd_link *link);
/*
 * The rows that are on the wire, up to their end, into the store. MYND_BAD with *fault: one was none, in
 * stock's words, and what to do about it is the caller's.
 */
int mynd_result_read_rows(
    mynd_link *link, mynd_store *store, const mynd_columns *columns, const char **fault);
/* Moves on to the next row, which is then event.row. MYND_MORE: that was all. */
int mynd_result_advance(mynd_result *result);
/* The row could not be built. Returns MYND_BAD. */
int mynd_result_bad_row(mynd_result *result);
void mynd_result_count_fetched(mynd_result *result, uint64_t rows);
/* No more of the unbuffered result is to be read. */
void mynd_result_end_unbuffered(mynd_result *result);
bool mynd_result_is_on_wire(const mynd_result *result); /* its rows are read from the link one by one */
/* A result that is being read cannot fit: 2008. What is left of it is dropped by the next command. */
int mynd_result_out_of_memory(mynd_link *link);
/* Keeps the error as the result's. Returns MYND_BAD. */
int mynd_result_fail(mynd_result *result, const mynd_error *error);

#endif
