/*
 * A poller: one descriptor for all waits of a thread. An event loop watches that descriptor alone; when it
 * becomes readable, some waits are over.
 *
 * The descriptor stays the same for the poller's life, and its number is low if the poller is made early, so
 * that select() can watch it, however many descriptors the poller waits for. While a thread has a poller,
 * descriptors that the driver makes later avoid the numbers that select() can take.
 *
 * Always true: a wait begins, is reported once at most, and ends. A descriptor that an ended wait has left in
 * the epoll is not reported. A descriptor leaves all pollers before it is closed or goes to another process.
 * Nothing here sleeps or runs code of the program.
 * Not here: suspending and resuming fibers (src/php/mynd/poller.c).
 */
#ifndef MYND_NET_POLLER_H
#define MYND_NET_POLLER_H

#include "wait.h"

typedef struct mynd_poller mynd_poller;
typedef struct mynd_polled mynd_polled; /* a wait of a poller */

mynd_poller *mynd_poller_new(void); /* returns a malloc'ed poller, owned by the caller; NULL with errno */
void mynd_poller_free(mynd_poller *poller); /* frees the poller, and its waits that have not ended */
int mynd_poller_fd(const mynd_poller *poller);

/*
 * Begins a wait for one of the descriptors, or none, until the deadline, which must not be a time limit.
 * Returns NULL if the poller cannot wait for them; errno says why. The poller owns the wait until
 * mynd_polled_end.
 */
mynd_polled *mynd_polled_begin(
    mynd_poller *poller, const mynd_wait_fd *fds, unsigned count, mynd_deadline deadline);
/*
 * As mynd_polled_begin, without a descriptor, for a wait that mynd_polled_wake ends. *at is the wait until it
 * ends, also if the poller is freed before, and NULL then.
 */
mynd_polled *mynd_polled_begin_call(mynd_poller *poller, mynd_polled **at, mynd_deadline deadline);
void mynd_polled_wake(mynd_polled *wait);   /* the poller's next look reports the wait as ready */
void mynd_polled_disown(mynd_polled *wait); /* called when the memory of `at` is freed */
/* returns a number that no other wait of this poller has */
uint64_t mynd_polled_number(const mynd_polled *wait);
/*
 * Ends a wait, whether it was reported or not. `fds` must be those of mynd_polled_begin; with `looks`, fills
 * in the `ready` of each.
 */
void mynd_polled_end(mynd_polled *wait, mynd_wait_fd *fds, unsigned count, bool looks);

/*
 * mynd_poller_look begins a look at the waits; then each mynd_poller_next returns one that is over: because a
 * descriptor is ready (*is_ready), or because its deadline has passed. mynd_poller_next returns false when
 * there are no more. In a forked child the parent's waits end as if their time had passed.
 */
void mynd_poller_look(mynd_poller *poller);
/*
 * Notes, after a look, that the next one comes before anybody waits for the descriptor: until then waits that
 * are woken (mynd_polled_wake) need not make it readable.
 */
void mynd_poller_look_again(mynd_poller *poller);
bool mynd_poller_next(mynd_poller *poller, uint64_t *number, bool *is_ready);

/*
 * Returns `fd`. If the thread has a poller and low numbers become scarce, returns instead a copy whose number
 * is too high for select(), and closes `fd`. Returns -1 for -1, and does not change errno.
 */
int mynd_descriptor_place(int fd);

#endif
