/*
 * A queue of calls, first come, first served, that wait for a thing that no descriptor reports: room for a
 * connection in a pool, or a connection that another fiber is using.
 *
 * A waiting call sleeps in a Mynd\Poller, if that is the program's waiter, and needs no descriptor
 * then. For other waiters it has an eventfd of its own, which is passed to them like the descriptor of a
 * socket. The code that frees the thing searches the queue from its first entry on for an entry that can
 * use it (this file knows nothing about the things), gives it to that entry, and calls the entry
 * (mynd_waiting_call). A later caller cannot take the thing, because the entry owns it before its waiting
 * call goes on.
 *
 * Always true: an entry is in one queue at most. A called entry has left its queue, and owns what it was
 * given even if its deadline passes or its wait is cancelled at that moment. mynd_waiting_call never waits
 * and runs no code of the program. An entry is not a local variable of the function that waits, because that
 * function may never return. An entry leaves its queue before it is freed.
 * Not here: the things that are waited for.
 */
#ifndef MYND_NET_WAIT_QUEUE_H
#define MYND_NET_WAIT_QUEUE_H

#include "wait.h"

typedef struct mynd_waiting {
	struct mynd_waiting *next, *previous;
	struct mynd_wait_queue *queue; /* NULL: in no queue */
	struct mynd_polled *polled;    /* the wait in a poller; NULL: none */
	int fd;                        /* eventfd of the waiting call; valid if has_fd */
	bool has_fd, called;
	unsigned process; /* the process that waits (mynd_sets_generation); a fork copies the entry */
} mynd_waiting;       /* cleared memory is an entry that does not wait */

typedef struct mynd_wait_queue {
	mynd_waiting *first, *last;
	unsigned count;
} mynd_wait_queue;

/*
 * Waits at the end of the queue until the entry is called (MYND_OK), or the deadline has passed (MYND_MORE).
 * Sleeps in the program's waiter only: returns MYND_WAIT_BLOCK if the waiter cannot suspend, because then no
 * other code of this thread could run and call the entry. Returns MYND_BAD if no descriptor can be made
 * (errno), or the waiter was cancelled and an exception is pending; `called` is then true if something was
 * given to the entry all the same. The entry has left the queue in each case. In a forked child the copied
 * wait ends with MYND_MORE when the parent calls its entry.
 */
int mynd_waiting_wait(mynd_waiting *waiting, mynd_wait_queue *queue, mynd_deadline deadline);
/*
 * Removes the entry from its queue and wakes its waiting call. In a forked child this wakes the child's copy
 * of the wait, and not the parent's.
 */
void mynd_waiting_call(mynd_waiting *waiting);
/*
 * Puts an entry that was called, and whose wait has not returned yet, back at the front of the queue: what it
 * was given was taken from it again.
 */
void mynd_waiting_put_back(mynd_waiting *waiting, mynd_wait_queue *queue);
/* Returns true if this process waits, and not the one that it was forked from. */
bool mynd_waiting_is_own(const mynd_waiting *waiting);
/*
 * Removes the entry from its queue, and closes its descriptor: called before an entry whose wait never
 * returned is freed.
 */
void mynd_waiting_leave(mynd_waiting *waiting);

#endif
