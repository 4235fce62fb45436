/*
 * A set of transports that are waited for together: the kernel's epoll, kept from one wait to the next, so
 * that the cost of a wait depends on how many become ready and not on how many are waited for.
 *
 * A transport that is closed leaves its sets by itself, and a call (of another fiber) that waits for one of
 * them checks again. A set belongs to a thread. In a process that was forked after it was made it can only be
 * freed.
 */
#ifndef MYND_NET_SET_H
#define MYND_NET_SET_H

#include "net.h"

typedef struct mynd_set mynd_set;

mynd_set *mynd_set_new(void); /* NULL: errno says why. malloc'ed, the caller's */
void mynd_set_free(mynd_set *set);

/* For one call: the set that the thread keeps, or another one while that is in use. NULL as above. */
mynd_set *mynd_set_borrow(void);
void mynd_set_give_back(mynd_set *set);
void mynd_sets_sweep(void); /* drops those that calls have not returned and never will */

/*
 * From now on the transport is waited for (MYND_READABLE | MYND_WRITABLE); 0: no more. `owner` stands for it
 * in the set. The kernel is told only if something has changed. MYND_BAD: errno says why.
 */
int mynd_set_watch(mynd_set *set, mynd_net *net, int events, void *owner);

/*
 * Waits until some are ready (MYND_OK) or the deadline has passed (MYND_MORE); with MYND_NO_WAIT it never
 * sleeps. MYND_BAD: as mynd_wait. MYND_OK may be spurious: mynd_set_next then returns nothing.
 */
int mynd_set_wait(mynd_set *set, mynd_deadline deadline);
/* As that, but sleeps by the program's waiter alone; MYND_WAIT_BLOCK as mynd_wait_suspended (wait.h). */
int mynd_set_wait_suspended(mynd_set *set, mynd_deadline deadline);

/* A call (of another fiber) that waits for the set goes on; mynd_set_next may have nothing for it. */
void mynd_set_wake(mynd_set *set);
/* The same for all sets with this transport: its bytes were read, or what was queued for it is gone. */
void mynd_net_wake_sets(mynd_net *net);

/*
 * Returns the owners of the transports that the last wait found ready, each once; NULL: there are no more.
 * Transports closed since are left out. *ready: what the socket is ready for; an error or a hang-up counts as
 * both.
 */
void *mynd_set_next(mynd_set *set, int *ready);

/* This process is a forked child: the sets are its parent's. */
void mynd_sets_forget(void);
void mynd_set_thread_end(void);

#endif
