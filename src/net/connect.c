/*
 * Connecting: unix sockets, and TCP to every address of a name.
 *
 * TCP connects in the manner of RFC 8305 ("happy eyeballs"). Addresses are tried in order, the two families
 * alternating. When one has failed, or has not answered for 250 ms, the next attempt starts beside it, and
 * the first connection that is established is used. So a dead address costs a quarter of a second and not the
 * whole deadline. A single address gets one attempt. If the server sends first, such an attempt waits for the
 * server's first bytes, which also show that the connection is established.
 *
 * Always true: the mynd_net owns the sockets being connected. One deadline covers the resolution of the name
 * and all attempts. Not here: names (resolve.c), TLS (tls.c).
 */
#include <errno.h>
#include <netinet/tcp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/un.h>
#include <unistd.h>
#include "poller.h"
#include "peer.h"
#include "private.h"

#define MILLISECOND INT64_C(1000000)
#define NEXT_AFTER  (250 * MILLISECOND) /* RFC 8305, "Connection Attempt Delay" */
#define GREETED_IN  (100 * MILLISECOND) /* time for the greeting of a nearby server that speaks first */
#define ATTEMPT_MAX 8                   /* attempts at a time; for a further one the oldest is closed */

struct mynd_dial {
	mynd_resolver *resolver;
	mynd_addresses addresses;
	unsigned next; /* first address that was not tried */
	int failure;   /* errno of the last failed attempt */
	unsigned attempt_count;
	int attempts[ATTEMPT_MAX]; /* sockets being connected, oldest first */
};

/* Closes an attempt that is not wanted, and may have connected: as mynd_net_withdraw says. */
static void close_attempt(int fd)
{
	mynd_net_reset_on_close(fd);
	mynd_net_close_descriptor(fd);
}

void mynd_dial_free(mynd_net *net)
{
	mynd_dial *d = net->dial;
	if (d != NULL) {
		for (unsigned i = 0; i < d->attempt_count; i++) {
			close_attempt(d->attempts[i]);
		}
		mynd_resolver_free(d->resolver);
		free(d);
		net->dial = NULL;
	}
}

static void forget_attempt(mynd_dial *d, unsigned i)
{
	close_attempt(d->attempts[i]);
	d->attempt_count--;
	memmove(&d->attempts[i], &d->attempts[i + 1], (d->attempt_count - i) * sizeof d->attempts[0]);
}

/* Makes attempt `i` the connection. */
static void take_attempt(mynd_net *net, unsigned i)
{
	mynd_dial *d = net->dial;
	net->fd = d->attempts[i];
	net->is_tcp = true;
	d->attempts[i] = d->attempts[--d->attempt_count];
}

