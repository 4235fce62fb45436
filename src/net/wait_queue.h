/*
 * A queue of calls that wait for something which no descriptor tells of, such as a place in a pool or a turn
 * on a connection: first come, first served.
 *
 * Whoever waits has an eventfd of its own, which the program's waiter is given like the descriptor of a
 * socket. Whoever has something to hand over looks at the queue from its first entry on, hands the thing to
 * an entry that can use it (what that is, the queue does not know), and calls the entry. Nobody who comes
 * later can take it, because it was handed over before the one that waits goes on.
 *
 * Always true: an entry is in one queue at most. One that was called has left it, and owns what it was handed
 * even if its wait ends in another way at that moment. Calling never waits and runs no code of the program.
 * An entry is no part of a C frame: that may never be returned to. Whoever frees the entry leaves the queue
 * first.
 * Not here: what is waited for.
 */
#ifndef MYND_NET_WAIT_QUEUE_H
#define MYND_NET_WAIT_QUEUE_H

#include <sys/types.h>
#include "wait.h"

typedef struct mynd_waiting {
	struct mynd_waiting *next, *previous;
	struct mynd_wait_queue *queue; /* NULL: it is in none */
	int fd;                        /* if it has one */
	bool has_fd, called;
	pid_t process; /* that waits; a fork copies the entry */
} mynd_waiting;    /* cleared memory is an entry that does not wait */

typedef struct mynd_wait_queue {
	mynd_waiting *first, *last;
	unsigned count;
} mynd_wait_queue;

/*
 * Waits at the end of the queue until it is called (MYND_OK), or the deadline has passed (MYND_MORE). Sleeps
 * by the program's waiter only: MYND_WAIT_BLOCK if that cannot suspend, because then nobody could ever call.
 * MYND_BAD: there is no descriptor for it (errno), or the waiter was cancelled and an exception is pending;
 * `called` then says whether something was handed over all the same. Afterwards it has left the queue. In a
 * child of the process that waits, the parent's call ends the wait with MYND_MORE.
 */
int mynd_waiting_wait(mynd_waiting *waiting, mynd_wait_queue *queue, mynd_deadline deadline);
/* It leaves its queue and goes on. A child of the process that waits calls its own copy of the entry. */
void mynd_waiting_call(mynd_waiting *waiting);
/*
 * One that was called, and whose wait is not back yet, waits on before all others: what it was handed went
 * elsewhere.
 */
void mynd_waiting_put_back(mynd_waiting *waiting, mynd_wait_queue *queue);
/* It waits no more: for whoever frees an entry whose wait never came back. */
void mynd_waiting_leave(mynd_waiting *waiting);

#endif
