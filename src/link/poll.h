/*
 * Waiting for many links at once.
 */
#ifndef MYND_LINK_POLL_H
#define MYND_LINK_POLL_H

#include "../command/queue.h"
#include "../net/set.h"

/*
 * Of the replies of so many commands under way, all of which the owner will take, none has been read yet:
 * reads those that are here, but not sooner after the last time than the server may have done some of them.
 * It works slower if it wakes us for each, or if we reach for the socket while it writes.
 */
void mynd_link_gather(mynd_link *link, const void *owner, unsigned under_way);

/* There is something to wait for: an outstanding reply, or a result that is not read to its end. */
bool mynd_link_is_awaited(const mynd_link *link);

/*
 * Waits until one of the links (the caller holds them; those that are not awaited are left out) has bytes of
 * a reply, or is lost. MYND_OK: ready[i] tells which, whatever was there before. MYND_MORE: the deadline has
 * passed. MYND_BAD: errno says why. What a wait costs the kernel goes with the links that became ready.
 */
int mynd_links_poll(mynd_link *const *links, size_t count, mynd_deadline deadline, bool *ready);

/*
 * The same with a set of the caller's, which names the link as the caller says: watch (each time before a
 * wait; it costs nothing if nothing has changed), wait, and tell each link that was found what the set says;
 * then is_ready tells. MYND_BAD: errno says why.
 */
int mynd_link_watch(mynd_link *link, mynd_set *set, void *name);
void mynd_link_found(mynd_link *link, int ready);
void mynd_link_unwatch(mynd_link *link, mynd_set *set);

/* A listener is told of what no set tells (../channel/channel.h). */
void mynd_link_listen(mynd_link *link, mynd_listener *listener, mynd_listener **told);
void mynd_link_unlisten(mynd_link *link, mynd_listener *listener);

/*
 * To take the owner's next reply would not wait for its beginning. Never waits; writes what is due, takes in
 * what is here.
 */
bool mynd_link_look_for_reply(mynd_link *link, const void *owner);

#endif
