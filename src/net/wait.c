/*
 * The wait: the one place where a call of the driver sleeps.
 *
 * Always true: with MYND_NO_WAIT nothing sleeps and no waiter is called. EINTR never ends a wait; the
 * remaining time is computed anew from the deadline. A descriptor with an error or a hang-up counts as ready,
 * so that the read or write that follows reports it. Not here: the choice of descriptors (net.c, connect.c,
 * resolve.c); the program's waiter (src/php/).
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1 /* ppoll */
#endif
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <time.h>
#include "private.h"
#include "wait.h"

#define MILLISECOND INT64_C(1000000)
#define FEW         16 /* number of descriptors that need no allocation */
#define MIN(a, b)   ((a) < (b) ? (a) : (b))

static __thread const mynd_waiter *waiter;
static __thread unsigned alone; /* depth of mynd_wait_begin_alone; not 0: no waiter is called */
static __thread void (*on_close)(int fd);
static __thread bool (*is_known)(int fd);

void mynd_wait_install(const mynd_waiter *program_waiter)
{
	waiter = program_waiter;
}

void mynd_wait_on_close(void (*closing)(int fd), bool (*knows)(int fd))
{
	on_close = closing;
	is_known = knows;
}

bool mynd_wait_is_known(int fd)
{
	return is_known != NULL && is_known(fd);
}

void mynd_wait_closing(int fd)
{
	mynd_pollers_leave(fd);
	if (on_close != NULL) {
		on_close(fd);
	}
}

static int64_t time_left(mynd_deadline deadline)
{
	int64_t ns = mynd_deadline_is_no_wait(deadline) ? 0 : deadline.nanoseconds - mynd_now();
	return ns > 0 ? ns : 0;
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
	int ready = (revents & POLLIN ? MYND_READABLE : 0) | (revents & POLLOUT ? MYND_WRITABLE : 0);
	return ready == 0 ? 0 : ready | MYND_SOUND;
}

/* 23 days: somewhat less than poll's longest time */
#define MOST_AT_ONCE (INT64_C(2000000) * MYND_SECOND)

/*
 * Waits with poll, or with ppoll for short times, because poll rounds up to milliseconds. poll is cheaper
 * than ppoll by a tenth of a small query's whole cost.
 */
static int poll_for(struct pollfd *polled, unsigned count, int64_t left)
{
	if (left >= MYND_SECOND) {
		return poll(polled, count, (int) ((MIN(left, MOST_AT_ONCE) + MILLISECOND - 1) / MILLISECOND));
	}
	return ppoll(polled, count, &(struct timespec){0, left}, NULL);
}

/* Polls until the deadline. `left`: the time until then, if known. */
static int poll_until(struct pollfd *polled, unsigned count, mynd_deadline deadline, int64_t left)
{
	for (;; left = MYND_LEFT_UNKNOWN) {
		int n;
		if (mynd_deadline_is_none(deadline)) {
			n = poll(polled, count, -1);
		} else {
			left = left == MYND_LEFT_UNKNOWN ? time_left(deadline) : left;
			n = poll_for(polled, count, left);
		}
		if (n > 0) {
			return MYND_OK;
		}
		if (n == 0 && left <= MOST_AT_ONCE) {
			return MYND_MORE;
		}
		if (n < 0 && errno != EINTR) {
			return MYND_BAD;
		}
	}
}

static int block_on(
    mynd_wait_fd *fds, struct pollfd *polled, unsigned count, mynd_deadline deadline, int64_t left)
{
	for (unsigned i = 0; i < count; i++) {
		polled[i] = (struct pollfd){fds[i].fd, to_poll(fds[i].events), 0};
	}
	int rc = poll_until(polled, count, deadline, left);
	for (unsigned i = 0; i < count; i++) {
		fds[i].ready = rc == MYND_OK ? from_poll(polled[i].revents, fds[i].events) : 0;
	}
	return rc;
}

static int block(mynd_wait_fd *fds, unsigned count, mynd_deadline deadline, int64_t left)
{
	struct pollfd few[FEW];
	if (count <= FEW) {
		return block_on(fds, few, count, deadline, left);
	}
	struct pollfd *many = malloc(count * sizeof *many);
	if (many == NULL) {
		errno = ENOMEM;
		return MYND_BAD;
	}
	int rc = block_on(fds, many, count, deadline, left);
	int saved = errno;
	free(many);
	errno = saved;
	return rc;
}

static inline __attribute__((always_inline)) int poll_one(mynd_wait_fd *fd, int milliseconds)
{
	struct pollfd polled = {fd->fd, to_poll(fd->events), 0};
	int n = poll(&polled, 1, milliseconds);
	fd->ready = n > 0 ? from_poll(polled.revents, fd->events) : 0;
	return n > 0 ? MYND_OK : n == 0 || errno == EINTR ? MYND_MORE : MYND_BAD;
}

int mynd_wait_briefly(mynd_wait_fd *fd, int milliseconds)
{
	return poll_one(fd, milliseconds);
}

void mynd_wait_begin_alone(void)
{
	alone++;
}

void mynd_wait_end_alone(void)
{
	alone--;
}

bool mynd_wait_blocks(void)
{
	return waiter == NULL || alone > 0 || !waiter->may_suspend(waiter->context);
}

int mynd_wait(mynd_wait_fd *fds, unsigned count, mynd_deadline deadline)
{
	return mynd_wait_left(fds, count, deadline, MYND_LEFT_UNKNOWN);
}

int mynd_wait_suspended(mynd_wait_fd *fds, unsigned count, mynd_deadline deadline)
{
	if (mynd_deadline_is_no_wait(deadline) || mynd_wait_blocks()) {
		return MYND_WAIT_BLOCK;
	}
	for (unsigned i = 0; i < count; i++) {
		fds[i].ready = 0;
	}
	errno = 0;
	return waiter->wait(waiter->context, fds, count, deadline);
}

int mynd_wait_for_call(struct mynd_polled **polled, mynd_deadline deadline)
{
	if (mynd_wait_blocks() || waiter->wait_for_call == NULL) {
		return MYND_WAIT_BLOCK;
	}
	errno = 0;
	return waiter->wait_for_call(waiter->context, polled, deadline);
}

int mynd_wait_left(mynd_wait_fd *fds, unsigned count, mynd_deadline deadline, int64_t left)
{
	if (__builtin_expect(count == 1 && left >= MYND_SECOND && mynd_wait_blocks(), 1)) { /* nearly all waits */
		int rc = poll_one(fds, (int) (MIN(left, MOST_AT_ONCE) / MILLISECOND));
		if (rc != MYND_MORE) {
			return rc;
		}
		left = MYND_LEFT_UNKNOWN; /* a signal, or the rest of a millisecond */
	}
	int rc = mynd_wait_suspended(fds, count, deadline);
	return rc == MYND_WAIT_BLOCK ? block(fds, count, deadline, left) : rc;
}
