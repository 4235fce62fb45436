/*
 * Fibers in which the driver runs code of the program on behalf of another fiber, such as the source of a
 * pipeline. For everything that belongs to a fiber (a transaction, the outcome of its last command, an
 * interceptor that must not be called within its own code) such an *inner* fiber counts as its owner, the
 * fiber on whose behalf it runs.
 *
 * Always true: an inner fiber's owner is never an inner fiber. When the owner ends, the inner fiber has no
 * owner any more. Code that needs the fiber on whose stack it runs uses the active fiber, not these
 * functions.
 */
#ifndef MYND_COMMAND_INNER_FIBER_H
#define MYND_COMMAND_INNER_FIBER_H

#include "php.h"
#include "zend_fibers.h"

typedef struct mynd_inner_fiber {
	struct mynd_inner_fiber *previous, *next; /* the thread's list */
	const zend_fiber_context *inner, *outer;
	bool is_listed;
} mynd_inner_fiber; /* cleared memory: no inner fiber. Owned by the caller, who ends it before freeing it */

/* Makes `inner` an inner fiber, until mynd_inner_fiber_end is called. Its owner is the running fiber. */
void mynd_inner_fiber_begin(mynd_inner_fiber *one, const zend_fiber_context *inner);
void mynd_inner_fiber_end(mynd_inner_fiber *one);
/* Returns the owner of an inner fiber, and any other fiber itself. */
const zend_fiber_context *mynd_fiber_stood_for(const zend_fiber_context *fiber);
void mynd_inner_fibers_ended(const zend_fiber_context *fiber);

#endif
