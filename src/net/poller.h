/*
 * A poller: one descriptor behind which all waits of a thread stand. An event loop watches that descriptor
 * alone; when it becomes readable, some waits are over.
 *
 * The descriptor stays the same for the poller's life, and its number is low if the poller is made early, so
 * that select() can watch it however many descriptors are waited for behind it. While a thread has a poller,
 * descriptors of the driver's that are made later keep out of the numbers that select() can take.
 *
 * Always true: a wait begins, is told once at most, and ends. What the last wait for a descriptor has left in
 * the kernel reports nothing. A descriptor that is closed, or goes to another process, leaves all pollers
 * before. Nothing here sleeps or runs code of the program.
 * Not here: who suspends and resumes (src/php/mynd/poller.c).
 */
#ifndef MYND_NET_POLLER_H
#define MYND_NET_POLLER_H

#include "wait.h"

typedef struct mynd_poller mynd_poller;
typedef struct mynd_polled mynd_polled; /* a wait of a poller */

mynd_poller *mynd_poller_new(void);         /* NULL: errno says why. malloc'ed, the caller's */
void mynd_poller_free(mynd_poller *poller); /* with the waits that have not ended */
int mynd_poller_fd(const mynd_poller *poller);

/*
 * A wait begins: for one of the descriptors, or none, until the deadline, which must be no time limit. NULL:
 * it cannot be waited for here; errno says why. It is the poller's, until mynd_polled_end.
 */
mynd_polled *mynd_polled_begin(
    mynd_poller *poller, const mynd_wait_fd *fds, unsigned count, mynd_deadline deadline);
uint64_t mynd_polled_number(const mynd_polled *wait); /* of no other wait of this poller */
/*
 * However it has ended. `fds`: the same as at its beginning; which of them are ready is filled in if `looks`.
 */
void mynd_polled_end(mynd_polled *wait, mynd_wait_fd *fds, unsigned count, bool looks);

/*
 * Looks which waits are over, and returns the next of them: *is_ready, or its time has passed. False: there
 * are no more. In a forked child the waits of the parent are over, by their time.
 */
void mynd_poller_look(mynd_poller *poller);
bool mynd_poller_next(mynd_poller *poller, uint64_t *number, bool *is_ready);

/*
 * The same descriptor, or its replacement with a number that select() does not take, if the thread has a
 * poller and low numbers become scarce. -1 stays -1, and errno stays as it is.
 */
int mynd_descriptor_place(int fd);

#endif
