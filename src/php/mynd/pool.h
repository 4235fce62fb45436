/*
 * Mynd\Pool: a limited number of connections, which the function of a program makes.
 *
 * What such a function connects, in the fiber in which the pool has called it, belongs to the pool's group
 * (src/pool/group.c). A connect asks for that here.
 */
#ifndef MYND_PHP_MYND_POOL_H
#define MYND_PHP_MYND_POOL_H

#include "../mynd.h"

void mynd_pool_startup(zend_class_entry *pool, zend_class_entry *exhausted);

/* True: a pool has called for this connect, which is told its group and how long it may wait. */
bool mynd_opening_decide(mynd_connect *with);
/* Throws a Mynd\PoolExhausted: the pool that has called for a connect has no place for it, or is closed. */
void mynd_opening_throw(const mynd_refusal *refusal, bool closed);

#endif
