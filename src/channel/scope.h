/*
 * Scopes: limits of time for all commands of one fiber, on whatever connection (Mynd\within(), and the
 * argument `within` of the methods of Mynd\Pool). They hold for the channels that follow scopes, those of a
 * program's connections, and only while the fiber waits itself: another fiber that uses the same connection
 * has its own, or none.
 *
 * Always true: a scope counts for its fiber, and for fibers in which the driver runs code on its behalf. The
 * memory is not the request's, so that a longjmp leaks none; what a fatal error has left limits nothing in
 * the shutdown functions.
 */
#ifndef MYND_CHANNEL_SCOPE_H
#define MYND_CHANNEL_SCOPE_H

#include "php.h"
#include "../net/deadline.h"

/* Limits of commands: two points in time, the first not after the second; MYND_NO_DEADLINE: none. */
typedef struct mynd_limits {
	mynd_deadline cancel_at; /* time at which the running command is cancelled */
	mynd_deadline end;       /* time by which all commands end */
} mynd_limits;

typedef struct mynd_scope {
	struct mynd_scope *outer, *inner; /* of the same fiber; NULL: none */
	const void *fiber;
	mynd_deadline end;
	double seconds; /* from the begin to the end */
	bool after_fatal_error;
} mynd_scope;

/* Number of scopes that the fibers of this thread have; 0: no wait has to look for one. */
extern ZEND_EXT_TLS uint32_t mynd_scopes_open;

/*
 * Begins a scope of the fiber, inside of those that it may have. `seconds` > 0. It ends by mynd_scope_end(),
 * or after a longjmp by mynd_scopes_forget(). Scopes of coroutines that are no fibers count for the main
 * program, and may end in any order.
 */
mynd_scope *mynd_scope_begin(const void *fiber, double seconds);
void mynd_scope_end(mynd_scope *scope);
/* Ends what a longjmp has left, at the end of a request. */
void mynd_scopes_forget(void);
/* Returns the innermost scope of the fiber that limits anything; NULL: none. */
const mynd_scope *mynd_scope_of(const void *fiber);

#endif
