/*
 * Checks whether a descriptor that comes from another process is a connection to a server, and closes such a
 * descriptor.
 *
 * The other process may have sent any descriptor, and may still have it open. Always true: a call on such a
 * descriptor never waits, whatever its kind. Not here: checking the bytes that are sent with the descriptor
 * (src/pool/handover.c).
 */
#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1 /* struct ucred */
#endif
#include "peer.h"
#include "private.h"

#include <stddef.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/*
 * Switches SO_LINGER off first: otherwise close() could wait for unsent bytes as long as the other process
 * has set.
 */
void mynd_descriptor_close_foreign(int fd)
{
	const struct linger none = {0, 0};
	setsockopt(fd, SOL_SOCKET, SO_LINGER, &none, sizeof none);
	close(fd);
}

static bool is_stream(int fd)
{
	int type = 0;
	socklen_t len = sizeof type;
	return getsockopt(fd, SOL_SOCKET, SO_TYPE, &type, &len) == 0 && type == SOCK_STREAM;
}

/*
 * Returns true if the peer runs as another user than this process, or as the owner of the server's socket.
 * Otherwise a process of this user may have made both ends, and the peer need not be the server.
 */
static bool is_of_servers_user(int fd, const char *path)
{
#ifdef SO_PEERCRED
	struct ucred peer;
	struct stat is;
	socklen_t len = sizeof peer;
	if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &len) != 0) {
		return false;
	}
	return peer.uid != geteuid() || (stat(path, &is) == 0 && is.st_uid == peer.uid);
#else
	(void) fd;
	(void) path;
	return true;
#endif
}

/* Returns true if the peer has a name: a listening socket has one, an end of a socketpair has none. */
static bool has_name(const struct sockaddr_storage *peer, socklen_t len)
{
	return peer->ss_family == AF_UNIX && len > offsetof(struct sockaddr_un, sun_path);
}

static bool has_port(const struct sockaddr_storage *peer, int port)
{
	const mynd_address *address = (const mynd_address *) peer;
	switch (peer->ss_family) {
	case AF_INET:
		return ntohs(address->v4.sin_port) == port;
	case AF_INET6:
		return ntohs(address->v6.sin6_port) == port;
	default:
		return false;
	}
}

bool mynd_peer_is_expected(int fd, const mynd_endpoint *to)
{
	struct sockaddr_storage peer;
	socklen_t len = sizeof peer;
	if (!is_stream(fd) || getpeername(fd, (struct sockaddr *) &peer, &len) != 0) {
		return false;
	}
	return to->unix_path == NULL ? has_port(&peer, to->port)
	                             : has_name(&peer, len) && is_of_servers_user(fd, to->unix_path);
}
