/* Descriptors that come from another process (peer.c). Nothing here waits. */
#ifndef MYND_NET_PEER_H
#define MYND_NET_PEER_H

#include "net.h"

/*
 * Returns true when fd is a socket connected to such an endpoint, as far as can be seen without asking the
 * peer.
 */
bool mynd_peer_is_expected(int fd, const mynd_endpoint *to);
void mynd_descriptor_close_foreign(int fd);

#endif
