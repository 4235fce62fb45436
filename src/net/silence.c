/*
 * The silence of a peer: how long it may last, and what happens then (mynd_net_set_dead_after).
 *
 * TCP's keepalive ends a connection whose peer cannot be reached, within the limit, but only if the peer has
 * acknowledged all bytes that were sent. It says nothing about a frozen server, whose kernel still
 * acknowledges, nor about a unix socket: so the callback asks the server itself, which also covers bytes that
 * are not acknowledged. TCP_USER_TIMEOUT is not set, because it would also end connections to living servers:
 * with a limit of 1.5 s, one whose peer acknowledged everything but read nothing was ended after 2 s (tried,
 * Linux 6.18). Servers read nothing while a LOAD DATA waits for a lock, or a query runs before others that
 * were sent.
 *
 * Always true: a limit of 0 costs a wait one comparison. Not here: whether a server lives (src/link/alive.c).
 */
#include <errno.h>
#include <netinet/tcp.h>
#include <string.h>
#include "private.h"

#define MOST_SECONDS 32767 /* for TCP_KEEPIDLE and TCP_KEEPINTVL (tcp(7), and Linux' tcp.h) */
#define MOST_PROBES  127
#define PROBES       3 /* probes of the kernel, one of which may be lost */
#define FEW          16

static mynd_net_silence_callback *on_silence; /* set when the process starts; NULL: no callback */

void mynd_net_on_silence(mynd_net_silence_callback *callback)
{
	on_silence = callback;
}

int mynd_net_ask(const mynd_net *net, int fd, int events, mynd_deadline deadline)
{
	return on_silence == NULL ? MYND_OK : on_silence(net->counts, fd, events, deadline);
}

void mynd_net_die(mynd_net *net)
{
	net->dead = true;
	mynd_net_break(net);
}

bool mynd_net_is_dead(const mynd_net *net)
{
	return net->dead;
}

/* --- TCP's own limit --- */

static int between(int least, int number, int most)
{
	return number < least ? least : number > most ? most : number;
}

void mynd_net_keep_alive(const mynd_net *net, int fd)
{
	int on = 1;
	if (!net->keepalive) {
		return;
	}
	setsockopt(fd, SOL_SOCKET, SO_KEEPALIVE, &on, sizeof on);
#if defined(TCP_KEEPIDLE) && defined(TCP_KEEPINTVL) && defined(TCP_KEEPCNT)
	if (net->dead_after != 0) {
		int idle = between(1, net->dead_after / 2, MOST_SECONDS);
		int rest = between(1, net->dead_after - idle, MOST_SECONDS * MOST_PROBES);
		int interval = between(1, rest / PROBES, MOST_SECONDS);
		int count = between(1, rest / interval, MOST_PROBES);
		setsockopt(fd, IPPROTO_TCP, TCP_KEEPIDLE, &idle, sizeof idle);
		setsockopt(fd, IPPROTO_TCP, TCP_KEEPINTVL, &interval, sizeof interval);
		setsockopt(fd, IPPROTO_TCP, TCP_KEEPCNT, &count, sizeof count);
	}
#endif
}

/* An open socket whose limit is removed keeps the kernel's times of the last limit. */
void mynd_net_set_dead_after(mynd_net *net, int64_t seconds)
{
	int limit = seconds < 0 ? 0 : seconds > INT32_MAX ? INT32_MAX : (int) seconds;
	if (net->dead_after == limit) {
		return;
	}
	net->dead_after = limit;
	if (net->fd >= 0 && net->is_tcp) {
		mynd_net_keep_alive(net, net->fd);
	}
}

/* --- waits in parts --- */

/* Returns MYND_OK if the wait goes on. */
static int ask(mynd_net *net, const mynd_wait_fd *fd, mynd_deadline deadline)
{
	int rc = mynd_net_ask(net, fd->fd, fd->events, deadline);
	if (rc != MYND_OK) {
		errno = rc == MYND_MORE ? ETIMEDOUT : ECANCELED;
	}
	return rc;
}

int mynd_net_sleep_in_silence(mynd_net *net, mynd_wait_fd *fd, mynd_deadline deadline, int64_t silent)
{
	for (;; silent = 0) {
		int64_t left = mynd_net_silence(net) - silent;
		left = left > 0 ? left : 0;
		mynd_deadline ask_at = mynd_deadline_at(mynd_coarse_now() + MYND_COARSE_LATE + left);
		if (mynd_deadline_is_before(deadline, ask_at)) {
			return mynd_net_sleep(net, fd, 1, deadline);
		}
		int rc = mynd_net_sleep_left(net, fd, 1, ask_at, left);
		if (rc != MYND_MORE) {
			return rc;
		}
		if (ask(net, fd, deadline) != MYND_OK) {
			return MYND_BAD;
		}
	}
}

/* --- the peer's first bytes --- */

void mynd_net_give_up_for(mynd_net *net, int fd, int events)
{
	net->meanwhile = (mynd_wait_fd){.fd = fd, .events = events};
}

int mynd_net_wait_meanwhile(
    mynd_net *net, mynd_wait_fd *fds, unsigned count, mynd_deadline deadline, int64_t left)
{
	mynd_wait_fd all[FEW];
	if (net->counts->read_bytes > 0 || count >= FEW) {
		return mynd_wait_left(fds, count, deadline, left);
	}
	if (count > 0) {
		memcpy(all, fds, count * sizeof *fds);
	}
	all[count] = net->meanwhile;
	int rc = mynd_wait_left(all, count + 1, deadline, left);
	for (unsigned i = 0; i < count; i++) {
		fds[i].ready = all[i].ready;
	}
	if (rc == MYND_OK && all[count].ready != 0) {
		errno = ECANCELED;
		return MYND_BAD;
	}
	return rc;
}

void mynd_net_reset_on_close(int fd)
{
	struct linger at_once = {.l_onoff = 1, .l_linger = 0};
	setsockopt(fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

void mynd_net_withdraw(mynd_net *net)
{
	if (net->fd >= 0 && net->is_tcp) {
		mynd_net_reset_on_close(net->fd);
	}
}
