/*
 * Prepared statements of a link.
 *
 * A statement is malloc'ed, counted by reference, and belongs to the connection on which it was prepared:
 * after that connection has ended, its commands fail with error 2006. Its results are ordinary results
 * (link.h) whose rows are binary. A stored result can be read after the statement was freed, and so can an
 * unbuffered result whose reading has begun. Errors are reported by mynd_statement_error(), and, while the
 * connection exists, also by mynd_link_error() as link.h says.
 *
 * The link keeps a small cache of statements for queries that are prepared and run in one call
 * (mynd_link_execute_query). A prepared statement remembers the default database, sql_mode and character set
 * with which it was prepared, so each command that may change one of these empties the cache. Changes made by
 * a stored function or trigger are not noticed.
 */
#ifndef MYND_STATEMENT_STATEMENT_H
#define MYND_STATEMENT_STATEMENT_H

#include "../command/result.h"
#include "../wire/statement.h"

typedef struct mynd_statement mynd_statement;

/*
 * Takes back a statement that the caller got from mynd_statement_borrow (../client/client.h). Puts it into
 * the cache, unless the session may have changed since the prepare, or the server remembers the types of its
 * first values (cache.c). Discards unread parts of its reply as mynd_statement_close does.
 */
void mynd_statement_give_back(mynd_statement *statement);

/* Adds a reference, for a caller that needs the statement while the program may close it. */
void mynd_statement_addref(mynd_statement *statement);

/*
 * Releases the caller's reference. With the last reference (a result that reads from a cursor has one) the
 * statement is closed on the server, now if that needs no waiting, otherwise with the next command. A result
 * of the statement that is being read can be read on. Parts of its last reply that were not taken (a result
 * set, further results) are discarded as by mynd_link_leave_reply, which may wait for them. Never runs PHP
 * code.
 */
void mynd_statement_close(mynd_statement *statement, bool explicit_close);

/*
 * Returns true if the prepare was not sent yet (mynd_statement_prepare_deferred): columns, id and warnings
 * are unknown, and the prepare may still fail.
 */
bool mynd_statement_is_deferred(const mynd_statement *statement);

/* returns NULL if the statement's connection has ended */
mynd_link *mynd_statement_link(const mynd_statement *statement);
/*
 * Returns the error of the last call; 2006 if the connection has ended. Never NULL; valid until the next
 * call.
 */
const mynd_error *mynd_statement_error(const mynd_statement *statement);
uint32_t mynd_statement_id(const mynd_statement *statement);
/* Returns a number that changes with each execute and each reset. */
uint32_t mynd_statement_run_number(const mynd_statement *statement);
uint32_t mynd_statement_parameter_count(const mynd_statement *statement);
/* Returns true if exactly this query was prepared; an interceptor may have replaced the program's query. */
bool mynd_statement_has_text(const mynd_statement *statement, const char *sql, size_t len);
/* returns the number of warnings of the prepare */
unsigned mynd_statement_warning_count(const mynd_statement *statement);

/*
 * Returns the columns that the prepare reported, or those of the last result set of an execute or
 * next_result; NULL if there were none. The statement owns the reference. A reply without columns does not
 * change them.
 */
mynd_columns *mynd_statement_columns(const mynd_statement *statement);

typedef struct mynd_cursor_setting {
	uint8_t type; /* MYND_CURSOR_NONE, MYND_CURSOR_READ_ONLY */
	/* Number of rows that a fetch requests; 0: chosen by the size of the rows (cursor.c). */
	uint32_t prefetch;
} mynd_cursor_setting;

/* Sends a piece of a parameter's value; no copy is kept. The server reports errors with the execute. */
int mynd_statement_long_data(mynd_statement *statement, uint16_t parameter, const char *piece, size_t len);
/*
 * Returns true if a piece of this parameter was sent since the last execute. The next execute must pass
 * exactly these parameters as MYND_PARAMETER_LONG.
 */
bool mynd_statement_has_long_data(const mynd_statement *statement, uint16_t parameter);

/* Discards unread rows, long data and cursor, here and on the server. */
int mynd_statement_reset(mynd_statement *statement);

/*
 * Returns true if the statement's last reply (the link's current one, or one that has opened a cursor) has
 * columns that were not taken yet.
 */
bool mynd_statement_has_result(const mynd_statement *statement);

/*
 * As mynd_link_store and mynd_link_use. With a cursor, `use` fetches the rows in batches as they are
 * requested; each batch is read to its end, so that other commands may run between two batches. `store`
 * fetches all remaining rows. Return NULL with error 2014 if has_result is false.
 */
mynd_result *mynd_statement_store(mynd_statement *statement);
mynd_result *mynd_statement_use(mynd_statement *statement);

/* Returns true if another reply of the statement's last execute follows the current one (CALL). */
bool mynd_statement_more_results(const mynd_statement *statement);
bool mynd_statement_look_for_more_results(mynd_statement *statement); /* as mynd_link_look_for_more_results */

/*
 * Makes the next reply of the statement's last execute the current one. Returns MYND_MORE if there is none,
 * if the link's current reply belongs to another command, or if the current result was not taken or not read
 * to its end.
 */
int mynd_statement_next_result(mynd_statement *statement);

/*
 * Reads and discards the rest of the statement's last execute: an untaken result set, further results.
 * Returns MYND_OK also if nothing is left.
 */
int mynd_statement_drop(mynd_statement *statement);

/*
 * Discards further results of another command on the link, up to the first one without rows, if that
 * command's current result was read and this statement has columns. Called before the statement is executed
 * or reset, and when it is closed: stock treats such results as the statement's own then. They are read as
 * mynd_link_leave_further reads them.
 */
void mynd_statement_leave_others(mynd_statement *statement);

/* Returns true if some of the statement's replies are outstanding (../command/queue.h). */
bool mynd_statement_is_outstanding(const mynd_statement *statement);
/*
 * Records that an owner other than the statement (../command/queue.h) has taken the reply to an execute of
 * it; `rc`: the outcome.
 */
void mynd_statement_was_run(mynd_statement *statement, int rc);
void mynd_statement_abandon(mynd_statement *statement);

/* --- for the rooms of links and statements --- */

/*
 * Called instead of mynd_prepared_end_use (internal.h), before the link's connection number grows, where the
 * session stays as it is: keeps the cache, and closes all other statements.
 */
void mynd_prepared_hand_on(mynd_link *link);
/* Queues COM_STMT_CLOSE if the server has the statement; `now`: also writes it if that needs no waiting. */
void mynd_statement_close_on_server(mynd_statement *statement, bool now);

#endif
