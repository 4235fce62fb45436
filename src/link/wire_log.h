/* Logs the packets of a link into a file that people read. */
#ifndef MYND_LINK_WIRE_LOG_H
#define MYND_LINK_WIRE_LOG_H

#include "../command/link.h"

/*
 * Logs packets into the file from now on, as mynd_channel_log_wire() says; NULL: ends the log. Queued output
 * is sent first. Returns MYND_BAD with errno: ENOTCONN if the link is closed, EBUSY if a result is being
 * read, or another call is under way.
 */
int mynd_link_log_wire(mynd_link *link, const char *file, uint64_t most);

#endif
