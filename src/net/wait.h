/*
 * The wait: the one place where a call of the driver sleeps, and so the one place where other code of the
 * program can run in the middle of it. Its rules are in docs/ARCHITECTURE.md, "Waits".
 */
#ifndef MYND_NET_WAIT_H
#define MYND_NET_WAIT_H

#include "net.h"

/* One descriptor and what is waited for; `ready` is filled. */
typedef struct mynd_wait_fd {
	int fd;
	int events, ready; /* MYND_READABLE | MYND_WRITABLE; `ready` may have MYND_SOUND as well */
} mynd_wait_fd;

enum { MYND_SOUND = 4 }; /* the kernel itself says that it is ready, and knows of no error and no hang-up */

/*
 * Waits until one of the descriptors is ready (MYND_OK) or the deadline has passed (MYND_MORE). EINTR does
 * not end it. MYND_BAD: poll failed, or the waiter was cancelled (an exception is pending); the link must be
 * closed.
 */
int mynd_wait(mynd_wait_fd *fds, unsigned count, mynd_deadline deadline);
/*
 * The same where it is known how much time is left until the deadline, in nanoseconds: the clock need not be
 * read.
 */
int mynd_wait_left(mynd_wait_fd *fds, unsigned count, mynd_deadline deadline, int64_t left);
#define MYND_LEFT_UNKNOWN (-1)

/*
 * A program's waiter (installed by src/php/; none in the stand-alone build). `wait` answers MYND_OK,
 * MYND_MORE or MYND_BAD as above, or MYND_WAIT_BLOCK for "I will not; block". `may_suspend` applies the rules
 * of the design.
 */
#define MYND_WAIT_BLOCK 2
typedef struct mynd_waiter {
	void *context;
	bool (*may_suspend)(void *context);
	int (*wait)(void *context, mynd_wait_fd *fds, unsigned count, mynd_deadline deadline);
} mynd_waiter;

void mynd_wait_install(const mynd_waiter *waiter); /* per thread; NULL: none */

/*
 * No waiter would be asked now: a call may as well sleep in the kernel by itself (a recv that blocks, with
 * its time limit), as long as no other descriptor matters. To be asked again for each sleep; never kept.
 */
bool mynd_wait_blocks(void);

/*
 * A descriptor that was waited for is about to be closed: whoever keeps something for it (src/php/) is told.
 * `closing` must not wait nor run code of the program. Per thread; NULL: nobody.
 */
void mynd_wait_on_close(void (*closing)(int fd));
void mynd_wait_closing(int fd);

#endif
