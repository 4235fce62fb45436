/*
 * The reply of a link's current command, as the rooms from here on up see it. They do not name the fields of
 * mynd_reply: these are the business of this room alone (tools/lint-names).
 */
#ifndef MYND_COMMAND_REPLY_H
#define MYND_COMMAND_REPLY_H

#include "answer.h"
#include "result.h"

/* What of a reply comes next. */
typedef enum mynd_reply_point {
	MYND_AT_REPLY, /* it begins, or a further one does */
	MYND_AT_DEFINITIONS,
	MYND_AT_ROWS
} mynd_reply_point;

typedef struct mynd_reply {
	uint64_t serial; /* of its command: +1 with each, never 0 */
	mynd_reply_point at;
	uint64_t affected_rows, insert_id;
	unsigned warnings;
	uint32_t field_count;
	char *info;
	size_t info_len, info_capacity;
	char *file_text; /* the text that is running, if it may ask for a file; malloc'ed; NULL: it may not */
	size_t file_text_len;
	bool more_results;
	bool binary;       /* an execute's: rows are binary */
	bool keeps_id;     /* an error leaves insert_id as it is, unless something has come before it */
	bool cursor_asked; /* an execute's that asked for a cursor */
	bool cursor_open;  /* and got one: `columns` have no rows on the wire */
	/* its statement has gone, or there was none: the next command drops further results */
	bool ownerless;
	bool spoilt;           /* a row was none: nothing more is sent but what ends statements and the link */
	bool may_have_run;     /* the command that was lost with the link */
	bool is_prepared;      /* a prepare's: `prepared` is there */
	bool skip_definitions; /* a prepare's: nobody will ask for its columns */
	mynd_prepared prepared;
	/* what a command was answered with that has a text for its reply; request memory */
	zend_string *text;
	mynd_columns *arriving;       /* of a result set whose definitions are being read */
	mynd_columns *columns;        /* of a result set that nobody took yet */
	mynd_store *store;            /* its rows, if they were stored */
	struct mynd_outcome *further; /* what follows it, if it was stored */
	const void *taker;            /* who took it; NULL: nobody of his own */
	mynd_result *active;          /* the unbuffered result that is being read */
	mynd_result *results;         /* all that live, to fold their counts */
	mynd_result *given_up;        /* results that were freed while a call was reading them */
	enum {
		MYND_UNREAD_NONE,
		MYND_UNREAD_ROWS, /* an unbuffered result was given up: its rows are still to be dropped */
		MYND_UNREAD_REPLY /* the session gave the whole reply up (2008) */
	} unread;
} mynd_reply;

/* --- interpret.c: events --- */

struct mynd_pending;

/*
 * An event of the current reply, but its rows. MYND_OK: it ends what was begun: a reply without rows, the
 * definitions of a result set or of a statement, its rows. MYND_MORE: more belongs to it. MYND_BAD: an error,
 * or the link is lost.
 */
int mynd_take_event(mynd_link *link, const mynd_event *event);
/* An event of the reply to a command under way. MYND_BAD: no memory, or the link is lost. */
int mynd_store_event(mynd_link *link, struct mynd_pending *pending, const mynd_event *event);
/* An event of a reply that nobody wants. MYND_BAD: the link is lost. */
int mynd_drop_event(mynd_link *link, const mynd_event *event);

/* The beginning of the next reply: up to its rows, if it has some. */
int mynd_link_read_reply(mynd_link *link);
/*
 * The reply to a prepare; its columns wait if they are to be kept. `prepared->id` is 0 if the server has not
 * prepared it.
 */
int mynd_link_read_prepared(mynd_link *link, bool keep_columns, mynd_prepared *prepared);
/* The reply to a command that is answered with a text, which is the caller's. NULL: an error. */
zend_string *mynd_link_read_text(mynd_link *link);
/* Flushes, and reads the reply to a change of user, which leaves the number of fields as it is. */
int mynd_link_read_changed_user(mynd_link *link);

/* --- reply.c: sending, dropping --- */

/* Queues and flushes. */
int mynd_link_send(mynd_link *link, const mynd_command *command);
/* A command that is no text: begins, sends, reads the reply. */
int mynd_link_run_command(mynd_link *link, const mynd_command *command);
/* The same; what the program knows of its last query stays, but for the affected rows, as in stock. */
int mynd_link_run_aside(mynd_link *link, const mynd_command *command);
int mynd_link_run_aside_begun(mynd_link *link, const mynd_command *command);
/* A text for which the link has begun, and which was noted (state.c). */
int mynd_link_run_begun(mynd_link *link, mynd_slice sql);
/* Reads on to the end of the rows of the current result set and drops them. */
int mynd_link_drop_rows(mynd_link *link);
/*
 * Reads on to the end of a reply of which no results will be asked for any more (`ownerless`). MYND_BAD:
 * lost.
 */
int mynd_link_drop_further(mynd_link *link);
/*
 * Nobody asks for what follows the first result of this reply: it is dropped, at once if the first has no
 * rows.
 */
void mynd_link_drop_all_but_first(mynd_link *link);
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
/* The link was lost before the reply came, or what was to make it. Returns MYND_BAD. */
int mynd_link_lose_reply(mynd_link *link);
/*
 * The program's use of a connection is over: its results are cut off from it, as by a close, and commands
 * under way are given up.
 */
void mynd_link_end_replies(mynd_link *link);
/* The link is freed. */
void mynd_reply_free(mynd_link *link);
/* The request's memory goes: what of it hangs on the link is forgotten. */
void mynd_link_forget_replies(mynd_link *link);
/*
 * The rows that wait on the link are stored, and wait on. MYND_MORE: none wait, or more results follow.
 * MYND_BAD: the link's error says why they cannot be had.
 */
int mynd_link_buffer_waiting(mynd_link *link, mynd_columns **columns, mynd_store **store);

/* --- known.c: what other rooms say of it, and ask --- */

/* The reply will be an execute's. */
void mynd_reply_expect_execute(mynd_link *link, bool cursor_asked);
/* Rows of these columns come next: a fetch's. */
void mynd_reply_expect_fetch(mynd_link *link, const mynd_columns *columns);
/* The same, and they wait to be taken. The link has a reference of its own. */
void mynd_reply_wait_for_rows(mynd_link *link, mynd_columns *columns);
/* The columns that wait: with one more reference, and with the link's own. NULL: none do. */
mynd_columns *mynd_reply_share_columns(const mynd_link *link);
mynd_columns *mynd_reply_take_columns(mynd_link *link);
bool mynd_reply_has_cursor(const mynd_link *link); /* their rows are to be fetched */
/* Nothing is known of a query, as after a connect; of the login's own reply only the warnings stay. */
void mynd_reply_forget(mynd_link *link);
void mynd_reply_forget_counts(mynd_link *link); /* of rows, and the last id */
void mynd_reply_forget_login(mynd_link *link);
/* An interceptor knows that the command was not run. */
void mynd_reply_note_not_run(mynd_link *link);
bool mynd_reply_is_spoilt(const mynd_link *link);
/* The program has not taken all of it. */
bool mynd_reply_is_awaited(const mynd_link *link);
bool mynd_reply_is_unread(const mynd_link *link); /* some of it is on the wire that nobody will take */
bool mynd_link_is_reading(const mynd_link *link); /* an unbuffered result of it is being read */
/* the first of those that were freed while they were read */
mynd_result *mynd_link_given_up(const mynd_link *link);

#endif
