/*
 * Bulk executes of a link: many rows of values for a statement, in one command.
 *
 * The rows gather in the statement, value by value, and are sent together. The reply is one, taken as other
 * replies are (../command/queue.h): an OK that counts for all rows, one result set with the rows of all, or
 * an error. After an error of an INSERT or REPLACE in a table with transactions no row of the command is
 * there; an UPDATE or DELETE stops at the row that failed, and those before it were run.
 */
#ifndef MYND_STATEMENT_BULK_H
#define MYND_STATEMENT_BULK_H

#include "statement.h"
#include "../wire/bulk.h"

/* The server knows the command: MariaDB, from the version on where it is negotiated (session.h). */
bool mynd_link_has_bulk(const mynd_link *link);

/*
 * Puts the next value; a row is as many as the statement has parameters. What cannot be kept is told by send.
 */
void mynd_statement_gather(mynd_statement *statement, mynd_slice value);
void mynd_statement_gather_mark(mynd_statement *statement, mynd_indicator mark);
size_t mynd_statement_gathered(const mynd_statement *statement); /* bytes of the command so far; 0: no row */

/* The longest command that the server takes (max_allowed_packet). It is asked once a connection. 0: error. */
size_t mynd_link_longest_command(mynd_link *link);

#endif
