/* A queue of calls that wait (wait_queue.h). */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1 /* dup3 */
#endif
#include "wait_queue.h"

#include <fcntl.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "../wire/checked.h"
#include "poller.h"
#include "private.h"

/* Inserts the entry before `next`; NULL: at the end. */
static void enter(mynd_waiting *waiting, mynd_wait_queue *queue, mynd_waiting *next)
{
	waiting->queue = queue;
	waiting->next = next;
	waiting->previous = next != NULL ? next->previous : queue->last;
	*(waiting->previous != NULL ? &waiting->previous->next : &queue->first) = waiting;
	*(next != NULL ? &next->previous : &queue->last) = waiting;
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
	if (waiting->polled != NULL) {
		mynd_polled_disown(waiting->polled);
	}
	if (waiting->has_fd) {
		waiting->has_fd = false;
		mynd_wait_closing(waiting->fd);
		close(waiting->fd);
	}
}

/*
 * Gives a child's copy of the entry an eventfd of its own, because a write to the shared one would wake the
 * parent. The descriptor's number stays the same, because an event loop may already watch it.
 */
static void part_from_parent(mynd_waiting *waiting)
{
	if (mynd_waiting_is_own(waiting)) {
		return;
	}
	int own = waiting->has_fd ? eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK) : -1;
	if (own >= 0) {
		dup3(own, waiting->fd, O_CLOEXEC);
		close(own);
	}
	waiting->process = mynd_sets_generation();
}

bool mynd_waiting_is_own(const mynd_waiting *waiting)
{
	return waiting->process == mynd_sets_generation();
}

/* Wakes the call. Where neither is there the call looks at `called` before it sleeps again. */
static void wake(mynd_waiting *waiting)
{
	if (waiting->polled != NULL) {
		mynd_polled_wake(waiting->polled);
	} else if (waiting->has_fd) {
		eventfd_write(waiting->fd, 1); /* cannot fail: the counter is far from its maximum */
	}
}

void mynd_waiting_call(mynd_waiting *waiting)
{
	MYND_ASSERT(waiting->queue != NULL);
	take_out(waiting);
	waiting->called = true;
	part_from_parent(waiting);
	wake(waiting);
}

void mynd_waiting_put_back(mynd_waiting *waiting, mynd_wait_queue *queue)
{
	MYND_ASSERT(waiting->called);
	waiting->called = false;
	if (!mynd_waiting_is_own(waiting)) {
		part_from_parent(waiting);
	} else if (waiting->has_fd) {
		eventfd_t words; /* the number that mynd_waiting_call has written */
		eventfd_read(waiting->fd, &words);
	}
	enter(waiting, queue, queue->first);
}

static int open_eventfd(mynd_waiting *waiting)
{
	waiting->fd = mynd_descriptor_place(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
	waiting->has_fd = waiting->fd >= 0;
	return waiting->has_fd ? MYND_OK : MYND_BAD;
}

/* Sleeps once: in a poller, or, if there is none, for the eventfd. */
static int sleep_once(mynd_waiting *waiting, mynd_deadline deadline)
{
	int rc = waiting->has_fd ? MYND_WAIT_BLOCK : mynd_wait_for_call(&waiting->polled, deadline);
	if (rc != MYND_WAIT_BLOCK || waiting->called) {
		return rc == MYND_WAIT_BLOCK ? MYND_OK : rc;
	}
	if (!waiting->has_fd && open_eventfd(waiting) != MYND_OK) {
		return MYND_BAD;
	}
	mynd_wait_fd fd = {.fd = waiting->fd, .events = MYND_READABLE};
	return mynd_wait_suspended(&fd, 1, deadline);
}

/*
 * Waits again and again until the entry is called: a waiter may return too early, or after a call that
 * mynd_waiting_put_back has undone.
 */
static int sleep_until_called(mynd_waiting *waiting, mynd_deadline deadline)
{
	while (!waiting->called) {
		int rc = mynd_deadline_has_passed(deadline) ? MYND_MORE : sleep_once(waiting, deadline);
		if (rc != MYND_OK) {
			return rc == MYND_WAIT_BLOCK && mynd_deadline_has_passed(deadline) ? MYND_MORE : rc;
		}
		if (!mynd_waiting_is_own(waiting)) { /* in a forked child: the parent's entry was called */
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
	waiting->process = mynd_sets_generation();
	enter(waiting, queue, NULL);
	int rc = sleep_until_called(waiting, deadline);
	mynd_waiting_leave(waiting);
	return waiting->called && rc != MYND_BAD ? MYND_OK : rc;
}
