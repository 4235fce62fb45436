/*
 * A transport whose peer is in this process: a pair of connected sockets, one for the transport and one for
 * the peer. No byte leaves the process, no address is looked up, and waits for the descriptor work as for any
 * other.
 *
 * Always true: the peer acts after each write and before each read, so its answers are in the socket before
 * any call waits for them. Not here: the peer's answers (the caller of the connect provides the peer).
 */
#include <errno.h>
#include <stdlib.h>
#include <unistd.h>
#include "poller.h"
#include "private.h"

struct mynd_inprocess_peer {
	int fd; /* descriptor of the peer's end of the pair */
	mynd_peer peer;
};

static void read_all(mynd_inprocess_peer *w)
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

void mynd_inprocess_peer_act(mynd_inprocess_peer *w)
{
	read_all(w);
	for (;;) {
		mynd_slice out = w->peer.output(w->peer.context);
		ssize_t n = out.len > 0 ? send(w->fd, out.ptr, out.len, MSG_DONTWAIT | MSG_NOSIGNAL) : 0;
		if (n <= 0) {
			return; /* all bytes were sent, or the rest follows after the next read */
		}
		w->peer.sent(w->peer.context, (size_t) n);
	}
}

void mynd_inprocess_peer_end(mynd_net *net)
{
	mynd_inprocess_peer *w = net->inprocess;
	if (w != NULL) {
		net->inprocess = NULL;
		close(w->fd);
		w->peer.free(w->peer.context);
		free(w);
	}
}

int mynd_net_connect_inprocess(mynd_net *net, const mynd_peer *peer, mynd_error *error)
{
	int fds[2];
	mynd_net_close(net);
	mynd_inprocess_peer *w = malloc(sizeof *w);
	if (w == NULL || socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, fds) != 0) {
		int number = w == NULL ? ENOMEM : errno;
		free(w);
		peer->free(peer->context);
		return mynd_net_refuse(error, MYND_CAUSE_LOST, number);
	}
	*w = (mynd_inprocess_peer){mynd_descriptor_place(fds[1]), *peer};
	net->fd = mynd_descriptor_place(fds[0]);
	net->inprocess = w;
	mynd_inprocess_peer_act(w);
	return MYND_OK;
}

void *mynd_net_inprocess_peer(const mynd_net *net)
{
	return net->inprocess == NULL ? NULL : net->inprocess->peer.context;
}
