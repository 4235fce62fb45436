/*
 * A source of the program that runs in a fiber of its own, so that the fiber that asks it can do other work
 * while the source is suspended (mynd.source_fibers).
 *
 * Only one fiber asks at a time. The source's fiber is resumed by the program's event loop; or, if the
 * program's scheduler knows only the asking fiber, through that fiber: the value that the source passes to
 * Fiber::suspend() is passed on to the scheduler, and the scheduler's resume value back to the source.
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
 * Takes over the source. `woken`, which stays the caller's, is woken when the source has answered. Returns
 * NULL if it threw; then the source stays the caller's.
 */
mynd_source_fiber *mynd_source_fiber_begin(mynd_source *source, mynd_set *woken);
/*
 * Asks for the next pair, or takes the pair asked for before. Returns as mynd_source_next, or MYND_WAIT_BLOCK
 * if the source is suspended. Sets *failure to the source's exception as mynd_source_failure() returns it;
 * the caller owns it.
 */
int mynd_source_fiber_next(mynd_source_fiber *fiber, zval *key, zval *value, zend_object **failure);
/* Returns true if the source was asked and has not answered: it is suspended, or runs. */
bool mynd_source_fiber_is_away(const mynd_source_fiber *fiber);
/* Returns true if the source was asked and has a pair that was not taken. */
bool mynd_source_fiber_has_answered(const mynd_source_fiber *fiber);
/* Ends the asking. A suspended source is unwound if nothing else can resume it. */
void mynd_source_fiber_leave(mynd_source_fiber *fiber);
void mynd_source_fiber_list_values(mynd_source_fiber *fiber, zend_get_gc_buffer *buffer);

#endif
