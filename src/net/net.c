/*
 * The life of a transport, and its reads, writes and waits. TLS is a layer below the same functions (tls.c).
 *
 * Always true: a call tries the socket first and waits only when it would block, except for
 * mynd_net_read_later. No call relies on the socket's mode (blocking or not): each passes MSG_DONTWAIT,
 * except for the recv that is meant to sleep. A call that has waited and got no data checks the clock, so
 * that bytes which are of no use (TLS records without data) cannot keep it waiting past its deadline. No call
 * raises SIGPIPE. Not here: connecting (connect.c), names (resolve.c), TLS (tls*.c), the sleep itself
 * (wait.c).
 */
#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <poll.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
#include "peer.h"
#include "private.h"

mynd_net *mynd_net_new(mynd_net_counts *counts)
{
	mynd_net *net = malloc(sizeof *net);
	if (net != NULL) {
		memset(net, 0, offsetof(mynd_net, tls_detail)); /* the space for texts is not touched */
		net->tls_detail[0] = net->tls_reason[0] = '\0';
		net->fd = -1;
		net->keepalive = true;
		net->counts = counts;
	}
	return net;
}

void mynd_net_move(mynd_net *net, mynd_net_counts *counts)
{
	net->counts = counts;
}

static void close_socket(mynd_net *net)
{
	if (net->foreign) {
		mynd_wait_closing(net->fd);
		mynd_descriptor_close_foreign(net->fd);
	} else {
		mynd_net_close_descriptor(net->fd);
	}
}

static void shut(mynd_net *net, bool say_goodbye)
{
	mynd_dial_free(net);
	mynd_watches_end(net);
	mynd_tls_free(net, say_goodbye);
	if (net->fd >= 0) {
		close_socket(net);
		net->fd = -1;
	}
	mynd_inprocess_peer_end(net);
	net->is_tcp = net->greeted = net->foreign = net->dead = false;
	net->replies = 0;
	net->sleep_limit = MYND_NO_WAIT;
}

void mynd_net_close_descriptor(int fd)
{
	mynd_wait_closing(fd);
	close(fd);
}

void mynd_net_break(mynd_net *net)
{
	if (net->fd >= 0) {
		shutdown(net->fd, SHUT_RDWR);
	}
}

void mynd_net_free(mynd_net *net)
{
	if (net != NULL) {
		shut(net, false);
		free(net);
	}
}

void mynd_net_close(mynd_net *net)
{
	shut(net, true);
}

void mynd_net_set_keepalive(mynd_net *net, bool on)
{
	net->keepalive = on;
}

/* --- waits that are long --- */

static mynd_net_watch *watch; /* set when the process starts; NULL: no callback */

void mynd_net_watch_waits(mynd_net_watch *watcher)
{
	watch = watcher;
}

/*
 * Waits, and reports the wait to `watch`. Waits shorter than MYND_NET_LONG, and waits in the program's
 * waiter, are not reported. This is a function of its own, so that waits cost no more while `watch` is NULL.
 */
static __attribute__((noinline, cold)) int sleep_watched(
    mynd_net *net, mynd_wait_fd *fds, unsigned count, mynd_deadline deadline, int64_t left)
{
	if (mynd_deadline_is_no_wait(deadline) || !mynd_wait_blocks()) {
		return mynd_wait_left(fds, count, deadline, left);
	}
	if (left == MYND_LEFT_UNKNOWN && !mynd_deadline_is_none(deadline)) {
		left = deadline.nanoseconds - mynd_now();
	}
	if (left != MYND_LEFT_UNKNOWN && left <= MYND_NET_LONG) {
		return mynd_wait_left(fds, count, deadline, left > 0 ? left : 0);
	}
	int rc = count == 1
	             ? mynd_wait_briefly(fds, MYND_NET_LONG / 1000000)
	             : mynd_wait_left(fds, count, mynd_deadline_at(mynd_now() + MYND_NET_LONG), MYND_NET_LONG);
	if (rc != MYND_MORE) {
		return rc;
	}
	watch(net->counts, true);
	rc = mynd_wait_left(fds, count, deadline, left == MYND_LEFT_UNKNOWN ? left : left - MYND_NET_LONG);
	int saved = errno;
	watch(net->counts, false);
	errno = saved;
	return rc;
}

