/*
 * A queue of calls that wait for something that no descriptor reports, such as a place in a pool or a turn on
 * a connection: first come, first served.
 *
 * Each waiting call has an eventfd of its own, which is passed to the program's waiter like the descriptor of
 * a socket. A call that hands something over looks at the queue from its first entry on, gives the thing to
 * an entry that can use it (the queue does not know what that is), and calls the entry. No later caller can
 * take the thing, because it was handed over before the waiting call goes on.
 *
 * Always true: an entry is in one queue at most. A called entry has left its queue, and owns what it was
 * handed even if its wait ends in another way at that moment. Calling never waits and runs no code of the
 * program. An entry is not part of a C frame, because the frame may never be returned to. An entry leaves its
 * queue before it is freed.
 * Not here: what is waited for.
 */
#ifndef MYND_NET_WAIT_QUEUE_H
#define MYND_NET_WAIT_QUEUE_H

#include <sys/types.h>
#include "wait.h"

typedef struct mynd_waiting {
	struct mynd_waiting *next, *previous;
	struct mynd_wait_queue *queue; /* NULL: in no queue */
	int fd;                        /* valid if has_fd */
	bool has_fd, called;
	pid_t process; /* process that waits; a fork copies the entry */
} mynd_waiting;    /* cleared memory is an entry that does not wait */

typedef struct mynd_wait_queue {
	mynd_waiting *first, *last;
	unsigned count;
} mynd_wait_queue;

/*
 * Waits at the end of the queue until the entry is called (MYND_OK), or the deadline has passed (MYND_MORE).
 * Sleeps in the program's waiter only: returns MYND_WAIT_BLOCK if the waiter cannot suspend, because then
 * nobody could ever call. Returns MYND_BAD if no descriptor can be made (errno), or the waiter was cancelled
 * and an exception is pending; `called` then says whether something was handed over all the same. Afterwards
 * the entry has left the queue. In a child of the process that waits, the parent's call ends the wait with
 * MYND_MORE.
 */
int mynd_waiting_wait(mynd_waiting *waiting, mynd_wait_queue *queue, mynd_deadline deadline);
/*
 * Removes the entry from its queue and wakes it. A child of the process that waits calls its own copy of the
 * entry.
 */
void mynd_waiting_call(mynd_waiting *waiting);
/*
 * Puts an entry that was called, and whose wait has not returned yet, back at the front of the queue: the
 * thing it was handed went elsewhere.
 */
void mynd_waiting_put_back(mynd_waiting *waiting, mynd_wait_queue *queue);
/* Removes an entry from its queue, before an entry whose wait never returned is freed. */
void mynd_waiting_leave(mynd_waiting *waiting);

#endif