/* Makes a non-blocking socket and starts its connect. Returns -1, with errno, on failure. */
static int start_socket(mynd_net *net, const struct sockaddr *address, socklen_t len)
{
	int fd = mynd_descriptor_place(socket(address->sa_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
	if (fd < 0) {
		return -1;
	}
	net->counts->connects++;
	if (address->sa_family != AF_UNIX) {
		int on = 1;
		setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
		mynd_net_keep_alive(net, fd);
	}
	/* An interrupted connect continues by itself (POSIX, connect). */
	if (connect(fd, address, len) == 0 || errno == EINPROGRESS || errno == EINTR) {
		return fd;
	}
	int saved = errno;
	close(fd);
	errno = saved;
	return -1;
}

/* --- unix --- */

/*
 * Connects to a unix socket. If the server's backlog is full, connect() fails with EAGAIN at once, and the
 * socket cannot be polled, so the connect is tried again after pauses that grow from 1 to 16 ms.
 */
static int connect_unix(mynd_net *net, const char *path, mynd_deadline deadline, mynd_error *error)
{
	struct sockaddr_un address = {.sun_family = AF_UNIX};
	size_t len = strlen(path);
	if (len == 0) {
		/* an empty path would be the name of an abstract socket */
		return mynd_net_refuse(error, MYND_CAUSE_LOST, ENOENT);
	}
	if (len >= sizeof address.sun_path) {
		mynd_error_set(error, MYND_CAUSE_MISUSE, MYND_ERR_CONNECTION, NULL,
		    "The path of the socket is too long: %zu bytes, at most %zu", len, sizeof address.sun_path - 1);
		error->sys_errno = ENAMETOOLONG;
		return MYND_BAD;
	}
	memcpy(address.sun_path, path, len + 1);
	for (int64_t pause = MILLISECOND;; pause *= pause < 16 * MILLISECOND ? 2 : 1) {
		net->fd = start_socket(net, (struct sockaddr *) &address, sizeof address);
		if (net->fd >= 0) {
			return MYND_OK;
		}
		if (errno != EAGAIN) {
			return mynd_net_refuse(error, MYND_CAUSE_LOST, errno);
		}
		if (mynd_deadline_has_passed(deadline)) {
			return mynd_net_refuse(error, MYND_CAUSE_TIMED_OUT, ETIMEDOUT);
		}
		mynd_deadline until = mynd_deadline_earlier(deadline, mynd_deadline_at(mynd_now() + pause));
		if (mynd_net_sleep(net, NULL, 0, until) == MYND_BAD) {
			return mynd_net_refuse(error, MYND_CAUSE_LOST, errno ? errno : ECANCELED);
		}
	}
}

/* --- TCP --- */

/* Starts attempts until one is under way or all addresses were tried. */
static void start_next(mynd_net *net)
{
	mynd_dial *d = net->dial;
	while (d->next < d->addresses.count) {
		const mynd_address *a = &d->addresses.list[d->next++];
		socklen_t len = a->any.sa_family == AF_INET ? sizeof a->v4 : sizeof a->v6;
		int fd = start_socket(net, &a->any, len);
		if (fd < 0) {
			d->failure = errno;
			continue;
		}
		if (d->attempt_count == ATTEMPT_MAX) {
			forget_attempt(d, 0);
		}
		d->attempts[d->attempt_count++] = fd;
		return;
	}
}

static bool stands(int fd)
{
	mynd_address peer;
	socklen_t len = sizeof peer;
	return getpeername(fd, &peer.any, &len) == 0;
}

/* Returns the errno of a failed attempt, 0 if it has not failed. */
static int failure_of(int fd)
{
	int failure = 0;
	socklen_t len = sizeof failure;
	if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &failure, &len) != 0) {
		failure = errno;
	}
	return failure;
}

/*
 * Checks the attempts that are ready: closes those that have failed, and makes the first connected one the
 * connection. An attempt that was reported ready but has neither failed nor connected goes on (a program's
 * waiter may be wrong). A reset while an attempt waits for the greeting means that it had connected, because
 * without a listener a connect is refused and not reset. Returns true if connected.
 */
static bool harvest(mynd_net *net, const mynd_wait_fd *fds, unsigned count)
{
	mynd_dial *d = net->dial;
	for (unsigned i = count; i-- > 0;) {
		if (fds[i].ready == 0) {
			continue;
		}
		bool sound = fds[i].ready & MYND_SOUND;
		int failure = sound ? 0 : failure_of(fds[i].fd);
		bool stood = failure == ECONNRESET && fds[i].events == MYND_READABLE;
		if (failure != 0 && !stood) {
			d->failure = failure;
			forget_attempt(d, i);
		} else if (sound || stood || stands(fds[i].fd)) {
			net->greeted = fds[i].events == MYND_READABLE;
			take_attempt(net, i);
			return true;
		}
	}
	return false;
}

/*
 * Tries the addresses in net->dial. If an attempt connects and the server's greeting does not come soon, the
 * call that reads the greeting waits for it, with its own time limit.
 */