/*
 * As mynd_wait_left, and counts the wait. Uses the exact clock, because a tick of the coarse one is longer
 * than most waits.
 */
int mynd_net_sleep_left(
    mynd_net *net, mynd_wait_fd *fds, unsigned count, mynd_deadline deadline, int64_t left)
{
	int64_t before = mynd_now();
	int rc;
	if (__builtin_expect(net->meanwhile.events != 0, 0)) {
		rc = mynd_net_wait_meanwhile(net, fds, count, deadline, left);
	} else if (__builtin_expect(watch != NULL, 0)) {
		rc = sleep_watched(net, fds, count, deadline, left);
	} else {
		rc = mynd_wait_left(fds, count, deadline, left);
	}
	net->counts->waits++;
	net->counts->wait_nanoseconds += (uint64_t) (mynd_now() - before);
	return rc;
}

int mynd_net_sleep(mynd_net *net, mynd_wait_fd *fds, unsigned count, mynd_deadline deadline)
{
	return mynd_net_sleep_left(net, fds, count, deadline, MYND_LEFT_UNKNOWN);
}

int mynd_net_refuse(mynd_error *error, mynd_cause cause, int number)
{
	char room[128];
	mynd_error_set(
	    error, cause, MYND_ERR_CONNECTION, NULL, "%s", mynd_net_errno_text(number, room, sizeof room));
	error->sys_errno = number;
	return MYND_BAD;
}

static int lost(mynd_error *error, int number)
{
	mynd_error_client(error, MYND_CAUSE_LOST, MYND_ERR_GONE_AWAY);
	error->sys_errno = number;
	return MYND_BAD;
}

static int timed_out(mynd_error *error)
{
	return mynd_error_client(error, MYND_CAUSE_TIMED_OUT, MYND_ERR_GONE_AWAY);
}

/* --- one try, without waiting; errno is 0 at an end of file --- */

/* Fills the error of a call that has failed. A dead peer's socket was shut down. */
static int failed(const mynd_net *net, mynd_error *error, int number)
{
	return net->dead ? timed_out(error) : lost(error, number);
}

static int would_block(void)
{
	return errno == EAGAIN || errno == EWOULDBLOCK ? MYND_MORE : MYND_BAD;
}

static int plain_read(mynd_net *net, mynd_span to, size_t *n, int *needs)
{
	ssize_t got;
	do {
		got = recv(net->fd, to.ptr, to.len, MSG_DONTWAIT);
	} while (got < 0 && errno == EINTR);
	if (got > 0) {
		*n = (size_t) got;
		return MYND_OK;
	}
	*needs = MYND_READABLE;
	if (got == 0) {
		errno = 0;
		return MYND_BAD;
	}
	return would_block();
}

static int plain_write(mynd_net *net, mynd_slice from, size_t *n, int *needs)
{
	ssize_t put;
	do {
		put = send(net->fd, from.ptr, from.len, MSG_NOSIGNAL | MSG_DONTWAIT);
	} while (put < 0 && errno == EINTR);
	if (put >= 0) {
		*n = (size_t) put;
		return MYND_OK;
	}
	*needs = MYND_WRITABLE;
	return would_block();
}

static int try_read(mynd_net *net, mynd_span to, size_t *n, int *needs)
{
	int rc = net->tls ? mynd_tls_read(net, to, n, needs) : plain_read(net, to, n, needs);
	if (rc == MYND_OK) {
		net->counts->reads++;
		net->counts->read_bytes += *n;
	}
	return rc;
}

static int try_write(mynd_net *net, mynd_slice from, size_t *n, int *needs)
{
	int rc = net->tls ? mynd_tls_write(net, from, n, needs) : plain_write(net, from, n, needs);
	if (rc == MYND_OK) {
		net->counts->writes++;
		net->counts->written_bytes += *n;
	}
	return rc;
}

