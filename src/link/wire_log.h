/* A link whose packets are written into a file that people read. */
#ifndef MYND_LINK_WIRE_LOG_H
#define MYND_LINK_WIRE_LOG_H

#include "../command/link.h"

/*
 * From here on, as mynd_channel_log_wire() says; NULL: no more. What waits to be sent is sent first.
 * MYND_BAD: errno says why; ENOTCONN: the link is closed; EBUSY: a result is being read, or another call is
 * under way.
 */
int mynd_link_log_wire(mynd_link *link, const char *file, uint64_t most);

#endif
