/*
 * The program's waiter, and the streams that it is given (waiter.c, stream.c).
 *
 * All of it is request memory, of which no link knows. The waiter is dropped at request shutdown; from then
 * on waits block.
 */
#ifndef MYND_PHP_MYND_WAITER_H
#define MYND_PHP_MYND_WAITER_H

#include "../mynd.h"

void mynd_waiter_request_shutdown(void);

/* --- stream.c --- */

/*
 * The stream for a descriptor. It stays the same until the descriptor is closed, and never closes the
 * descriptor. The caller does not own it.
 */
zend_resource *mynd_stream_of_descriptor(int fd);
/* A stream that owns its descriptor. The caller owns the stream, and lets it go. */
zend_resource *mynd_stream_owning(int fd);
void mynd_stream_let_go(zend_resource *resource);
/* The request's resources are gone. */
void mynd_streams_forget(void);

#endif
