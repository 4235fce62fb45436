/*
 * Statements that were prepared without an error before: only their prepares are deferred, so that a new
 * statement fails where the program prepares it (prepared_before.c).
 */
#ifndef MYND_COMMAND_PREPARED_BEFORE_H
#define MYND_COMMAND_PREPARED_BEFORE_H

#include "link.h"
#include "../wire/text_facts.h"

/*
 * Called before workers are forked: they share what each of them has prepared. Without this call, or without
 * memory for it, each process knows its own statements only.
 */
void mynd_prepared_before_share(void);
void mynd_prepared_before_shutdown(void); /* frees the shared memory */
/*
 * Returns a hash of the query and of what its prepare depends on: the account, the default database, the
 * queries that have altered the session, and the number of definitions so far. Returns 0 if the default
 * database or the account is not known.
 */
uint64_t mynd_prepared_before_hash(const mynd_link *link, mynd_slice sql);
/* Returns true if a prepare with this hash has succeeded, and none has failed since. */
bool mynd_prepared_before(uint64_t hash);
/* Notes the outcome of a prepare; the hash is that of the moment when the program prepared. */
void mynd_prepared_before_note(uint64_t hash, bool prepared);
/* Called when the link sends a query, which may alter its session. */
void mynd_prepared_before_alters(mynd_link *link, mynd_text_facts *text, bool several);
/*
 * Called when a query is sent that may create, change or drop a table, view, trigger or routine. Returns true
 * if statements that were prepared before may fail because of it.
 */
bool mynd_prepared_before_defines(mynd_text_facts *text, bool several);
/* called when a query for which mynd_prepared_before_defines returned true has ended */
void mynd_prepared_before_defined(mynd_link *link);

#endif
