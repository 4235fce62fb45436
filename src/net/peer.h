/* Checks of descriptors that come from another process (peer.c). Nothing here waits. */
#ifndef MYND_NET_PEER_H
#define MYND_NET_PEER_H

#include "net.h"

/*
 * Returns true if fd is a socket connected to an endpoint like `to`, as far as the kernel shows it: nothing
 * is sent.
 */
bool mynd_peer_is_expected(int fd, const mynd_endpoint *to);
void mynd_descriptor_close_foreign(int fd);

#endif
