/*
 * The program's waiter, and the streams that it is given (waiter.c, stream.c).
 *
 * Request memory, all of it: no link knows of it. At request shutdown the waiter goes, and from then on waits
 * block.
 */
#ifndef MYND_PHP_MYND_WAITER_H
#define MYND_PHP_MYND_WAITER_H

#include "../mynd.h"

void mynd_waiter_request_shutdown(void);

/* --- stream.c --- */

/*
 * The stream that stands for a descriptor, the same one until that is closed, which the stream never does.
 * Ours.
 */
zend_resource *mynd_stream_of_descriptor(int fd);
/* One that owns its descriptor: the caller's, to be let go. */
zend_resource *mynd_stream_owning(int fd);
void mynd_stream_let_go(zend_resource *resource);
/* The request's resources are gone. */
void mynd_streams_forget(void);

#endif
