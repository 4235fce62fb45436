/* A queue of calls that wait (wait_queue.h). */
#include "wait_queue.h"

#include <errno.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "../wire/checked.h"
#include "poller.h"

static void enter(mynd_waiting *waiting, mynd_wait_queue *queue)
{
	waiting->queue = queue;
	waiting->next = NULL;
	waiting->previous = queue->last;
	*(queue->last != NULL ? &queue->last->next : &queue->first) = waiting;
	queue->last = waiting;
	queue->count++;
}

static void take_out(mynd_waiting *waiting)
{
	mynd_wait_queue *queue = waiting->queue;
	*(waiting->previous != NULL ? &waiting->previous->next : &queue->first) = waiting->next;
	*(waiting->next != NULL ? &waiting->next->previous : &queue->last) = waiting->previous;
	queue->count--;
	waiting->queue = NULL;
}

void mynd_waiting_leave(mynd_waiting *waiting)
{
	if (waiting->queue != NULL) {
		take_out(waiting);
	}
	if (waiting->has_fd) {
		waiting->has_fd = false;
		mynd_wait_closing(waiting->fd);
		close(waiting->fd);
	}
}

/* A child shares the descriptor with its parent: a word in it would be heard there. */
bool mynd_waiting_call(mynd_waiting *waiting)
{
	static const uint64_t one = 1;
	MYND_ASSERT(waiting->queue != NULL);
	if (waiting->process != getpid()) {
		return false;
	}
	take_out(waiting);
	waiting->called = true;
	ssize_t written;
	do { /* the first word of an eventfd always fits */
		written = write(waiting->fd, &one, sizeof one);
	} while (written < 0 && errno == EINTR);
	return true;
}

/* A waiter may come back too early, so it is asked again. */
static int sleep_until_called(mynd_waiting *waiting, mynd_deadline deadline)
{
	while (!waiting->called) {
		mynd_wait_fd fd = {waiting->fd, MYND_READABLE, 0};
		if (mynd_deadline_has_passed(deadline)) {
			return MYND_MORE;
		}
		int rc = mynd_wait_suspended(&fd, 1, deadline);
		if (rc != MYND_OK) {
			return rc;
		}
		if (waiting->process != getpid()) { /* it was the parent that was called */
			return MYND_MORE;
		}
	}
	return MYND_OK;
}

int mynd_waiting_wait(mynd_waiting *waiting, mynd_wait_queue *queue, mynd_deadline deadline)
{
	MYND_ASSERT(waiting->queue == NULL && !waiting->has_fd);
	waiting->called = false;
	if (mynd_wait_blocks()) {
		return MYND_WAIT_BLOCK;
	}
	waiting->fd = mynd_descriptor_place(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
	if (waiting->fd < 0) {
		return MYND_BAD;
	}
	waiting->has_fd = true;
	waiting->process = getpid();
	enter(waiting, queue);
	int rc = sleep_until_called(waiting, deadline);
	mynd_waiting_leave(waiting);
	return waiting->called && rc != MYND_BAD ? MYND_OK : rc;
}