/* --- with the wait --- */

/* Limit of a call's waits. A time limit becomes a point in time with the first wait. */
typedef struct limit {
	mynd_deadline deadline;
	int64_t left;   /* time left until `deadline`, if known */
	int64_t silent; /* nanoseconds of silence before the first wait of sleep_once() */
	bool waited;
} limit;

static limit limit_of(mynd_deadline deadline)
{
	return (limit){deadline, MYND_LEFT_UNKNOWN, 0, false};
}

static int sleep_once(mynd_net *net, mynd_wait_fd *fd, limit *limit)
{
	if (mynd_deadline_is_limit(limit->deadline)) {
		limit->left = limit->deadline.nanoseconds;
		limit->deadline = mynd_deadline_at(mynd_coarse_now() + MYND_COARSE_LATE + limit->left);
	}
	int rc = __builtin_expect(net->dead_after != 0, 0)
	             ? mynd_net_sleep_in_silence(net, fd, limit->deadline, limit->silent)
	             : mynd_net_sleep_left(net, fd, 1, limit->deadline, limit->left);
	limit->left = MYND_LEFT_UNKNOWN;
	limit->silent = 0;
	limit->waited = true;
	return rc;
}

/*
 * Waits after a read or write that would block. Returns MYND_OK to try again, MYND_MORE if the caller must
 * not wait.
 */
static int wait_to_try(mynd_net *net, int needs, limit *limit, mynd_error *error)
{
	if (mynd_deadline_is_no_wait(limit->deadline)) {
		return MYND_MORE;
	}
	if (limit->waited && mynd_deadline_has_passed(limit->deadline)) {
		return timed_out(error);
	}
	mynd_wait_fd fd = {.fd = net->fd, .events = needs, .stays = true};
	int rc = sleep_once(net, &fd, limit);
	if (rc == MYND_BAD) {
		return failed(net, error, errno);
	}
	return rc == MYND_MORE ? timed_out(error) : MYND_OK;
}

static int read_on(mynd_net *net, mynd_span to, limit *limit, size_t *n, mynd_error *error)
{
	for (;;) {
		int needs;
		int rc = try_read(net, to, n, &needs);
		if (rc == MYND_OK) {
			return MYND_OK;
		}
		if (rc == MYND_BAD) {
			return failed(net, error, errno);
		}
		rc = wait_to_try(net, needs, limit, error);
		if (rc != MYND_OK) {
			return rc;
		}
	}
}

int mynd_net_read(mynd_net *net, mynd_span to, mynd_deadline deadline, size_t *n, mynd_error *error)
{
	limit limit = limit_of(deadline);
	if (net->inprocess != NULL) {
		mynd_inprocess_peer_act(net->inprocess);
	}
	return read_on(net, to, &limit, n, error);
}

int mynd_net_write(mynd_net *net, mynd_slice from, mynd_deadline deadline, size_t *n, mynd_error *error)
{
	limit limit = limit_of(deadline);
	for (;;) {
		int needs;
		int rc = try_write(net, from, n, &needs);
		if (rc == MYND_OK) {
			if (net->inprocess != NULL) {
				mynd_inprocess_peer_act(net->inprocess);
			}
			return MYND_OK;
		}
		if (rc == MYND_BAD) {
			return failed(net, error, errno);
		}
		rc = wait_to_try(net, needs, &limit, error);
		if (rc != MYND_OK) {
			return rc;
		}
	}
}

/*
 * Waits for the caller's events, translated into those of the socket and back: with TLS a read may wait for
 * the socket to become writable, and a write for it to become readable.
 */
