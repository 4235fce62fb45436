/*
 * Statements whose prepare goes with their first execute (deferred_prepare.c).
 */
#ifndef MYND_STATEMENT_DEFERRED_PREPARE_H
#define MYND_STATEMENT_DEFERRED_PREPARE_H

#include "internal.h"

/*
 * A statement whose prepare is sent with the first execute, if that saves a round trip and nothing else
 * changes; NULL: it is to be prepared now, or there was no memory, which is the link's error. The number of
 * parameters is known; columns, id and warnings are not. The link has begun.
 */
mynd_statement *mynd_statement_make_deferred(mynd_link *link, mynd_text_facts *text, bool lent);
/*
 * mynd.round_trips = fewer, and the text has no parameters, no columns, and changes nothing but the session's
 * variables or default database: sent as it is it does the same, in half of the round trips, and a pool's
 * prologue may have it. A link that would refuse the prepare is left to do so.
 */
bool mynd_statement_is_better_as_text(const mynd_link *link, mynd_slice sql);
/* Sends the prepare of a deferred statement. The link has begun. MYND_BAD: each execute will fail so, too. */
int mynd_statement_send_prepare_begun(mynd_statement *statement);
/* The same where the link has not begun. Nothing is sent of a statement that is prepared, or gone. */
int mynd_statement_send_prepare_now(mynd_statement *statement);
/* Runs a deferred statement, or reports why it could not be prepared. The link has begun. */
int mynd_statement_execute_deferred(mynd_statement *statement, const mynd_parameter *parameters,
    uint32_t count, const mynd_cursor_setting *cursor);
/* For a new session: statements are prepared again when run. False: one has a cursor or long data. */
bool mynd_statements_begin_again(mynd_link *link);
/* It was prepared, or goes. */
void mynd_statement_end_deferral(mynd_statement *statement);
/* Why its prepare has failed is of no interest any more. */
void mynd_statement_forget_refusal(mynd_statement *statement);
/* The `alone` one whose prepare was not sent yet, which was prepared last; NULL: there is none. */
mynd_statement *mynd_statement_deferred_last(const mynd_link *link);
/* A command before which prepares may have to be sent. */
typedef enum {
	MYND_BEFORE_ANY,      /* those of `alone` ones */
	MYND_BEFORE_QUESTION, /* it may ask what the last command has left: also those that were the last one */
	MYND_BEFORE_CHANGE    /* it may change the session: all */
} mynd_before;

/*
 * Another command is about to be sent. Sends the prepares before it that have to come first. Errors are kept
 * with the statements. If the link is not free, nothing happens: the command will be refused.
 */
void mynd_statements_make_way_now(mynd_link *link, mynd_before before);
static inline void mynd_statements_make_way(mynd_link *link, mynd_before before)
{
	if (UNEXPECTED(link->prepared != NULL && link->prepared->deferred > 0)) {
		mynd_statements_make_way_now(link, before);
	}
}
/* The same before a text. */
void mynd_statements_make_way_for(mynd_link *link, mynd_text_facts *text);
/* The same before an execute of this statement, where another one is deferred. */
void mynd_statements_make_way_for_execute(mynd_statement *statement);

#endif
