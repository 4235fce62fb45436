/*
 * Prepared statements of a link.
 *
 * A statement is malloc'ed, counted by reference, and belongs to the connection on which it was prepared:
 * when that is gone, its commands are error 2006. Its results are ordinary results (link.h) whose rows are
 * binary. A stored result outlives the statement, and so does an unbuffered one that is being read. Errors
 * are in mynd_statement_error(), and, while the connection exists, also in mynd_link_error() as link.h says.
 *
 * The link keeps a small cache of statements for texts that are run with values at once
 * (mynd_link_execute_query). A prepared statement remembers the default database, sql_mode and character set
 * with which it was prepared, so everything that may change them empties the cache. Changes made by a stored
 * function or trigger are not seen.
 */
#ifndef MYND_STATEMENT_STATEMENT_H
#define MYND_STATEMENT_STATEMENT_H

#include "../command/result.h"
#include "../wire/statement.h"

typedef struct mynd_statement mynd_statement;

/*
 * Returns a statement that mynd_statement_borrow (../client/client.h) has lent. It goes into the cache,
 * unless the session may have changed since it was prepared, or the server keeps what its first values were.
 * What is unread of its reply is dropped as by close.
 */
void mynd_statement_give_back(mynd_statement *statement);

/* Takes one more reference, for a caller that needs the statement while the program may close it. */
void mynd_statement_addref(mynd_statement *statement);

/*
 * Releases the caller's reference. With the last one (a result that reads from a cursor holds one) the server
 * is told, now if that needs no waiting, otherwise with the next command. A result of it that is being read
 * is not affected. What was not taken of its last reply (a result set, further results) is dropped by the
 * link's next command, which is not refused for it. Never waits, never runs PHP code.
 */
void mynd_statement_close(mynd_statement *statement, bool explicit_close);

/*
 * Its prepare was not sent yet (mynd_statement_prepare_deferred): columns, id and warnings are not known, and
 * an error of the prepare is still to come.
 */
bool mynd_statement_is_deferred(const mynd_statement *statement);

mynd_link *mynd_statement_link(const mynd_statement *statement); /* NULL: its connection is gone */
/* The error of the last call; 2006 if the connection is gone. Never NULL; valid until the next call. */
const mynd_error *mynd_statement_error(const mynd_statement *statement);
uint32_t mynd_statement_id(const mynd_statement *statement);
/* Another one after each execute, and each reset. */
uint32_t mynd_statement_run_number(const mynd_statement *statement);
uint32_t mynd_statement_parameter_count(const mynd_statement *statement);
/* Whether this is what was prepared: it may have been another text than the program's. */
bool mynd_statement_has_text(const mynd_statement *statement, const char *sql, size_t len);
unsigned mynd_statement_warning_count(const mynd_statement *statement); /* of the prepare */

/*
 * The columns of the prepare, or of the last result set that an execute (or next_result) brought; NULL: it
 * has none. The reference is the statement's. A reply without columns leaves them as they are.
 */
mynd_columns *mynd_statement_columns(const mynd_statement *statement);

typedef struct mynd_cursor_setting {
	uint8_t type; /* MYND_CURSOR_NONE, MYND_CURSOR_READ_ONLY */
	/* Rows that a fetch asks for; 0: the driver chooses by the size of the rows. */
	uint32_t prefetch;
} mynd_cursor_setting;

/* Sends a piece of a parameter's value; no copy is kept. The server reports errors with the execute. */
int mynd_statement_long_data(mynd_statement *statement, uint16_t parameter, const char *piece, size_t len);
/*
 * Such a piece was sent since the last execute: the parameter must then be MYND_PARAMETER_LONG, and no other
 * may be.
 */
bool mynd_statement_has_long_data(const mynd_statement *statement, uint16_t parameter);

/* Drops unread rows, long data and cursor, here and on the server. */
int mynd_statement_reset(mynd_statement *statement);

/*
 * Its last reply (the link's current one, or one that has opened a cursor) has columns that were not taken
 * yet.
 */
bool mynd_statement_has_result(const mynd_statement *statement);

/*
 * As mynd_link_store and mynd_link_use. With a cursor, `use` fetches batches as the rows are asked for; each
 * batch is read whole, so that other commands may run in between. `store` fetches all that is left. NULL and
 * 2014 if has_result is false.
 */
mynd_result *mynd_statement_store(mynd_statement *statement);
mynd_result *mynd_statement_use(mynd_statement *statement);

/* A further reply of its last execute follows the current one (CALL). */
bool mynd_statement_more_results(const mynd_statement *statement);
bool mynd_statement_look_for_more_results(mynd_statement *statement); /* as that of the link */

/*
 * Moves on to the next reply of its last execute. MYND_MORE: there is none, the link's current reply is
 * another command's, or the current result was not taken or is not read to its end.
 */
int mynd_statement_next_result(mynd_statement *statement);

/*
 * Reads and drops what is left of its last execute: an untaken result set, further results. MYND_OK also if
 * nothing is left.
 */
int mynd_statement_drop(mynd_statement *statement);

/* Some of the statement's replies are outstanding (../command/queue.h). */
bool mynd_statement_is_outstanding(const mynd_statement *statement);
/* Another owner has taken the reply to an execute of this statement; `rc` is what reap returned. */
void mynd_statement_was_run(mynd_statement *statement, int rc);
void mynd_statement_abandon(mynd_statement *statement);

#endif
