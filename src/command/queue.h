/*
 * Commands whose replies are taken later: any number may be under way on a link, and many links can be waited
 * for at once.
 *
 * Replies come in the order of the commands. A reply is *outstanding* from the command until it is taken with
 * reap; while one is, every synchronous command is 2014. Each has an owner, who alone can take it: NULL for
 * texts that a program sent on the link itself, a mynd_statement for its executes, anybody's pointer for his
 * own. Owners take theirs in order; replies that stand before are stored meanwhile, as are those that come
 * while much is being written. What is stored is request memory; what cannot fit memory_limit is error 2008
 * of its command.
 *
 * An error of one command is its own, the others run. A lost link fails all that are outstanding, each with
 * 2006 when it is taken, and mynd_link_may_have_run tells of each.
 */
#ifndef MYND_COMMAND_QUEUE_H
#define MYND_COMMAND_QUEUE_H

#include "link.h"

/* Replies that are still to be taken; ANY: whoever owns them. */
#define MYND_OWNER_ANY ((const void *) -1)
bool mynd_link_has_outstanding(const mynd_link *link, const void *owner);
/* A number that the owner's next reply has among all of the link's; 0: none is outstanding. */
uint64_t mynd_link_next_outstanding(const mynd_link *link, const void *owner);

void mynd_link_write(mynd_link *link);
/* Some of it could not be written yet, or stands behind a barrier. */
bool mynd_link_look_for_output(mynd_link *link);

/*
 * The owner will not take them, nor what follows the one he took last: what comes is dropped, by whoever uses
 * the link next. Never waits.
 */
void mynd_link_abandon(mynd_link *link, const void *owner);

/*
 * Of the command that was lost with the link, after the call that told so: false if the server cannot have
 * run it, for it has not got all of it.
 */
bool mynd_link_may_have_run(const mynd_link *link);

/*
 * How many replies were stored so far, whoever owns them: it grows when to look for one has stored those
 * before it.
 */
uint64_t mynd_link_stored(const mynd_link *link);

#endif
