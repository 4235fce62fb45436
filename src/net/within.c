/*
 * A transport whose peer is in this process: a pair of connected sockets, of which the peer has the other.
 * Nothing leaves the process, no address is looked up, and everything that waits for a descriptor works as
 * ever.
 *
 * Always true: the peer acts after each write and before each read, so what it has to say is in the socket
 * before anybody waits for it. Not here: what the peer says (whoever connects brings it).
 */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
#include "poller.h"
#include "private.h"

struct mynd_within {
	int fd; /* the peer's */
	mynd_peer peer;
};

static void read_all(mynd_within *w)
{
	uint8_t bytes[8192];
	ssize_t n;
	while ((n = recv(w->fd, bytes, sizeof bytes, MSG_DONTWAIT)) > 0) {
		if (w->peer.feed(w->peer.context, (mynd_slice){bytes, (size_t) n}) != MYND_OK) {
			shutdown(w->fd, SHUT_RDWR);
			return;
		}
	}
}

void mynd_within_act(mynd_within *w)
{
	read_all(w);
	for (;;) {
		mynd_slice out = w->peer.output(w->peer.context);
		ssize_t n = out.len > 0 ? send(w->fd, out.ptr, out.len, MSG_DONTWAIT | MSG_NOSIGNAL) : 0;
		if (n <= 0) {
			return; /* all of it was sent, or the rest goes after the next read */
		}
		w->peer.sent(w->peer.context, (size_t) n);
	}
}

void mynd_within_end(mynd_net *net)
{
	mynd_within *w = net->within;
	if (w != NULL) {
		net->within = NULL;
		close(w->fd);
		w->peer.free(w->peer.context);
		free(w);
	}
}

int mynd_net_connect_within(mynd_net *net, const mynd_peer *peer, mynd_error *error)
{
	int fds[2];
	mynd_net_close(net);
	mynd_within *w = malloc(sizeof *w);
	if (w == NULL || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, fds) != 0) {
		int number = w == NULL ? ENOMEM : errno;
		free(w);
		peer->free(peer->context);
		return mynd_net_refuse(error, MYND_CAUSE_LOST, number);
	}
	*w = (mynd_within){mynd_descriptor_place(fds[1]), *peer};
	net->fd = mynd_descriptor_place(fds[0]);
	net->within = w;
	mynd_within_act(w);
	return MYND_OK;
}

void *mynd_net_peer_within(const mynd_net *net)
{
	return net->within == NULL ? NULL : net->within->peer.context;
}
