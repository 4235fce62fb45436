/*
 * Mynd\Pool: a limited number of connections, which a function of the program makes.
 *
 * A connection that this function makes, in the fiber in which the pool has called it, belongs to the pool's
 * group (src/pool/group.c). Each connect calls mynd_opening_decide() to find out whether it makes such a
 * connection.
 */
#ifndef MYND_PHP_MYND_POOL_H
#define MYND_PHP_MYND_POOL_H

#include "../mynd.h"

void mynd_pool_startup(zend_class_entry *pool, zend_class_entry *exhausted);

/* Returns true if a pool has asked for this connect; then sets the group and the longest wait in `with`. */
bool mynd_opening_decide(mynd_connect *with);
/*
 * Throws Mynd\PoolExhausted, because the pool that has asked for the connect has no place for it, or is
 * closed.
 */
void mynd_opening_throw(const mynd_refusal *refusal, bool closed);

#endif
