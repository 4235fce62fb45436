/*
 * The wait: the one place where a call of the driver sleeps, and so the one place where other code of the
 * program can run in the middle of a call. Its rules are in docs/ARCHITECTURE.md, "Waits".
 */
#ifndef MYND_NET_WAIT_H
#define MYND_NET_WAIT_H

#include "net.h"

/* A descriptor, and the events to wait for; the wait fills `ready`. */
typedef struct mynd_wait_fd {
	int fd;
	int events, ready; /* MYND_READABLE | MYND_WRITABLE; `ready` may have MYND_SOUND as well */
	/* true: mynd_wait_closing() is called before the descriptor is closed, or goes to another process */
	bool stays;
} mynd_wait_fd;

enum { MYND_SOUND = 4 }; /* the kernel reports readiness, and neither an error nor a hang-up */

/*
 * Waits until one of the descriptors is ready (MYND_OK) or the deadline has passed (MYND_MORE). EINTR does
 * not end the wait. Returns MYND_BAD if poll failed or the waiter was cancelled (an exception is pending);
 * the link must then be closed.
 */
int mynd_wait(mynd_wait_fd *fds, unsigned count, mynd_deadline deadline);
/*
 * As mynd_wait. `left`: the nanoseconds left until the deadline, which saves reading the clock, or
 * MYND_LEFT_UNKNOWN.
 */
int mynd_wait_left(mynd_wait_fd *fds, unsigned count, mynd_deadline deadline, int64_t left);
#define MYND_LEFT_UNKNOWN (-1)
/*
 * As mynd_wait, but sleeps only in the program's waiter. Returns MYND_WAIT_BLOCK if the waiter cannot
 * suspend, or the deadline has passed.
 */
int mynd_wait_suspended(mynd_wait_fd *fds, unsigned count, mynd_deadline deadline);
/*
 * As mynd_wait_suspended, for no descriptor: sleeps until the deadline, or until other code of this thread
 * calls mynd_polled_wake (poller.h) with *polled, which is NULL before and after the wait. Also returns
 * MYND_WAIT_BLOCK if the program's waiter can only wait for descriptors.
 */
struct mynd_polled;
int mynd_wait_for_call(struct mynd_polled **polled, mynd_deadline deadline);
/*
 * As mynd_wait for one descriptor and a number of milliseconds, without the program's waiter. Returns
 * MYND_MORE when the time is over or a signal came.
 */
int mynd_wait_briefly(mynd_wait_fd *fd, int milliseconds);

/*
 * The program's waiter: functions that wait in place of the driver, and may run other fibers meanwhile
 * (installed by src/php/; the stand-alone build has none). `wait` returns MYND_OK, MYND_MORE or MYND_BAD as
 * above, or MYND_WAIT_BLOCK to make the driver block instead. `may_suspend` returns true when the rules for
 * waits allow `wait` to be called now.
 */
#define MYND_WAIT_BLOCK 2
typedef struct mynd_waiter {
	void *context;
	bool (*may_suspend)(void *context);
	int (*wait)(void *context, mynd_wait_fd *fds, unsigned count, mynd_deadline deadline);
	/* as mynd_wait_for_call; NULL: the waiter can only wait for descriptors */
	int (*wait_for_call)(void *context, struct mynd_polled **polled, mynd_deadline deadline);
} mynd_waiter;

void mynd_wait_install(const mynd_waiter *waiter); /* sets the waiter of this thread; NULL: none */

/*
 * Returns true if no waiter would be called now: a call may then sleep in the kernel by itself (in a recv
 * that blocks, with its time limit), as long as no other descriptor matters. Must be called again for each
 * sleep.
 */
bool mynd_wait_blocks(void);

/*
 * Between these two calls every wait of this thread blocks in the kernel: for callers during which no code of
 * the program may run. The pairs nest, and nothing between them may leave by longjmp.
 */
void mynd_wait_begin_alone(void);
void mynd_wait_end_alone(void);

/*
 * `closing` is called before a descriptor that may have been waited for is closed, so that src/php/ can free
 * its data about the descriptor. `knows` returns true when src/php/ has data about a descriptor: code of the
 * program (an event loop) may then watch it. Neither may wait nor run code of the program. Per thread; NULL:
 * no callback.
 */
void mynd_wait_on_close(void (*closing)(int fd), bool (*knows)(int fd));
void mynd_wait_closing(int fd);
bool mynd_wait_is_known(int fd);

#endif
