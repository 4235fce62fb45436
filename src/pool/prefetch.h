/*
 * Prefetching (mynd.prefetch): reads that a program will probably ask for next are sent after the one that it
 * waits for. Included by internal.h alone.
 */
#ifndef MYND_POOL_PREFETCH_H
#define MYND_POOL_PREFETCH_H

#include "read_ahead.h"

typedef struct mynd_prefetch mynd_prefetch;

/* Called when a program acquires the link, and when it releases the link. */
void mynd_prefetch_begin_use(mynd_link *link);
void mynd_prefetch_end_use(mynd_link *link);
/*
 * Notes the size of the last reply and the time that it took, if the last command of the program was a query
 * whose reply is to be measured. `begun`: another command has begun since.
 */
void mynd_prefetch_measure(mynd_link *link, bool begun);
/*
 * Called for each query that was put into the session, to be run or prepared, with the facts about it: may
 * queue reads after it.
 */
void mynd_prefetch_look_at(mynd_link *link, const mynd_command *command, mynd_text_facts *text);

#endif
