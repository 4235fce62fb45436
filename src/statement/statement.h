/*
 * Prepared statements of a link.
 *
 * A statement is malloc'ed, counted by reference, and belongs to the connection it was prepared on: when that
 * is gone its commands are 2006. Its results are ordinary ones (link.h) whose rows are binary; the store of
 * one outlives the statement, and so does the reading of one. Errors: in mynd_statement_error(), and as in
 * link.h in mynd_link_error() while the connection is there.
 *
 * The link keeps a small cache of statements for texts that are run with values at once
 * (mynd_link_execute_query). A prepared statement remembers the default database, sql_mode and character set
 * of its moment, so the cache is emptied by everything that may change them. What a stored function or
 * trigger changes is not seen.
 */
#ifndef MYND_STATEMENT_STATEMENT_H
#define MYND_STATEMENT_STATEMENT_H

#include "../command/result.h"
#include "../wire/statement.h"

typedef struct mynd_statement mynd_statement;

/*
 * The other way round to mynd_statement_borrow (../client/client.h): the statement goes into the cache,
 * unless the session may have been changed since it was prepared, or a server keeps what its first values
 * were. What was unread of its reply is then nobody's, as with close.
 */
void mynd_statement_give_back(mynd_statement *statement);

/* One more reference, for whoever needs the statement beyond a moment in which the program may close it. */
void mynd_statement_addref(mynd_statement *statement);

/*
 * The caller's reference goes. With the last one (a result that reads from a cursor holds one) the server is
 * told, not waiting for anything: with the next command if not now. A result of it that is being read stays
 * what it is; what nobody took of its last reply (a result set, further results) is dropped by the link's
 * next command, which is not refused for it. Never waits, never runs PHP code.
 */
void mynd_statement_close(mynd_statement *statement, bool explicit_close);

mynd_link *mynd_statement_link(const mynd_statement *statement); /* NULL: its connection is gone */
/* Of the last call; 2006 if the connection is gone. Never NULL; good until the next call. */
const mynd_error *mynd_statement_error(const mynd_statement *statement);
uint32_t mynd_statement_id(const mynd_statement *statement);
uint32_t mynd_statement_parameter_count(const mynd_statement *statement);
/* Whether this is what was prepared: it may have been another text than the program's. */
bool mynd_statement_has_text(const mynd_statement *statement, const char *sql, size_t len);
unsigned mynd_statement_warning_count(const mynd_statement *statement); /* of the prepare */

/*
 * Of the prepare, or of the last result set that an execute (or next_result) brought; NULL: it has none. The
 * statement's reference. A reply without columns leaves them as they are.
 */
mynd_columns *mynd_statement_columns(const mynd_statement *statement);

typedef struct mynd_cursor_setting {
	uint8_t type;      /* MYND_CURSOR_NONE, MYND_CURSOR_READ_ONLY */
	uint32_t prefetch; /* rows a fetch asks for; 0: as many as seem good, by the size of the rows */
} mynd_cursor_setting;

/* Sends a piece of a parameter's value; nothing of it is kept. The server's errors come with the execute. */
int mynd_statement_long_data(mynd_statement *statement, uint16_t parameter, const char *piece, size_t len);
/*
 * Such a piece was sent since the last execute: MYND_PARAMETER_LONG is right now, and wrong for all others.
 */
bool mynd_statement_has_long_data(const mynd_statement *statement, uint16_t parameter);

/* Drops unread rows, long data and cursor on both sides. */
int mynd_statement_reset(mynd_statement *statement);

/* Its last reply, which is still the link's or has opened a cursor, has columns that nobody took yet. */
bool mynd_statement_has_result(const mynd_statement *statement);

/*
 * As mynd_link_store and mynd_link_use. With a cursor, `use` fetches batches as it goes, each wholly read at
 * once, so that other commands may run in between; `store` fetches all that is left. Without a result
 * (has_result): NULL and 2014.
 */
mynd_result *mynd_statement_store(mynd_statement *statement);
mynd_result *mynd_statement_use(mynd_statement *statement);

/* A further reply of its last execute follows the current one (CALL). */
bool mynd_statement_more_results(const mynd_statement *statement);

/*
 * On to the next reply of its last execute. MYND_MORE: there is none, or it is another command's that the
 * link is at, or the current result was not taken or is not read to its end.
 */
int mynd_statement_next_result(mynd_statement *statement);

/*
 * Reads and drops what is left of its last execute: an untaken result set, further results. Nothing left:
 * MYND_OK.
 */
int mynd_statement_drop(mynd_statement *statement);

/* The same of a statement's replies that are outstanding (../command/queue.h). */
bool mynd_statement_is_outstanding(const mynd_statement *statement);
/* A reply that another owner has taken was an execute of this statement; `rc` is what reap answered. */
void mynd_statement_was_run(mynd_statement *statement, int rc);
void mynd_statement_abandon(mynd_statement *statement);

/*
 * Who keeps prepared statements by their texts drops them when the session may have changed: then the round
 * is another one, as long as somebody watches.
 */
void mynd_link_watch_session(mynd_link *link, bool on);
uint32_t mynd_link_session_round(const mynd_link *link);

#endif