static int wait_for(mynd_net *net, int events, limit *limit, int *ready, mynd_error *error)
{
	int read_needs = MYND_READABLE, write_needs = MYND_WRITABLE;
	if (net->fd < 0) {
		return lost(error, EBADF); /* poll would ignore -1 and wait for nothing */
	}
	if (net->tls != NULL) {
		if ((events & MYND_READABLE) && mynd_tls_look_for_bytes(net)) {
			*ready = MYND_READABLE;
			return MYND_OK;
		}
		read_needs = net->tls->read_needs ? net->tls->read_needs : MYND_READABLE;
		write_needs = net->tls->write_needs ? net->tls->write_needs : MYND_WRITABLE;
	}
	mynd_wait_fd fd = {.fd = net->fd, .stays = true};
	fd.events = (events & MYND_READABLE ? read_needs : 0) | (events & MYND_WRITABLE ? write_needs : 0);
	int rc = sleep_once(net, &fd, limit);
	*ready = 0;
	if (rc == MYND_BAD) {
		return failed(net, error, errno);
	}
	if (rc == MYND_MORE) {
		return mynd_deadline_is_no_wait(limit->deadline) ? MYND_MORE : timed_out(error);
	}
	*ready |= events & MYND_READABLE && fd.ready & read_needs ? MYND_READABLE : 0;
	*ready |= events & MYND_WRITABLE && fd.ready & write_needs ? MYND_WRITABLE : 0;
	return MYND_OK;
}

int mynd_net_wait(mynd_net *net, int events, mynd_deadline deadline, int *ready, mynd_error *error)
{
	limit limit = limit_of(deadline);
	return wait_for(net, events, &limit, ready, error);
}

/* --- a read that sleeps --- */

#define SLEEP_LEAST (INT64_C(3600) * 1000000000) /* for shorter time limits recv is too inexact */

/* number of replies from which on it pays to set the socket's limit, which takes two system calls */
#define SLEEP_FROM 4

/*
 * Returns true if a blocking recv should replace poll: on TCP that saves a system call. On a unix socket
 * recv costs more than poll, because it is also woken when the peer reads the bytes that were sent. A recv
 * may end too late by an eighth of its time limit, so short limits use poll. If a callback watches long
 * waits, the recv sleeps for MYND_NET_LONG at most, and poll for the time after that; with a limit for the
 * peer's silence, until it is time to ask.
 */
static bool choose_sleep(mynd_net *net, mynd_deadline deadline)
{
	bool is_long = mynd_deadline_is_none(deadline) ||
	               (mynd_deadline_is_limit(deadline) && deadline.nanoseconds >= SLEEP_LEAST);
	return net->is_tcp && net->tls == NULL && ++net->replies > SLEEP_FROM && is_long && mynd_wait_blocks();
}

/* Sets how long the socket sleeps in a blocking recv. Returns false if the limit cannot be set. */
static __attribute__((noinline)) bool set_sleep_limit(mynd_net *net, mynd_deadline time_limit)
{
	int off = 0;
	struct timeval limit = {0, 0}; /* no limit */
	if (watch != NULL) {
		time_limit = (mynd_deadline){MYND_DEADLINE_LIMIT, MYND_NET_LONG};
	} else if (net->dead_after != 0) {
		time_limit = (mynd_deadline){MYND_DEADLINE_LIMIT, mynd_net_silence(net)};
	}
	if (mynd_deadline_is_same(net->sleep_limit, time_limit)) {
		return true;
	}
	if (!mynd_deadline_is_none(time_limit)) {
		limit.tv_sec = (time_t) (time_limit.nanoseconds / 1000000000);
		limit.tv_usec = (suseconds_t) (time_limit.nanoseconds % 1000000000 / 1000);
	}
	if (setsockopt(net->fd, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) != 0 ||
	    ioctl(net->fd, FIONBIO, &off) != 0) {
		return false;
	}
	net->sleep_limit = time_limit;
	return true;
}

/*
 * Reads in a blocking recv. Returns MYND_MORE if the sleep was interrupted, its time is over, or another
 * process has made the socket non-blocking; *limit is then the limit of the next wait.
 */
