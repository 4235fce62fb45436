/*
 * The program's waiters, and the streams passed to them (waiter.c, poller.c, stream.c).
 *
 * All of this is request memory, to which no link refers. The waiters are released at request shutdown; from
 * then on waits block.
 */
#ifndef MYND_PHP_MYND_WAITER_H
#define MYND_PHP_MYND_WAITER_H

#include "../mynd.h"
#include "../../net/wait.h"

void mynd_waiter_request_startup(void);
void mynd_waiter_request_shutdown(void);
/*
 * Calls a waiter. Returns the same values as mynd_wait, or MYND_WAIT_BLOCK if the waiter returns null. The
 * caller owns `waiter` and `arguments`.
 */
int mynd_waiter_ask(zval *waiter, uint32_t count, zval *arguments);

/* --- poller.c --- */
void mynd_poller_startup(zend_class_entry *ce);
bool mynd_is_poller(const zval *value);
/* Waits with a Mynd\Poller, to which the caller has a reference. Returns as mynd_waiter_ask. */
int mynd_poller_wait(zend_object *object, mynd_wait_fd *fds, unsigned count, mynd_deadline deadline);
/* As mynd_wait_for_call (src/net/wait.h). */
int mynd_poller_wait_for_call(zend_object *object, struct mynd_polled **polled, mynd_deadline deadline);

/* --- stream.c --- */

/*
 * Returns the stream of a descriptor: the same one until the descriptor is closed. The stream never closes
 * the descriptor. The caller does not own the stream.
 */
zend_resource *mynd_stream_of_descriptor(int fd);
/* Returns a stream that owns its descriptor. The caller owns the stream, and calls mynd_stream_let_go. */
zend_resource *mynd_stream_owning(int fd);
void mynd_stream_let_go(zend_resource *resource);
/* Empties the table of streams, after the request's resources were freed. */
void mynd_streams_forget(void);

#endif
