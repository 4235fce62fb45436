/*
 * PHP's stream filters on links: those that the program has registered are made anew for each link that
 * connects.
 *
 * They are layers: the one registered first is next to the driver, the last next to the socket. All of it is
 * the request's. Nothing here knows mysqli or PDO.
 */
#ifndef MYND_HOOKS_FILTERS_H
#define MYND_HOOKS_FILTERS_H

#include "php.h"

enum { MYND_FILTERS_READ = 1, MYND_FILTERS_WRITE = 2 }; /* as PHP's STREAM_FILTER_ constants */

/* A filter of this name is known: built in, or registered by the program. */
bool mynd_filters_are_known(zend_string *name);

/* Registers it (copies); a number for remove, never 0. */
zend_ulong mynd_filters_add(zend_string *name, zval *params, unsigned direction);
/* Links that connect from now on are without it. False: it was removed before. */
bool mynd_filters_remove(zend_ulong number);

/*
 * The request ends: filters are closed, and with them what is left of their links. May run code of the
 * program.
 */
void mynd_filters_request_shutdown(void);

#endif
