/* Inner fibers (inner_fiber.h), in a list that is searched from its beginning, because it is short. */
#include "inner_fiber.h"

ZEND_TLS mynd_inner_fiber *first_inner;

const zend_fiber_context *mynd_fiber_stood_for(const zend_fiber_context *fiber)
{
	for (const mynd_inner_fiber *one = first_inner; UNEXPECTED(one != NULL); one = one->next) {
		if (one->inner == fiber) {
			return one->outer;
		}
	}
	return fiber;
}

void mynd_inner_fiber_begin(mynd_inner_fiber *one, const zend_fiber_context *inner)
{
	*one = (mynd_inner_fiber){.next = first_inner,
	    .inner = inner,
	    .outer = mynd_fiber_stood_for(EG(current_fiber_context)),
	    .is_listed = true};
	if (first_inner != NULL) {
		first_inner->previous = one;
	}
	first_inner = one;
}

void mynd_inner_fiber_end(mynd_inner_fiber *one)
{
	if (!one->is_listed) {
		return;
	}
	*(one->previous != NULL ? &one->previous->next : &first_inner) = one->next;
	if (one->next != NULL) {
		one->next->previous = one->previous;
	}
	*one = (mynd_inner_fiber){.previous = NULL};
}

void mynd_inner_fibers_ended(const zend_fiber_context *fiber)
{
	mynd_inner_fiber *next;
	for (mynd_inner_fiber *one = first_inner; one != NULL; one = next) {
		next = one->next;
		if (one->inner == fiber || one->outer == fiber) {
			mynd_inner_fiber_end(one);
		}
	}
}
