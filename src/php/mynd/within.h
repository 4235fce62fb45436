/*
 * Mynd\within(): the limit of time that a fiber has for all its commands (../../channel/scope.h).
 */
#ifndef MYND_PHP_MYND_WITHIN_H
#define MYND_PHP_MYND_WITHIN_H

#include "../mynd.h"
#include "../../channel/scope.h"

/* Returns false if it threw, because the argument is no number of seconds above 0. */
bool mynd_within_check(double seconds, uint32_t arg);
/* Begins a scope of the fiber that runs, which mynd_scope_end() ends. */
mynd_scope *mynd_within_begin(double seconds);
/* Returns the end of the fiber's scopes, if that is earlier than the deadline. */
mynd_deadline mynd_within_limit(mynd_deadline deadline);

#endif
