/*
 * A source of the program that is asked in a fiber of its own, so that whoever asks can do something else
 * while the source is suspended (mynd.source_fibers).
 *
 * Who asks is one fiber at a time. The source's fiber is suspended by the program's event loop, which resumes
 * it by itself; or by a scheduler that has nothing but the fiber that asks: to that one, what the source
 * passes to Fiber::suspend() is passed on, and back comes what it resumes with.
 */
#ifndef MYND_PHP_MYND_SOURCE_FIBER_H
#define MYND_PHP_MYND_SOURCE_FIBER_H

#include "steps.h"

#include "../../net/set.h"
#include "../../net/wait.h"

typedef struct mynd_source_fiber mynd_source_fiber;

/* A fiber can be begun here for this source: the setting is on, and waits would suspend a fiber. */
bool mynd_source_fiber_may_begin(const mynd_source *source);
/*
 * Takes over the source. `woken` is woken when the source has answered; the caller keeps it. NULL: thrown,
 * and the source is the caller's.
 */
mynd_source_fiber *mynd_source_fiber_begin(mynd_source *source, mynd_set *woken);
/*
 * Asks for the next pair, or takes what was asked for. As mynd_source_next, but MYND_WAIT_BLOCK: it is
 * suspended. *failure: what it has thrown, which the caller owns, as by mynd_source_failure().
 */
int mynd_source_fiber_next(mynd_source_fiber *fiber, zval *key, zval *value, zend_object **failure);
/* It was asked and has not answered: it is suspended, or runs. */
bool mynd_source_fiber_is_away(const mynd_source_fiber *fiber);
/* It was asked and has a pair that was not taken. */
bool mynd_source_fiber_has_answered(const mynd_source_fiber *fiber);
/* Nobody asks any more. A source that is suspended is unwound if nobody else can resume it. */
void mynd_source_fiber_leave(mynd_source_fiber *fiber);
void mynd_source_fiber_list_values(mynd_source_fiber *fiber, zend_get_gc_buffer *buffer);

#endif
