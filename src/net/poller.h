/*
 * A poller: one descriptor for all waits of a thread. An event loop watches that descriptor alone; when it
 * becomes readable, some waits are over.
 *
 * The descriptor stays the same for the poller's life, and its number is low if the poller is made early, so
 * that select() can watch it, however many descriptors the poller waits for. While a thread has a poller,
 * descriptors that the driver makes later avoid the numbers that select() can take.
 *
 * Always true: a wait begins, is reported once at most, and ends. An entry in the kernel that an ended wait
 * has left reports nothing. A descriptor leaves all pollers before it is closed or goes to another process.
 * Nothing here sleeps or runs code of the program.
 * Not here: who suspends and resumes (src/php/mynd/poller.c).
 */
#ifndef MYND_NET_POLLER_H
#define MYND_NET_POLLER_H

#include "wait.h"

typedef struct mynd_poller mynd_poller;
typedef struct mynd_polled mynd_polled; /* a wait of a poller */

mynd_poller *mynd_poller_new(void);         /* malloc'ed, the caller's; NULL with errno */
void mynd_poller_free(mynd_poller *poller); /* also frees the waits that have not ended */
int mynd_poller_fd(const mynd_poller *poller);

/*
 * Begins a wait for one of the descriptors, or none, until the deadline, which must be no time limit. Returns
 * NULL if the poller cannot wait for them; errno says why. The poller owns the wait until mynd_polled_end.
 */
mynd_polled *mynd_polled_begin(
    mynd_poller *poller, const mynd_wait_fd *fds, unsigned count, mynd_deadline deadline);
uint64_t mynd_polled_number(const mynd_polled *wait); /* unique among the waits of this poller */
/*
 * Ends a wait, whether it was reported or not. `fds`: the same as at its beginning; with `looks`, fills in
 * which are ready.
 */
void mynd_polled_end(mynd_polled *wait, mynd_wait_fd *fds, unsigned count, bool looks);

/*
 * Look which waits are over, and return the next of them: *is_ready, or else its time has passed.
 * mynd_poller_next returns false when there are no more. In a forked child the parent's waits end as if their
 * time had passed.
 */
void mynd_poller_look(mynd_poller *poller);
bool mynd_poller_next(mynd_poller *poller, uint64_t *number, bool *is_ready);

/*
 * Returns the same descriptor, or, if the thread has a poller and low numbers become scarce, its replacement
 * with a number that select() does not take. Returns -1 for -1, and does not change errno.
 */
int mynd_descriptor_place(int fd);

#endif
