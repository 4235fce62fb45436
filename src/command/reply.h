/*
 * The reply of a link's current command, for this room and the rooms above it. Only this room may access the
 * fields of mynd_reply (tools/lint-names).
 */
#ifndef MYND_COMMAND_REPLY_H
#define MYND_COMMAND_REPLY_H

#include "answer.h"
#include "result.h"
#include "watch.h"
#include "../wire/text_facts.h"

/* The part of a reply that comes next. */
typedef enum mynd_reply_point {
	MYND_AT_REPLY, /* the beginning of the reply, or of a further one */
	MYND_AT_DEFINITIONS,
	MYND_AT_ROWS,
	MYND_AT_DROPPED /* replies to earlier commands of the driver's own, which are dropped */
} mynd_reply_point;

typedef struct mynd_reply {
	uint64_t serial; /* number of the reply's command: +1 with each command, never 0 */
	mynd_reply_point at;
	unsigned to_drop; /* AT_DROPPED: number of replies to commands of the driver's own that come first */
	/* The query that is running, if it may ask for a file; malloc'ed; NULL: no such query. */
	char *file_text;
	size_t file_text_len;
	/*
	 * The query of the command `select_of`, if it may be one that writes nothing; malloc'ed; NULL: no copy.
	 */
	char *select;
	/* numbers of the command of `select`, and of a command with names that may be views; 0: none */
	uint64_t select_of, select_unknown;
	/*
	 * number of the command whose rows could not be stored when more_results() read on to their end; 0: none
	 */
	uint64_t without_rows;
	bool more_results;
	bool binary; /* the reply of an execute: rows are binary */
	/* next_result() of the connection has taken a further result: the reply is no longer a statement's. */
	bool of_connection;
	bool keeps_id;     /* an error that comes first in the reply does not change insert_id */
	bool cursor_asked; /* the command was an execute that asked for a cursor */
	bool cursor_open;  /* the server has opened the cursor: no rows of `columns` follow in the reply */
	enum {
		MYND_DISCARD_NONE,
		MYND_DISCARD_ALL, /* the next command reads and drops all further results, which will not be taken */
		/*
		 * results up to the first one without rows are dropped; only set while mynd_link_leave_further reads
		 */
		MYND_DISCARD_TO_OK
	} discard_further;
	/* A packet was not a valid row: from now on only closes of statements and of the link are sent. */
	bool broken;
	bool may_have_run;     /* the server may have run the command that was lost with the link */
	bool is_prepared;      /* the command was a prepare: `prepared` is set */
	bool skip_definitions; /* the command was a prepare whose columns will not be asked for */
	mynd_prepared prepared;
	/* the reply to a command that is answered with a text; request memory */
	zend_string *text;
	mynd_columns *arriving;       /* columns of a result set whose definitions are being read */
	mynd_columns *columns;        /* columns of a result set that was not taken yet */
	mynd_store *store;            /* rows for `columns`, if they were stored */
	struct mynd_outcome *further; /* replies after the current one, if they were stored */
	const void *owner;            /* the owner that took the reply; NULL: none */
	void *watch;                  /* watch that is notified when the reply has ended (watch.h); NULL: none */
	const mynd_watcher *watcher;  /* functions of the last watch */
	bool watch_ended;             /* a watch has ended, and the program was not notified yet */
	mynd_result *active;          /* the unbuffered result that is being read */
	/* all existing results of the link, so that their counts can be added to the link's */
	mynd_result *results;
	mynd_result *discarded_results; /* results that were freed while a call was reading them */
	enum {
		MYND_UNREAD_NONE,
		/* An unbuffered result was discarded: its rows must still be read and dropped. */
		MYND_UNREAD_ROWS,
		MYND_UNREAD_REPLY /* the rest of the reply was discarded, and must still be read */
	} unread;
} mynd_reply;

/* --- interpret.c: events --- */

struct mynd_pending;

