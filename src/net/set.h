/*
 * A set of transports of which some are to become ready: the kernel's epoll, kept from one wait to the next,
 * so that a wait costs what has become ready, and not what is waited for.
 *
 * A transport that is closed leaves its sets by itself, and whoever waits for one of them (another fiber)
 * looks again. A set belongs to a thread; in a process that was forked since it was made it is only good to
 * be freed.
 */
#ifndef MYND_NET_SET_H
#define MYND_NET_SET_H

#include "net.h"

typedef struct mynd_set mynd_set;

mynd_set *mynd_set_new(void); /* NULL: errno says why. malloc'ed, the caller's */
void mynd_set_free(mynd_set *set);

/* For a call: the one that the thread keeps, or another one while that is in use. NULL as above. */
mynd_set *mynd_set_borrow(void);
void mynd_set_give_back(mynd_set *set);
void mynd_sets_sweep(void); /* the calls that have not given theirs back never will */

/*
 * From now on the transport is waited for (MYND_READABLE | MYND_WRITABLE); 0: no more. `owner` is what the
 * set names it by. The kernel hears of it only if something has changed. MYND_BAD: errno says why.
 */
int mynd_set_watch(mynd_set *set, mynd_net *net, int events, void *owner);

/*
 * Waits until some are ready (MYND_OK) or the deadline has passed (MYND_MORE); with MYND_NO_WAIT it never
 * sleeps. MYND_BAD: as mynd_wait. MYND_OK may be spurious: nothing comes out of mynd_set_next.
 */
int mynd_set_wait(mynd_set *set, mynd_deadline deadline);

/*
 * One of those that the last wait has found ready, each once; NULL: that was all. Those that were closed
 * since are left out. *ready: what the socket is ready for; an error or a hang-up counts as both.
 */
void *mynd_set_next(mynd_set *set, int *ready);

/* This process is a forked child: the sets are its parent's. */
void mynd_sets_forget(void);
void mynd_set_thread_end(void);

#endif
