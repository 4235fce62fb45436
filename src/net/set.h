/*
 * A set of transports that are waited for together: the kernel's epoll, kept from one wait to the next, so
 * that the cost of a wait depends on how many become ready and not on how many are waited for.
 *
 * Closing a transport removes it from its sets, and a call (of another fiber) that waits for one of them
 * checks again. A set belongs to a thread. In a process that was forked later, the set can only be freed.
 */
#ifndef MYND_NET_SET_H
#define MYND_NET_SET_H

#include "net.h"

typedef struct mynd_set mynd_set;

mynd_set *mynd_set_new(void); /* malloc'ed, the caller's; NULL with errno on failure */
void mynd_set_free(mynd_set *set);

/*
 * Returns, for one call, the set that the thread keeps, or a new one while that is in use. NULL: errno says
 * why.
 */
mynd_set *mynd_set_borrow(void);
void mynd_set_give_back(mynd_set *set);
void mynd_sets_sweep(void); /* frees borrowed sets that calls will never give back */

/*
 * Sets the events for which the transport is waited for (MYND_READABLE | MYND_WRITABLE); 0: none. `owner`
 * represents it in the set. Calls the kernel only if something has changed. Returns MYND_BAD on failure;
 * errno says why.
 */
int mynd_set_watch(mynd_set *set, mynd_net *net, int events, void *owner);

/*
 * Waits until some are ready (MYND_OK) or the deadline has passed (MYND_MORE); with MYND_NO_WAIT it never
 * sleeps. Returns MYND_BAD as mynd_wait does. MYND_OK may be spurious: mynd_set_next then returns nothing.
 */
int mynd_set_wait(mynd_set *set, mynd_deadline deadline);
/*
 * As mynd_set_wait, but sleeps only in the program's waiter; MYND_WAIT_BLOCK as in mynd_wait_suspended
 * (wait.h).
 */
int mynd_set_wait_suspended(mynd_set *set, mynd_deadline deadline);

/* Wakes a call (of another fiber) that waits for the set; mynd_set_next may have nothing for it. */
void mynd_set_wake(mynd_set *set);
/* Wakes all sets with this transport, because its bytes were read or its queued output was discarded. */
void mynd_net_wake_sets(mynd_net *net);

/*
 * Returns the owners of the transports that the last wait found ready, each once, then NULL. Transports
 * closed since are left out. *ready: what the socket is ready for; an error or a hang-up counts as both.
 */
void *mynd_set_next(mynd_set *set, int *ready);

/* Forgets the sets in a forked child: they are its parent's. */
void mynd_sets_forget(void);
void mynd_set_thread_end(void);

#endif
