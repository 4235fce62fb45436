/*
 * The program's waiters, and the streams that they are given (waiter.c, poller.c, stream.c).
 *
 * All of it is request memory, of which no link knows. The waiters are dropped at request shutdown; from then
 * on waits block.
 */
#ifndef MYND_PHP_MYND_WAITER_H
#define MYND_PHP_MYND_WAITER_H

#include "../mynd.h"
#include "../../net/wait.h"

void mynd_waiter_request_startup(void);
void mynd_waiter_request_shutdown(void);
/*
 * Calls a waiter. Returns what mynd_wait does, or MYND_WAIT_BLOCK if it answers null. The caller owns all.
 */
int mynd_waiter_ask(zval *waiter, uint32_t count, zval *arguments);

/* --- poller.c --- */
void mynd_poller_startup(zend_class_entry *ce);
bool mynd_is_poller(const zval *value);
/* The wait of a Mynd\Poller, which the caller holds. Returns as above. */
int mynd_poller_wait(zend_object *object, mynd_wait_fd *fds, unsigned count, mynd_deadline deadline);

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
