/*
 * Bulk executes: many rows of values for a statement, sent in one command.
 *
 * Rows are collected in the statement, value by value, and sent together. One reply, which is taken as other
 * replies are (../command/queue.h), answers all rows: an OK with the counts of all rows, one result set with
 * the rows of all executes, or an error. If an INSERT or REPLACE in a table with transactions fails, the
 * server stores none of the command's rows. An UPDATE or DELETE stops at the row that failed, after it was
 * run for the rows before.
 */
#ifndef MYND_STATEMENT_BULK_H
#define MYND_STATEMENT_BULK_H

#include "statement.h"
#include "../wire/bulk.h"

/* Returns true if the server has the command: MariaDB, from the version that negotiates it (session.h). */
bool mynd_link_has_bulk(const mynd_link *link);

/*
 * Appends the next value; a row has as many values as the statement has parameters. If a value cannot be
 * stored, sending fails with that error.
 */
void mynd_statement_gather(mynd_statement *statement, mynd_slice value);
void mynd_statement_gather_mark(mynd_statement *statement, mynd_indicator mark);
size_t mynd_statement_gathered(const mynd_statement *statement); /* bytes of the command so far; 0: no row */

/* Returns the rows in the first `bytes` of the command so far, for mynd_bulk_take. */
mynd_slice mynd_statement_gathered_rows(const mynd_statement *statement, size_t bytes);

/*
 * Returns the length of the longest command that the server accepts (max_allowed_packet), as it was set for
 * this connection; 0: it was not set.
 */
size_t mynd_link_longest_command(const mynd_link *link);
void mynd_link_set_longest_command(mynd_link *link, size_t bytes);

#endif
