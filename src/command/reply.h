/*
 * The reply of a link's current command, as this room and the rooms above it see it. Only this room may name
 * the fields of mynd_reply (tools/lint-names).
 */
#ifndef MYND_COMMAND_REPLY_H
#define MYND_COMMAND_REPLY_H

#include "answer.h"
#include "result.h"
#include "watch.h"
#include "../wire/text_facts.h"

/* Which part of a reply comes next. */
typedef enum mynd_reply_point {
	MYND_AT_REPLY, /* the beginning of the reply, or of a further one */
	MYND_AT_DEFINITIONS,
	MYND_AT_ROWS
} mynd_reply_point;

typedef struct mynd_reply {
	uint64_t serial; /* the number of its command: +1 with each, never 0 */
	mynd_reply_point at;
	/* The text that is running, if it may ask for a file; malloc'ed; NULL: it may not. */
	char *file_text;
	size_t file_text_len;
	/* The text of the reply `select_of`, if it may write nothing; malloc'ed; NULL: none was kept. */
	char *select;
	uint64_t select_of, select_unknown; /* ... and so is that command's, whose rows were left; 0: none */
	/* The command whose rows could not be had when more_results() looked for their end; 0: none. */
	uint64_t without_rows;
	bool more_results;
	bool binary; /* the reply of an execute: rows are binary */
	/* next_result() of the connection has taken a further result: it is no longer a statement's. */
	bool of_connection;
	bool keeps_id;     /* an error leaves insert_id as it is, unless something came before it */
	bool cursor_asked; /* the command was an execute that asked for a cursor */
	bool cursor_open;  /* and the server opened one: `columns` have no rows to be read */
	/* its statement is gone, or there was none: the next command drops further results */
	bool discard_further;
	/* A packet was not a valid row: from now on only ends of statements and of the link are sent. */
	bool broken;
	bool may_have_run;     /* the server may have run the command that was lost with the link */
	bool is_prepared;      /* the command was a prepare: `prepared` is set */
	bool skip_definitions; /* the command was a prepare whose columns will not be asked for */
	mynd_prepared prepared;
	/* the answer to a command that is answered with a text; request memory */
	zend_string *text;
	mynd_columns *arriving;         /* of a result set whose definitions are being read */
	mynd_columns *columns;          /* of a result set that was not taken yet */
	mynd_store *store;              /* its rows, if they were stored */
	struct mynd_outcome *further;   /* what follows it, if it was stored */
	const void *owner;              /* what took it; NULL: nothing in particular */
	void *watch;                    /* is told when all of it was read (watch.h); NULL: nobody is */
	const mynd_watcher *watcher;    /* of the last watch */
	bool watch_ended;               /* the program was not told of that end yet */
	mynd_result *active;            /* the unbuffered result that is being read */
	mynd_result *results;           /* all that live, so that their counts can be folded */
	mynd_result *discarded_results; /* results that were freed while a call was reading them */
	enum {
		MYND_UNREAD_NONE,
		/* An unbuffered result was given up: its rows are still to be dropped. */
		MYND_UNREAD_ROWS,
		MYND_UNREAD_REPLY /* the session gave up the whole reply (2008) */
	} unread;
} mynd_reply;

/* --- interpret.c: events --- */

struct mynd_pending;

/*
 * Takes an event of the current reply that is not a row. MYND_OK: the event completes something: a reply
 * without rows, the definitions of a result set or of a statement, or the rows. MYND_MORE: more belongs to
 * it. MYND_BAD: an error, or the link is lost.
 */
int mynd_take_event(mynd_link *link, const mynd_event *event);
/* Stores an event of the reply to a command under way. MYND_BAD: no memory, or the link is lost. */
int mynd_store_event(mynd_link *link, struct mynd_pending *pending, const mynd_event *event);
/* Drops an event of a reply that is not wanted. MYND_BAD: the link is lost. */
int mynd_drop_event(mynd_link *link, const mynd_event *event);
/* The same for a command of the program: an error in it is told, although the program does not want it. */
int mynd_drop_unwanted(mynd_link *link, const mynd_event *event);

/* Reads the beginning of the next reply, up to its rows if it has any. */
int mynd_link_read_reply(mynd_link *link);
/*
 * Reads the reply to a prepare; its columns wait if they are to be kept. `prepared->id` is 0 if the server
 * has not prepared the statement.
 */
int mynd_link_read_prepared(mynd_link *link, bool keep_columns, mynd_prepared *prepared);
/* Reads the reply to a command that is answered with a text, which is the caller's. NULL: an error. */
zend_string *mynd_link_read_text(mynd_link *link);
/* Flushes and reads the reply to a change of user; the number of fields stays as it is. */
int mynd_link_read_changed_user(mynd_link *link);

/* --- reply.c: sending, dropping --- */

/* Queues the command and flushes. */
int mynd_link_send(mynd_link *link, const mynd_command *command);
/*
 * Runs a command that is not a text: begins, sends, reads the reply. What the program knows of its last query
 * stays, except for the affected rows, as in stock.
 */