static int read_asleep(mynd_net *net, mynd_span to, limit *limit, size_t *n, mynd_error *error)
{
	int64_t before = mynd_now();
	ssize_t got = recv(net->fd, to.ptr, to.len, 0);
	net->counts->waits++;
	net->counts->wait_nanoseconds += (uint64_t) (mynd_now() - before);
	if (got > 0) {
		*n = (size_t) got;
		net->counts->reads++;
		net->counts->read_bytes += *n;
		return MYND_OK;
	}
	if (got == 0) {
		return failed(net, error, 0);
	}
	limit->silent = net->dead_after != 0 ? mynd_now() - before : 0;
	if (mynd_deadline_is_limit(limit->deadline)) {
		limit->deadline = mynd_deadline_at(before + MYND_COARSE_LATE + limit->deadline.nanoseconds);
	}
	return errno == EINTR || would_block() == MYND_MORE ? MYND_MORE : failed(net, error, errno);
}

int mynd_net_read_later(mynd_net *net, mynd_span to, mynd_deadline deadline, size_t *n, mynd_error *error)
{
	limit limit = limit_of(deadline);
	int ready;
	if (net->inprocess != NULL) {
		mynd_inprocess_peer_act(net->inprocess);
	}
	if (net->greeted) {
		net->greeted = false;
		return read_on(net, to, &limit, n, error);
	}
	if (choose_sleep(net, deadline) && set_sleep_limit(net, deadline)) {
		int rc = read_asleep(net, to, &limit, n, error);
		return rc == MYND_MORE ? read_on(net, to, &limit, n, error) : rc;
	}
	if (wait_for(net, MYND_READABLE, &limit, &ready, error) != MYND_OK) {
		return MYND_BAD;
	}
	return read_on(net, to, &limit, n, error);
}

bool mynd_net_is_tls(const mynd_net *net)
{
	return net->tls != NULL;
}

bool mynd_net_is_local(const mynd_net *net)
{
	union {
		struct sockaddr any;
		struct sockaddr_in v4;
		struct sockaddr_in6 v6;
		struct sockaddr_storage room;
	} peer;
	socklen_t len = sizeof peer;
	if (getpeername(net->fd, &peer.any, &len) != 0) {
		return false;
	}
	switch (peer.any.sa_family) {
	case AF_INET:
		return ntohl(peer.v4.sin_addr.s_addr) >> IN_CLASSA_NSHIFT == IN_LOOPBACKNET;
	case AF_INET6:
		return IN6_IS_ADDR_LOOPBACK(&peer.v6.sin6_addr);
	default:
		return peer.any.sa_family == AF_UNIX;
	}
}

bool mynd_net_peer(const mynd_net *net, char *address, size_t size)
{
	union {
		struct sockaddr any;
		struct sockaddr_storage room;
	} peer;
	socklen_t len = sizeof peer;
	return net->is_tcp && getpeername(net->fd, &peer.any, &len) == 0 &&
	       getnameinfo(&peer.any, len, address, (socklen_t) size, NULL, 0, NI_NUMERICHOST) == 0;
}

int mynd_net_descriptor(const mynd_net *net)
{
	return net->fd;
}

bool mynd_net_look_for_bytes(mynd_net *net)
{
	return net->tls != NULL && mynd_tls_look_for_bytes(net);
}

/* Needs POLLRDHUP, which only Linux has; without it an end of file after unread bytes is not seen. */
bool mynd_net_look_for_hangup(const mynd_net *net)
{
	if (net->fd < 0) {
		return true;
	}
#ifdef POLLRDHUP
	struct pollfd fd = {net->fd, POLLRDHUP, 0};
#else
	struct pollfd fd = {net->fd, 0, 0};
#endif
	return poll(&fd, 1, 0) != 0;
}

bool mynd_net_look_for_end(mynd_net *net)
{
	if (net->fd < 0) {
		return true;
	}
	if (net->tls != NULL) {
		return mynd_tls_look_for_bytes(net);
	}
	uint8_t byte;
	ssize_t got;
	do {
		got = recv(net->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
	} while (got < 0 && errno == EINTR);
	return got >= 0 || would_block() == MYND_BAD;
}
