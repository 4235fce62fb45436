/*
 * Bulk executes: many rows of values for a statement, sent in one command.
 *
 * Rows are collected in the statement, value by value, and sent together. One reply answers all, taken as
 * other replies are (../command/queue.h): an OK with the counts of all rows, one result set with the rows of
 * all executes, or an error. After an error of an INSERT or REPLACE in a table with transactions none of the
 * command's rows is stored; an UPDATE or DELETE stops at the row that failed, and the rows before it were
 * run.
 */
#ifndef MYND_STATEMENT_BULK_H
#define MYND_STATEMENT_BULK_H

#include "statement.h"
#include "../wire/bulk.h"

/* Returns true if the server knows the command: MariaDB, from the version that negotiates it (session.h). */
bool mynd_link_has_bulk(const mynd_link *link);

/*
 * Appends the next value; a row has as many values as the statement has parameters. If a value cannot be
 * stored, sending fails with that error.
 */
void mynd_statement_gather(mynd_statement *statement, mynd_slice value);
void mynd_statement_gather_mark(mynd_statement *statement, mynd_indicator mark);
size_t mynd_statement_gathered(const mynd_statement *statement); /* bytes of the command so far; 0: no row */

/*
 * Returns the longest command that the server accepts (max_allowed_packet), which is requested from the
 * server once for each connection; 0 on error.
 */
size_t mynd_link_longest_command(mynd_link *link);

#endif
