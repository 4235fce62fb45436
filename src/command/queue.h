/*
 * Commands whose replies are taken later: any number may be under way on a link, and several links can be
 * waited for at once.
 *
 * Replies come in the order of the commands. A reply is *outstanding* from the begin of its command until
 * mynd_link_reap takes it; meanwhile every synchronous command is error 2014. Each command has an owner, and
 * only the owner can take its reply: NULL for queries that a program sent on the link itself, a
 * mynd_statement for its executes, any other pointer for other callers. An owner takes its replies in order.
 * Replies of other owners that arrive earlier are stored, as are replies that arrive while much is being
 * written. Stored replies are request memory; if one does not fit memory_limit, its command fails with error
 * 2008.
 *
 * An error of one command concerns that command alone; the others run. A lost link fails all outstanding
 * commands, each with 2006 when its reply is taken; mynd_link_may_have_run then returns whether the server
 * may have run the command.
 */
#ifndef MYND_COMMAND_QUEUE_H
#define MYND_COMMAND_QUEUE_H

#include "link.h"

/* Owner argument of the functions that look for outstanding replies: the replies of all owners. */
#define MYND_OWNER_ANY ((const void *) -1)
bool mynd_link_has_outstanding(const mynd_link *link, const void *owner);
/*
 * Returns the number of the command whose reply the owner takes next, among the queued commands of the link;
 * 0 if no reply of the owner is outstanding.
 */
uint64_t mynd_link_next_outstanding(const mynd_link *link, const void *owner);
uint64_t mynd_queue_last_number(const mynd_link *link); /* number of the last queued command */

/* Writes as much as the socket takes now. */
void mynd_link_write(mynd_link *link);
/* Returns true if more bytes wait for the socket than MYND_SET_SEND_QUEUE allows. */
bool mynd_link_is_full(const mynd_link *link);
/* Returns true if output that may be written now is not written; output after a barrier does not count. */
bool mynd_link_look_for_output(mynd_link *link);

/*
 * Discards the owner's outstanding replies, and the results that follow the one it took last. The next
 * command on the link reads and drops them. Never waits.
 */
void mynd_link_abandon(mynd_link *link, const void *owner);

/*
 * For use after the call that reported the loss. Returns false if the server cannot have run the command that
 * was lost with the link, because it did not receive all of it.
 */
bool mynd_link_may_have_run(const mynd_link *link);

/*
 * Returns the number of replies stored so far, of all owners. It grows when the replies before one that was
 * looked for were stored.
 */
uint64_t mynd_link_stored(const mynd_link *link);

#endif
