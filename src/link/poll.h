/* Waiting for several links at once. */
#ifndef MYND_LINK_POLL_H
#define MYND_LINK_POLL_H

#include "../command/queue.h"
#include "../net/set.h"

/*
 * Reads the replies that have arrived, for an owner that will take the replies of `under_way` commands, none
 * of which has been read yet. Reads only when so much time has passed since the last read that the server can
 * have run some of the commands: the server is slower if it wakes us for each reply, or if we read the socket
 * while it writes.
 */
void mynd_link_gather(mynd_link *link, const void *owner, unsigned under_way);

/*
 * Returns true if there is something to wait for: an outstanding reply, or a result that is not read to its
 * end.
 */
bool mynd_link_is_awaited(const mynd_link *link);

/*
 * Waits until one of the links has bytes of a reply, or is lost. The caller has references to the links;
 * links with nothing to wait for are skipped. Returns MYND_OK when ready[i] says which links are ready (its
 * values before the call do not matter), MYND_MORE if the deadline has passed, MYND_BAD with errno. The cost
 * of the wait is charged to the links that became ready.
 */
int mynd_links_poll(mynd_link *const *links, size_t count, mynd_deadline deadline, bool *ready);

/*
 * As mynd_links_poll, with the caller's own set, in which `name` stands for the link. Call watch before each
 * wait (it costs nothing if nothing has changed), wait on the set, and pass the events that the set returns
 * for a link to mynd_link_found; mynd_link_look_for_reply then returns whether a reply is ready. Returns
 * MYND_BAD with errno.
 */
int mynd_link_watch(mynd_link *link, mynd_set *set, void *name);
void mynd_link_found(mynd_link *link, int ready);
void mynd_link_unwatch(mynd_link *link, mynd_set *set);

/*
 * Returns the time at which a wait for the next reply should end if the wait does not itself read: when the
 * connection's read timeout, counted from now, has passed, or when its deadline cancels the command,
 * whichever is earlier.
 */
mynd_deadline mynd_link_reply_deadline(const mynd_link *link);

/* Reports to the listener the events that a set does not show (../channel/channel.h). */
void mynd_link_listen(mynd_link *link, mynd_listener *listener, mynd_listener **ready_list);
void mynd_link_unlisten(mynd_link *link, mynd_listener *listener);

/*
 * Returns true if the beginning of the owner's next reply can be taken without waiting. Never waits; writes
 * output that may be written, and reads bytes that have arrived.
 */
bool mynd_link_look_for_reply(mynd_link *link, const void *owner);
/* Reads the bytes of the socket into the link's buffer, unless the buffer has bytes already. Never waits. */
void mynd_link_read_here(mynd_link *link);

#endif