/*
 * Takes an event of the current reply that is not a row. Returns MYND_OK if the event completes a reply
 * without rows, the definitions of a result set or of a statement, or the rows. Returns MYND_MORE if more
 * events belong to it. Returns MYND_BAD on an error, or if the link is lost.
 */
int mynd_take_event(mynd_link *link, const mynd_event *event);
/*
 * Stores an event of the reply to a command under way. Returns MYND_BAD if there is no memory, or the link is
 * lost.
 */
int mynd_store_event(mynd_link *link, struct mynd_pending *pending, const mynd_event *event);
/* Drops an event of a reply that is not wanted. Returns MYND_BAD if the link is lost. */
int mynd_drop_event(mynd_link *link, const mynd_event *event);
/* As mynd_drop_event, for a command of the program: reports an error to the metrics and the watch. */
int mynd_drop_unwanted(mynd_link *link, const mynd_event *event);

/* Reads the beginning of the next reply, up to its rows if it has any. */
int mynd_link_read_reply(mynd_link *link);
/*
 * Reads the reply to a prepare. `keep_columns`: its columns can be taken afterwards. `prepared->id` is 0 if
 * the server has not prepared the statement.
 */
int mynd_link_read_prepared(mynd_link *link, bool keep_columns, mynd_prepared *prepared);
/*
 * Reads the reply to a command that is answered with a text, which the caller owns. Returns NULL on an error.
 */
zend_string *mynd_link_read_text(mynd_link *link);
/* Writes all output and reads the reply to a change of user. The link's field count stays as it was. */
int mynd_link_read_changed_user(mynd_link *link);

/* --- reply.c: sending, dropping --- */

/* Queues the command and writes all output. */
int mynd_link_send(mynd_link *link, const mynd_command *command);
/*
 * Runs a command that is not a query: begins, sends, reads the reply. As in stock, insert id, warnings and
 * field count do not change, and the affected rows are unknown afterwards.
 */
int mynd_link_run_aside(mynd_link *link, const mynd_command *command);
/* As mynd_link_run_aside, after mynd_link_begin. */
int mynd_link_run_aside_begun(mynd_link *link, const mynd_command *command);
/* Runs a query after mynd_link_begin; the caller has noted its effects on the session (state.c). */
int mynd_link_run_begun(mynd_link *link, mynd_text_facts *text);
/* Reads on to the end of the rows of the current result set and drops them. */
int mynd_link_drop_rows(mynd_link *link);
/*
 * Reads and drops those further results that are discarded (`discard_further`). Returns MYND_BAD if the link
 * is lost.
 */
int mynd_link_drop_further(mynd_link *link);
/* Discards all results of this reply after the first; drops them at once if the first has no rows. */
void mynd_link_drop_all_but_first(mynd_link *link);
/*
 * Reads the rest of the current reply and drops it. If its query certainly writes nothing, at most
 * MYND_DRAIN_BOUND bytes are read, and beyond them the link is lost. Returns MYND_BAD if the link is lost.
 */
int mynd_link_drop_reply(mynd_link *link);
/*
 * Drops the bytes of the command's reply that have arrived, `bound` bytes at most. Returns MYND_MORE if the
 * end of the reply was not reached, MYND_BAD if the link is lost.
 */
int mynd_link_drop_now(mynd_link *link, uint64_t bound);
/* Frees columns, rows and further results of the current reply. */
void mynd_link_clear_reply(mynd_link *link);
/* Marks the reply as broken: from now on only closes are sent. */
void mynd_link_spoil_reply(mynd_link *link);
/* Discards the current reply and its further results. */
void mynd_link_give_up_reply(mynd_link *link);
/* Reads and drops the discarded parts of the current reply. Returns MYND_BAD if the link is lost. */
int mynd_link_drop_leftovers(mynd_link *link);
/* Sets the affected rows to unknown, for a command that was refused before it began. Returns MYND_BAD. */
int mynd_link_refused(mynd_link *link);
/*
 * Sets the error of a reply that was lost with the link before it came, or before its command was sent.
 * Returns MYND_BAD.
 */
