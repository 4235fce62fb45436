/*
 * A source (an iterable of the program) that runs in a fiber of its own, so that the fiber that asks it for
 * values can do other work while the source is suspended (mynd.source_fibers).
 *
 * Only one fiber asks at a time. The program's event loop resumes the source's fiber. If the program's
 * scheduler knows only the asking fiber, the asking fiber resumes it: the value that the source passes to
 * Fiber::suspend() is passed on to the scheduler, and the value with which the scheduler resumes the asking
 * fiber is passed back to the source.
 */
#ifndef MYND_PHP_MYND_SOURCE_FIBER_H
#define MYND_PHP_MYND_SOURCE_FIBER_H

#include "steps.h"

#include "../../net/set.h"
#include "../../net/wait.h"

typedef struct mynd_source_fiber mynd_source_fiber;

/* Returns true if this source can get a fiber here: the setting is on, and waits would suspend a fiber. */
bool mynd_source_fiber_may_begin(const mynd_source *source);
/*
 * Takes over the source. Wakes the set `woken`, which the caller owns, when the source has answered. Returns
 * NULL if it threw; the caller then still owns the source.
 */
mynd_source_fiber *mynd_source_fiber_begin(mynd_source *source, mynd_set *woken);
/*
 * Asks for the next pair, or takes the pair that was asked for before. Returns what mynd_source_next returns,
 * or MYND_WAIT_BLOCK if the source is suspended. Sets *failure to the source's exception as
 * mynd_source_failure() returns it; the caller owns it.
 */
int mynd_source_fiber_next(mynd_source_fiber *fiber, zval *key, zval *value, zend_object **failure);
/* Returns true if the source was asked and has not answered: it is suspended, or runs. */
bool mynd_source_fiber_is_away(const mynd_source_fiber *fiber);
/* Returns true if the source was asked and has a pair that was not taken. */
bool mynd_source_fiber_has_answered(const mynd_source_fiber *fiber);
/* Frees the asking side. A suspended source is unwound if nothing else has a reference to its fiber. */
void mynd_source_fiber_leave(mynd_source_fiber *fiber);
void mynd_source_fiber_list_values(mynd_source_fiber *fiber, zend_get_gc_buffer *buffer);

#endif
