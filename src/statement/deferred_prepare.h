/* Statements whose prepare is sent with their first execute (deferred_prepare.c). */
#ifndef MYND_STATEMENT_DEFERRED_PREPARE_H
#define MYND_STATEMENT_DEFERRED_PREPARE_H

#include "internal.h"

/*
 * After mynd_link_begin: creates a statement whose prepare is sent with the first execute, if that saves a
 * round trip and changes nothing else. Returns NULL if the statement has to be prepared now, or if there is
 * no memory (then the link has that error). The number of parameters is known; columns, id and warnings are
 * not. `how`: MYND_PREPARE_*.
 */
mynd_statement *mynd_statement_make_deferred(mynd_link *link, mynd_text_facts *text, unsigned how);
/*
 * Returns true if mynd.round_trips = fewer, and the query has no parameters, no columns, and changes nothing
 * but the session's variables or default database: sent as a plain query it has the same effect in half of
 * the round trips, and can go into a pool's prologue. Returns false if the link would refuse the prepare: the
 * caller then prepares, and gets that error.
 */
bool mynd_statement_is_better_as_text(const mynd_link *link, mynd_slice sql);
/*
 * After mynd_link_begin: sends the prepare of a deferred statement. If this returns MYND_BAD, each later
 * execute fails with the same error.
 */
int mynd_statement_send_prepare_begun(mynd_statement *statement);
/*
 * As mynd_statement_send_prepare_begun, but calls mynd_link_begin itself. Sends nothing if the statement is
 * prepared, or its connection has ended.
 */
int mynd_statement_send_prepare_now(mynd_statement *statement);
/* After mynd_link_begin: runs a deferred statement, or reports the error of its prepare. */
int mynd_statement_execute_deferred(mynd_statement *statement, const mynd_parameter *parameters,
    uint32_t count, const mynd_cursor_setting *cursor);
/*
 * Called when the link gets a new session: marks all its statements as not prepared, so that each is prepared
 * again when it is run. Returns false if one has a cursor or long data, which cannot be restored.
 */
bool mynd_statements_begin_again(mynd_link *link);
/* Ends the deferral of a statement that was prepared or is being freed. */
void mynd_statement_end_deferral(mynd_statement *statement);
/* Discards the error of the deferred prepare. */
void mynd_statement_forget_refusal(mynd_statement *statement);
/* Returns the deferred statement with `alone` set, of which a link has at most one; NULL if there is none. */
mynd_statement *mynd_statement_deferred_last(const mynd_link *link);
/* Deferred prepares that have to be sent before a command, by kind of the command: */
typedef enum {
	MYND_BEFORE_ANY, /* a command of any kind: prepares of `alone` statements */
	/* a command that may ask for diagnostics: also the prepare that the program made last */
	MYND_BEFORE_QUESTION,
	MYND_BEFORE_CHANGE /* a command that may change the session: all prepares */
} mynd_before;

/*
 * Sends the deferred prepares that have to be sent before such a command. Errors are stored in the
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
/*
 * As mynd_statements_make_way, before an execute of this statement: sends only prepares of other statements.
 */
void mynd_statements_make_way_for_execute(mynd_statement *statement);

#endif
