/*
 * A set of transports that are waited for together: an epoll that exists from one wait to the next, so that
 * the cost of a wait depends on how many transports become ready and not on how many are waited for.
 *
 * Closing a transport removes it from its sets; a call (of another fiber) that waits for such a set wakes up
 * and checks the set again. A set belongs to a thread. In a process that was forked later, the set can only
 * be freed.
 */
#ifndef MYND_NET_SET_H
#define MYND_NET_SET_H

#include "net.h"

typedef struct mynd_set mynd_set;

mynd_set *mynd_set_new(void); /* returns a malloc'ed set, owned by the caller; NULL with errno on failure */
void mynd_set_free(mynd_set *set);

/*
 * Returns a set for the length of one call: the thread's own set, or a new one while the thread's own is in
 * use. Returns NULL on failure, with errno.
 */
mynd_set *mynd_set_borrow(void);
void mynd_set_give_back(mynd_set *set);
void mynd_sets_sweep(void); /* takes back the sets of calls that never return */

/*
 * Sets the events of the transport for which the set waits (MYND_READABLE | MYND_WRITABLE); 0 removes the
 * transport. mynd_set_next returns `owner` for it. Makes a system call only if something has changed. Returns
 * MYND_BAD on failure, with errno.
 */
int mynd_set_watch(mynd_set *set, mynd_net *net, int events, void *owner);

/*
 * Waits until some transports are ready (MYND_OK) or the deadline has passed (MYND_MORE); with MYND_NO_WAIT
 * it never sleeps. Returns MYND_BAD as mynd_wait does. MYND_OK may be spurious: mynd_set_next then returns
 * nothing.
 */
int mynd_set_wait(mynd_set *set, mynd_deadline deadline);
/*
 * As mynd_set_wait, but sleeps only in the program's waiter; returns MYND_WAIT_BLOCK where
 * mynd_wait_suspended (wait.h) does.
 */
int mynd_set_wait_suspended(mynd_set *set, mynd_deadline deadline);

/* Wakes a call (of another fiber) that waits for the set; mynd_set_next may then return NULL at once. */
void mynd_set_wake(mynd_set *set);
/*
 * Wakes the calls that wait for a set with this transport. Called when its bytes were read or its queued
 * output was discarded, because the event that those calls wait for may then never come.
 */
void mynd_net_wake_sets(mynd_net *net);

/*
 * Returns, one at each call, the owners of the transports that the last wait found ready, then NULL. A
 * transport that was closed since is left out. *ready: what the socket is ready for; an error or a hang-up
 * counts as both.
 */
void *mynd_set_next(mynd_set *set, int *ready);

/* Called in a forked child: from now on the sets made before are the parent's, and can only be freed. */
void mynd_sets_forget(void);
void mynd_set_thread_end(void);

#endif
