#ifndef MYND_PHP_MYND_PREPEND_H
#define MYND_PHP_MYND_PREPEND_H

#include <stdbool.h>

/* mynd.prepend_interceptors (prepend.c). */
void mynd_prepend_request_startup(void);
void mynd_prepend_request_shutdown(void);
/*
 * Begins another request within the same PHP request: removes the interceptors that the file has registered,
 * and runs the file again if it has run. Returns false if it threw.
 */
bool mynd_prepend_request_begins(void);

#endif
