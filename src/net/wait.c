/*
 * Deadlines, and the wait: the one place where a call of the driver sleeps.
 *
 * Always true: with deadline 0 nothing sleeps and no waiter is asked. EINTR never ends a wait; the remaining time is
 * computed anew from the deadline. A descriptor with an error or a hang-up counts as ready, so that the read or write that
 * follows reports it.
 * Not here: who waits for what (net.c, connect.c, resolve.c); the program's waiter (src/php/).
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1 /* ppoll */
#endif
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <time.h>
#include "wait.h"

#define NANOSECONDS INT64_C(1000000000)
#define FEW         16 /* descriptors that need no allocation */

static __thread const mynd_waiter *waiter;
static __thread void (*on_close)(int fd);

void mynd_wait_install(const mynd_waiter *program_waiter)
{
	waiter = program_waiter;
}

void mynd_wait_on_close(void (*closing)(int fd))
{
	on_close = closing;
}

void mynd_wait_closing(int fd)
{
	if (on_close != NULL) {
		on_close(fd);
	}
}

mynd_deadline mynd_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * NANOSECONDS + t.tv_nsec;
}

mynd_deadline mynd_deadline_in(double seconds)
{
	/* Written so that NaN means "none" too. A century is for ever, and cannot overflow. */
	if (!(seconds > 0) || seconds > 3e9) {
		return MYND_NO_DEADLINE;
	}
	return mynd_now() + (mynd_deadline) (seconds * (double) NANOSECONDS);
}

mynd_deadline mynd_deadline_earlier(mynd_deadline a, mynd_deadline b)
{
	return a < b ? a : b;
}

bool mynd_deadline_passed(mynd_deadline d)
{
	return d != MYND_NO_DEADLINE && mynd_now() >= d;
}

double mynd_deadline_left(mynd_deadline d)
{
	int64_t left = d - mynd_now();
	return left > 0 ? (double) left / (double) NANOSECONDS : 0;
}

/* The time that is left, for ppoll; NULL: no limit. */
static struct timespec *time_left(mynd_deadline deadline, struct timespec *left)
{
	if (deadline == MYND_NO_DEADLINE) {
		return NULL;
	}
	int64_t ns = deadline == 0 ? 0 : deadline - mynd_now();
	if (ns < 0) {
		ns = 0;
	}
	left->tv_sec = ns / NANOSECONDS;
	left->tv_nsec = ns % NANOSECONDS;
	return left;
}

static short to_poll(int events)
{
	return (short) ((events & MYND_READABLE ? POLLIN : 0) | (events & MYND_WRITABLE ? POLLOUT : 0));
}

static int from_poll(short revents, int events)
{
	if (revents & (POLLERR | POLLHUP | POLLNVAL)) {
		return events;
	}
	return (revents & POLLIN ? MYND_READABLE : 0) | (revents & POLLOUT ? MYND_WRITABLE : 0);
}

static int poll_until(struct pollfd *polled, unsigned count, mynd_deadline deadline)
{
	for (;;) {
		struct timespec left;
		int n = ppoll(polled, count, time_left(deadline, &left), NULL);
		if (n >= 0) {
			return n > 0 ? MYND_OK : MYND_MORE;
		}
		if (errno != EINTR) {
			return MYND_BAD;
		}
	}
}

static int block(mynd_wait_fd *fds, unsigned count, mynd_deadline deadline)
{
	struct pollfd few[FEW], *polled = few;
	if (count > FEW) {
		polled = malloc(count * sizeof *polled);
		if (polled == NULL) {
			errno = ENOMEM;
			return MYND_BAD;
		}
	}
	for (unsigned i = 0; i < count; i++) {
		polled[i] = (struct pollfd){fds[i].fd, to_poll(fds[i].events), 0};
	}
	int rc = poll_until(polled, count, deadline);
	int saved = errno;
	for (unsigned i = 0; i < count; i++) {
		fds[i].ready = rc == MYND_OK ? from_poll(polled[i].revents, fds[i].events) : 0;
	}
	if (polled != few) {
		free(polled);
	}
	errno = saved;
	return rc;
}

bool mynd_wait_blocks(void)
{
	return waiter == NULL || !waiter->may_suspend(waiter->context);
}

int mynd_wait(mynd_wait_fd *fds, unsigned count, mynd_deadline deadline)
{
	if (deadline != 0 && !mynd_wait_blocks()) {
		for (unsigned i = 0; i < count; i++) {
			fds[i].ready = 0;
		}
		errno = 0;
		int rc = waiter->wait(waiter->context, fds, count, deadline);
		if (rc != MYND_WAIT_BLOCK) {
			return rc;
		}
	}
	return block(fds, count, deadline);
}