static int connect_any(mynd_net *net, bool greets, mynd_deadline deadline, mynd_error *error)
{
	mynd_dial *d = net->dial;
	int64_t started = 0;
	mynd_deadline next_at = MYND_NO_WAIT;
	for (;;) {
		bool more = d->next < d->addresses.count;
		if (more && (d->attempt_count == 0 || mynd_deadline_has_passed(next_at))) {
			start_next(net);
			started = mynd_now();
			next_at = mynd_deadline_at(started + NEXT_AFTER);
			more = d->next < d->addresses.count;
		}
		if (d->attempt_count == 0) {
			return mynd_net_refuse(error, MYND_CAUSE_LOST, d->failure);
		}
		mynd_wait_fd fds[ATTEMPT_MAX];
		unsigned count = d->attempt_count;
		bool for_greeting = greets && !more && count == 1;
		for (unsigned i = 0; i < count; i++) {
			fds[i] =
			    (mynd_wait_fd){.fd = d->attempts[i], .events = for_greeting ? MYND_READABLE : MYND_WRITABLE};
		}
		mynd_deadline next_step = more           ? next_at
		                          : for_greeting ? mynd_deadline_at(started + GREETED_IN)
		                                         : MYND_NO_DEADLINE;
		mynd_deadline until = mynd_deadline_earlier(deadline, next_step);
		if (mynd_net_sleep(net, fds, count, until) == MYND_BAD) {
			return mynd_net_refuse(error, MYND_CAUSE_LOST, errno ? errno : ECANCELED);
		}
		if (harvest(net, fds, count)) {
			return MYND_OK;
		}
		if (d->attempt_count < count) {
			next_at = MYND_NO_WAIT; /* after a failure the next attempt starts at once */
		}
		if (for_greeting) {
			greets = false; /* no greeting came soon: check whether the attempt is connected */
		} else if (mynd_deadline_has_passed(deadline)) {
			return mynd_net_refuse(error, MYND_CAUSE_TIMED_OUT, ETIMEDOUT);
		}
	}
}

static int connect_tcp(mynd_net *net, const mynd_endpoint *to, mynd_deadline deadline, mynd_error *error)
{
	const char *host = to->host;
	int port = to->port;
	if (port < 1 || port > 65535) {
		return mynd_error_set(
		    error, MYND_CAUSE_MISUSE, MYND_ERR_CONNECTION, NULL, "The port %d is out of range", port);
	}
	mynd_dial *d = net->dial = calloc(1, sizeof *d);
	if (d == NULL) {
		return mynd_net_refuse(error, MYND_CAUSE_MEMORY, ENOMEM);
	}
	int rc = mynd_resolve(net, &d->resolver, host, port, deadline, &d->addresses, error);
	if (rc == MYND_OK) {
		mynd_resolver_free(d->resolver); /* the resolver's sockets are no longer needed */
		d->resolver = NULL;
		rc = connect_any(net, to->greets, deadline, error);
	}
	return rc;
}

int mynd_net_connect(mynd_net *net, const mynd_endpoint *to, mynd_deadline deadline, mynd_error *error)
{
	mynd_net_close(net);
	net->tls_detail[0] = net->tls_reason[0] = '\0';
	int rc = to->unix_path ? connect_unix(net, to->unix_path, deadline, error)
	                       : connect_tcp(net, to, deadline, error);
	mynd_dial_free(net);
	return rc;
}

/* --- between processes --- */

bool mynd_net_let_go(mynd_net *net)
{
	if (net->fd < 0 || net->tls != NULL || net->inprocess != NULL || mynd_wait_is_known(net->fd)) {
		return false;
	}
	mynd_watches_end(net);
	mynd_pollers_leave(net->fd);
	return true;
}

/*
 * Does not change the socket's mode: the other process may have made it blocking, with a time limit, but no
 * call relies on the mode (net.c).
 */
int mynd_net_take_over(mynd_net *net, const mynd_endpoint *to, int fd)
{
	if (!mynd_peer_is_expected(fd, to)) {
		mynd_descriptor_close_foreign(fd);
		return MYND_BAD;
	}
	mynd_net_close(net);
	net->fd = mynd_descriptor_place(fd);
	net->is_tcp = to->unix_path == NULL;
	net->foreign = true;
	return MYND_OK;
}
