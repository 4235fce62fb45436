/*
 * Statements that were prepared without an error before: only their prepares are deferred, so that a new
 * statement fails where the program prepares it (prepared_before.c).
 */
#ifndef MYND_COMMAND_PREPARED_BEFORE_H
#define MYND_COMMAND_PREPARED_BEFORE_H

#include "link.h"

/*
 * Called before workers are forked: they share what each of them has prepared. Without this call, or without
 * memory for it, each process knows its own statements only.
 */
void mynd_prepared_before_share(void);
/*
 * Returns true if a session of the same account, with the same default database, has prepared this query
 * without an error, and no definition of a table, view or routine was sent since. Returns false if the
 * default database is not known.
 */
bool mynd_prepared_before(const mynd_link *link, mynd_slice sql);
/* Notes the outcome of a prepare. */
void mynd_prepared_before_note(const mynd_link *link, mynd_slice sql, bool prepared);
/* Called when the link sends a query that may create, change or drop a table, view, trigger or routine. */
void mynd_prepared_before_defines(mynd_link *link);

#endif
