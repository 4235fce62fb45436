/* Statements whose prepare is sent with their first execute (deferred_prepare.c). */
#ifndef MYND_STATEMENT_DEFERRED_PREPARE_H
#define MYND_STATEMENT_DEFERRED_PREPARE_H

#include "internal.h"

/*
 * Creates a statement whose prepare is sent with the first execute, if that saves a round trip and nothing
 * else changes. Returns NULL if it has to be prepared now, or without memory, which is the link's error. The
 * number of parameters is known; columns, id and warnings are not. The link has begun.
 */
mynd_statement *mynd_statement_make_deferred(mynd_link *link, mynd_text_facts *text, bool lent);
/*
 * Returns true if mynd.round_trips = fewer, and the query has no parameters, no columns, and changes nothing
 * but the session's variables or default database: sent as a plain query it has the same effect in half of
 * the round trips, and can go into a pool's prologue. Returns false for a link that would refuse the prepare,
 * so that it does so.
 */
bool mynd_statement_is_better_as_text(const mynd_link *link, mynd_slice sql);
/*
 * Sends the prepare of a deferred statement. The link has begun. If it returns MYND_BAD, each execute will
 * fail with the same error.
 */
int mynd_statement_send_prepare_begun(mynd_statement *statement);
/*
 * As mynd_statement_send_prepare_begun, for a link that has not begun. Sends nothing if the statement is
 * prepared, or its connection has ended.
 */
int mynd_statement_send_prepare_now(mynd_statement *statement);
/* Runs a deferred statement, or reports why it could not be prepared. The link has begun. */
int mynd_statement_execute_deferred(mynd_statement *statement, const mynd_parameter *parameters,
    uint32_t count, const mynd_cursor_setting *cursor);
/*
 * Marks the statements as unprepared for a new session: each is prepared again when run. Returns false if one
 * has a cursor or long data.
 */
bool mynd_statements_begin_again(mynd_link *link);
/* Ends the deferral of a statement that was prepared or is being freed. */
void mynd_statement_end_deferral(mynd_statement *statement);
/* Discards the error of the deferred prepare. */
void mynd_statement_forget_refusal(mynd_statement *statement);
/* Returns the `alone` statement that was prepared last, if its prepare was not sent yet; otherwise NULL. */
mynd_statement *mynd_statement_deferred_last(const mynd_link *link);
/* A command before which prepares may have to be sent. */
typedef enum {
	MYND_BEFORE_ANY,      /* any command: prepares of `alone` statements */
	MYND_BEFORE_QUESTION, /* may ask for diagnostics: also the prepare that was the last command */
	MYND_BEFORE_CHANGE    /* may change the session: all prepares */
} mynd_before;

/*
 * Sends the prepares that have to be sent before the command that comes next. Errors are stored in the
 * statements. If the link is not free, does nothing: the command will be refused.
 */
void mynd_statements_make_way_now(mynd_link *link, mynd_before before);
static inline void mynd_statements_make_way(mynd_link *link, mynd_before before)
{
	if (UNEXPECTED(link->prepared != NULL && link->prepared->deferred > 0)) {
		mynd_statements_make_way_now(link, before);
	}
}
/* As mynd_statements_make_way, before a query. */
void mynd_statements_make_way_for(mynd_link *link, mynd_text_facts *text);
/* As mynd_statements_make_way, before an execute of this statement, where another statement is deferred. */
void mynd_statements_make_way_for_execute(mynd_statement *statement);

#endif
