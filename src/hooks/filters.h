/*
 * PHP's stream filters on connections: each connection gets new instances of the filters that the program has
 * registered.
 *
 * Filters are layers: the filter registered first is next to mynd, the last one next to the socket. All state
 * here belongs to the request. Nothing here knows mysqli or PDO.
 */
#ifndef MYND_HOOKS_FILTERS_H
#define MYND_HOOKS_FILTERS_H

#include "php.h"

enum { MYND_FILTERS_READ = 1, MYND_FILTERS_WRITE = 2 }; /* as PHP's STREAM_FILTER_ constants */

/* Returns true if a filter with this name exists: built in, or registered by the program. */
bool mynd_filters_are_known(zend_string *name);

/* Registers a filter (a copy of the arguments). Returns a number for remove, never 0. */
zend_ulong mynd_filters_add(zend_string *name, zval *params, unsigned direction);
/* Removes a filter: connections made from now on do not get it. Returns false if it was removed before. */
bool mynd_filters_remove(zend_ulong number);

/*
 * Called at the end of the request: closes all connections' filters and empties the list. May run code of the
 * program.
 */
void mynd_filters_request_shutdown(void);

#endif
