/* Waiting for several links at once. */
#ifndef MYND_LINK_POLL_H
#define MYND_LINK_POLL_H

#include "../command/queue.h"
#include "../net/set.h"

/*
 * For an owner that will take the replies of so many commands under way, and of which none has been read yet:
 * reads the replies that are here, but only when enough time has passed since the last read for the server to
 * have run some of the commands. The server is slower if it wakes us for each reply, or if we read the socket
 * while it writes.
 */
void mynd_link_gather(mynd_link *link, const void *owner, unsigned under_way);

/* There is something to wait for: an outstanding reply, or a result that is not read to its end. */
bool mynd_link_is_awaited(const mynd_link *link);

/*
 * Waits until one of the links has bytes of a reply, or is lost. The caller holds the links; those with
 * nothing to wait for are left out. MYND_OK: ready[i] says which links are ready; its values before the call
 * do not matter. MYND_MORE: the deadline has passed. MYND_BAD: errno says why. The links that became ready
 * are charged with what the wait costs.
 */
int mynd_links_poll(mynd_link *const *links, size_t count, mynd_deadline deadline, bool *ready);

/*
 * The same with the caller's own set, in which `name` stands for the link. Call watch before each wait (it
 * costs nothing if nothing has changed), wait on the set, and tell each link that was found what the set
 * says; is_ready then answers. MYND_BAD: errno says why.
 */
int mynd_link_watch(mynd_link *link, mynd_set *set, void *name);
void mynd_link_found(mynd_link *link, int ready);
void mynd_link_unwatch(mynd_link *link, mynd_set *set);

/*
 * When a wait for the next reply should end that does not read it: the connection's read timeout from now on,
 * or when its deadline has the command cancelled.
 */
mynd_deadline mynd_link_reply_deadline(const mynd_link *link);

/* The listener is told of events that a set does not show (../channel/channel.h). */
void mynd_link_listen(mynd_link *link, mynd_listener *listener, mynd_listener **ready_list);
void mynd_link_unlisten(mynd_link *link, mynd_listener *listener);

/*
 * The beginning of the owner's next reply can be taken without waiting. Never waits; writes what is due and
 * reads what is here.
 */
bool mynd_link_look_for_reply(mynd_link *link, const void *owner);
/* Reads what is in the socket into the link's buffer, unless that has bytes already. Never waits. */
void mynd_link_read_here(mynd_link *link);

#endif