int mynd_link_run_aside(mynd_link *link, const mynd_command *command);
/* The same after mynd_link_begin. */
int mynd_link_run_aside_begun(mynd_link *link, const mynd_command *command);
/* Runs a text after mynd_link_begin; the text was noted (state.c). */
int mynd_link_run_begun(mynd_link *link, mynd_text_facts *text);
/* Reads on to the end of the rows of the current result set and drops them. */
int mynd_link_drop_rows(mynd_link *link);
/*
 * Reads on to the end of a reply whose results will not be asked for any more (`discard_further`). MYND_BAD:
 * lost.
 */
int mynd_link_drop_further(mynd_link *link);
/*
 * What follows the first result of this reply will not be asked for: it is dropped, at once if the first has
 * no rows.
 */
void mynd_link_drop_all_but_first(mynd_link *link);
/*
 * Reads on to the end of the current reply, if that is near; all of it is dropped. MYND_BAD: the link is
 * lost.
 */
int mynd_link_drop_reply(mynd_link *link);
/*
 * Reads on to the end of the command's reply with the bytes that are here now, `bound` at most. MYND_MORE:
 * the end was not reached. MYND_BAD: lost.
 */
int mynd_link_drop_now(mynd_link *link, uint64_t bound);
/* Clears what belongs to the current reply. */
void mynd_link_clear_reply(mynd_link *link);
/* From now on only ends are sent. */
void mynd_link_spoil_reply(mynd_link *link);
/* The current reply, and what follows it, will not be taken. */
void mynd_link_give_up_reply(mynd_link *link);
/* Reads and drops now what will not be read any more of the current reply. MYND_BAD: lost. */
int mynd_link_drop_leftovers(mynd_link *link);
/* A command was refused before it began. Returns MYND_BAD. */
int mynd_link_refused(mynd_link *link);
/*
 * The link was lost before the reply came, or before the command that was to bring it was sent. Returns
 * MYND_BAD.
 */
int mynd_link_lose_reply(mynd_link *link);
/*
 * The program's use of a connection is over: its results are cut off from it, as by a close, and commands
 * under way are given up.
 */
void mynd_link_end_replies(mynd_link *link);
/* Called when the link is freed. */
void mynd_reply_free(mynd_link *link);
/* The request's memory is about to be freed: pointers from the link into it are cleared. */
void mynd_link_forget_replies(mynd_link *link);
/*
 * Stores the rows of the result that waits on the link, if one does, as mynd_link_store would; they go on
 * waiting. MYND_BAD: the link's error says why they cannot be had.
 */
int mynd_link_store_waiting(mynd_link *link);
/*
 * Stores the rows that wait on the link; they go on waiting. MYND_MORE: no rows wait, or more results follow.
 * MYND_BAD: the link's error says why they cannot be had.
 */
int mynd_link_buffer_waiting(mynd_link *link, mynd_columns **columns, mynd_store **store);

/* --- leave.c: what nobody will take --- */

/* A destructor may wait for replies on the link now. */
bool mynd_link_may_read_now(const mynd_link *link);
/* After a fatal error: calls that will not return do not stand in the way of reading to the end. */
void mynd_link_leave_calls(mynd_link *link);
/* Reads to its end what is left unread of the current reply, if a destructor may. */
void mynd_link_read_left(mynd_link *link);
/* A copy of a text that may write nothing; NULL: it may write, or is too long, or there is no memory. */
char *mynd_select_copy(mynd_slice sql);
/* The text of the current reply, as far as it was kept; NULL: it was not. */
const char *mynd_reply_select(const mynd_link *link);
/* Its rows were read to their end because names in it are not known. */
bool mynd_reply_has_unknown_select(const mynd_link *link);
void mynd_link_note_select_unknown(mynd_link *link);
void mynd_link_forget_select_unknown(mynd_link *link);

/* --- link.c: what other rooms say of it, and ask --- */

/* The next reply will be that of an execute. */
void mynd_reply_expect_execute(mynd_link *link, bool cursor_asked);
/* Rows of these columns come next, the reply to a fetch. */
void mynd_reply_expect_fetch(mynd_link *link, const mynd_columns *columns);
/* The same, and they wait to be taken. The link takes a reference of its own. */
void mynd_reply_wait_for_rows(mynd_link *link, mynd_columns *columns);
/* The columns that wait, with a new reference (share) or with the link's own (take). NULL: none wait. */
mynd_columns *mynd_reply_share_columns(const mynd_link *link);
mynd_columns *mynd_reply_take_columns(mynd_link *link);
bool mynd_reply_has_cursor(const mynd_link *link); /* the rows of the waiting columns are to be fetched */
/* Its rows could not be had when more_results() looked for their end; the link still has that error. */
bool mynd_reply_is_without_rows(const mynd_link *link);
/* An interceptor reports that the command was not run. */
void mynd_reply_note_not_run(mynd_link *link);
bool mynd_reply_is_broken(const mynd_link *link);
/* The program has not taken the whole reply. */
bool mynd_reply_is_awaited(const mynd_link *link);
/* a part of it is still to be read that will not be taken */
bool mynd_reply_is_unread(const mynd_link *link);
/* the first of the results that were freed while they were being read */
mynd_result *mynd_link_discarded_results(const mynd_link *link);

#endif