int mynd_link_lose_reply(mynd_link *link);
/*
 * Ends the replies when the program's use of the connection ends: results can read no more rows, as after a
 * close, and commands under way are discarded.
 */
void mynd_link_end_replies(mynd_link *link);
/* Frees the reply's memory when the link is freed. */
void mynd_reply_free(mynd_link *link);
/* Clears the link's pointers into the request's memory, which is about to be freed. */
void mynd_link_forget_replies(mynd_link *link);
/*
 * Stores the rows of the result that was not taken yet, if there is one, as mynd_link_store would; it can
 * still be taken. Returns MYND_BAD if that fails; the link's error says why.
 */
int mynd_link_store_waiting(mynd_link *link);
/*
 * Stores rows that were not taken yet; they can still be taken. Returns MYND_MORE if there are none, or more
 * results follow. Returns MYND_BAD if that fails; the link's error says why.
 */
int mynd_link_buffer_waiting(mynd_link *link, mynd_columns **columns, mynd_store **store);
/*
 * Reads all results of the current reply, stores them, and calls `each` for every one in turn
 * (src/client/intercept.h).
 */
int mynd_link_each_result(
    mynd_link *link, void (*each)(void *context, const mynd_answer *result), void *context);

/* --- leave.c: results that nobody will take --- */

/* Returns true if a destructor may wait for replies on the link now. */
bool mynd_link_may_read_now(const mynd_link *link);
/* After a fatal error: ends the calls that will not return, so that replies can be read to the end. */
void mynd_link_leave_calls(mynd_link *link);
/* Reads the discarded rest of the current reply, if its query may write and a destructor may wait now. */
void mynd_link_read_left(mynd_link *link);
/*
 * Copies a query that may be one that writes nothing. Returns NULL if it may write, is too long, or there is
 * no memory.
 */
char *mynd_select_copy(mynd_slice sql);
/* Returns true if the query, a copy, certainly writes nothing. Returns false if it is NULL. */
bool mynd_query_writes_nothing(mynd_link *link, const char *query);
/* Returns the query of the current reply; NULL if it was not copied. */
const char *mynd_reply_select(const mynd_link *link);
/*
 * Returns true if the rows of the current reply's query were read to their end because names in the query may
 * be views.
 */
bool mynd_reply_has_unknown_select(const mynd_link *link);
void mynd_link_note_select_unknown(mynd_link *link);
void mynd_link_forget_select_unknown(mynd_link *link);

/* --- link.c: the reply's fields, for other rooms --- */

/* Prepares for the reply of an execute. */
void mynd_reply_expect_execute(mynd_link *link, bool cursor_asked);
/* Prepares for rows of these columns, the reply to a fetch. */
void mynd_reply_expect_fetch(mynd_link *link, const mynd_columns *columns);
/* Makes the columns those of the current reply, to be taken with their rows. Takes a reference of its own. */
void mynd_reply_wait_for_rows(mynd_link *link, mynd_columns *columns);
/* Return the reply's columns, with a new reference (share) or with the link's own (take). NULL: none. */
mynd_columns *mynd_reply_share_columns(const mynd_link *link);
mynd_columns *mynd_reply_take_columns(mynd_link *link);
/* returns true if a cursor is open, so that rows must be fetched */
bool mynd_reply_has_cursor(const mynd_link *link);
/*
 * Returns true if the reply's rows could not be stored when more_results() read on to their end, and the link
 * still has that error.
 */
bool mynd_reply_is_without_rows(const mynd_link *link);
/* Notes that the command was not run, as an interceptor reports. */
void mynd_reply_note_not_run(mynd_link *link);
bool mynd_reply_is_broken(const mynd_link *link);
/* Returns true if the program has not taken the whole reply. */
bool mynd_reply_is_awaited(const mynd_link *link);
/* Returns true if the program has discarded the reply, and a part of it must still be read. */
bool mynd_reply_is_unread(const mynd_link *link);
/* Returns the first of the results that were freed while they were being read. */
mynd_result *mynd_link_discarded_results(const mynd_link *link);

#endif
