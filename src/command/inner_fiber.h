/*
 * Fibers in which the driver runs code of the program on behalf of another fiber, such as the source of a
 * pipeline. To what belongs to a fiber (a transaction, the outcome of its last command, an interceptor that
 * is not called within itself) such an *inner* fiber and the one that it stands for are one.
 *
 * Always true: an inner fiber stands for one that is none itself, and for nobody once that one has ended.
 * Where the stack matters, the fiber that runs is meant, and nobody asks here.
 */
#ifndef MYND_COMMAND_INNER_FIBER_H
#define MYND_COMMAND_INNER_FIBER_H

#include "php.h"
#include "zend_fibers.h"

typedef struct mynd_inner_fiber {
	struct mynd_inner_fiber *previous, *next; /* the thread's list */
	const zend_fiber_context *inner, *outer;
	bool is_listed;
} mynd_inner_fiber; /* cleared memory stands for nobody. The caller owns it, and ends it before it frees it */

/* From now on `inner` stands for the fiber that runs. */
void mynd_inner_fiber_begin(mynd_inner_fiber *one, const zend_fiber_context *inner);
void mynd_inner_fiber_end(mynd_inner_fiber *one);
/* For whom the fiber stands: itself, unless it is an inner one. */
const zend_fiber_context *mynd_fiber_stood_for(const zend_fiber_context *fiber);
void mynd_inner_fibers_ended(const zend_fiber_context *fiber);

#endif
